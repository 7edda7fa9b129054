// Sums over the tasks of a checkpoint.

#include "run/saved_share.hpp"

#include "core/number.hpp"
#include "core/one_line.hpp"

namespace nqueens {
namespace {

bool counts(const std::optional<Part>& part, TaskId task) {
  return !part || part->has(task);
}

}  // namespace

std::uint64_t tasks_done(const QueueSnapshot& queue, const std::optional<Part>& part) {
  std::uint64_t done = 0;
  for (TaskId task = 0; task < queue.done.size(); ++task) {
    done += queue.done[task] && counts(part, task) ? 1 : 0;
  }
  return done;
}

double share_done(const Plan& plan, const QueueSnapshot& queue, const std::optional<Part>& part) {
  double done = 0;
  double all = 0;
  bool open = false;  // sums of floats are not exact
  for (TaskId task = 0; task < queue.done.size(); ++task) {
    if (!counts(part, task)) {
      continue;
    }
    all += static_cast<double>(plan.costs[task]);
    open = open || !queue.done[task];
    done += queue.done[task] ? static_cast<double>(plan.costs[task]) : 0;
  }
  for (const auto& [task, slices] : queue.in_slices) {
    if (counts(part, task)) {
      done += static_cast<double>(plan.costs[task]) *
              static_cast<double>(totals(slices).tasks_done) /
              static_cast<double>(slices.done.size());
    }
  }
  return open ? done / all : 1;
}

SavedText describe_saved(const LoadedCheckpoint& loaded) {
  const QueueTotals sums = totals(loaded.checkpoint.queue);
  SavedText saved;
  for (const std::uint64_t sum :
       {sums.tasks_done, sums.slices_done, sums.nodes, sums.tasks_confirmed}) {
    saved.mark += (saved.mark.empty() ? "" : ".") + std::to_string(sum);
  }
  saved.text = one_line(loaded.file.string()) + ": " + std::to_string(sums.tasks_done) + " of " +
               amount_of(loaded.checkpoint.queue.done.size(), "task") + " done";
  if (sums.slices > 0) {
    saved.text += ", and " + std::to_string(sums.slices_done) + " of " +
                  amount_of(sums.slices, "slice") + " of tasks in progress";
  }
  return saved;
}

}  // namespace nqueens
