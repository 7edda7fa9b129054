// Queues from plans and snapshots, and the tasks to count again.

#include "run/job_counts.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string_view>
#include <utility>

#include "core/number.hpp"
#include "kernel/kernel.hpp"
#include "store/checkpoint_files.hpp"

namespace nqueens {

JobCounts::JobCounts(const CountRequest& request)
    : request_(request), scheduler_({.batch_seconds = request.settings.run.batch_seconds}) {}

void JobCounts::add(Plan plan, CountStart start) {
  scheduler_.add(plan.job, std::move(plan.costs), std::move(start));
  at_start_.push_back(
      {.prefixes = plan.prefixes, .state = scheduler_.queue(scheduler_.counts() - 1).state()});
}

void JobCounts::begin(Checkpoint& history) {
  Plan plan = make_plan(make_job(request_.settings.count));
  history.job = plan.job;
  add_first(std::move(plan), history, std::nullopt);
  add_second(history, {});
}

void JobCounts::resume(Checkpoint& history, const std::filesystem::path& file) {
  Plan plan = plan_of(history.job, history.queue, file);
  add_first(std::move(plan), history, std::move(history.queue));
  add_second(history, file);
}

void JobCounts::add_first(Plan plan, Checkpoint& history, std::optional<QueueSnapshot> snapshot) {
  if (history.check_seed == 0) {
    history.check_seed = std::uint64_t{std::random_device{}()} << 32 | 1U;
  }
  const auto fraction = request_.settings.run.check_fraction;
  CountStart start{.snapshot = std::move(snapshot),
                   .checks = {.fraction = fraction.value_or(default_check_fraction),
                              .seed = history.check_seed,
                              .of_finished_job = fraction.has_value(),
                              .same_search = [problem = plan.job.problem](std::string_view a,
                                                                          std::string_view b) {
                                return same_search(a, b, problem);
                              }}};
  if (request_.part) {
    start.wanted = [part = *request_.part](TaskId task) { return part.has(task); };
  }
  add(std::move(plan), std::move(start));
}

/// A second count that has begun goes on unless the user gives it up.
void JobCounts::add_second(Checkpoint& history, const std::filesystem::path& file) {
  if (request_.part) {
    return;  // second counts are for whole jobs; what there is stays as it is
  }
  const auto wanted = request_.settings.run.double_check;
  std::optional<SecondCount> begun = std::exchange(history.second, std::nullopt);
  if (wanted == SecondCut::none || (!wanted && !begun)) {
    if (begun) {
      spdlog::warn("the second count is given up; {} of its tasks {} done",
                   totals(begun->queue).tasks_done,
                   totals(begun->queue).tasks_done == 1 ? "was" : "were");
    }
    return;
  }
  const auto slice_seconds = request_.settings.count.slice_seconds;
  const auto job_cut = [&](SecondCut cut) {
    return second_job(job(), first().snapshot().done.size(), cut, slice_seconds);
  };
  if (!begun) {
    add(make_plan(job_cut(*wanted)));
    return;
  }
  const auto differs = [&](Job asked) {
    if (!slice_seconds) {  // then the slices are those that it began with
      asked.slice_depth = begun->job.slice_depth;
      asked.prefixes_per_slice = begun->job.prefixes_per_slice;
    }
    return asked != begun->job;
  };
  if (wanted && differs(job_cut(*wanted))) {
    spdlog::warn("the second count goes on as it began: {}; --double-check=none gives it up",
                 describe_cut(begun->job));
  }
  Plan plan = plan_of(begun->job, begun->queue, file);
  add(std::move(plan), {.snapshot = std::move(begun->queue)});
}

std::string JobCounts::slices_text() const {
  const JobQueue::InSlices in_slices = current().in_slices();
  return in_slices.slices_done == 0 ? ""
                                    : " and " + std::to_string(in_slices.slices_done) + " of " +
                                          amount_of(in_slices.slices, "slice") + " of " +
                                          amount_of(in_slices.tasks, "task") + " in progress";
}

bool JobCounts::has_progressed() const {
  for (std::size_t count = 0; count < scheduler_.counts(); ++count) {
    const QueueState now = scheduler_.queue(count).state();
    const QueueState& before = at_start_[count].state;
    if (now.done > before.done || now.nodes != before.nodes || now.checks > before.checks) {
      return true;
    }
  }
  return false;
}

bool JobCounts::had_work() const {
  return std::ranges::any_of(
      at_start_, [](const AtStart& count) { return count.state.done < count.state.tasks; });
}

void JobCounts::write_to(Checkpoint& checkpoint) const {
  checkpoint.queue = first().trusted_snapshot();
  if (scheduler_.counts() > 1) {
    checkpoint.second = {.job = scheduler_.job(1), .queue = scheduler_.queue(1).trusted_snapshot()};
  }
}

Runs JobCounts::this_run() const {
  Runs run{.worker_seconds = scheduler_.kernel_seconds()};
  for (std::size_t count = 0; count < scheduler_.counts(); ++count) {
    const JobQueue& queue = scheduler_.queue(count);
    run.check_seconds += queue.state().check_seconds;
    run.disputes += queue.disputes().size();
  }
  return run;
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
