// The count and the cost of a job, estimated from a sample of it that is counted here.
#pragma once

#include <cstdint>
#include <vector>

#include "job/job.hpp"
#include "kernel/kernel.hpp"
#include "nqueens/estimate.hpp"

namespace nqueens {

/// Fewer rounds have no spread that an interval could rest on.
inline constexpr std::uint64_t min_rounds = 8;

/// The mean of min_rounds independent estimates or more, with an interval by Student's
/// distribution. No count is less than 0.
Interval interval_of(const std::vector<double>& estimates);

/// Estimates the count of a job and its time on one core, by rounds of a sample (PrefixSample). If
/// the first rounds say that the time is enough, it counts the whole board instead.
/// @param options  threads is 1 or more, and `kernel` is not asked
/// @param max_nodes  expected below a prefix that is counted
/// @return from the rounds that ended before `progress` said no; rounds is 0 if these are too few
Estimate estimate(const Job& job, const KernelEntry& kernel, const EstimateOptions& options,
                  double max_nodes = 3e5);

}  // namespace nqueens
