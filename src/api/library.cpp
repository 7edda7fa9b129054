// The library for other programs: the functions of include/nqueens/.

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "boards/solutions/methods.hpp"
#include "boards/solutions/solution.hpp"
#include "core/sequence.hpp"
#include "core/value_parser.hpp"
#include "job/slices.hpp"
#include "node/estimate.hpp"
#include "node/self_test.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/estimate.hpp"
#include "nqueens/solutions.hpp"
#include "system/clock.hpp"
#include "system/processors.hpp"

namespace nqueens {
namespace {

/// Throws Error(usage) if the value is outside of the range, or NaN.
template <class Number>
void require_between(const std::string& name, Number value, Number least, Number most) {
  if (!(value >= least && value <= most)) {
    throw Error(ExitCode::usage,
                name + " is " + number_text(value) + "; it must be " + range_text(least, most));
  }
}

void require_sequence(Sequence sequence) {
  require_between<std::size_t>("the sequence", index_of(sequence), 0, sequences.size() - 1);
}

Problem checked_problem(int n, Sequence sequence) {
  require_sequence(sequence);
  require_between("n", n, 1, info_of(sequence).largest_n);
  return {.n = n, .sequence = sequence};
}

/// @return for 0 the number of processors that this process may use
int checked_threads(int threads) {
  require_between("threads", threads, 0, max_threads);
  return threads == 0 ? usable_processors() : threads;
}

/// What is thrown to users is an Error.
template <class Act>
auto within_memory(const Act& act) {
  try {
    return act();
  } catch (const std::bad_alloc&) {
    throw Error(ExitCode::runtime_error, "there is not enough memory");
  }
}

}  // namespace

/// What all counts of one board share.
struct BoardWork {
  BoardWork(const Problem& problem, int threads, const KeepGoing& keep_going)
      : plan(make_plan(make_job({.problem = problem}, keep_going), max_prefixes, keep_going)),
        above(count_above_tasks(plan.job)),
        kernels(static_cast<std::size_t>(threads)) {}

  Plan plan;
  Count above;
  std::vector<std::unique_ptr<Kernel>>
      kernels;  ///< by thread; null until that thread has tested it
};

class BoardCount {
 public:
  BoardCount(BoardWork& work, const KernelEntry& kernel, std::atomic<bool>& stopped)
      : work_(work), kernel_(kernel), stopped_(stopped), sum_(work.above) {}

  void work(int thread) {
    const Plan& plan = work_.plan;
    auto& kernel = work_.kernels[static_cast<std::size_t>(thread)];
    if (kernel == nullptr) {
      kernel = make_tested_kernel(kernel_, plan.job.problem);
    }
    SliceSource source(plan.job);
    std::vector<Prefix> prefixes;
    std::vector<std::uint64_t> counts;
    for (TaskId task = 0; !stopped_ && (task = next_++) < plan.tasks();) {
      prefixes.clear();
      source.append_prefixes({.task = task}, prefixes);
      counts.resize(prefixes.size() * plan.job.problem.values());
      if (kernel->count(prefixes, counts, [this] { return !stopped_.load(); })) {
        add(task, prefixes, counts);
      }
    }
  }

  double share_done() {
    const std::lock_guard lock(mutex_);
    const double total = work_.plan.total_cost;
    return total > 0 ? std::min(cost_done_ / total, 1.0) : 0;
  }

  /// The count, if it is complete. To be called after all threads have ended.
  [[nodiscard]] std::optional<Count> whole() const {
    return tasks_done_ == work_.plan.tasks() ? std::optional(sum_) : std::nullopt;
  }

 private:
  void add(TaskId task, const std::vector<Prefix>& prefixes,
           const std::vector<std::uint64_t>& counts) {
    const std::size_t values = work_.plan.job.problem.values();
    Count sum;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      sum += Count{counts[i]} * prefixes[i / values].weight;
    }
    const std::lock_guard lock(mutex_);
    sum_ += sum;
    cost_done_ += work_.plan.costs[task];
    ++tasks_done_;
  }

  BoardWork& work_;
  const KernelEntry& kernel_;
  std::atomic<bool>& stopped_;
  std::atomic<TaskId> next_ = 0;
  std::mutex mutex_;
  Count sum_;
  double cost_done_ = 0;
  std::uint64_t tasks_done_ = 0;
};

