// A count: lock, checkpoint, workers, saves, and the result.

#include "session/count.hpp"

#include <spdlog/spdlog.h>

#include <cmath>
#include <ctime>
#include <string>
#include <utility>

#include "job/slices.hpp"
#include "judge/finished.hpp"
#include "judge/log_file.hpp"
#include "kernel/fundamental.hpp"
#include "nqueens/error.hpp"
#include "serve/all_workers.hpp"
#include "session/background.hpp"
#include "session/journal.hpp"
#include "session/tell.hpp"

namespace nqueens {
namespace {

constexpr double limited_farewell_seconds = 3;

/// The job that the settings ask for. What they leave open of the cut is that of the job found in a
/// checkpoint.
Job wanted_job(CountSettings wanted, const Job& found) {
  Job job = found;
  job.problem = wanted.problem;
  job.symmetry = wanted.symmetry.value_or(cut_limits(wanted.problem).symmetry);
  if (job != found || (!wanted.depth && !wanted.tasks && !wanted.slice_seconds)) {
    return job;  // the settings differ already, or ask for no cut
  }
  wanted.depth = wanted.depth.value_or(found.depth);
  job = make_job(wanted, goes_on);
  if (!wanted.tasks) {
    job.prefixes_per_task = found.prefixes_per_task;
  }
  if (wanted.slice_seconds) {
    return cut_into_slices(job, *wanted.slice_seconds, {}, goes_on);
  }
  job.slice_depth = found.slice_depth;
  job.prefixes_per_slice = found.prefixes_per_slice;
  return job;
}

class CountJob {
 public:
  /// @param first  the finished job that this one counts again; none: this is the first
  CountJob(WorkerPool& pool, std::shared_ptr<WorkerTable> workers, const CountRequest& request,
           CountJob* first = nullptr)
      : pool_(pool),
        request_(request),
        first_(first),
        run_(request, std::move(workers), first != nullptr ? &first->run_ : nullptr) {}

  /// Takes the lock, reads the checkpoint and makes the plan. Lets the workers go if it throws.
  void prepare() {
    try {
      begin();
    } catch (...) {
      dismiss();
      throw;
    }
  }

  [[nodiscard]] const std::optional<CountRequest>& second() const { return second_; }

  /// @return whether all is counted
  bool run() {
    log_start(run_, first_ != nullptr ? std::optional(first_->result_.count) : std::nullopt);
    const bool has_work = !run_.scheduler.finished();
    if (has_work && run_.scheduler.workers().nobody_came()) {
      spdlog::info("counting on {}", describe_ranks(pool_.ranks));
    }
    std::optional<Interval> expected;
    if (run_.file.empty() && first_ == nullptr) {
      expected = log_forecast(run_, pool_, [this] { is_to_stop(); });
    }
    if (has_work) {
      return work(expected);
    }
    if (!second_) {
      dismiss();
    }
    return true;
  }

  [[nodiscard]] CountOutcome stopped() const {
    return {.stopped = true,
            .checkpoint_saved = keeper_.saved() && (first_ == nullptr || first_->is_saved())};
  }

  /// Makes the result, and puts it into its files.
  /// @param again  the finished second count, if there is one
  void note_result(const CountJob* again = nullptr) {
    const Checkpoint counted = checkpoint();
    const std::optional<Checkpoint> second =
        again != nullptr ? std::optional(again->checkpoint()) : std::nullopt;
    result_ = run_.part ? result_of(counted, *run_.part)
                        : judge(counted, second ? &*second : nullptr, run_.prefixes).result;
    result_.ranks = static_cast<int>(pool_.ranks.size());
    result_.workers = pool_.transport.size() - 1;
    result_.resumed = run_.history.runs.starts > 1;
    result_.provenance = journal_.provenance();
    if (again != nullptr) {
      result_.provenance.add(again->result_.provenance);
      had_work_ = had_work_ || again->had_work_;
      second_is_saved_ = again->is_saved();
    }
    check_by_symmetry();
    if (had_work_ || journal_.is_missing(result_)) {
      journal_.finish(result_);
    }
    if (!result_.part) {
      result_saved_ = keeper_.write_result(result_, had_work_);
    }
  }

