// How often a master and its workers speak. Among thousands of workers less often, so that rank 0
// keeps up with all of them.
#pragma once

#include <algorithm>
#include <cstddef>

namespace nqueens {

/// Between calls of Scheduler::tick.
inline constexpr double tick_seconds = 0.5;

/// If nobody on a host has spoken for this long, its workers are late. Each worker is pinged every
/// 50 s at the latest, and answers within milliseconds.
inline constexpr double host_silence_seconds = 125;

/// Seconds of silence towards a worker before it gets a sign of life: `least` among few workers.
/// Among thousands it is more, else such signs would be most of what the master does, but less than
/// half of a worker's patience.
inline double ping_interval_seconds(std::size_t workers, double least) {
  constexpr double pings_a_second = 200;
  constexpr double longest = 50;
  return std::max(least, std::min(static_cast<double>(workers) / pings_a_second, longest));
}

/// Seconds that a worker may hold results of a batch that it goes on with: 1 among few workers, so
/// that a dying one costs little. Among thousands it is more, else results would come one by one.
inline double result_hold_seconds(std::size_t workers) {
  constexpr double results_a_second = 5000;
  return std::clamp(static_cast<double>(workers) / results_a_second, 1.0, 30.0);
}

}  // namespace nqueens
