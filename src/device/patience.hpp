// How long a device may show no progress before it is given up.
#pragma once

#include <algorithm>
#include <chrono>

#include "system/clock.hpp"

namespace nqueens {

/// The time without progress while this process looked. A long pause between two looks says nothing
/// of the device: the process had no processor, or was stopped.
class Patience {
 public:
  explicit Patience(Clock::duration limit) : limit_(limit) {}

  void begin() { look(true); }

  /// @param progress  there is some, or nothing to wait for
  /// @return whether the limit is reached
  bool look(bool progress) {
    constexpr Clock::duration longest_pause = std::chrono::seconds(1);
    const auto now = Clock::now();
    without_progress_ = progress ? Clock::duration{}
                                 : without_progress_ + std::min(now - looked_at_, longest_pause);
    looked_at_ = now;
    return without_progress_ >= limit_;
  }

 private:
  Clock::duration limit_;
  Clock::time_point looked_at_ = Clock::now();
  Clock::duration without_progress_{};
};

}  // namespace nqueens
