// A count: lock, checkpoint, workers, saves, and the result.

#include "run/count_job.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string>
#include <utility>

#include "core/duration.hpp"
#include "core/error.hpp"
#include "core/number.hpp"
#include "kernel/rotation.hpp"
#include "run/checkpoint_keeper.hpp"
#include "run/count_result.hpp"
#include "run/count_stop.hpp"
#include "run/fresh_file.hpp"
#include "run/job_counts.hpp"
#include "run/live_file.hpp"
#include "run/outlook.hpp"
#include "run/run_record.hpp"
#include "serve/ranks.hpp"
#include "serve/serve.hpp"
#include "system/clock.hpp"

namespace nqueens {
namespace {

constexpr double limited_farewell_seconds = 3;

class CountJob {
 public:
  CountJob(Transport& transport, const CountRequest& request, Requests& requests, Ending& ending)
      : transport_(transport),
        request_(request),
        requests_(requests),
        ending_(ending),
        keeper_(request.settings.checkpoint),
        counts_(request) {}

  CountOutcome run() {
    prepared(transport_, [this] { prepare(); });
    log_start();
    if (!request_.described.empty() && !counts_.scheduler().finished()) {
      spdlog::info("counting on {}", request_.described);
    }
    if (!resumed_) {
      expected_count_ =
          log_outlook(request_, counts_.job(), transport_.size() - 1, requests_, [this] {
            ping_now_and_then();
            keeper_.touch();
          });
    }
    if (counts_.scheduler().finished()) {
      ended_ = true;
      ending_ = {};
      dismiss_workers(transport_);
    } else {
      work();
      require_no_failure(served_, advice_without_workers(request_, keeper_));
      if (served_.end != ServeEnd::finished) {
        log_stop(request_, counts_, keeper_, stop_reason(counts_, served_, requests_));
        return outcome(keeper_.saved() ? CountEnd::stopped : CountEnd::stopped_unsaved, {});
      }
    }
    return finish();
  }

 private:
  /// The elapsed time of this run of the job.
  [[nodiscard]] double elapsed() const { return seconds_since(start_); }

  [[nodiscard]] bool out_of_time() const {
    if (!request_.limit_seconds || !std::isfinite(*request_.limit_seconds)) {
      return false;
    }
    const double limit = *request_.limit_seconds;
    return seconds_since(request_.started) >= limit - keeper_.stop_margin(limit);
  }

  CountOutcome outcome(CountEnd end, std::optional<RunResult> result) const {
    return {.end = end,
            .result = std::move(result),
            .checkpoint_saved = keeper_.saved() || !keeper_.enabled(),
            .result_saved = result_saved_};
  }

  /// Lock, checkpoint, plan and queue.
  void prepare() {
    keeper_.take_up(request_);
    keeper_.lock([this] { while_waiting(); });
    auto loaded = keeper_.load(request_.start);
    if (!loaded) {
      keeper_.require_lock(request_.start);
    }
    if (loaded && request_.start != StartMode::resume) {
      const Job& found = loaded->checkpoint.job;
      require_same_job(loaded->file, found, wanted_job(request_.settings.count, found));
    }
    // The plan of a large board takes seconds.
    welcome_workers(transport_,
                    loaded ? loaded->checkpoint.job.problem : request_.settings.count.problem,
                    request_.settings.run.kernel);
    if (loaded) {
      history_ = std::move(loaded->checkpoint);
      file_ = loaded->file;
      resumed_ = true;
    }
    if (resumed_) {
      counts_.resume(history_, file_);
      if (!counts_.scheduler().finished()) {
        keeper_.require_lock(request_.start);
      }
    } else {
      counts_.begin(history_);
    }
    ping_workers(transport_);
    ++history_.runs.starts;
    start_ = Clock::now();
    if (!resumed_) {
      keeper_.move_aside();
      leave_fresh_file();
      save();  // shows at once whether the checkpoint can be written
    }
  }

  /// All tasks of the job are done, also those of other parts.
  [[nodiscard]] bool is_whole() const { return counts_.first().whole(); }

  /// While it watches another machine's lock for a minute, it pings the workers and heeds signals
  /// and the time limit.
  void while_waiting() {
    ping_now_and_then();
    if (requests_.stop() || out_of_time()) {
      throw Error(ExitCode::stopped, "stopped while waiting for the lock of '" +
                                         keeper_.path().string() + "'; run the same command again");
    }
  }

