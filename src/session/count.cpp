// Counts a job once or twice and compares the results.

#include "session/count.hpp"

#include <spdlog/spdlog.h>

#include <cmath>
#include <string>
#include <utility>

#include "judge/finished.hpp"
#include "nqueens/error.hpp"
#include "serve/all_workers.hpp"
#include "session/journal.hpp"
#include "session/second.hpp"
#include "session/tell.hpp"

namespace nqueens {
namespace {

class CountedJob {
 public:
  CountedJob(Session& session, const CountRequest& request, const CountedJob* first = nullptr)
      : run_(session, request, first != nullptr ? &first->run_ : nullptr) {
    run_.begin();
  }

  [[nodiscard]] const JobRun& run() const { return run_; }

  /// @param first_count  set for the second count
  /// @return whether everything is counted
  bool serve(bool is_last, const std::optional<Count>& first_count = {}) {
    log_start(run_, first_count);
    const bool has_work = !run_.scheduler.finished();
    if (has_work && run_.scheduler.workers().nobody_came()) {
      spdlog::info("counting on {}", describe_ranks(run_.session.pool().ranks));
    }
    const bool is_new = run_.file.empty() && !first_count;
    const std::optional<Interval> expected = is_new ? log_forecast(run_) : std::nullopt;
    if (!has_work) {
      return true;
    }
    journal_.begin(expected);
    const Served served = run_.session.serve(run_.scheduler, serving(is_last));
    const std::string reason = stop_reason(run_, served);
    journal_.stop(reason);
    log_processor_time(run_.scheduler, journal_.elapsed());
    run_.add_run(run_.history.runs);
    require_no_failure(served, advice_without_workers(run_));
    if (served.end != ServeEnd::finished) {
      log_stop(run_, reason);
    }
    return served.end == ServeEnd::finished;
  }

  /// @param second  the finished second count, if any
  RunResult result(const CountedJob* second = nullptr) {
    const Checkpoint counted = run_.checkpoint();
    const auto again =
        second != nullptr ? std::optional(second->run_.checkpoint()) : std::optional<Checkpoint>();
    RunResult result = run_.part ? result_of_part(counted, *run_.part)
                                 : judge(counted, again ? &*again : nullptr, run_.prefixes).result;
    const WorkerPool& pool = run_.session.pool();
    result.ranks = static_cast<int>(pool.ranks.size());
    result.workers = pool.transport.size() - 1;
    result.resumed = run_.history.runs.starts > 1;
    result.provenance = journal_.provenance();
    return result;
  }

  /// If no published total agrees, checks the total against the number of symmetric solutions.
  void judge_by_symmetry(RunResult& result) {
    if (result.part || !result.job.problem.has_fundamental() ||
        (result.agrees == true && !wants_fundamental(result))) {
      return;
    }
    if (!symmetry_) {
      symmetry_ = check_by_symmetry(result.job.problem, result.count,
                                    [this] { return !run_.is_to_stop(); });
    }
    if (symmetry_) {
      if (result.agrees == true && !symmetry_->fault.empty()) {
        spdlog::error("this machine counts symmetric solutions wrong: it {}", symmetry_->fault);
      }
      add_symmetry(*symmetry_, result);
    } else if (!wants_fundamental(result)) {
      spdlog::warn("stopped before the total was checked by symmetry");
    }
  }

  /// Fundamental solutions are derived only from a total that passes all checks.
  [[nodiscard]] bool wants_fundamental(const RunResult& result) const {
    return !result.part && is_consistent(result) && !(symmetry_ && !symmetry_->fault.empty()) &&
           result.job.problem.has_fundamental() &&
           result.job.problem.n <= run_.request.fundamental_up_to_n;
  }

  /// Writes the result to the log of runs and the result file. @return false if the latter failed
  bool write(const RunResult& result, bool counted_now) {
    if (counted_now || journal_.is_missing(result)) {
      journal_.finish(result);
    }
    return result.part || run_.keeper.write_result(result, counted_now);
  }

 private:
  Serving serving(bool is_last) {
    const RunSettings& settings = run_.request.settings.run;
    return {.kernel = settings.kernel,
            .is_last = is_last,
            .is_limited = std::isfinite(settings.limit_seconds.value_or(INFINITY)),
            .progress = settings.progress,
            .log_interval_seconds = settings.log_interval_seconds,
            .show = [this](ProgressReporter& bar,
                           double) { bar.update(run_.job().problem, journal_.progress()); },
            .tell = [this](const ServeEvent& event) { journal_.tell(event); },
            .keeper = &run_.keeper,
            .save =
                [this] {
                  if (run_.save()) {
                    journal_.note_save();
                  }
                },
            .out_of_time =
                [this] {
                  journal_.tick();
                  return run_.out_of_time();
                }};
  }

  JobRun run_;
  Journal journal_{run_};
  std::optional<SymmetryCheck> symmetry_{};
};

/// Writes and logs the final result.
CountOutcome conclude(CountedJob& first, CountedJob* second) {
  const JobRun& run = first.run();
  bool is_saved = run.is_saved();
  bool counted_now = run.has_tasks();
  RunResult result = first.result(second);
  if (second != nullptr) {
    const bool second_counted_now = second->run().has_tasks();
    const RunResult again = second->result();
    second->write(again, second_counted_now);
    result.provenance.add(again.provenance);
    counted_now = counted_now || second_counted_now;
    is_saved = is_saved && second->run().is_saved();
  }
  first.judge_by_symmetry(result);
  const bool is_written = first.write(result, counted_now);
  log_result(result, run.keeper.enabled());
  if (result.part && run.keeper.enabled() && run.queue().whole()) {
    spdlog::info("all tasks of {0} are done now; 'nqueens resume {0}' prints the whole count",
                 run.keeper.path().string());
  }
  const bool is_stopped = first.wants_fundamental(result) && !result.fundamental;
  if (is_stopped) {
    spdlog::warn(
        "stopped before the fundamental solutions were counted; the number of all solutions is "
        "final");
  }
  return {.result = std::move(result),
          .stopped = is_stopped,
          .checkpoint_saved = is_stopped ? run.keeper.saved() : is_saved,
          .result_saved = is_written};
}

}  // namespace

CountOutcome count(Session& session, const CountRequest& request) try {
  CountedJob first(session, request);
  const std::optional<CountRequest> again =
      first.run().part ? std::nullopt : second_request(first.run());
  if (!first.serve(!again)) {
    return {.stopped = true, .checkpoint_saved = first.run().keeper.saved()};
  }
  if (!again) {
    return conclude(first, nullptr);
  }
  RunResult result = first.result();  // kept whatever the second count yields
  first.judge_by_symmetry(result);
  first.write(result, first.run().has_tasks());
  CountedJob second(session, *again, &first);
  if (!second.serve(true, result.count)) {
    return {.stopped = true,
            .checkpoint_saved = second.run().keeper.saved() && first.run().is_saved()};
  }
  return conclude(first, &second);
} catch (const WalkStopped& stopped) {
  throw Error(
      request.settings.checkpoint.path.empty() ? ExitCode::runtime_error : ExitCode::stopped,
      stopped.what());
}

}  // namespace nqueens
