#include "nqueens/run/count_job.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "nqueens/core/duration.hpp"
#include "nqueens/core/error.hpp"
#include "nqueens/core/known_counts.hpp"
#include "nqueens/kernel/kernel.hpp"
#include "nqueens/kernel/rotation.hpp"
#include "nqueens/run/master.hpp"
#include "nqueens/store/atomic_file.hpp"
#include "nqueens/store/lock_file.hpp"

namespace nqueens {
namespace {

using Clock = std::chrono::steady_clock;

std::set<std::string> split_names(const std::string& names) {
  std::set<std::string> set;
  std::istringstream stream(names);
  for (std::string name; std::getline(stream, name, ',');) {
    set.insert(name);
  }
  return set;
}

std::string join_names(const std::set<std::string>& names) {
  std::string joined;
  for (const std::string& name : names) {
    joined += (joined.empty() ? "" : ",") + name;
  }
  return joined;
}

double share_done(const Plan& plan, const QueueSnapshot& queue) {
  double done = 0;
  for (std::size_t task = 0; task < queue.done.size(); ++task) {
    done += queue.done[task] ? static_cast<double>(plan.costs[task]) : 0;
  }
  return plan.total_cost > 0 ? done / plan.total_cost : 1;
}

/// The plan of a checkpoint's job. A job is cut the same way on every machine; if this program cuts it into
/// another number of tasks, the checkpoint is not what it says.
Plan plan_of(const Checkpoint& checkpoint, const std::filesystem::path& file) {
  if (checkpoint.job.stream_revision != stream_revision) {
    throw Error(ExitCode::checkpoint, "checkpoint '" + file.string() + "' was made with prefix stream " +
                                          std::to_string(checkpoint.job.stream_revision) +
                                          ", this program has " + std::to_string(stream_revision) +
                                          "; use the version that made it");
  }
  Plan plan = make_plan(checkpoint.job);
  if (plan.tasks() != checkpoint.queue.done.size()) {
    throw Error(ExitCode::checkpoint,
                "checkpoint '" + file.string() + "' has " + std::to_string(checkpoint.queue.done.size()) +
                    " tasks where its job has " + std::to_string(plan.tasks()) + "; it cannot be used");
  }
  return plan;
}

/// Time that leaving takes at the end of a limited run: one save, twice as long as the last one, and the
/// farewell to the workers; but never more than a quarter of a short limit.
double stop_margin(double limit, double save_seconds) {
  return std::min(2 + 2 * save_seconds, limit / 4);
}

/// The counted job from its start to its result.
class CountJob {
 public:
  CountJob(Transport& transport, const CountRequest& request, Requests& requests)
      : transport_(transport), request_(request), requests_(requests), start_(Clock::now()) {}

  CountOutcome run() {
    try {
      prepare();
    } catch (...) {
      dismiss_workers(transport_);
      throw;
    }
    log_start();
    if (queue_->finished()) {
      dismiss_workers(transport_);
    } else {
      const MasterEnd end = work();
      if (end == MasterEnd::no_workers) {
        throw Error(ExitCode::runtime_error, no_workers_message());
      }
      if (end != MasterEnd::finished) {
        log_stop(end);
        return {.finished = false, .result = {}, .result_saved = saved_, .everyone_left = everyone_left_};
      }
    }
    RunResult result = make_result();
    if (has_checkpoint()) {
      write_result_file(result);
    }
    return {.finished = true,
            .result = std::move(result),
            .result_saved = saved_,
            .everyone_left = everyone_left_};
  }

 private:
  [[nodiscard]] const std::filesystem::path& path() const { return request_.settings.checkpoint.path; }
  [[nodiscard]] bool has_checkpoint() const { return !path().empty(); }
  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