  void ping_now_and_then() {
    constexpr double ping_interval_seconds = 5;
    if (seconds_since(pinged_) > ping_interval_seconds) {
      ping_workers(transport_);
      pinged_ = Clock::now();
    }
  }

  [[nodiscard]] Problem problem() const { return counts_.job().problem; }

  /// ", part 2/5", or nothing.
  [[nodiscard]] std::string part_text() const {
    return request_.part ? ", part " + to_string(*request_.part) : "";
  }

  void log_start() const {
    const QueueState state = counts_.current().state();
    const Job& job = counts_.scheduler().job(counts_.scheduler().current());
    if (!resumed_) {
      spdlog::info("starting {}: {}, {}, {}{}{}", to_string(problem()),
                   amount_of(state.tasks, "task"), amount_of(counts_.prefixes(), "prefix"),
                   describe_cut(job), part_text(),
                   keeper_.enabled() ? ", saved in " + keeper_.path().string() : "");
      return;
    }
    if (counts_.scheduler().finished()) {
      spdlog::info("{} is finished already: {}, saved {}", to_string(problem()), file_.string(),
                   format_time(history_.saved_at));
      return;
    }
    spdlog::info("resuming {} from {}: {}, {} of {}{}{}{}, saved {}", to_string(problem()),
                 file_.string(), format_share(state.share_done()), state.done,
                 amount_of(state.tasks, "task"), counts_.slices_text(), part_text(),
                 counts_.at_second() ? " of the second count" : "", format_time(history_.saved_at));
  }

  void work() {
    ServeOptions options;
    options.kernel = request_.settings.run.kernel;
    options.save_interval_seconds = request_.settings.checkpoint.interval_seconds;
    if (request_.limit_seconds) {
      options.farewell_seconds = limited_farewell_seconds;
    }
    ProgressReporter progress(request_.progress, request_.under_launcher,
                              request_.settings.run.log_interval_seconds);
    serving_since_ = Clock::now();
    record_.begin();
    record_.open(history_.runs.starts);
    served_ = serve(
        transport_, counts_.scheduler(), requests_, options,
        record_.watching({.save =
                              [this](const Workforce& workforce) {
                                begin_late_checkpoint();
                                save(&workforce);
                              },
                          .tick = [&](const Workforce& workforce) { tick(progress, workforce); },
                          .out_of_time = [this] { return out_of_time(); }}));
    record_.stop(served_, stop_reason(counts_, served_, requests_));
    live_.remove();
    ending_ = served_.ending;
    progress.finish();
    add_run(history_, served_.workforce);
    history_.runs.elapsed_seconds += elapsed();
    ended_ = true;
  }

  /// Before a save. A count that is finished, or stopped soon or with nothing done, leaves no
  /// files.
  void begin_late_checkpoint() {
    constexpr double soon_seconds = 10;
    const bool is_worth_it =
        !requests_.stop() || (counts_.has_progressed() && elapsed() >= soon_seconds);
    if (!counts_.scheduler().finished() && is_worth_it && keeper_.begin_late()) {
      leave_fresh_file();
      record_.open(history_.runs.starts);
    }
  }

  /// Once the old files are aside.
  void leave_fresh_file() const {
    if (keeper_.enabled()) {
      nqueens::leave_fresh_file(request_.start);
    }
  }

  void tick(ProgressReporter& progress, const Workforce& workforce) {
    keeper_.touch();
    if (counts_.at_second() && !std::exchange(second_announced_, true)) {
      const Job& second = counts_.scheduler().job(1);
      progress.finish();
      spdlog::info("the first count is {}; counting again by another decomposition: {}, {}",
                   to_string(total_of(counts_.job(), counts_.first().snapshot()).count),
                   amount_of(counts_.current().state().tasks, "task"), describe_cut(second));
      save(&workforce);
      serving_since_ = Clock::now();
    }
    if (keeper_.enabled() && live_.due()) {
      live_.write(snapshot(workforce), keeper_, record_.groups());
    }
    if (progress.due(seconds_since(serving_since_))) {
      progress.update(snapshot(workforce));
    }
  }