class Counter::Work {
 public:
  Work(Sequence sequence, CountOptions options)
      : sequence_(sequence),
        threads_(checked_threads(options.threads)),
        kernel_(choose_kernel(options.kernel, sequence)),
        progress_(std::move(options.progress)) {}

  std::optional<Count> count(int n) {
    const Problem problem = checked_problem(n, sequence_);
    if (is_counting_.exchange(true)) {
      throw Error(ExitCode::usage,
                  "this counter is counting already; give each thread a counter of its own");
    }
    struct WhenLeft {  // also by an exception
      Work& work;
      ~WhenLeft() {
        work.stopped_ = false;
        work.is_counting_ = false;  // last, since another thread may begin to count now
      }
    } const when_left{*this};
    BoardWork* const planned = plan(problem);
    if (planned == nullptr) {
      return std::nullopt;
    }
    BoardCount board(*planned, kernel_, stopped_);
    const auto watch = [&] { tell(board.share_done()); };
    on_threads(
        threads_, [&](int thread) { board.work(thread); }, watch, [&] { stop(); });
    const auto whole = board.whole();
    if (whole && progress_) {
      progress_(1);
    }
    return whole;
  }

  void stop() noexcept { stopped_ = true; }

 private:
  void tell(double share_done) {
    if (progress_ && !progress_(share_done)) {
      stop();
    }
  }

  /// @return null if the count was stopped
  BoardWork* plan(const Problem& problem) {
    auto told = Clock::now();
    const auto keep_going = [&] {
      if (seconds_since(told) >= 0.1) {
        told = Clock::now();
        tell(0);
      }
      return !stopped_.load();
    };
    try {
      return &boards_.try_emplace(problem.n, problem, threads_, keep_going).first->second;
    } catch (const WalkStopped&) {
      return nullptr;
    }
  }

  Sequence sequence_;
  int threads_;
  const KernelEntry& kernel_;
  std::function<bool(double)> progress_;
  std::atomic<bool> is_counting_ = false;
  std::atomic<bool> stopped_ = false;
  std::map<int, BoardWork> boards_;  ///< by rows
};

Counter::Counter(Sequence sequence, CountOptions options) {
  require_sequence(sequence);
  work_ = within_memory([&] { return std::make_unique<Work>(sequence, std::move(options)); });
}

Counter::Counter(Counter&&) noexcept = default;
Counter& Counter::operator=(Counter&&) noexcept = default;
Counter::~Counter() = default;

std::optional<Count> Counter::count(int n) {
  return within_memory([&] { return work_->count(n); });
}

void Counter::stop() noexcept {
  work_->stop();
}

std::optional<Count> count(int n, Sequence sequence, const CountOptions& options) {
  return Counter(sequence, options).count(n);
}

std::optional<Count> known_count(int n, Sequence sequence) {
  return known_count(checked_problem(n, sequence));
}

Estimate estimate(int n, Sequence sequence, const EstimateOptions& options) {
  const Problem problem = checked_problem(n, sequence);
  EstimateOptions checked = options;
  checked.threads = checked_threads(options.threads);
  require_between("seconds", options.seconds, 0.0, 1e9);
  if (options.rounds != 0) {
    require_between("rounds", options.rounds, min_rounds, std::uint64_t{1'000'000'000'000});
  }
  return within_memory([&] {
    return estimate(make_job({.problem = problem}), choose_kernel(options.kernel, sequence),
                    checked);
  });
}

void for_each_solution(int n, const VisitSolution& visit) {
  require_between("n", n, 1, max_search);
  search(n, visit);
}

std::vector<Row> construct(std::uint64_t n) {
  require_between<std::uint64_t>("n", n, 1, max_construct);
  return within_memory([n] { return has_solution(n) ? constructed(n) : std::vector<Row>(); });
}

std::optional<std::string> why_no_solution(Rows rows) {
  auto fault = within_memory([rows] { return find_fault(rows.size(), rows); });
  if (fault && fault->kind == FaultKind::off_board) {  // find_fault() has it as an int
    const Row row = rows[static_cast<std::size_t>(fault->second.column)];
    fault->second.row = static_cast<int>(std::min<Row>(row, beyond_all_rows));
  }
  return fault ? std::optional(describe(*fault, rows.size())) : std::nullopt;
}

}  // namespace nqueens
