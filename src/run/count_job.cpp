#include "nqueens/run/count_job.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <exception>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "checkpoint_keeper.hpp"
#include "count_result.hpp"
#include "kernel_names.hpp"
#include "nqueens/core/duration.hpp"
#include "nqueens/core/error.hpp"
#include "nqueens/kernel/kernel.hpp"
#include "nqueens/kernel/rotation.hpp"
#include "nqueens/run/master.hpp"
#include "nqueens/store/atomic_file.hpp"

namespace nqueens {
namespace {

using Clock = std::chrono::steady_clock;

/// Time that leaving takes at the end of a limited run: saving twice, the farewell to the workers, and some
/// more; but never more than a quarter of a short limit.
double stop_margin(double limit, double save_seconds) {
  constexpr double farewell_and_more = 4;
  return std::min(farewell_and_more + 2 * save_seconds, limit / 4);
}

constexpr double limited_farewell_seconds = 3;

/// Whether the file holds a result with the number of fundamental solutions.
bool holds_fundamental(const std::filesystem::path& file) {
  std::ifstream stream(file);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  return !text.empty() && text.find("\"fundamental\":null") == std::string::npos;
}

/// The counted job from its start to its result.
class CountJob {
 public:
  CountJob(Transport& transport, const CountRequest& request, Requests& requests)
      : transport_(transport), request_(request), requests_(requests), keeper_(request.settings.checkpoint) {}

  CountOutcome run() {
    try {
      prepare();
    } catch (...) {
      dismiss_workers(transport_);
      throw;
    }
    try {
      return serve_and_finish();
    } catch (...) {
      CountOutcome failed = outcome(CountEnd::stopped_unsaved, {});
      failed.failure = std::current_exception();
      return failed;
    }
  }

 private:
  CountOutcome serve_and_finish() {
    log_start();
    if (is_finished()) {
      ended_ = true;
      dismiss_workers(transport_);
    } else {
      const MasterEnd end = work();
      if (end == MasterEnd::no_workers) {
        throw Error(ExitCode::runtime_error, no_workers_message());
      }
      if (end != MasterEnd::finished) {
        log_stop(end);
        return outcome(keeper_.saved() ? CountEnd::stopped : CountEnd::stopped_unsaved, {});
      }
    }
    return finish();
  }

  [[nodiscard]] static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  /// Since the job was taken up: what counts as its elapsed time.
  [[nodiscard]] double elapsed() const { return seconds_since(start_); }

  [[nodiscard]] bool out_of_time() const {
    if (!request_.limit_seconds || !std::isfinite(*request_.limit_seconds)) {
      return false;
    }
    const double limit = *request_.limit_seconds;
    return seconds_since(request_.started) >= limit - stop_margin(limit, keeper_.save_seconds());
  }

  CountOutcome outcome(CountEnd end, std::optional<RunResult> result) const {
    return {.end = end,
            .result = std::move(result),
            .result_saved = result_saved_ && (keeper_.saved() || !keeper_.enabled()),
            .everyone_left = everyone_left_,
            .failure = {},
            .hung_workers = hung_workers_};
  }

  /// Lock, checkpoint, plan and queue.
  void prepare() {
    keeper_.lock([this] { while_waiting(); });
    auto loaded = keeper_.load(request_.start);
    if (loaded && request_.start != StartMode::resume) {
      require_same_job(loaded->file, loaded->checkpoint.job, wanted_job(loaded->checkpoint.job));
    }
    // The plan of a large board takes seconds.
    welcome_workers(transport_, loaded ? loaded->checkpoint.job.problem() : request_.settings.count.problem(),
                    request_.settings.run.kernel);
    if (loaded) {
      history_ = std::move(loaded->checkpoint);
      file_ = loaded->file;
      resumed_ = true;
    }
    first_ = resumed_ ? restored(history_.job, std::move(history_.queue))
                      : OneCount(make_plan(make_job(request_.settings.count)));
    history_.job = first_->plan.job;
    prepare_checks();
    prepare_second();
    if (request_.part) {
      first_->queue.leave_out([this](TaskId task) { return request_.part->has(task); });
    }
    ping_workers(transport_);
    for (OneCount* count : counts()) {
      count->at_start = count->queue.state();
    }
    ++history_.starts;
    start_ = Clock::now();
    if (!resumed_) {
      save();  // shows at once whether the checkpoint can be written, and which job the file is for
      if (keeper_.saved()) {
        std::error_code ignored;  // the result of an older job under this name is not this one's
        std::filesystem::remove(result_path(keeper_.path()), ignored);
      }
    }
  }

