// What `nqueens selftest` prints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nqueens {

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

/// One JSON object on one line.
std::string to_json(const BurnInReport& report);

/// A table for users, one line for each kernel.
std::string to_text(const BurnInReport& report);

}  // namespace nqueens
