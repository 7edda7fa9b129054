// The count and the cost of a job, estimated from a sample of it that is counted here.
#pragma once

#include <cstdint>
#include <functional>

#include "job/job.hpp"
#include "kernel/kernel.hpp"
#include "report/projection.hpp"
#include "system/signals.hpp"

namespace nqueens {

struct EstimateOptions {
  const KernelEntry* kernel = nullptr;
  int threads = 1;
  double seconds = 10;       ///< then no further round begins
  std::uint64_t rounds = 0;  ///< or this many, whatever the time; 0: by time
  std::uint64_t seed = 1;
  double max_nodes = 3e5;  ///< expected below a prefix that is counted
};

/// Estimates the count of a job and its time on one core, by rounds of a sample (PrefixSample).
/// Where the first rounds say that the time is enough, it counts the whole board instead.
/// @param progress  called a few times a second with what is known so far
/// @return from the rounds that ended before a signal; rounds is 0 if these are too few
Estimate estimate(const Job& job, const EstimateOptions& options, const Requests& requests,
                  const std::function<void(const Estimate&)>& progress);

}  // namespace nqueens