  /// One of the job's counts.
  struct OneCount {
    explicit OneCount(Plan its_plan)
        : plan(std::move(its_plan)), queue(plan.costs, LeasePolicy{}, plan.job.problem().parts()) {}

    Plan plan;
    WorkQueue queue;
    QueueState at_start;  ///< before this run
  };

  /// A count as it is in the checkpoint.
  [[nodiscard]] OneCount restored(const Job& job, QueueSnapshot queue) const {
    OneCount count(plan_of(job, queue.done.size(), file_));
    count.queue.restore(std::move(queue));
    return count;
  }

  void prepare_checks() {
    if (history_.check_seed == 0) {
      history_.check_seed = std::uint64_t{std::random_device{}()} << 32 | 1U;
    }
    const auto fraction = request_.settings.run.check_fraction;
    first_->queue.set_check_policy(
        {.fraction = fraction.value_or(default_check_fraction),
         .seed = history_.check_seed,
         .of_finished_job = fraction.has_value(),
         .same_search = [problem = problem()](std::string_view a, std::string_view b) {
           return same_search(a, b, problem);
         }});
  }

  /// A second count that was begun goes on unless the user does not want it any more.
  void prepare_second() {
    if (request_.part) {
      return;  // a second count is of whole jobs; what there is of one stays as it is
    }
    const auto wanted = request_.settings.run.double_check;
    std::optional<SecondCount> begun = std::exchange(history_.second, std::nullopt);
    if (wanted == SecondCut::none || (!wanted && !begun)) {
      if (begun) {
        spdlog::warn("the second count is given up, as you wish: {} tasks of it were done",
                     totals(begun->queue).tasks_done);
      }
      return;
    }
    if (begun) {
      if (wanted && second_job(first_->plan.job, first_->plan.tasks(), *wanted) != begun->job) {
        spdlog::warn(
            "the second count goes on as it was begun: symmetry {}, depth {}; --double-check=none gives it "
            "up",
            to_string(begun->job.symmetry), begun->job.depth);
      }
      second_ = restored(begun->job, std::move(begun->queue));
    } else {
      second_.emplace(make_plan(second_job(first_->plan.job, first_->plan.tasks(), *wanted)));
    }
  }

  [[nodiscard]] std::vector<OneCount*> counts() {
    std::vector<OneCount*> all = {&*first_};
    if (second_) {
      all.push_back(&*second_);
    }
    return all;
  }

  /// The count at work.
  [[nodiscard]] const OneCount& current() const {
    return second_ && (first_->queue.finished() || (master_ != nullptr && master_->counting() > 0)) ? *second_
                                                                                                    : *first_;
  }

  [[nodiscard]] bool is_finished() const {
    return first_->queue.finished() && (!second_ || second_->queue.finished());
  }

  /// All tasks of the job are done, those of other parts as well.
  [[nodiscard]] bool is_whole() const { return first_->queue.whole(); }

  /// Another machine's lock is watched for a minute: the workers hear that the master lives, and the user and
  /// the time limit are heard.
  void while_waiting() {
    ping_now_and_then();
    if (requests_.stop() || out_of_time()) {
      throw Error(ExitCode::stopped, "stopped while waiting for the lock of '" + keeper_.path().string() +
                                         "'; run the same command again");
    }
  }

  void ping_now_and_then() {
    constexpr double ping_interval_seconds = 5;
    if (seconds_since(pinged_) > ping_interval_seconds) {
      ping_workers(transport_);
      pinged_ = Clock::now();
    }
  }

  /// The job that the settings ask for.
  [[nodiscard]] Job wanted_job(const Job& found) const {
    const CountSettings& wanted = request_.settings.count;
    Job job = found;
    job.n = wanted.n;
    job.board = wanted.board;
    job.quantity = wanted.quantity;
    job.symmetry = wanted.symmetry.value_or(default_symmetry(wanted.quantity));
    return job == found ? make_job(wanted) : job;  // a difference so far is enough to be named
  }

  [[nodiscard]] Problem problem() const { return first_->plan.job.problem(); }

  /// ", part 2/5", or nothing.
  [[nodiscard]] std::string part_text() const {
    return request_.part ? ", part " + to_string(*request_.part) : "";
  }

  void log_start() const {
    const QueueState& state = current().queue.state();
    const Plan& plan = current().plan;
    if (!resumed_) {
      spdlog::info("starting {}: {} tasks, {} prefixes, symmetry {}, depth {}{}", to_string(problem()),
                   state.tasks, plan.prefixes, to_string(plan.job.symmetry), plan.job.depth, part_text());
      return;
    }
    if (is_finished()) {
      spdlog::info("{} is finished already: {}, saved {}", to_string(problem()), file_.string(),
                   format_time(history_.saved_at));
      return;
    }
    spdlog::info("resuming {} from {}: {:.1f} %, {} of {} tasks{}{}, saved {}", to_string(problem()),
                 file_.string(), percent_done(state.done, state.tasks), state.done, state.tasks, part_text(),
                 &current() != &*first_ ? " of the second count" : "", format_time(history_.saved_at));
  }

