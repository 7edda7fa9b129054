// The order in which a run's tasks are handed out: longest ones first, as far as costs tell.
//
// So the end of a run does not wait for a long one. Sorted exactly, every task would cost whoever
// enumerates them an enumeration of its own; so there are a few passes over the job, each in order,
// and each with the longer half of the tasks that those before it leave. The last pass has the
// rest.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "nqueens/job/plan.hpp"

namespace nqueens {

class LongestFirst {
 public:
  /// @param costs  by task
  explicit LongestFirst(const std::vector<float>& costs);

  /// The next task that is wanted; nothing at the end. Each task once.
  /// @param costs  the same as before
  std::optional<TaskId> next(const std::vector<float>& costs,
                             const std::function<bool(TaskId)>& wanted);

 private:
  [[nodiscard]] std::size_t pass_of(float cost) const;

  std::vector<float>
      bounds_;  ///< pass i has the tasks of this cost or more that no pass before has
  std::size_t pass_ = 0;
  TaskId task_ = 0;  ///< of this pass, to be looked at next
};

}  // namespace nqueens
