// Counting kernels: how many ways there are to complete a prefix to a full board, or how many
// queens a plain search places below it.
//
// The staircase from the simplest kernel to the fastest is kept for good, and every kernel that a
// machine can run is tested on it against the one below. Code outside this layer knows kernels by
// name only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nqueens/core/prefix_stream.hpp"
#include "nqueens/core/problem.hpp"

namespace nqueens {

/// A counter for one problem, with its workspace. One thread uses it at a time.
class Kernel {
 public:
  explicit Kernel(const Problem& problem) : values_(problem.values()) {}
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;
  virtual ~Kernel() = default;

  using KeepGoing = std::function<bool()>;

  /// Writes what is counted below prefixes[i] to counts[i * k] up to counts[(i + 1) * k], where k
  /// is Problem::values(); the weight is not applied. Does not allocate.
  ///
  /// Solutions: the number of those that contain all queens of the prefix. Placements: by row of
  /// the board, the queens that the plain search places there below the prefix, whose queens fill
  /// the first rows and are not counted.
  ///
  /// 64 bits suffice for every prefix that can be counted at all: 2^64 completions take five
  /// centuries at 10^9 a second.
  ///
  /// @param keep_going  asked now and then: by the frontier kernels every millisecond or so, by the
  /// others between prefixes. Where it says no the count ends at once. Must not throw.
  /// @return whether the count went to its end; else the counts mean nothing
  bool count(std::span<const Prefix> prefixes, std::span<std::uint64_t> counts,
             const KeepGoing& keep_going) noexcept;

  /// Counts to the end.
  void count(std::span<const Prefix> prefixes, std::span<std::uint64_t> counts) noexcept;

  /// Queens tried since the kernel was made: a fingerprint of the search that is equal on every
  /// machine for the same prefixes and kernels of one search (same_search()), and the measure of
  /// its work.
  [[nodiscard]] virtual std::uint64_t nodes() const noexcept = 0;

 private:
  /// Writes the counts of one prefix. @return false where keep_going said no
  virtual bool complete(const Placement& placement, std::span<std::uint64_t> counts,
                        const KeepGoing& keep_going) noexcept = 0;

  std::size_t values_;
};

struct KernelEntry {
  std::string_view name;
  std::string_view search;  ///< kernels of one search visit the same nodes, prefix by prefix
  int revision =
      1;  ///< of its search for the solutions of the square: another tree, another number
  std::string_view instruction_set;  ///< what a processor needs to run it
  std::string_view summary;
  bool (*processor_can)() = nullptr;  ///< null where this build does not have the kernel
  std::function<std::unique_ptr<Kernel>(const Problem& problem)> make = nullptr;  ///< likewise

  /// The same search laid out for different processors, named "name:variant"; `make` makes the
  /// first of them. Empty where there is one layout only.
  std::vector<KernelEntry> variants = {};

  [[nodiscard]] bool compiled() const { return make != nullptr; }
  /// Whether this build has it and this processor can run it.
  [[nodiscard]] bool supported() const { return compiled() && processor_can(); }

  /// What its results are recorded under, without the variant: "avx2.2" for revision 2 of its
  /// search, "plain" for a search of which there has been no other.
  [[nodiscard]] std::string record_name() const;
};

/// The kernel that a name stands for, without variant and revision: "avx512" for "avx512:permute"
/// and "avx512.2".
std::string_view base_name(std::string_view name);

/// All kernels there are, the fastest first; those that this build does not have as well.
std::span<const KernelEntry> kernels();

/// Whether a kernel or variant goes by that name, be it of another family of processors.
bool is_kernel_name(std::string_view name);

/// The kernel or variant of that name; "auto" or "" takes the environment variable NQUEENS_KERNEL,
/// and where that is unset the first supported one. Throws Error(usage) for an unknown or
/// unsupported name, naming the others.
const KernelEntry& choose_kernel(std::string_view name);

/// Whether kernels recorded under these names visit the same nodes, so that Kernel::nodes() is the
/// same for the same prefixes. Placements: any two kernels, since each queen placed is a node. A
/// name that is in no list, as that of another revision of a search, goes with itself alone.
bool same_search(std::string_view kernel_a, std::string_view kernel_b, const Problem& problem);

}  // namespace nqueens
