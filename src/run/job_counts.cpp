// Queues from plans and snapshots, and the tasks to count again.

#include "run/job_counts.hpp"

#include <algorithm>
#include <optional>
#include <random>
#include <string_view>
#include <utility>

#include "core/number.hpp"
#include "kernel/kernel.hpp"
#include "run/count_result.hpp"
#include "store/checkpoint_files.hpp"

namespace nqueens {

JobCounts::JobCounts(const CountRequest& request, std::shared_ptr<Workers> workers)
    : request_(request),
      scheduler_({.batch_seconds = request.settings.run.batch_seconds,
                  .other_kernels = request.again || is_second(request.settings.checkpoint.path)},
                 std::move(workers)) {}

void JobCounts::begin(Checkpoint& history) {
  Plan plan = make_plan(request_.again ? *request_.again : make_job(request_.settings.count));
  history.job = plan.job;
  begin(std::move(plan), history, std::nullopt);
}

void JobCounts::resume(Checkpoint& history, const std::filesystem::path& file) {
  Plan plan = plan_of(history.job, history.queue, file);
  begin(std::move(plan), history, std::move(history.queue));
}

void JobCounts::begin(Plan plan, Checkpoint& history, std::optional<QueueSnapshot> snapshot) {
  if (history.check_seed == 0) {
    history.check_seed = std::uint64_t{std::random_device{}()} << 32 | 1U;
  }
  const auto fraction = request_.settings.run.check_fraction;
  CountStart start{.snapshot = std::move(snapshot),
                   .checks = {.fraction = fraction.value_or(default_check_fraction),
                              .seed = history.check_seed,
                              .of_finished_job = fraction.has_value(),
                              .same_search = same_search(plan.job.problem)}};
  if (request_.settings.run.part) {
    start.wanted = [part = *request_.settings.run.part](TaskId task) { return part.has(task); };
  }
  scheduler_.begin(plan.job, std::move(plan.costs), std::move(start));
  prefixes_ = plan.prefixes;
  at_start_ = queue().state();
}

std::string JobCounts::slices_text() const {
  const QueueState& state = queue().state();
  return state.slices_done == 0 ? ""
                                : " and " + std::to_string(state.slices_done) + " of " +
                                      amount_of(state.slices, "slice") + " of " +
                                      amount_of(state.in_progress, "task") + " in progress";
}

bool JobCounts::has_progressed() const {
  const QueueState now = queue().state();
  return now.done > at_start_.done || now.nodes != at_start_.nodes || now.checks > at_start_.checks;
}

Progress JobCounts::progress_of(const QueueState& state) {
  return {.tasks = state.tasks,
          .tasks_done = state.done,
          .share_done = std::clamp(state.share_done(), 0.0, 1.0),
          .count = state.count,
          .retries = state.retries};
}

Progress JobCounts::progress(const Workforce& workforce, double seconds) const {
  Progress now = progress_of(queue().state());
  now.seconds = seconds;
  now.workers = workforce.working;
  now.idle = std::min(static_cast<int>(scheduler_.workers().with_batches(0).size()), now.workers);
  now.lost = workforce.lost;
  return now;
}

void JobCounts::write_to(Checkpoint& checkpoint) const {
  checkpoint.queue = queue().trusted_snapshot();
}

Runs JobCounts::this_run() const {
  return {.worker_seconds = scheduler_.kernel_seconds(),
          .check_seconds = queue().state().check_seconds,
          .disputes = queue().checks().disputes().size()};
}

Job wanted_job(CountSettings wanted, const Job& found) {
  Job job = found;
  job.problem = wanted.problem;
  job.symmetry = wanted.symmetry.value_or(cut_limits(wanted.problem).symmetry);
  if (job != found || (!wanted.depth && !wanted.tasks && !wanted.slice_seconds)) {
    return job;  // the settings differ already, or ask for no cut
  }
  wanted.depth = wanted.depth.value_or(found.depth);
  job = make_job(wanted);
  if (!wanted.tasks) {
    job.prefixes_per_task = found.prefixes_per_task;
  }
  if (wanted.slice_seconds) {
    return cut_into_slices(job, *wanted.slice_seconds);
  }
  job.slice_depth = found.slice_depth;
  job.prefixes_per_slice = found.prefixes_per_slice;
  return job;
}

}  // namespace nqueens
