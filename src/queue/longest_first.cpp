// Passes with ever shorter tasks.

#include "queue/longest_first.hpp"

#include <algorithm>

namespace nqueens {
namespace {

constexpr int passes = 8;

/// The least cost of each pass but the last.
std::vector<float> bounds_of_passes(std::vector<float> costs) {
  std::vector<float> bounds;
  for (int pass = 1; pass < passes && !costs.empty(); ++pass) {
    const auto median = costs.begin() + static_cast<std::ptrdiff_t>(costs.size() / 2);
    std::nth_element(costs.begin(), median, costs.end());
    bounds.push_back(*median);
    costs.erase(median, costs.end());
  }
  return bounds;
}

}  // namespace

LongestFirst::LongestFirst(const std::vector<float>& costs) : bounds_(bounds_of_passes(costs)) {}

std::size_t LongestFirst::pass_of(float cost) const {
  const auto bound = std::ranges::find_if(bounds_, [cost](float least) { return cost >= least; });
  return static_cast<std::size_t>(bound - bounds_.begin());
}

std::optional<TaskId> LongestFirst::next(const std::vector<float>& costs,
                                         const std::function<bool(TaskId)>& wanted) {
  for (; pass_ <= bounds_.size(); ++pass_, task_ = 0) {
    for (; task_ < costs.size(); ++task_) {
      if (pass_of(costs[task_]) == pass_ && wanted(task_)) {
        return task_++;
      }
    }
  }
  return std::nullopt;
}

}  // namespace nqueens
