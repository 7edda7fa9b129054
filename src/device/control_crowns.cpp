// Draws, counts and forgets control crowns.

#include "device/control_crowns.hpp"

#include <algorithm>

namespace nqueens {
namespace {

/// Crowns whose counts the host keeps.
constexpr std::size_t most_known = 64;

/// Most of a processor's time that counting them takes.
constexpr double share_of_time = 0.01;

/// Crowns of a launch for each one whose count is known.
constexpr std::size_t crowns_of_control = 256;

}  // namespace

void ControlCrowns::take_from(const std::vector<CrownRecord>& crowns) {
  if (crowns.empty() || (!empty() && used_seconds_ > share_of_time * seconds_since(start_))) {
    return;
  }
  const double before = thread_seconds();
  const CrownRecord& crown = crowns[below(crowns.size())];
  const ControlCrown control{.crown = crown, .sums = count_crown(crown)};
  used_seconds_ += thread_seconds() - before;
  if (known_.size() < most_known) {
    known_.push_back(control);
  } else {
    known_[below(known_.size())] = control;
  }
}

std::size_t ControlCrowns::number_for(std::size_t crowns) {
  return std::clamp<std::size_t>(crowns / crowns_of_control, 1, CrownDevice::spare_crowns);
}

}  // namespace nqueens