  /// Lock, checkpoint, plan and queue.
  void prepare() {
    std::optional<LoadedCheckpoint> loaded;
    if (has_checkpoint()) {
      lock_ = std::make_unique<LockFile>(path(), LockTimes{}, [this] { return wait_for_lock(); });
      if (!lock_->note().empty()) {
        spdlog::warn("{}", lock_->note());
      }
      if (request_.start == StartMode::fresh) {
        require_replaceable(path());
      } else {
        loaded = load();
      }
    }
    plan_ = loaded ? plan_of(loaded->checkpoint, loaded->file) : make_plan(make_job(request_.settings.count));
    queue_ = std::make_unique<WorkQueue>(plan_.costs);
    if (loaded) {
      history_ = std::move(loaded->checkpoint);
      file_ = loaded->file;
      resumed_ = true;
      queue_->restore(std::move(history_.queue));
    }
    at_start_ = queue_->state();
    history_.job = plan_.job;
    ++history_.starts;
    if (has_checkpoint() && !resumed_) {
      save();  // shows at once whether the checkpoint can be written, and which job the file is for
    }
  }

  bool wait_for_lock() {
    if (!std::exchange(waiting_announced_, true)) {
      spdlog::info(
          "the lock of {} is held on another machine; watching for a minute whether its holder lives",
          path().string());
    }
    return !requests_.stop();
  }

  std::optional<LoadedCheckpoint> load() {
    auto loaded = load_checkpoint(path(), BadFiles::set_aside);
    if (!loaded) {
      if (request_.start == StartMode::resume) {
        throw Error(ExitCode::checkpoint, "checkpoint '" + path().string() +
                                              "' does not exist; start the job with 'nqueens count'");
      }
      return loaded;
    }
    for (const std::string& warning : loaded->warnings) {
      spdlog::warn("{}", warning);
    }
    if (request_.start != StartMode::resume) {
      require_same_job(loaded->file, loaded->checkpoint.job, wanted_job(loaded->checkpoint.job));
    }
    return loaded;
  }

  /// The job that the settings ask for.
  [[nodiscard]] Job wanted_job(const Job& found) const {
    const CountSettings& wanted = request_.settings.count;
    if (found.n != wanted.n || found.symmetry != wanted.symmetry) {
      Job job = found;  // enough to name the difference
      job.n = wanted.n;
      job.symmetry = wanted.symmetry;
      return job;
    }
    return make_job(wanted);
  }

  void log_start() const {
    const QueueState& state = queue_->state();
    if (!resumed_) {
      spdlog::info("starting n={}: {} tasks, {} prefixes, symmetry {}, depth {}", plan_.job.n, state.tasks,
                   plan_.prefixes, to_string(plan_.job.symmetry), plan_.job.depth);
      return;
    }
    if (queue_->finished()) {
      spdlog::info("n={} is finished already: {}, saved {}", plan_.job.n, file_.string(),
                   format_time(history_.saved_at));
      return;
    }
    spdlog::info("resuming n={} from {}: {:.1f} %, {} of {} tasks, saved {}", plan_.job.n, file_.string(),
                 percent_done(state.done, state.tasks), state.done, state.tasks,
                 format_time(history_.saved_at));
  }

  MasterEnd work() {
    MasterOptions options;
    options.kernel = request_.settings.run.kernel;
    options.dispatch.batch_seconds = request_.settings.run.task_seconds;
    options.save_interval_seconds = request_.settings.checkpoint.interval_seconds;
    if (request_.stop_at_seconds && std::isfinite(*request_.stop_at_seconds)) {
      const double limit = *request_.stop_at_seconds;
      options.stop_at_seconds = std::max(limit - stop_margin(limit, save_seconds_) - elapsed(), 0.0);
    }
    ProgressReporter progress(request_.progress, request_.under_launcher,
                              request_.settings.run.log_interval_seconds);
    Master master(transport_, plan_.job, *queue_, requests_, options,
                  {.save = [&] { save(); }, .tick = [&] { tick(progress); }});
    master_ = &master;
    const MasterEnd end = master.run();
    progress.finish();
    everyone_left_ = master.everyone_left();
    remember(master);
    master_ = nullptr;
    failure_ = master.failure();
    return end;
  }

  void tick(ProgressReporter& progress) {
    if (lock_) {
      lock_->touch();
    }
    if (progress.due(elapsed())) {
      progress.update(snapshot());
    }
  }

