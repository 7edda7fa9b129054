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

std::string describe_saved(const LoadedCheckpoint& loaded) {
  const Checkpoint& checkpoint = loaded.checkpoint;
  const auto& second = checkpoint.second;
  std::string mark;
  const auto note = [&mark](const QueueSnapshot& queue) {
    const QueueTotals sums = totals(queue);
    for (const std::uint64_t sum :
         {sums.tasks_done, sums.slices_done, sums.nodes, sums.tasks_confirmed}) {
      mark += (mark.empty() ? "" : ".") + std::to_string(sum);
    }
    return sums;
  };
  const QueueTotals first = note(checkpoint.queue);
  std::string text = one_line(loaded.file.string()) + ": " + std::to_string(first.tasks_done) +
                     " of " + amount_of(checkpoint.queue.done.size(), "task") + " done";
  if (first.slices > 0) {
    text += ", and " + std::to_string(first.slices_done) + " of " +
            amount_of(first.slices, "slice") + " of tasks in progress";
  }
  if (second) {
    note(second->queue);
    text += "; of the second count " + describe_done(*second);
  }
  return mark + " " + text;
}

std::string describe_done(const SecondCount& second) {
  return std::to_string(totals(second.queue).tasks_done) + " of " +
         amount_of(second.queue.done.size(), "task") + " (" + describe_cut(second.job) + ")";
}

}  // namespace nqueens
