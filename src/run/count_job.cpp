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
#include "run/forecast.hpp"
#include "run/fresh_file.hpp"
#include "run/job_counts.hpp"
#include "run/run_record.hpp"
#include "run/second_count.hpp"
#include "serve/roster.hpp"
#include "serve/serve.hpp"
#include "system/clock.hpp"

namespace nqueens {
namespace {

constexpr double limited_farewell_seconds = 3;

class CountJob {
 public:
  /// @param first  the finished job that this one counts again; none: this is the first
  CountJob(Transport& transport, std::shared_ptr<Workers> workers, const CountRequest& request,
           Requests& requests, Ending& ending, CountJob* first = nullptr)
      : transport_(transport),
        request_(request),
        requests_(requests),
        ending_(ending),
        first_(first),
        keeper_(request.settings.checkpoint, first != nullptr ? &first->keeper_ : nullptr),
        counts_(request, std::move(workers)) {}

  /// Takes the lock, reads the checkpoint and makes the plan. Lets the workers go if it throws.
  void prepare() {
    try {
      begin();
    } catch (...) {
      part();
      throw;
    }
  }

  /// The request for the second count, if there is to be one.
  [[nodiscard]] const std::optional<CountRequest>& second() const { return second_; }

  /// @return whether all is counted
  bool run() {
    const bool goes_on = history_.runs.starts > 1;
    log_start(request_, counts_, keeper_, {.file = goes_on ? file_ : "", .time = history_.saved_at},
              first_ != nullptr ? std::optional(first_->result_.count) : std::nullopt);
    const bool has_work = !counts_.scheduler().finished();
    if (has_work && counts_.scheduler().workers().nobody_came() && !request_.described.empty()) {
      spdlog::info("counting on {}", request_.described);
    }
    if (file_.empty() && first_ == nullptr) {
      expected_count_ = log_forecast(request_, counts_.job(), transport_.size() - 1, requests_,
                                     [this] { is_to_stop(); });
    }
    if (has_work) {
      work();
      require_no_failure(served_, advice_without_workers(request_, keeper_));
      if (served_.end != ServeEnd::finished) {
        log_stop(request_, counts_, keeper_, stop_reason(counts_, served_, requests_));
        return false;
      }
    } else if (!second_) {
      part();
    }
    ended_ = true;
    return true;
  }

  [[nodiscard]] CountOutcome stopped() const {
    return {.end = keeper_.saved() ? CountEnd::stopped : CountEnd::stopped_unsaved,
            .result = std::nullopt};
  }

  /// Makes the result, and puts it into its files.
  /// @param again  the finished second count, if there is one
  void note_result(const CountJob* again = nullptr) {
    const Checkpoint all = checkpoint();
    result_ =
        counts_.queue().whole() ? result_of(all) : part_of_result(all, *request_.settings.run.part);
    result_.ranks = request_.ranks;
    result_.workers = transport_.size() - 1;
    result_.resumed = !file_.empty();
    record_.complete(result_, history_.saved_at);
    if (again != nullptr) {
      result_.second = compare(result_, again->result_);
      had_work_ = had_work_ || again->had_work_;
      all_saved_ = again->all_saved_ && again->is_saved();
    }
    if (had_work_) {
      record_.finish(result_);
    }
    write_result_file();
  }

  /// Reports the result and counts the fundamental solutions.
  CountOutcome finish() {
    log_result(result_);
    CountEnd end = CountEnd::finished;
    // A wrong total has no fundamental count.
    if (!result_.part && is_consistent(result_) &&
        result_.job.problem.n <= request_.fundamental_up_to_n &&
        result_.job.problem.has_fundamental()) {
      result_.fundamental =
          count_fundamental(result_.job.problem, result_.count, [this] { return is_to_stop(); });
      if (result_.fundamental) {
        compare_fundamental(result_);
        write_result_file();
      } else {
        spdlog::warn(
            "stopped before the fundamental solutions were counted; the number of all solutions "
            "is final");
        end = stopped().end;
      }
    }
    return {.end = end,
            .result = std::move(result_),
            .checkpoint_saved = is_saved() && all_saved_,
            .result_saved = result_saved_};
  }

