// Counting kernels: how many ways there are to complete a prefix to a full board.
//
// The staircase from the simplest kernel to the fastest is kept for good, and every kernel that a machine
// can run is tested on it against the one below. Code outside this layer knows kernels by name only.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "nqueens/core/prefix_stream.hpp"

namespace nqueens {

/// A counter for one board size, with its workspace. One thread uses it at a time.
class Kernel {
 public:
  Kernel() = default;
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;
  virtual ~Kernel() = default;

  /// Writes to completions[i] the number of solutions that contain all queens of prefixes[i]; the weight
  /// is not applied. Both spans have the same length. Neither allocates nor throws.
  ///
  /// 64 bits suffice for every prefix that can be counted at all: 2^64 completions take five centuries
  /// at 10^9 a second.
  virtual void count(std::span<const Prefix> prefixes, std::span<std::uint64_t> completions) noexcept = 0;

  /// Queens tried since the kernel was made: a fingerprint of the search that is equal on every machine for
  /// the same kernel and prefixes, and the measure of its work.
  [[nodiscard]] virtual std::uint64_t nodes() const noexcept = 0;
};

struct KernelEntry {
  std::string_view name;
  std::string_view summary;
  bool (*supported)();  ///< whether this processor can run it
  std::unique_ptr<Kernel> (*make)(int n);
};

/// All kernels of this build, the fastest first.
std::span<const KernelEntry> kernels();

/// The kernel of that name; "auto" or "" takes the environment variable NQUEENS_KERNEL, and where that is
/// unset the first supported one. Throws Error(usage) for an unknown or unsupported name, naming the others.
const KernelEntry& choose_kernel(std::string_view name);

}  // namespace nqueens
