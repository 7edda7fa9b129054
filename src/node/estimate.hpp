// Estimates the count and the cost of a job by counting a sample.
#pragma once

#include <cstdint>
#include <vector>

#include "job/job.hpp"
#include "kernel/kernel.hpp"
#include "nqueens/estimate.hpp"

namespace nqueens {

/// Fewer rounds are too few for an interval.
inline constexpr std::uint64_t min_rounds = 8;

/// The mean of at least min_rounds independent estimates, with an interval by Student's
/// distribution. The lower bound is at least 0.
Interval interval_of(const std::vector<double>& estimates);

/// Estimates the count of a job and its time on one core, from rounds of a PrefixSample. Counts the
/// whole board instead if the first rounds show that there is time for it.
/// @param options  threads must be at least 1; `kernel` is ignored
/// @param max_nodes  expected below a prefix that is counted
/// @return the result of the rounds finished before `progress` returned false; rounds is 0 if too
/// few
Estimate estimate(const Job& job, const KernelEntry& kernel, const EstimateOptions& options,
                  double max_nodes = 3e5);

}  // namespace nqueens
