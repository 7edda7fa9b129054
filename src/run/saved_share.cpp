// Sums over the tasks of a checkpoint.

#include "saved_share.hpp"

#include "nqueens/core/number.hpp"

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
  for (const auto& [task, pieces] : queue.in_pieces) {
    if (counts(part, task)) {
      done += static_cast<double>(plan.costs[task]) *
              static_cast<double>(totals(pieces).tasks_done) /
              static_cast<double>(pieces.done.size());
    }
  }
  return open ? done / all : 1;
}

std::string describe_done(const SecondCount& second) {
  return std::to_string(totals(second.queue).tasks_done) + " of " +
         amount_of(second.queue.done.size(), "task") + " (" + describe_cut(second.job) + ")";
}

}  // namespace nqueens