  MasterEnd work() {
    MasterOptions options;
    options.kernel = request_.settings.run.kernel;
    options.dispatch.batch_seconds = request_.settings.run.task_seconds;
    options.save_interval_seconds = request_.settings.checkpoint.interval_seconds;
    if (request_.limit_seconds) {
      options.farewell_seconds = limited_farewell_seconds;
    }
    ProgressReporter progress(request_.progress, request_.under_launcher,
                              request_.settings.run.log_interval_seconds);
    Master master(transport_, first_->plan.job, first_->queue, requests_, options,
                  {.save = [this] { save(); },
                   .tick = [&] { tick(progress); },
                   .out_of_time = [this] { return out_of_time(); }});
    if (second_) {
      master.then_count(second_->plan.job, second_->queue);
    }
    master_ = &master;
    serving_since_ = Clock::now();
    const MasterEnd end = run(master);
    progress.finish();
    add_run(history_, master);
    history_.elapsed_seconds += elapsed();
    ended_ = true;
    failure_ = master.failure();
    return end;
  }

  /// Who is left at the end is to be known however the run ends.
  MasterEnd run(Master& master) {
    const auto note_workers = [this, &master] {
      everyone_left_ = master.everyone_left();
      hung_workers_ = master.hung_workers();
      master_ = nullptr;
    };
    try {
      const MasterEnd end = master.run();
      note_workers();
      return end;
    } catch (...) {
      note_workers();
      throw;
    }
  }

  void tick(ProgressReporter& progress) {
    keeper_.touch();
    if (master_->counting() > 0 && !std::exchange(second_announced_, true)) {
      progress.finish();
      spdlog::info(
          "the first count is {}; counting again by another decomposition: {} tasks, symmetry {}, depth {}",
          to_string(total_of(first_->plan.job, first_->queue.snapshot())), second_->queue.state().tasks,
          to_string(second_->plan.job.symmetry), second_->plan.job.depth);
      save();
      serving_since_ = Clock::now();
    }
    if (progress.due(seconds_since(serving_since_))) {
      progress.update(snapshot());
    }
  }

  [[nodiscard]] ProgressSnapshot snapshot() const {
    const QueueState& state = current().queue.state();
    const QueueState& at_start = current().at_start;
    return {.problem = problem(),
            .tasks = state.tasks,
            .tasks_done = state.done,
            .count = state.count,
            .share_done = state.done_cost / state.total_cost,
            .share_done_at_start = at_start.done_cost / at_start.total_cost,
            .count_at_start = at_start.count,
            .elapsed_seconds = seconds_since(serving_since_),
            .workers = master_->workers_alive(),
            .lost_workers = master_->lost_workers()};
  }

  void save() {
    if (keeper_.enabled()) {
      keeper_.save(checkpoint());
    }
  }

  [[nodiscard]] Checkpoint checkpoint() const {
    Checkpoint checkpoint = history_;
    checkpoint.queue = first_->queue.trusted_snapshot();
    if (second_) {
      checkpoint.second = {.job = second_->plan.job, .queue = second_->queue.trusted_snapshot()};
    }
    checkpoint.saved_at = std::time(nullptr);
    if (!ended_) {
      checkpoint.elapsed_seconds += elapsed();
    }
    if (master_ != nullptr) {
      add_run(checkpoint, *master_);
    }
    return checkpoint;
  }

  void add_run(Checkpoint& checkpoint, const Master& master) const {
    for (const auto* queue : {&first_->queue, second_ ? &second_->queue : nullptr}) {
      if (queue != nullptr) {
        checkpoint.check_seconds += queue->state().check_seconds;
        checkpoint.disputes += queue->disputes().size();
      }
    }
    checkpoint.worker_seconds += master.worker_seconds();
    checkpoint.lost_workers += static_cast<std::uint64_t>(master.lost_workers());
    std::set<std::string> kernels = split_names(checkpoint.kernels);
    kernels.insert(master.kernels().begin(), master.kernels().end());
    checkpoint.kernels = join_names(kernels);
  }

