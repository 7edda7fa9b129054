// Queues from plans and snapshots, and the choice of what is counted again.

#include "job_counts.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string_view>
#include <utility>

#include "nqueens/kernel/kernel.hpp"
#include "nqueens/store/checkpoint_plan.hpp"

namespace nqueens {

JobCounts::JobCounts(const CountRequest& request)
    : request_(request), scheduler_({.batch_seconds = request.settings.run.task_seconds}) {}

WorkQueue& JobCounts::add(Plan plan) {
  at_start_.push_back({.prefixes = plan.prefixes});
  return scheduler_.add(plan.job, std::move(plan.costs));
}

void JobCounts::begin(Checkpoint& history) {
  WorkQueue& queue = add(make_plan(make_job(request_.settings.count)));
  history.job = job();
  choose_checks(history, queue);
  add_second(history, {});
  leave_out_other_parts(queue);
  note_start();
}

void JobCounts::resume(Checkpoint& history, const std::filesystem::path& file) {
  WorkQueue& queue = add(plan_of(history.job, history.queue.done.size(), file));
  queue.restore(std::move(history.queue));
  choose_checks(history, queue);
  add_second(history, file);
  leave_out_other_parts(queue);
  note_start();
}

void JobCounts::choose_checks(Checkpoint& history, WorkQueue& queue) const {
  if (history.check_seed == 0) {
    history.check_seed = std::uint64_t{std::random_device{}()} << 32 | 1U;
  }
  const auto fraction = request_.settings.run.check_fraction;
  queue.set_check_policy(
      {.fraction = fraction.value_or(default_check_fraction),
       .seed = history.check_seed,
       .of_finished_job = fraction.has_value(),
       .same_search = [problem = job().problem()](std::string_view a, std::string_view b) {
         return same_search(a, b, problem);
       }});
}

/// A second count that was begun goes on unless the user does not want it any more.
void JobCounts::add_second(Checkpoint& history, const std::filesystem::path& file) {
  if (request_.part) {
    return;  // a second count is of whole jobs; what there is of one stays as it is
  }
  const auto wanted = request_.settings.run.double_check;
  std::optional<SecondCount> begun = std::exchange(history.second, std::nullopt);
  if (wanted == SecondCut::none || (!wanted && !begun)) {
    if (begun) {
      spdlog::warn("the second count is given up, as you wish: {} tasks of it were done",
                   totals(begun->queue).tasks_done);
    }
    return;
  }
  const std::uint64_t tasks = first().snapshot().done.size();
  if (!begun) {
    add(make_plan(second_job(job(), tasks, *wanted)));
    return;
  }
  if (wanted && second_job(job(), tasks, *wanted) != begun->job) {
    spdlog::warn(
        "the second count goes on as it was begun: symmetry {}, depth {}; --double-check=none "
        "gives it up",
        to_string(begun->job.symmetry), begun->job.depth);
  }
  add(plan_of(begun->job, begun->queue.done.size(), file)).restore(std::move(begun->queue));
}

void JobCounts::leave_out_other_parts(WorkQueue& queue) const {
  if (request_.part) {
    queue.leave_out([this](TaskId task) { return request_.part->has(task); });
  }
}

void JobCounts::note_start() {
  for (std::size_t count = 0; count < scheduler_.counts(); ++count) {
    at_start_[count].state = scheduler_.queue(count).state();
  }
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

void JobCounts::add_statistics(Checkpoint& checkpoint) const {
  for (std::size_t count = 0; count < scheduler_.counts(); ++count) {
    const WorkQueue& queue = scheduler_.queue(count);
    checkpoint.check_seconds += queue.state().check_seconds;
    checkpoint.disputes += queue.disputes().size();
  }
  checkpoint.worker_seconds += scheduler_.kernel_seconds();
}

}  // namespace nqueens
