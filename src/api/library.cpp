// The library for other programs: the functions of include/nqueens/.

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "boards/solutions/methods.hpp"
#include "boards/solutions/solution.hpp"
#include "core/sequence.hpp"
#include "job/slices.hpp"
#include "node/estimate.hpp"
#include "node/self_test.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/estimate.hpp"
#include "nqueens/solutions.hpp"
#include "system/processors.hpp"

namespace nqueens {
namespace {

void require_rows(std::uint64_t n, std::uint64_t most) {
  if (n < 1 || n > most) {
    throw Error(ExitCode::usage,
                "n is " + std::to_string(n) + "; it must be from 1 to " + std::to_string(most));
  }
}

Problem checked_problem(int n, Sequence sequence) {
  require_rows(n < 0 ? 0 : static_cast<std::uint64_t>(n), max_board);
  if (index_of(sequence) >= sequences.size()) {
    throw Error(ExitCode::usage, "there is no sequence " + std::to_string(index_of(sequence)));
  }
  return {.n = n, .sequence = sequence};
}

/// @return those of the machine for 0
int checked_threads(int threads) {
  if (threads < 0 || threads > max_threads) {
    throw Error(ExitCode::usage, "threads is " + std::to_string(threads) +
                                     "; it must be from 0 to " + std::to_string(max_threads));
  }
  return threads == 0 ? usable_processors() : threads;
}

class Counter {
 public:
  Counter(const Problem& problem, const KernelEntry& kernel)
      : kernel_(kernel),
        plan_(make_plan(make_job({.problem = problem}))),
        sum_(count_above_tasks(plan_.job)) {}

  /// On one of the threads.
  void work() {
    const auto kernel = make_tested_kernel(kernel_, plan_.job.problem);
    SliceSource source(plan_.job);
    std::vector<Prefix> prefixes;
    std::vector<std::uint64_t> counts;
    for (TaskId task = 0; !stopped_ && (task = next_++) < plan_.tasks();) {
      prefixes.clear();
      source.append_prefixes({.task = task}, prefixes);
      counts.resize(prefixes.size() * plan_.job.problem.values());
      if (kernel->count(prefixes, counts, [this] { return !stopped_.load(); })) {
        add(task, prefixes, counts);
      }
    }
  }

  void stop() { stopped_ = true; }

  double share_done() {
    const std::lock_guard lock(mutex_);
    return plan_.total_cost > 0 ? cost_done_ / plan_.total_cost : 0;
  }

  /// When all threads have ended.
  [[nodiscard]] std::optional<Count> sum() const {
    return tasks_done_ == plan_.tasks() ? std::optional(sum_) : std::nullopt;
  }

 private:
  void add(TaskId task, const std::vector<Prefix>& prefixes,
           const std::vector<std::uint64_t>& counts) {
    const std::size_t values = plan_.job.problem.values();
    Count sum;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      sum += Count{counts[i]} * prefixes[i / values].weight;
    }
    const std::lock_guard lock(mutex_);
    sum_ += sum;
    cost_done_ += plan_.costs[task];
    ++tasks_done_;
  }

  const KernelEntry& kernel_;
  Plan plan_;
  std::atomic<TaskId> next_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  Count sum_;
  double cost_done_ = 0;
  std::uint64_t tasks_done_ = 0;
};

}  // namespace

std::optional<Count> count(int n, Sequence sequence, const CountOptions& options) {
  const Problem problem = checked_problem(n, sequence);
  Counter counter(problem, choose_kernel(options.kernel, sequence));
  const auto watch = [&] {
    if (options.progress && !options.progress(counter.share_done())) {
      counter.stop();
    }
  };
  on_threads(
      checked_threads(options.threads), [&](int /*thread*/) { counter.work(); }, watch,
      [&] { counter.stop(); });
  return counter.sum();
}

std::optional<Count> known_count(int n, Sequence sequence) {
  return known_count(checked_problem(n, sequence));
}

Estimate estimate(int n, Sequence sequence, const EstimateOptions& options) {
  const Problem problem = checked_problem(n, sequence);
  EstimateOptions checked = options;
  checked.threads = checked_threads(options.threads);
  return estimate(make_job({.problem = problem}), choose_kernel(options.kernel, sequence), checked);
}

void for_each_solution(int n, const VisitSolution& visit) {
  require_rows(n < 0 ? 0 : static_cast<std::uint64_t>(n), max_search);
  search(n, visit);
}

std::vector<Row> construct(std::uint64_t n) {
  require_rows(n, max_construct);
  return has_solution(n) ? constructed(n) : std::vector<Row>();
}

std::optional<std::string> why_no_solution(Rows rows) {
  auto fault = find_fault(rows.size(), rows);
  if (fault && fault->kind == FaultKind::off_board) {  // no Row is -1 here
    const Row row = rows[static_cast<std::size_t>(fault->second.column)];
    fault->second.row = static_cast<int>(std::min<Row>(row, beyond_all_rows));
  }
  return fault ? std::optional(describe(*fault, rows.size())) : std::nullopt;
}

}  // namespace nqueens
