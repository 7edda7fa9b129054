// Means of independent estimates.

#include "report/interval.hpp"

#include <algorithm>
#include <cmath>

namespace nqueens {
namespace {

/// The value that Student's distribution with so many degrees of freedom exceeds with a probability
/// of 2.5 %: Cornish and Fisher's expansion, right to 0.001 from 7 degrees on.
double student(double degrees) {
  constexpr double z = 1.959964;
  constexpr double z3 = z * z * z;
  constexpr double z5 = z3 * z * z;
  constexpr double z7 = z5 * z * z;
  return z + (z3 + z) / (4 * degrees) + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees * degrees) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * degrees * degrees * degrees);
}

}  // namespace

Interval interval_of(const std::vector<double>& estimates) {
  const auto size = static_cast<double>(estimates.size());
  double sum = 0;
  for (const double each : estimates) {
    sum += each;
  }
  Interval interval{.estimate = sum / size, .low = sum / size, .high = sum / size};
  if (estimates.size() > 1) {
    double squares = 0;
    for (const double each : estimates) {
      squares += (each - interval.estimate) * (each - interval.estimate);
    }
    const double error = student(size - 1) * std::sqrt(squares / (size * (size - 1)));
    interval.low = std::max(interval.estimate - error, 0.0);
    interval.high = interval.estimate + error;
  }
  return interval;
}

}  // namespace nqueens
