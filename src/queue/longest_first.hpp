// LongestFirst: the order in which tasks are handed out, so that the end of a run does not wait for
// a long one.
//
// Sorted exactly, each task would cost an enumeration of the prefix stream of its own. So there are
// a few passes over the job, each in order of the stream, and each with the longer half of the
// tasks that are left. The last pass has the rest.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "job/plan.hpp"

namespace nqueens {

class LongestFirst {
 public:
  /// @param costs  by task
  explicit LongestFirst(const std::vector<float>& costs);

  /// The next task that is wanted, each once; nothing at the end.
  /// @param costs  the same as before
  std::optional<TaskId> next(const std::vector<float>& costs,
                             const std::function<bool(TaskId)>& wanted);

 private:
  [[nodiscard]] std::size_t pass_of(float cost) const;

  std::vector<float> bounds_;  ///< by pass, the least cost; the last pass has none
  std::size_t pass_ = 0;
  TaskId task_ = 0;  ///< to be looked at next
};

}  // namespace nqueens
