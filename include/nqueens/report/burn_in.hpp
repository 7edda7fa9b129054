// What `nqueens selftest` prints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nqueens {

struct KernelComparisons {
  std::string kernel;
  std::uint64_t comparisons =
      0;               ///< prefixes whose count was compared, each time that it was counted
  double seconds = 0;  ///< in the kernel, all threads together
  std::uint64_t mismatches = 0;  ///< batches of prefixes with another count or number of nodes
};

struct BurnInReport {
  std::string host;
  int threads = 0;
  double seconds = 0;      ///< that it took
  std::uint64_t seed = 0;  ///< the same one compares the same prefixes
  std::vector<KernelComparisons> kernels;
  std::optional<std::string> first_mismatch;
};

/// One JSON object on one line.
std::string to_json(const BurnInReport& report);

/// A table for people, a line a kernel.
std::string to_text(const BurnInReport& report);

}  // namespace nqueens
