// Estimates the count of a board and what it costs, from a random sample of it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "nqueens/error.hpp"
#include "nqueens/sequence.hpp"

#pragma GCC visibility push(default)
namespace nqueens {

/// An estimate with its 95 % interval.
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
  std::uint64_t rounds = 0;    ///< of the sample; 0: too few for an estimate
  std::uint64_t prefixes = 0;  ///< counted in them
  double seconds = 0;          ///< elapsed
  double load = 1;             ///< time that passed in kernels, over their processor time
  bool whole = false;          ///< the whole board was counted, so the count is exact
};

struct EstimateOptions {
  int threads = 0;              ///< 0: one for each core that the process may use
  std::string kernel = "auto";  ///< as in CountOptions
  double seconds = 10;          ///< then no further round begins; 0 to 1e9
  std::uint64_t rounds = 0;     ///< or this many, at least 8, whatever the time; 0: by time
  std::uint64_t seed = 1;       ///< the same seed and rounds give the same estimate of the count
  /// Called a few times a second, by the thread that called estimate(), with what is known so
  /// far. If it returns false, the estimate ends within some milliseconds.
  std::function<bool(const Estimate&)> progress{};
};

/// Rounds of independent, unbiased estimates by random descent (D. E. Knuth, Estimating the
/// efficiency of backtrack programs, Mathematics of Computation 29, 1975), each drawn in
/// proportion to the expected cost. If the first rounds say that the time is enough, the whole
/// board is counted instead.
/// @param n  as that of count()
/// Throws as count() does.
Estimate estimate(int n, Sequence sequence = Sequence::queens, const EstimateOptions& options = {});

}  // namespace nqueens
#pragma GCC visibility pop
