// Builds the queue of a run from a plan or a checkpoint, and saves it.

#include "session/job.hpp"

#include <cmath>
#include <ctime>
#include <random>
#include <utility>

#include "device/devices.hpp"
#include "job/plan.hpp"
#include "judge/names.hpp"
#include "kernel/kernel.hpp"
#include "nqueens/error.hpp"
#include "session/background.hpp"

namespace nqueens {
namespace {

/// The job that the settings ask for. Settings of the cut that are left open are those of the job
/// in the checkpoint.
Job wanted_job(CountSettings wanted, const Job& found) {
  Job job = found;
  job.problem = wanted.problem;
  job.symmetry = wanted.symmetry.value_or(cut_limits(wanted.problem).symmetry);
  job.order = wanted.order.value_or(found.order);
  if (job != found || (!wanted.depth && !wanted.tasks && !wanted.slice_seconds)) {
    return job;  // another job already, or no cut is requested
  }
  wanted.depth = wanted.depth.value_or(found.depth);
  wanted.order = job.order;
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

}  // namespace

JobRun::JobRun(Session& its_session, const CountRequest& its_request, const JobRun* first)
    : session(its_session),
      request(its_request),
      keeper(request.settings.checkpoint, first != nullptr ? &first->keeper : nullptr),
      scheduler({.batch_seconds = request.settings.run.batch_seconds,
                 .other_kernels = request.again || is_second(request.settings.checkpoint.path)},
                session.workers()) {}

void JobRun::begin() {
  auto loaded = load();
  const Problem wanted = request.again ? request.again->problem : request.settings.count.problem;
  // Planning a large board takes seconds.
  session.welcome(loaded ? loaded->checkpoint.job.problem : wanted, request.settings.run.kernel);
  fill_queue(std::move(loaded));
  if (!scheduler.finished()) {
    keeper.require_lock(request.start);
  }
  session.ping();
  ++history.runs.starts;
  start_ = Clock::now();
  if (file.empty() && keeper.enabled()) {
    keeper.move_aside();
    keeper.save(checkpoint());  // warns now if files cannot be written
  }
}

std::optional<LoadedCheckpoint> JobRun::load() {
  keeper.lock([this] {
    if (is_to_stop()) {
      throw Error(ExitCode::stopped, "stopped while waiting for the lock of '" +
                                         keeper.path().string() + "'; run the same command again");
    }
  });
  auto loaded = keeper.load(request.again ? StartMode::automatic : request.start);
  if (!loaded) {
    keeper.require_lock(request.start);
  } else if (!request.again && request.start != StartMode::resume) {
    const Job& found = loaded->checkpoint.job;
    require_same_job(loaded->file, found, wanted_job(request.settings.count, found));
  }
  return loaded;
}

void JobRun::fill_queue(std::optional<LoadedCheckpoint> loaded) {
  const KeepGoing keep_going = [this] { return !is_over(); };
  CountStart start{.keep_going = keep_going};
  if (loaded) {
    file = std::move(loaded->file);
    history = std::move(loaded->checkpoint);
  }
  Plan plan = with_notice(
      [&] {
        return loaded ? plan_of(history.job, history.queue, file, keep_going)
                      : make_plan(request.again ? *request.again
                                                : make_job(request.settings.count, keep_going),
                                  max_prefixes, keep_going);
      },
      log_long_walk, [this] { is_to_stop(); });
  history.job = plan.job;
  choose_part(loaded.has_value());
  if (loaded) {
    start.snapshot = std::move(history.queue);
  }
  if (history.check_seed == 0) {
    history.check_seed = std::uint64_t{std::random_device{}()} << 32 | 1U;
  }
  const auto fraction = request.settings.run.check_fraction;
  // Quarter-turn solutions have one fast kernel; plain may take 2^(n/4) times as long.
  const bool has_slow_checks = plan.job.problem.info().moves.turn == Turn::quarter;
  start.checks = {.fraction = fraction.value_or(has_slow_checks ? 0 : default_check_fraction),
                  .seed = history.check_seed,
                  .of_finished_job = fraction.has_value(),
                  .same_search = same_search(plan.job.problem),
                  .is_of_device = is_of_device,
                  .of_real_counts = true};
  if (part) {
    start.wanted = [its_part = *part](TaskId task) { return its_part.has(task); };
  }
  prefixes = plan.prefixes;
  scheduler.begin(plan.job, std::move(plan.costs), std::move(start));
  before = queue().progress();
}

void JobRun::choose_part(bool has_checkpoint) {
  const RunSettings& settings = request.settings.run;
  part = settings.part;
  if (!part && has_checkpoint && request.start == StartMode::resume && !history.finished()) {
    part = history.part;
  }
  if (part && part->parts == 1) {
    part.reset();
  }
  if (part && settings.double_check.value_or(SecondCut::none) != SecondCut::none) {
    throw Error(ExitCode::usage, "--double-check compares whole counts, and this is part " +
                                     to_string(*part) + "; use it on the merged checkpoint");
  }
  // A whole count has no sum for a part. The part of the last run may be requested again.
  if (has_checkpoint && part && history.finished() && history.part != part) {
    throw Error(ExitCode::usage, "'" + file.string() + "' is finished as a whole, which part " +
                                     to_string(*part) +
                                     " is not; leave --part out for the whole count, or count the "
                                     "part into another checkpoint");
  }
  history.part = part;
}

bool JobRun::out_of_time() const {
  const double limit = request.settings.run.limit_seconds.value_or(INFINITY);
  return std::isfinite(limit) &&
         seconds_since(request.started) >= limit - keeper.stop_margin(limit);
}

bool JobRun::is_to_stop() {
  keeper.touch();
  session.ping();
  return is_over();
}

bool JobRun::save() {
  if (keeper.enabled()) {
    Checkpoint now = checkpoint();
    add_run(now.runs);
    keeper.save(now);
  }
  return keeper.enabled();
}

Checkpoint JobRun::checkpoint() const {
  Checkpoint checkpoint = history;
  checkpoint.queue = queue().trusted_snapshot();
  checkpoint.saved_at = std::time(nullptr);
  return checkpoint;
}

void JobRun::add_run(Runs& runs) const {
  const WorkTimes& times = scheduler.times();
  Runs run{.elapsed_seconds = seconds_since(start_),
           .kernel_seconds = times.kernel,
           .device_seconds = times.device,
           .check_seconds = queue().state().check_seconds,
           .lost_workers = scheduler.workers().lost(),
           .disputes = queue().checks().disputes().size()};
  for (const std::string& kernel : times.kernels) {
    run.kernels = joined_kernels(run.kernels, std::string(base_name(kernel)));
  }
  runs += run;
}

}  // namespace nqueens
