// The burn-in of a machine: compares its kernels with each other on all cores for a given time.
//
// Each thread draws batches of random prefixes of random boards. It counts each batch with the
// scalar kernel, then with every other kernel, repeatedly for as long as the scalar kernel took, so
// that all kernels load the machine equally. A mismatch is a count that differs, or a number of
// nodes that differs between kernels of one search.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernel/kernel.hpp"
#include "system/signals.hpp"

namespace nqueens {

struct BurnInOptions {
  std::vector<const KernelEntry*>
      kernels;      ///< to be compared with scalar, and scalar with plain; at least one
  int threads = 1;  ///< each on a processor of its own, if there are enough
  double seconds = 60;
  std::uint64_t seed = 1;
};

/// What happens meanwhile, from any thread, but one at a time.
struct BurnInObserver {
  /// A line for each of the first mismatches.
  std::function<void(const std::string&)> mismatch;
  /// Ten times a second: how far it is, and since how many seconds.
  std::function<void(double seconds, const std::string&)> progress;
};

struct KernelComparisons {
  std::string kernel;
  std::uint64_t comparisons = 0;  ///< prefixes compared, each time they were counted
  double seconds = 0;             ///< in the kernel, on all threads together
  std::uint64_t mismatches = 0;   ///< batches of prefixes with a different count or number of nodes
};

struct BurnInReport {
  std::string host;
  int threads = 0;
  double seconds = 0;      ///< elapsed
  std::uint64_t seed = 0;  ///< the same seed compares the same prefixes
  std::vector<KernelComparisons> kernels;
  std::optional<std::string> first_mismatch;
};

/// Compares until the time is over or a signal asks to stop; every kernel at least once on every
/// thread.
BurnInReport burn_in(const BurnInOptions& options, const Requests& requests,
                     const BurnInObserver& observer);

}  // namespace nqueens
