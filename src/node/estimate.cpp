// Threads that count rounds of the sample until the time is over, or else the whole board.

#include "node/estimate.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
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
  SummingKernel(const KernelEntry& entry, const Problem& problem, const Requests& requests)
      : kernel_(make_tested_kernel(entry, problem)),
        counts_(problem.values()),
        requests_(requests) {}

  /// @return the count below the prefix, without its weight; 0 after a signal
  double operator()(const Prefix& prefix) {
    const auto go_on = [this] { return !requests_.stop(); };
    if (!kernel_->count({&prefix, 1}, counts_, go_on)) {
      return 0;
    }
    return static_cast<double>(std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}));
  }

 private:
  std::unique_ptr<Kernel> kernel_;
  std::vector<std::uint64_t> counts_;
  const Requests& requests_;
};

class Estimator {
 public:
  Estimator(const Job& job, const EstimateOptions& options, const Requests& requests)
      : job_(job), options_(options), requests_(requests), sample_(job, options.max_nodes) {
    Job roots = job;
    roots.depth = cut_limits(job.problem).min_depth;
    above_ = count_above_tasks(roots).approximate();
  }

  Estimate run(const std::function<void(const Estimate&)>& progress) {
    on_threads([this](int) { count_rounds(); }, progress);
    if (whole_ && !requests_.stop()) {
      on_threads([this](int) { count_roots(); }, progress);
    }
    return known();
  }

 private:
  template <class Work>
  void on_threads(const Work& work, const std::function<void(const Estimate&)>& progress) {
    std::vector<std::future<void>> threads;
    for (int thread = 0; thread < options_.threads; ++thread) {
      threads.push_back(std::async(std::launch::async, [this, &work, thread] {
        stay_on_one(processors_, thread);
        work(thread);
      }));
    }
    for (auto& thread : threads) {
      while (thread.wait_for(std::chrono::milliseconds(200)) != std::future_status::ready) {
        progress(known());
      }
      thread.get();
    }
  }

  void count_rounds() {
    SummingKernel count(*options_.kernel, job_.problem, requests_);
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
      if (!requests_.stop()) {
        const std::lock_guard lock(mutex_);
        rounds_[number] = round;
      }
    }
  }

  /// Also decides whether the time is enough for the whole board.
  bool wants_round() {
    if (requests_.stop() || whole_) {
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
    SummingKernel count(*options_.kernel, job_.problem, requests_);
    const std::vector<Prefix>& roots = sample_.roots();
    while (!requests_.stop()) {
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
      if (requests_.stop()) {
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
  EstimateOptions options_;
  const Requests& requests_;
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

Estimate estimate(const Job& job, const EstimateOptions& options, const Requests& requests,
                  const std::function<void(const Estimate&)>& progress) {
  return Estimator(job, options, requests).run(progress);
}

}  // namespace nqueens
