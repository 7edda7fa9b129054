// Threads that count rounds of the sample until the time is over, or else the whole board.

#include "node/estimate.hpp"

#include <algorithm>
#include <atomic>
#include <boost/math/distributions/students_t.hpp>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/divide_up.hpp"
#include "job/plan.hpp"
#include "node/prefix_sample.hpp"
#include "node/self_test.hpp"
#include "system/clock.hpp"
#include "system/processors.hpp"

namespace nqueens {
namespace {

/// Fewer rounds have no spread that an interval could rest on.
constexpr std::uint64_t min_rounds = 8;

/// Roots that a thread counts at once when it counts the whole board.
constexpr std::size_t roots_at_once = 16;

/// What a round says of the whole board.
struct Round {
  double count = 0;
  double core_seconds = 0;
  double expected_nodes = 0;
  std::uint64_t prefixes = 0;
};

/// A kernel that sums up.
class SummingKernel {
 public:
  /// @param stopped  ends a count that is under way
  SummingKernel(const KernelEntry& entry, const Problem& problem, const std::atomic<bool>& stopped)
      : kernel_(make_tested_kernel(entry, problem)), counts_(problem.values()), stopped_(stopped) {}

  /// @return the count below the prefix, without its weight; 0 if it was stopped
  double operator()(const Prefix& prefix) {
    const auto go_on = [this] { return !stopped_.load(); };
    if (!kernel_->count({&prefix, 1}, counts_, go_on)) {
      return 0;
    }
    return static_cast<double>(std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}));
  }

 private:
  std::unique_ptr<Kernel> kernel_;
  std::vector<std::uint64_t> counts_;
  const std::atomic<bool>& stopped_;
};

class Estimator {
 public:
  Estimator(const Job& job, const KernelEntry& kernel, const Sampling& options)
      : job_(job), kernel_(kernel), options_(options), sample_(job, options.max_nodes) {
    Job roots = job;
    roots.depth = cut_limits(job.problem).min_depth;
    above_ = count_above_tasks(roots).approximate();
  }

  Estimate run(const WatchEstimate& progress) {
    on_threads([this](int) { count_rounds(); }, progress);
    if (whole_ && !stopped_) {
      on_threads([this](int) { count_roots(); }, progress);
    }
    return known();
  }

 private:
  template <class Work>
  void on_threads(const Work& work, const WatchEstimate& progress) {
    std::vector<std::future<void>> threads;
    for (int thread = 0; thread < options_.threads; ++thread) {
      threads.push_back(std::async(std::launch::async, [this, &work, thread] {
        stay_on_one(processors_, thread);
        work(thread);
      }));
    }
    for (auto& thread : threads) {
      while (thread.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready) {
        if (!progress(known())) {
          stopped_ = true;
        }
      }
      thread.get();
    }
  }

  void count_rounds() {
    SummingKernel count(kernel_, job_.problem, stopped_);
    while (wants_round()) {
      const std::uint64_t number = next_round_++;
      if (options_.rounds != 0 && number >= options_.rounds) {
        return;
      }
      Round round;
      for (const DrawnPrefix& drawn : sample_.round(number, options_.seed)) {
        round.count += drawn.placed;
        if (drawn.expected_nodes > 0) {
          const double start = thread_seconds();
          round.count += drawn.stands_for * drawn.prefix.weight * count(drawn.prefix);
          round.core_seconds += drawn.stands_for * (thread_seconds() - start);
          round.expected_nodes += drawn.stands_for * drawn.expected_nodes;
          ++round.prefixes;
        }
      }
      if (!stopped_) {
        const std::lock_guard lock(mutex_);
        rounds_[number] = round;
      }
    }
  }

  /// Also decides whether the time is enough for the whole board.
  bool wants_round() {
    if (stopped_ || whole_) {
      return false;
    }
    if (options_.rounds != 0) {
      return true;
    }
    const std::lock_guard lock(mutex_);
    if (rounds_.size() < min_rounds) {
      return true;
    }
    if (!std::exchange(decided_, true)) {
      const double left = options_.seconds - seconds_since(start_);
      const auto batches = static_cast<double>(divide_up(sample_.roots().size(), roots_at_once));
      const double wanted = interval(&Round::core_seconds).high /
                            std::min(static_cast<double>(options_.threads), batches);
      whole_ = wanted < left / 2;
    }
    return !whole_ && seconds_since(start_) < options_.seconds;
  }

