// Threads that count rounds of the sample until the time is over, or the whole board.

#include "node/estimate.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <map>
#include <mutex>
#include <numeric>
#include <utility>

#include "core/number.hpp"
#include "job/plan.hpp"
#include "node/random_prefixes.hpp"
#include "node/self_test.hpp"
#include "system/clock.hpp"
#include "system/processors.hpp"

namespace nqueens {
namespace {

constexpr std::size_t roots_at_once = 16;

struct Round {
  double count = 0;
  double core_seconds = 0;
  double expected_nodes = 0;
  std::uint64_t prefixes = 0;
  double used_seconds = 0;    ///< processor time of the sample
  double passed_seconds = 0;  ///< elapsed meanwhile
};

/// The 0.975 quantile of Student's distribution, as a series in 1 / degrees of freedom (Abramowitz
/// and Stegun, 26.7.5): 0.002 % too small for 7 degrees, closer for more.
double student_quantile(double degrees) {
  double quantile = 0;
  for (const double term : {1.589534, 2.555850, 2.822499, 2.372271, 1.959964}) {
    quantile = quantile / degrees + term;
  }
  return quantile;
}

class Estimator {
 public:
  Estimator(const Job& job, const KernelEntry& kernel, const EstimateOptions& options,
            double max_nodes)
      : job_(job), kernel_(kernel), options_(options), sample_(job, max_nodes) {
    Job roots = job;
    roots.depth = cut_limits(job.problem).min_depth;
    above_ = count_above_tasks(roots).approximate();
    total_.count = above_;
  }

  Estimate run() {
    const auto watch = [this] {
      if (options_.progress && !options_.progress(known())) {
        stopped_ = true;
      }
    };
    const auto count_on_threads = [&](void (Estimator::*work)()) {
      on_threads(
          options_.threads,
          [this, work](int thread) {
            stay_on_one(processors_, thread);
            (this->*work)();
          },
          watch, [this] { stopped_ = true; });
    };
    count_on_threads(&Estimator::count_rounds);
    if (whole_ && !stopped_) {
      count_on_threads(&Estimator::count_roots);
    }
    return known();
  }

 private:
  /// @return the count below the prefix, unweighted; 0 if stopped
  double count(Kernel& kernel, const Prefix& prefix) const {
    std::vector<std::uint64_t> counts(job_.problem.values());
    const bool is_whole = kernel.count({&prefix, 1}, counts, [this] { return !stopped_.load(); });
    return is_whole ? static_cast<double>(
                          std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}))
                    : 0;
  }

  void count_rounds() {
    const auto kernel = make_tested_kernel(kernel_, job_.problem);
    while (wants_round()) {
      const std::uint64_t number = next_round_++;
      if (options_.rounds != 0 && number >= options_.rounds) {
        return;
      }
      Round round{.count = above_};
      for (const SampledPrefix& drawn : sample_.round(number, options_.seed)) {
        round.count += drawn.placed;
        if (drawn.expected_nodes > 0) {
          const double start = thread_seconds();
          const auto begun = Clock::now();
          round.count += drawn.sample_weight * drawn.prefix.weight * count(*kernel, drawn.prefix);
          const double used = thread_seconds() - start;
          round.core_seconds += drawn.sample_weight * used;
          round.used_seconds += used;
          round.passed_seconds += seconds_since(begun);
          round.expected_nodes += drawn.sample_weight * drawn.expected_nodes;
          ++round.prefixes;
        }
      }
      if (!stopped_) {
        const std::lock_guard lock(mutex_);
        rounds_[number] = round;
      }
    }
  }

  /// Whether to count another round. Also decides if there is time for the whole board.
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
    const auto kernel = make_tested_kernel(kernel_, job_.problem);
    const std::vector<Prefix>& roots = sample_.roots();
    while (!stopped_) {
      const std::size_t first = next_root_.fetch_add(roots_at_once);
      if (first >= roots.size()) {
        return;
      }
      Round part;
      const double start = thread_seconds();
      for (std::size_t i = first; i < std::min(first + roots_at_once, roots.size()); ++i) {
        part.count += roots[i].weight * count(*kernel, roots[i]);
        ++part.prefixes;
      }
      if (stopped_) {
        return;  // the last counts are incomplete
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
      estimate.count = {total_.count, total_.count, total_.count};
      estimate.core_seconds = {total_.core_seconds, total_.core_seconds, total_.core_seconds};
      estimate.prefixes = total_.prefixes;
      estimate.whole = true;
    } else if (rounds_.size() >= min_rounds) {
      estimate.count = interval(&Round::count);
      estimate.core_seconds = interval(&Round::core_seconds);
      estimate.expected_nodes = interval(&Round::expected_nodes).estimate;
      estimate.rounds = rounds_.size();
      double used = 0;
      double passed = 0;
      for (const auto& [number, round] : rounds_) {
        estimate.prefixes += round.prefixes;
        used += round.used_seconds;
        passed += round.passed_seconds;
      }
      estimate.load = used > 0 ? std::max(passed / used, 1.0) : 1;
    }
    return estimate;
  }

  Job job_;
  const KernelEntry& kernel_;
  EstimateOptions options_;
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
  Round total_;  ///< of the whole board so far, with the placements above the roots
};

}  // namespace

Interval interval_of(const std::vector<double>& estimates) {
  const auto size = static_cast<double>(estimates.size());
  const double mean = std::accumulate(estimates.begin(), estimates.end(), 0.0) / size;
  double squares = 0;
  for (const double each : estimates) {
    squares += (each - mean) * (each - mean);
  }
  const double error = student_quantile(size - 1) * std::sqrt(squares / (size * (size - 1)));
  return {.estimate = mean, .low = std::max(mean - error, 0.0), .high = mean + error};
}

Estimate estimate(const Job& job, const KernelEntry& kernel, const EstimateOptions& options,
                  double max_nodes) {
  return Estimator(job, kernel, options, max_nodes).run();
}

}  // namespace nqueens