  /// Lets the workers go, before or after they were served.
  void part() {
    if (counts_.scheduler().workers().nobody_came()) {
      ending_ = {};
      dismiss_workers(transport_);
    } else if (first_ != nullptr) {
      first_->part();
    } else {  // finished: serving ends at once
      const auto ignore = [](const Workforce&) {};
      ending_ =
          serve(transport_, counts_.scheduler(), requests_, {}, {.save = ignore, .tick = ignore})
              .ending;
    }
  }

 private:
  /// The elapsed time of this run of the job.
  [[nodiscard]] double elapsed() const { return seconds_since(start_); }

  [[nodiscard]] bool out_of_time() const {
    if (!request_.settings.run.limit_seconds ||
        !std::isfinite(*request_.settings.run.limit_seconds)) {
      return false;
    }
    const double limit = *request_.settings.run.limit_seconds;
    return seconds_since(request_.started) >= limit - keeper_.stop_margin(limit);
  }

  [[nodiscard]] bool is_saved() const { return keeper_.saved() || !keeper_.enabled(); }

  void begin() {
    if (first_ != nullptr) {
      first_->note_result();
    }
    keeper_.take_up(request_);
    keeper_.lock([this] { while_waiting(); });
    auto loaded = keeper_.load(request_.start);
    if (!loaded) {
      keeper_.require_lock(request_.start);
    }
    if (loaded && !request_.again && request_.start != StartMode::resume) {
      const Job& found = loaded->checkpoint.job;
      require_same_job(loaded->file, found, wanted_job(request_.settings.count, found));
    }
    // The plan of a large board takes seconds.
    const Problem wanted =
        request_.again ? request_.again->problem : request_.settings.count.problem;
    welcome_workers(transport_, loaded ? loaded->checkpoint.job.problem : wanted,
                    request_.settings.run.kernel);
    if (loaded) {
      history_ = std::move(loaded->checkpoint);
      file_ = loaded->file;
      counts_.resume(history_, file_);
      if (!counts_.scheduler().finished()) {
        keeper_.require_lock(request_.start);
      }
    } else {
      counts_.begin(history_);
    }
    had_work_ = counts_.had_work();
    ping_workers(transport_);
    ++history_.runs.starts;
    start_ = Clock::now();
    if (file_.empty()) {
      keeper_.move_aside();
      if (keeper_.enabled()) {
        leave_fresh_file(request_.start);
      }
      save();  // shows at once whether the checkpoint can be written
    }
    if (first_ == nullptr) {
      second_ =
          second_request(request_, counts_.job(), counts_.queue().state().tasks, keeper_.enabled());
      note_second();
    }
  }

  /// Later runs are to know of it.
  void note_second() const {
    if (second_ && keeper_.enabled()) {
      begin_second(*second_, keeper_);
    }
  }

  /// To be asked in everything that takes longer without a word to the workers.
  bool is_to_stop() {
    constexpr double ping_interval_seconds = 5;
    keeper_.touch();
    if (!ending_.everyone_left && seconds_since(pinged_) > ping_interval_seconds) {
      ping_workers(transport_);
      pinged_ = Clock::now();
    }
    return requests_.stop() || out_of_time();
  }

  /// For another machine's lock, which is watched for a minute.
  void while_waiting() {
    if (is_to_stop()) {
      throw Error(ExitCode::stopped, "stopped while waiting for the lock of '" +
                                         keeper_.path().string() + "'; run the same command again");
    }
  }