  void count_roots() {
    SummingKernel count(kernel_, job_.problem, stopped_);
    const std::vector<Prefix>& roots = sample_.roots();
    while (!stopped_) {
      const std::size_t first = next_root_.fetch_add(roots_at_once);
      if (first >= roots.size()) {
        return;
      }
      Round part;
      const double start = thread_seconds();
      for (std::size_t i = first; i < std::min(first + roots_at_once, roots.size()); ++i) {
        part.count += roots[i].weight * count(roots[i]);
        ++part.prefixes;
      }
      if (stopped_) {
        return;  // the last counts were broken off
      }
      const std::lock_guard lock(mutex_);
      total_.count += part.count;
      total_.core_seconds += thread_seconds() - start;
      total_.prefixes += part.prefixes;
    }
  }

  [[nodiscard]] Interval interval(double Round::*value) const {
    std::vector<double> values;
    for (const auto& [number, round] : rounds_) {
      values.push_back(round.*value);
    }
    return interval_of(values);
  }

  Estimate known() {
    const std::lock_guard lock(mutex_);
    Estimate estimate;
    estimate.seconds = seconds_since(start_);
    if (whole_ && total_.prefixes == sample_.roots().size()) {
      const double count = total_.count + above_;
      estimate.count = {.estimate = count, .low = count, .high = count};
      estimate.core_seconds = {
          .estimate = total_.core_seconds, .low = total_.core_seconds, .high = total_.core_seconds};
      estimate.prefixes = total_.prefixes;
      estimate.whole = true;
    } else if (rounds_.size() >= min_rounds) {
      estimate.count = interval(&Round::count);
      estimate.count.estimate += above_;
      estimate.count.low += above_;
      estimate.count.high += above_;
      estimate.core_seconds = interval(&Round::core_seconds);
      estimate.expected_nodes = interval(&Round::expected_nodes).estimate;
      estimate.rounds = rounds_.size();
      for (const auto& [number, round] : rounds_) {
        estimate.prefixes += round.prefixes;
      }
    }
    return estimate;
  }

  Job job_;
  const KernelEntry& kernel_;
  Sampling options_;
  std::atomic<bool> stopped_ = false;
  PrefixSample sample_;
  double above_ = 0;  ///< placements above the roots
  const Clock::time_point start_ = Clock::now();
  const std::vector<int> processors_ = allowed_processors();
  std::atomic<std::uint64_t> next_round_ = 0;
  std::atomic<std::size_t> next_root_ = 0;
  std::atomic<bool> whole_ = false;
  std::mutex mutex_;
  bool decided_ = false;                   ///< whether to count the whole board
  std::map<std::uint64_t, Round> rounds_;  ///< by number
  Round total_;                            ///< of the roots that are counted
};

}  // namespace

Interval interval_of(const std::vector<double>& estimates) {
  const auto size = static_cast<double>(estimates.size());
  double sum = 0;
  for (const double each : estimates) {
    sum += each;
  }
  Interval interval{.estimate = sum / size, .low = sum / size, .high = sum / size};
  if (estimates.size() > 1) {
    double squares = 0;
    for (const double each : estimates) {
      squares += (each - interval.estimate) * (each - interval.estimate);
    }
    const boost::math::students_t student(size - 1);
    const double error =
        boost::math::quantile(student, 0.975) * std::sqrt(squares / (size * (size - 1)));
    interval.low = std::max(interval.estimate - error, 0.0);
    interval.high = interval.estimate + error;
  }
  return interval;
}

Estimate estimate(const Job& job, const KernelEntry& kernel, const Sampling& options,
                  const WatchEstimate& progress) {
  return Estimator(job, kernel, options).run(progress);
}

}  // namespace nqueens
