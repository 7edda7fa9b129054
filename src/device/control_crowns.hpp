// Crowns whose sums the host knows: each launch has some among the others, to test the device.
#pragma once

#include <cstddef>
#include <random>
#include <vector>

#include "device/crown_device.hpp"
#include "system/clock.hpp"

namespace nqueens {

struct ControlCrown {
  CrownRecord crown{};
  CrownSums sums{};
};

/// Takes crowns from launches and counts them on the processor, in a hundredth of its time.
class ControlCrowns {
 public:
  /// Takes one of these crowns, unless there was no time for that since the last one.
  void take_from(const std::vector<CrownRecord>& crowns);

  [[nodiscard]] bool empty() const { return known_.empty(); }
  /// One of them.
  [[nodiscard]] const ControlCrown& draw() { return known_[below(known_.size())]; }
  /// How many a launch of this many crowns is to have.
  [[nodiscard]] static std::size_t number_for(std::size_t crowns);
  /// A random number below this one.
  [[nodiscard]] std::size_t below(std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_);
  }

 private:
  std::mt19937_64 random_{std::random_device{}()};
  std::vector<ControlCrown> known_;
  Clock::time_point start_ = Clock::now();
  double used_seconds_ = 0;  ///< of the processor
};

}  // namespace nqueens