  CountOutcome finish() {
    log_result(result_, keeper_.enabled());
    if (result_.part && keeper_.enabled() && run_.queue().whole()) {
      spdlog::info("all tasks of {0} are done now; 'nqueens resume {0}' prints the whole count",
                   keeper_.path().string());
    }
    const bool is_stopped = wants_fundamental() && !result_.fundamental;
    if (is_stopped) {
      spdlog::warn(
          "stopped before the fundamental solutions were counted; the number of all solutions is "
          "final");
    }
    return {.result = std::move(result_),
            .stopped = is_stopped,
            .checkpoint_saved = is_stopped ? keeper_.saved() : is_saved() && second_is_saved_,
            .result_saved = result_saved_};
  }

 private:
  /// A wrong total has no fundamental solutions.
  [[nodiscard]] bool wants_fundamental() const {
    return !result_.part && is_consistent(result_) && !cannot_turn_ &&
           result_.job.problem.has_fundamental() &&
           result_.job.problem.n <= request_.fundamental_up_to_n;
  }

  /// Counts the solutions that turns leave as they are, with which a total must fit that agrees
  /// with no published one. A second count is compared with the first.
  void check_by_symmetry() {
    if (result_.part || first_ != nullptr || !result_.job.problem.has_fundamental() ||
        (result_.agrees == true && !wants_fundamental())) {
      return;
    }
    try {
      if (!fundamental_) {
        fundamental_ =
            count_fundamental(result_.job.problem, result_.count, [this] { return !is_to_stop(); });
      }
      if (!fundamental_ && !wants_fundamental()) {
        spdlog::warn("stopped before the total was checked by symmetry");
      }
      if (is_consistent(result_)) {
        result_.fundamental = fundamental_;
        contradict(fundamental_ ? fault_of_fundamental(result_.job.problem, *fundamental_) : "");
      }
    } catch (const Error& error) {
      if (result_.agrees == true) {
        cannot_turn_ = true;
        spdlog::error("this machine counts symmetric solutions wrong: it {}", error.what());
        return;
      }
      contradict(error.what());
    }
  }

  void contradict(const std::string& fault) {
    if (!fault.empty()) {
      result_.fault += (result_.fault.empty() ? "" : "; it ") + fault;
      result_.agrees = false;
      result_.count_sha256.reset();
    }
  }

  void dismiss() { let_go(pool_, first_ != nullptr ? first_->run_.scheduler : run_.scheduler); }

  [[nodiscard]] double elapsed() const { return seconds_since(start_); }

  [[nodiscard]] bool out_of_time() const {
    const double limit = request_.settings.run.limit_seconds.value_or(INFINITY);
    return std::isfinite(limit) &&
           seconds_since(request_.started) >= limit - keeper_.stop_margin(limit);
  }

  [[nodiscard]] bool is_saved() const { return keeper_.saved() || !keeper_.enabled(); }

  void begin() {
    if (first_ != nullptr) {
      first_->note_result();
    }
    keeper_.lock([this] {
      if (is_to_stop()) {
        throw Error(ExitCode::stopped, "stopped while waiting for the lock of '" +
                                           keeper_.path().string() +
                                           "'; run the same command again");
      }
    });
    auto loaded = keeper_.load(request_.again ? StartMode::automatic : request_.start);
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
    welcome_workers(pool_.transport, loaded ? loaded->checkpoint.job.problem : wanted,
                    request_.settings.run.kernel);
    run_.begin(
        std::move(loaded), [this] { return !is_over(); }, [this] { is_to_stop(); });
    if (!run_.scheduler.finished()) {
      keeper_.require_lock(request_.start);
    }
    had_work_ = run_.has_tasks();
    ping_workers(pool_.transport);
    ++run_.history.runs.starts;
    start_ = Clock::now();
    if (run_.file.empty() && keeper_.enabled()) {
      keeper_.move_aside();
      keeper_.save(checkpoint());  // shows at once whether it can be written
    }
    if (first_ == nullptr && !run_.part) {  // second counts are of whole jobs
      second_ =
          second_request(request_, run_.job(), run_.queue().progress().tasks, keeper_.enabled());
      note_second();
    }
  }

  /// Later runs are to know of it.
  void note_second() const {
    if (second_ && keeper_.enabled()) {
      begin_second(*second_, keeper_);
    }
  }

  /// Whether the run is to end early. It calls no MPI, so any thread may ask.
  [[nodiscard]] bool is_over() const { return pool_.requests.stop() || out_of_time(); }