  [[nodiscard]] ProgressSnapshot snapshot(const Workforce& workforce) const {
    const QueueState state = counts_.current().state();
    const QueueState& at_start = counts_.at_start();
    return {.problem = problem(),
            .tasks = state.tasks,
            .tasks_done = state.done,
            .count = state.count,
            .share_done = state.share_done(),
            .share_done_at_start = at_start.share_done(),
            .count_at_start = at_start.count,
            .elapsed_seconds = seconds_since(serving_since_),
            .expected_count = expected_count_,
            .workers = workforce.working,
            .lost_workers = workforce.lost};
  }

  /// @param workforce  of the current run; nothing before and after it
  void save(const Workforce* workforce = nullptr) {
    if (keeper_.enabled()) {
      keeper_.save(checkpoint(workforce));
    }
  }

  [[nodiscard]] Checkpoint checkpoint(const Workforce* workforce = nullptr) const {
    Checkpoint checkpoint = history_;
    counts_.write_to(checkpoint);
    checkpoint.saved_at = std::time(nullptr);
    if (!ended_) {
      checkpoint.runs.elapsed_seconds += elapsed();
    }
    if (workforce != nullptr) {
      add_run(checkpoint, *workforce);
    }
    return checkpoint;
  }

  void add_run(Checkpoint& checkpoint, const Workforce& workforce) const {
    Runs run = counts_.this_run();
    run.lost_workers = static_cast<std::uint64_t>(workforce.lost);
    for (const std::string& kernel : workforce.kernels) {
      run.add_kernels(kernel);
    }
    checkpoint.runs += run;
  }

  /// The count is saved. Reports it and counts the fundamental solutions.
  CountOutcome finish() {
    RunResult result = make_result();
    record_.finish(result);
    if (result.part) {
      spdlog::info("part {} is counted: the sum of its {} is {}; 'nqueens merge' joins the parts",
                   *result.part, amount_of(result.tasks, "task"), to_string(result.count));
      return outcome(CountEnd::finished, std::move(result));
    }
    log_result(result);
    write_result_file(result);
    // A wrong total has no fundamental count.
    if (!is_consistent(result) || result.job.problem.n > request_.fundamental_up_to_n ||
        !result.job.problem.has_fundamental()) {
      return outcome(CountEnd::finished, std::move(result));
    }
    result.fundamental = count_fundamental(result.job.problem, result.count, [this] {
      keeper_.touch();
      if (!ending_.everyone_left) {
        ping_now_and_then();  // the workers left wait until the answer is printed
      }
      return requests_.stop() || out_of_time();
    });
    if (!result.fundamental) {
      spdlog::warn(
          "stopped before the fundamental solutions were counted; the number of all solutions is "
          "final");
      return outcome(keeper_.saved() ? CountEnd::stopped : CountEnd::stopped_unsaved,
                     std::move(result));
    }
    compare_fundamental(result);
    write_result_file(result);
    return outcome(CountEnd::finished, std::move(result));
  }

  [[nodiscard]] RunResult make_result() const {
    const Checkpoint all = checkpoint();
    RunResult result = is_whole() ? result_of(all) : part_of_result(all, *request_.part);
    result.ranks = request_.ranks;
    result.workers = transport_.size() - 1;
    result.resumed = resumed_;
    record_.complete(result, history_.saved_at);
    return result;
  }

  void write_result_file(const RunResult& result) {
    result_saved_ = keeper_.write_result(result, counts_.had_work()) && result_saved_;
  }

  Transport& transport_;
  const CountRequest& request_;
  Requests& requests_;
  Ending& ending_;
  CheckpointKeeper keeper_;
  JobCounts counts_;
  RunRecord record_{request_, counts_, keeper_};
  LiveFile live_{keeper_.path()};
  Checkpoint history_;          ///< of the runs before, without its queues
  std::filesystem::path file_;  ///< the generation that the run went on from
  bool resumed_ = false;
  bool ended_ = false;  ///< this run is part of the history
  bool second_announced_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point serving_since_;
  Clock::time_point pinged_;
  std::optional<Interval> expected_count_;
  Served served_;
  bool result_saved_ = true;
};

}  // namespace

CountOutcome count_job(Transport& transport, const CountRequest& request, Requests& requests,
                       Ending& ending) {
  return CountJob(transport, request, requests, ending).run();
}

}  // namespace nqueens
