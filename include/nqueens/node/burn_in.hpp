// The burn-in of a machine: its kernels, compared with each other on all cores for as long as is
// asked.
//
// Each thread draws batches of random prefixes of random boards, counts each batch with the scalar
// kernel and then with every other one, again and again for as long as the scalar kernel took, so
// that all kernels load the machine equally. Whatever count differs, or number of nodes among
// kernels of one search, is a mismatch: of the kernel or of the scalar one, by a fault of the
// machine or of the program.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "nqueens/kernel/kernel.hpp"
#include "nqueens/report/burn_in.hpp"
#include "nqueens/system/signals.hpp"

namespace nqueens {

struct BurnInOptions {
  std::vector<const KernelEntry*>
      kernels;      ///< to be compared with scalar, and scalar with plain; at least one
  int threads = 1;  ///< each on a processor of its own, as far as there are enough
  double seconds = 60;
  std::uint64_t seed = 1;
};

/// Compares until the time is over or a stop is asked for, and every kernel at least once on every
/// thread.
/// @param say  takes a line every ten seconds and one for each of the first mismatches; from any
/// thread, but only one at a time
BurnInReport burn_in(const BurnInOptions& options, const Requests& requests,
                     const std::function<void(const std::string&)>& say);

}  // namespace nqueens
