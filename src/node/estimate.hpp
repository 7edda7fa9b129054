// The count and the cost of a job, estimated from a sample of it that is counted here.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "job/job.hpp"
#include "kernel/kernel.hpp"
#include "nqueens/estimate.hpp"

namespace nqueens {

/// The mean of two independent estimates or more, with an interval by Student's distribution. No
/// count is less than 0.
Interval interval_of(const std::vector<double>& estimates);

struct Sampling {
  int threads = 1;
  double seconds = 10;       ///< then no further round begins
  std::uint64_t rounds = 0;  ///< or this many, whatever the time; 0: by time
  std::uint64_t seed = 1;
  double max_nodes = 3e5;  ///< expected below a prefix that is counted
};

/// Called ten times a second with what is known so far; false ends the estimate.
using WatchEstimate = std::function<bool(const Estimate& so_far)>;

/// Estimates the count of a job and its time on one core, by rounds of a sample (PrefixSample). If
/// the first rounds say that the time is enough, it counts the whole board instead.
/// @return from the rounds that ended before `progress` said no; rounds is 0 if these are too few
Estimate estimate(const Job& job, const KernelEntry& kernel, const Sampling& options,
                  const WatchEstimate& progress);

}  // namespace nqueens
