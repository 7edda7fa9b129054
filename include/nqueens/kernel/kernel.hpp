// Counting kernels: how many ways there are to complete a prefix to a full board.
//
// The staircase from the simplest kernel to the fastest is kept for good, and every kernel that a machine
// can run is tested on it against the one below. Code outside this layer knows kernels by name only.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
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

  using KeepGoing = std::function<bool()>;

  /// Writes to completions[i] the number of solutions that contain all queens of prefixes[i]; the weight
  /// is not applied. Both spans have the same length. Does not allocate.
  ///
  /// 64 bits suffice for every prefix that can be counted at all: 2^64 completions take five centuries
  /// at 10^9 a second.
  ///
  /// @param keep_going  asked now and then: by the frontier kernels every millisecond or so, by the others
  /// between prefixes. Where it says no the count ends at once. Must not throw.
  /// @return whether the count went to its end; else the completions mean nothing
  bool count(std::span<const Prefix> prefixes, std::span<std::uint64_t> completions,
             const KeepGoing& keep_going) noexcept;

  /// Counts to the end.
  void count(std::span<const Prefix> prefixes, std::span<std::uint64_t> completions) noexcept;

  /// Queens tried since the kernel was made: a fingerprint of the search that is equal on every machine for
  /// the same kernel and prefixes, and the measure of its work.
  [[nodiscard]] virtual std::uint64_t nodes() const noexcept = 0;

 private:
  /// Solutions that contain all queens of the placement; nothing where keep_going said no.
  virtual std::optional<std::uint64_t> complete(const Placement& placement,
                                                const KeepGoing& keep_going) noexcept = 0;
};

struct KernelEntry {
  std::string_view name;
  std::string_view instruction_set;  ///< what a processor needs to run it
  std::string_view summary;
  bool (*processor_can)() = nullptr;                 ///< null where this build does not have the kernel
  std::unique_ptr<Kernel> (*make)(int n) = nullptr;  ///< likewise

  [[nodiscard]] bool compiled() const { return make != nullptr; }
  /// Whether this build has it and this processor can run it.
  [[nodiscard]] bool supported() const { return compiled() && processor_can(); }
};

/// All kernels there are, the fastest first; those that this build does not have as well.
std::span<const KernelEntry> kernels();

/// The kernel of that name; "auto" or "" takes the environment variable NQUEENS_KERNEL, and where that is
/// unset the first supported one. Throws Error(usage) for an unknown or unsupported name, naming the others.
const KernelEntry& choose_kernel(std::string_view name);

}  // namespace nqueens