  void log_stop(MasterEnd end) const {
    const QueueState& state = current().queue.state();
    // What is in doubt is not in the checkpoint.
    const std::uint64_t done = state.done - current().queue.checks().doubtful().size();
    std::string reason = "signal to the workers";
    if (end == MasterEnd::out_of_time) {
      reason = "time limit";
    } else if (requests_.stop()) {
      reason = "signal " + std::to_string(requests_.stop_signal);
    }
    if (!keeper_.enabled()) {
      spdlog::error("stopped ({}) at {} of {} tasks without a checkpoint: what was counted is lost", reason,
                    done, state.tasks);
    } else if (!keeper_.saved()) {
      spdlog::error(
          "stopped ({}) at {} of {} tasks, but the last save failed: what was counted since the one "
          "before is lost",
          reason, done, state.tasks);
    } else {
      spdlog::info(
          "stopped ({}) and saved to {}: {:.1f} %, {} of {} tasks; run the same command again to go on",
          reason, keeper_.path().string(), percent_done(done, state.tasks), done, state.tasks);
    }
  }

  [[nodiscard]] std::string no_workers_message() const {
    std::string message = "no worker is left";
    if (!failure_.empty()) {
      message += " (the last one said: " + failure_ + ")";
    }
    if (!keeper_.enabled()) {
      return message + "; run again with --checkpoint FILE so that nothing is lost";
    }
    return message +
           (keeper_.saved() ? "; what was counted is in '"
                            : "; the last save failed, the one before is in '") +
           keeper_.path().string() + "', run the same command again";
  }

  /// The count is there and saved; what is left is to tell it, and to count the fundamental solutions.
  CountOutcome finish() {
    RunResult result = make_result();
    if (result.part) {
      spdlog::info("part {} is counted: the sum of its {} tasks is {}{}", *result.part, result.tasks,
                   to_string(result.count),
                   keeper_.enabled() ? "; 'nqueens merge' joins the parts"
                                     : "; to join it to others, count it with --checkpoint FILE");
      return outcome(CountEnd::finished, std::move(result));
    }
    log_result(result);
    const bool counted_now = std::ranges::any_of(
        counts(), [](const OneCount* count) { return count->at_start.done < count->at_start.tasks; });
    if (counted_now || !std::filesystem::exists(result_path(keeper_.path()))) {
      write_result_file(result);
    }
    // A wrong total has no fundamental solutions to speak of.
    if (!is_consistent(result) || result.problem.n > request_.fundamental_up_to_n ||
        !result.problem.has_fundamental()) {
      return outcome(CountEnd::finished, std::move(result));
    }
    result.fundamental = count_fundamental(result.problem.n, result.count, [this] {
      keeper_.touch();
      if (!everyone_left_) {
        ping_now_and_then();  // those that are there wait for the answer to be told
      }
      return requests_.stop() || out_of_time();
    });
    if (!result.fundamental) {
      spdlog::warn(
          "stopped before the fundamental solutions were counted; the number of all solutions is final");
      return outcome(keeper_.saved() ? CountEnd::stopped : CountEnd::stopped_unsaved, std::move(result));
    }
    compare_fundamental(result);
    if (counted_now || !holds_fundamental(result_path(keeper_.path()))) {
      write_result_file(result);
    }
    return outcome(CountEnd::finished, std::move(result));
  }

  [[nodiscard]] RunResult make_result() const {
    const Checkpoint all = checkpoint();
    RunResult result = is_whole() ? result_of(all) : part_of_result(all, *request_.part);
    result.ranks = transport_.size();
    result.resumed = resumed_;
    return result;
  }

  void write_result_file(const RunResult& result) {
    if (!keeper_.enabled()) {
      return;
    }
    try {
      write_atomically(result_path(keeper_.path()), to_json(result) + "\n");
    } catch (const Error& error) {
      spdlog::warn("{}", error.what());
      result_saved_ = false;
    }
  }

  Transport& transport_;
  const CountRequest& request_;
  Requests& requests_;
  CheckpointKeeper keeper_;
  std::optional<OneCount> first_;
  std::optional<OneCount> second_;
  Checkpoint history_;          ///< of the runs before, its queues moved away
  std::filesystem::path file_;  ///< the generation that the run went on from
  bool resumed_ = false;
  bool ended_ = false;  ///< this run is part of the history
  bool second_announced_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point serving_since_;
  Clock::time_point pinged_;
  const Master* master_ = nullptr;
  bool result_saved_ = true;
  bool everyone_left_ = true;
  std::vector<ProcessIdentity> hung_workers_;
  std::string failure_;
};

}  // namespace

CountOutcome count_job(Transport& transport, const CountRequest& request, Requests& requests) {
  return CountJob(transport, request, requests).run();
}

}  // namespace nqueens