  /// To be asked in everything that takes longer without a word to the workers.
  bool is_to_stop() {
    keeper_.touch();
    if (!pool_.everyone_left) {
      ping_();
    }
    return is_over();
  }

  /// @return whether all is counted
  bool work(const std::optional<Interval>& expected) {
    ServeOptions options;
    options.job = first_ == nullptr ? 0 : 1;
    options.another_job_follows = second_.has_value();
    options.kernel = request_.settings.run.kernel;
    options.save_interval_seconds = request_.settings.checkpoint.interval_seconds;
    if (request_.settings.run.limit_seconds) {
      options.farewell_seconds = limited_farewell_seconds;
    }
    ProgressReporter progress(request_.settings.run.progress, pool_.under_launcher,
                              request_.settings.run.log_interval_seconds);
    journal_.begin(expected);
    const ServeHooks hooks{.tell = [this](const ServeEvent& event) { journal_.tell(event); },
                           .save = [this] { save(); },
                           .out_of_time =
                               [&] {
                                 tick(progress);
                                 return out_of_time();
                               }};
    const Served served = serve(pool_, run_.scheduler, options, hooks);
    const std::string reason = stop_reason(run_, served, pool_.requests);
    journal_.stop(reason);
    log_processor_time(run_.scheduler, journal_.elapsed());
    progress.finish();
    add_run(run_.history);
    require_no_failure(served, advice_without_workers(run_));
    if (served.end != ServeEnd::finished) {
      log_stop(run_, reason);
    }
    return served.end == ServeEnd::finished;
  }

  void tick(ProgressReporter& progress) {
    keeper_.touch();
    journal_.tick();
    if (progress.due(journal_.elapsed())) {
      progress.update(run_.job().problem, journal_.progress());
    }
  }

  void save() {
    if (keeper_.enabled()) {
      Checkpoint now = checkpoint();
      add_run(now);
      keeper_.save(now);
      journal_.note_save();
    }
  }

  /// Without the totals of this run while it is at work: add_run() adds them.
  [[nodiscard]] Checkpoint checkpoint() const {
    Checkpoint checkpoint = run_.history;
    checkpoint.queue = run_.queue().trusted_snapshot();
    checkpoint.saved_at = std::time(nullptr);
    return checkpoint;
  }

  void add_run(Checkpoint& checkpoint) const {
    Runs run{.elapsed_seconds = elapsed(),
             .worker_seconds = run_.scheduler.times().worker,
             .device_seconds = run_.scheduler.times().device,
             .check_seconds = run_.queue().state().check_seconds,
             .lost_workers = run_.scheduler.workers().lost(),
             .disputes = run_.queue().checks().disputes().size()};
    for (const std::string& kernel : journal_.kernels()) {
      run.kernels = joined_kernels(run.kernels, kernel);
    }
    checkpoint.runs += run;
  }

  WorkerPool& pool_;
  const CountRequest& request_;
  CountJob* first_;
  JobRun run_;
  CheckpointKeeper& keeper_ = run_.keeper;
  Journal journal_{run_, pool_.ranks};
  Clock::time_point start_ = Clock::now();
  std::function<void()> ping_ = pinging(pool_.transport);
  std::optional<CountRequest> second_;
  bool had_work_ = false;               ///< in this run; the second count's included
  std::optional<Count> fundamental_{};  ///< of the total, once they are counted
  bool cannot_turn_ = false;            ///< they are counted wrong
  RunResult result_{};
  bool result_saved_ = true;
  bool second_is_saved_ = true;
};

}  // namespace

CountOutcome count_job(WorkerPool& pool, const CountRequest& request) try {
  const auto workers = std::make_shared<WorkerTable>(pool.transport.size() - 1);
  pool.everyone_left = false;
  CountJob first(pool, workers, request);
  first.prepare();
  if (!first.run()) {
    return first.stopped();
  }
  std::optional<CountJob> second;
  if (first.second()) {
    second.emplace(pool, workers, *first.second(), &first);
    second->prepare();
    if (!second->run()) {
      return second->stopped();
    }
    second->note_result();
  }
  first.note_result(second ? &*second : nullptr);
  return first.finish();
} catch (const WalkStopped& stopped) {
  throw Error(
      request.settings.checkpoint.path.empty() ? ExitCode::runtime_error : ExitCode::stopped,
      stopped.what());
}

}  // namespace nqueens
