// Estimates the count of a board and what it costs, from a random sample of it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "nqueens/error.hpp"
#include "nqueens/sequence.hpp"

#pragma GCC visibility push(default)
namespace nqueens {

/// An estimate and its 95 % interval.
struct Interval {
  double estimate = 0;
  double low = 0;
  double high = 0;
};

/// The count of a board and its time on one core, from a sample.
struct Estimate {
  Interval count;
  Interval core_seconds;
  double expected_nodes = 0;   ///< search nodes of the whole board, by the cost model
  std::uint64_t rounds = 0;    ///< rounds of the sample; 0: too few for an estimate
  std::uint64_t prefixes = 0;  ///< prefixes counted in these rounds
  double seconds = 0;          ///< elapsed time
  double load = 1;             ///< elapsed time in kernels, divided by their processor time
  bool whole = false;          ///< the whole board was counted, so the count is exact
};

struct EstimateOptions {
  int threads = 0;              ///< 0: one for each core that the process may use
  std::string kernel = "auto";  ///< as in CountOptions
  double seconds = 10;          ///< no round begins after this time; 0 to 1e9
  std::uint64_t rounds = 0;  ///< exactly so many rounds, at least 8; 0: as many as `seconds` allow
  std::uint64_t seed = 1;    ///< the same seed and rounds give the same estimate of the count
  /// Called a few times a second by the thread that called estimate(), with the estimate so far.
  /// If it returns false, estimate() returns within milliseconds.
  std::function<bool(const Estimate&)> progress{};
};

/// The mean of rounds, which are independent unbiased estimates by random descent (D. E. Knuth,
/// Estimating the efficiency of backtrack programs, Mathematics of Computation 29, 1975), drawn in
/// proportion to the expected cost. If the first rounds show that there is time enough, the whole
/// board is counted instead.
/// @param n  as for count()
/// Throws as count() does.
Estimate estimate(int n, Sequence sequence = Sequence::queens, const EstimateOptions& options = {});

}  // namespace nqueens
#pragma GCC visibility pop