  [[nodiscard]] ProgressSnapshot snapshot() const {
    const QueueState& state = queue_->state();
    return {.n = plan_.job.n,
            .tasks = state.tasks,
            .tasks_done = state.done,
            .solutions = state.solutions,
            .share_done = state.done_cost / state.total_cost,
            .share_done_at_start = at_start_.done_cost / at_start_.total_cost,
            .solutions_at_start = at_start_.solutions,
            .elapsed_seconds = elapsed(),
            .workers = master_->workers_alive(),
            .lost_workers = master_->lost_workers()};
  }

  /// Saves what is done, where there is a checkpoint. A failure is a warning: the run goes on, and the
  /// generation before is still there.
  void save() {
    if (!has_checkpoint()) {
      return;
    }
    const double begin = elapsed();
    try {
      lock_->require_held();
      save_checkpoint(path(), request_.settings.checkpoint.generations, checkpoint());
      saved_ = true;
    } catch (const Error& error) {
      if (error.code() == ExitCode::checkpoint) {
        throw;  // the lock is another run's now
      }
      saved_ = false;
      spdlog::warn("{}; the run goes on and tries again", error.what());
    }
    save_seconds_ = elapsed() - begin;
    if (saved_) {
      spdlog::debug("saved {}: {} tasks, {:.2f} s", path().string(), queue_->state().done, save_seconds_);
    }
  }

  [[nodiscard]] Checkpoint checkpoint() const {
    Checkpoint checkpoint = history_;
    checkpoint.queue = queue_->snapshot();
    checkpoint.saved_at = std::time(nullptr);
    checkpoint.elapsed_seconds += elapsed();
    if (master_ != nullptr) {
      add_run(checkpoint, *master_);
    }
    return checkpoint;
  }

  static void add_run(Checkpoint& checkpoint, const Master& master) {
    checkpoint.worker_seconds += master.worker_seconds();
    checkpoint.lost_workers += static_cast<std::uint64_t>(master.lost_workers());
    std::set<std::string> kernels = split_names(checkpoint.kernels);
    kernels.insert(master.kernels().begin(), master.kernels().end());
    checkpoint.kernels = join_names(kernels);
  }

  void remember(const Master& master) {
    add_run(history_, master);
    history_.elapsed_seconds += elapsed();
  }

  void log_stop(MasterEnd end) const {
    const QueueState& state = queue_->state();
    std::string reason = "signal to the workers";
    if (end == MasterEnd::out_of_time) {
      reason = "time limit";
    } else if (requests_.stop()) {
      reason = "signal " + std::to_string(requests_.stop_signal);
    }
    if (!has_checkpoint()) {
      spdlog::warn("stopped ({}) at {} of {} tasks without a checkpoint: what was counted is lost", reason,
                   state.done, state.tasks);
    } else if (saved_) {
      spdlog::info(
          "stopped ({}) and saved to {}: {:.1f} %, {} of {} tasks; run the same command again to go on",
          reason, path().string(), percent_done(state.done, state.tasks), state.done, state.tasks);
    }
  }

  [[nodiscard]] std::string no_workers_message() const {
    std::string message = "no worker is left";
    if (!failure_.empty()) {
      message += " (the last one said: " + failure_ + ")";
    }
    message += has_checkpoint()
                   ? "; what was counted is in '" + path().string() + "', run the same command again"
                   : "; run again with --checkpoint FILE so that nothing is lost";
    return message;
  }

  RunResult make_result() {
    const QueueState& state = queue_->state();
    RunResult result{.n = plan_.job.n,
                     .symmetry = std::string(to_string(plan_.job.symmetry)),
                     .depth = plan_.job.depth,
                     .solutions = state.solutions,
                     .fundamental = {},
                     .agrees = {},
                     .elapsed_seconds = history_.elapsed_seconds,
                     .worker_seconds = history_.worker_seconds,
                     .ranks = transport_.size(),
                     .kernel = history_.kernels,
                     .tasks = state.tasks,
                     .nodes = state.nodes,
                     .resumed = resumed_,
                     .lost_workers = history_.lost_workers};
    if (const auto known = known_solutions(result.n)) {
      result.agrees = *known == result.solutions;
    }
    log_result(result);
    if (request_.fundamental) {
      result.fundamental = count_fundamental(result.n, result.solutions, [this] { return requests_.stop(); });
    }
    return result;
  }

