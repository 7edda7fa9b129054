// The benchmark: fixed work for every kernel, the same on every machine.
#pragma once

#include <vector>

#include "core/prefix_stream.hpp"
#include "kernel/kernel.hpp"
#include "report/benchmark.hpp"

namespace nqueens {

/// A prefix that represents many like it.
struct SampledPrefix {
  Prefix prefix;
  double stands_for = 1;  ///< the inverse of how often it is expected to be drawn
};

/// The benchmark's work for solutions of the square, of queens or amazons: all prefixes up to N =
/// 17, above that a fixed sample, drawn by random descent (Knuth 1975, "Estimating the efficiency
/// of backtrack programs") from prefixes drawn in proportion to their expected costs, so that rates
/// of the sample estimate those of the whole board.
std::vector<SampledPrefix> benchmark_work(const Problem& problem);

/// Runs the work with one kernel on this thread: 5 times, or fewer if that takes over 20 s.
KernelBenchmark run_benchmark(const KernelEntry& kernel, const Problem& problem,
                              const std::vector<SampledPrefix>& work);

}  // namespace nqueens
