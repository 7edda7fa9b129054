// Estimates with their uncertainty.
#pragma once

#include <vector>

namespace nqueens {

/// An estimate with its 95 % interval.
struct Interval {
  double estimate = 0;
  double low = 0;
  double high = 0;
};

/// The mean of independent estimates, with an interval by Student's distribution; both ends are the
/// mean if there is only one. No count is less than 0.
Interval interval_of(const std::vector<double>& estimates);

}  // namespace nqueens
