// Intervals by the number of workers.

#include "queue/intervals.hpp"

#include <algorithm>

namespace nqueens {
namespace {

constexpr double pings_a_second = 200;
constexpr double longest_ping_interval_seconds = 50;
constexpr double results_a_second = 5000;
constexpr double shortest_hold_seconds = 1;
constexpr double longest_hold_seconds = 30;

}  // namespace

double ping_interval_seconds(std::size_t workers, double least) {
  return std::max(least, std::min(static_cast<double>(workers) / pings_a_second,
                                  longest_ping_interval_seconds));
}

double result_hold_seconds(std::size_t workers) {
  return std::clamp(static_cast<double>(workers) / results_a_second, shortest_hold_seconds,
                    longest_hold_seconds);
}

}  // namespace nqueens