  void work() {
    ServeOptions options;
    options.job = first_ == nullptr ? 0 : 1;
    options.another_job_follows = second_.has_value();
    options.kernel = request_.settings.run.kernel;
    options.save_interval_seconds = request_.settings.checkpoint.interval_seconds;
    if (request_.settings.run.limit_seconds) {
      options.farewell_seconds = limited_farewell_seconds;
    }
    ProgressReporter progress(request_.settings.run.progress, request_.under_launcher,
                              request_.settings.run.log_interval_seconds);
    serving_since_ = Clock::now();
    record_.begin(expected_count_);
    record_.open(history_.runs.starts);
    served_ = serve(
        transport_, counts_.scheduler(), requests_, options,
        record_.watching({.save =
                              [this](const Workforce& workforce) {
                                if (is_worth_a_checkpoint()) {
                                  begin_late_checkpoint();
                                }
                                save(&workforce);
                              },
                          .tick = [&](const Workforce& workforce) { tick(progress, workforce); },
                          .out_of_time = [this] { return out_of_time(); }}));
    record_.stop(served_, stop_reason(counts_, served_, requests_));
    ending_ = served_.ending;
    progress.finish();
    add_run(history_, served_.workforce);
    history_.runs.elapsed_seconds += elapsed();
    ended_ = true;
  }

  /// A count that is finished, or stopped soon or with nothing done, leaves no files.
  [[nodiscard]] bool is_worth_a_checkpoint() const {
    constexpr double soon_seconds = 10;
    const CountJob& begun = first_ != nullptr ? *first_ : *this;
    const bool has_progressed = counts_.has_progressed() || begun.counts_.has_progressed();
    return !counts_.scheduler().finished() &&
           (!requests_.stop() || (has_progressed && begun.elapsed() >= soon_seconds));
  }

  /// Before a save. A second count has none before the first.
  void begin_late_checkpoint() {
    if (first_ != nullptr && !first_->keeper_.enabled()) {
      first_->begin_late_checkpoint();
      first_->save();
    }
    if ((first_ == nullptr || first_->keeper_.enabled()) && keeper_.begin_late()) {
      leave_fresh_file(request_.start);
      record_.open(history_.runs.starts);
      note_second();
    }
  }

  void tick(ProgressReporter& progress, const Workforce& workforce) {
    keeper_.touch();
    if (const double seconds = seconds_since(serving_since_); progress.due(seconds)) {
      progress.update(counts_.job().problem, {.before = counts_.before(),
                                              .now = counts_.progress(workforce, seconds),
                                              .expected = expected_count_});
    }
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

  void write_result_file() {
    if (!result_.part) {
      result_saved_ = keeper_.write_result(result_, had_work_) && result_saved_;
    }
  }

  Transport& transport_;
  const CountRequest& request_;
  Requests& requests_;
  Ending& ending_;
  CountJob* first_;
  CheckpointKeeper keeper_;
  JobCounts counts_;
  RunRecord record_{request_, counts_, keeper_};
  Checkpoint history_;          ///< of the runs before, without its queues
  std::filesystem::path file_;  ///< the generation that the run went on from
  bool ended_ = false;          ///< this run is part of the history
  Clock::time_point start_ = Clock::now();
  Clock::time_point serving_since_;
  Clock::time_point pinged_;
  std::optional<Interval> expected_count_;
  Served served_;
  std::optional<CountRequest> second_;
  bool had_work_ = false;  ///< in this run; the second count's included
  RunResult result_{};
  bool result_saved_ = true;
  bool all_saved_ = true;  ///< of the second count
};

}  // namespace

CountOutcome count_job(Transport& transport, const CountRequest& request, Requests& requests,
                       Ending& ending) {
  const auto workers = std::make_shared<Workers>(transport.size() - 1);
  ending.everyone_left = false;
  CountJob first(transport, workers, request, requests, ending);
  first.prepare();
  if (!first.run()) {
    return first.stopped();
  }
  if (!first.second()) {
    first.note_result();
    return first.finish();
  }
  CountJob second(transport, workers, *first.second(), requests, ending, &first);
  second.prepare();
  if (!second.run()) {
    return second.stopped();
  }
  second.note_result();
  first.note_result(&second);
  return first.finish();
}

}  // namespace nqueens