  static void log_result(const RunResult& result) {
    spdlog::info("counted {} solutions for n={} in {}, {} of kernel time", to_string(result.solutions),
                 result.n, format_duration(result.elapsed_seconds), format_duration(result.worker_seconds));
    if (!result.agrees) {
      spdlog::info("no published count of n={} to compare with (OEIS A000170)", result.n);
    } else if (*result.agrees) {
      spdlog::info("agrees with OEIS A000170");
    } else {
      spdlog::error("disagrees with OEIS A000170, which has {}", to_string(*known_solutions(result.n)));
    }
    if (result.lost_workers > 0) {
      spdlog::warn("{} workers were lost; their tasks were counted by others", result.lost_workers);
    }
  }

  void write_result_file(const RunResult& result) {
    try {
      write_atomically(result_path(path()), to_json(result) + "\n");
    } catch (const Error& error) {
      spdlog::warn("{}", error.what());
      saved_ = false;
    }
  }

  Transport& transport_;
  const CountRequest& request_;
  Requests& requests_;
  Clock::time_point start_;
  std::unique_ptr<LockFile> lock_;
  Plan plan_;
  std::unique_ptr<WorkQueue> queue_;
  QueueState at_start_;         ///< before this run
  Checkpoint history_;          ///< of the runs before, its queue moved away
  std::filesystem::path file_;  ///< the generation that the run went on from
  bool waiting_announced_ = false;
  bool resumed_ = false;
  bool saved_ = true;  ///< the last save succeeded, or none is wanted
  double save_seconds_ = 0;
  const Master* master_ = nullptr;
  bool everyone_left_ = true;
  std::string failure_;
};

}  // namespace

CountOutcome count_job(Transport& transport, const CountRequest& request, Requests& requests) {
  return CountJob(transport, request, requests).run();
}

void dismiss_workers(Transport& transport) {
  for (int rank = 1; rank < transport.size(); ++rank) {
    transport.send(rank, Dismiss{.finalize = true});
  }
  transport.flush(std::chrono::milliseconds(500));
}

StatusReport checkpoint_status(const std::filesystem::path& path) {
  const auto loaded = load_checkpoint(path, BadFiles::leave);
  if (!loaded) {
    throw Error(ExitCode::checkpoint, "checkpoint '" + path.string() + "' does not exist");
  }
  const Checkpoint& checkpoint = loaded->checkpoint;
  const QueueTotals sums = totals(checkpoint.queue);
  StatusReport status{.file = loaded->file.string(),
                      .n = checkpoint.job.n,
                      .symmetry = std::string(to_string(checkpoint.job.symmetry)),
                      .depth = checkpoint.job.depth,
                      .tasks = checkpoint.queue.done.size(),
                      .tasks_done = sums.tasks_done,
                      .solutions = sums.solutions,
                      .nodes = sums.nodes,
                      .share_done = share_done(plan_of(checkpoint, loaded->file), checkpoint.queue),
                      .elapsed_seconds = checkpoint.elapsed_seconds,
                      .worker_seconds = checkpoint.worker_seconds,
                      .starts = checkpoint.starts,
                      .lost_workers = checkpoint.lost_workers,
                      .saved_at = checkpoint.saved_at,
                      .kernel = checkpoint.kernels,
                      .lock_holder = {},
                      .eta_seconds = {}};
  if (status.share_done > 0) {
    status.eta_seconds = status.elapsed_seconds * (1 - status.share_done) / status.share_done;
  }
  if (const auto holder = lock_holder(path)) {
    status.lock_holder = holder->process.host + ", process " + std::to_string(holder->process.pid) +
                         (holder->batch_job.empty() ? "" : ", job " + holder->batch_job) + ", seen " +
                         format_duration(holder->age_seconds) + " ago";
  }
  return status;
}

std::filesystem::path result_path(const std::filesystem::path& checkpoint) {
  std::filesystem::path path = checkpoint;
  if (path.extension() == ".ckpt") {
    path.replace_extension();
  }
  path += ".result.json";
  return path;
}

}  // namespace nqueens
