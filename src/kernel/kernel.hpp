// Counting kernels: they count the ways to complete a prefix to a full board, or the queens that
// the plain search places below it.
//
// All kernels, from the simplest to the fastest, are kept. Each is tested against a simpler one on
// every machine that can run it. Code outside this layer refers to kernels only by name.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/prefix_stream.hpp"
#include "core/sequence.hpp"

namespace nqueens {

/// A counter for one problem, with its workspace. One thread uses it at a time.
class Kernel {
 public:
  explicit Kernel(const Problem& problem) : problem_(problem) {}
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;
  virtual ~Kernel() = default;

  /// Writes the count below prefixes[i], without its weight, to the k numbers from counts[i * k]
  /// on, where k is Problem::values(). Does not allocate.
  ///
  /// Solutions: the number of those that contain all queens of the prefix. Placements: by row of
  /// the board, the queens that the plain search places below the prefix. The queens of the prefix
  /// fill the first rows and are not counted.
  ///
  /// 64 bits are enough: to count 2^64 completions takes five centuries at 10^9 per second.
  ///
  /// @param keep_going  called before each prefix, and about every millisecond within one. If
  /// false, the count ends at once. Must not throw.
  /// @return false if stopped: the counts are invalid then
  bool count(std::span<const Prefix> prefixes, std::span<std::uint64_t> counts,
             const KeepGoing& keep_going) noexcept;

  /// Counts to the end.
  void count(std::span<const Prefix> prefixes, std::span<std::uint64_t> counts) noexcept;

  /// Queens tried since the kernel was made: a measure of its work, and a fingerprint of its
  /// search. Equal on every machine for equal prefixes and kernels with the same search
  /// (same_search()).
  [[nodiscard]] virtual std::uint64_t nodes() const noexcept = 0;

 protected:
  [[nodiscard]] const Problem& problem() const { return problem_; }

 private:
  /// Writes the counts of one prefix. @return false if keep_going did
  virtual bool complete(const Placement& placement, std::span<std::uint64_t> counts,
                        const KeepGoing& keep_going) noexcept = 0;

  Problem problem_;
};

class CrownSource;  // crown.hpp

using MakeKernel = std::unique_ptr<Kernel> (*)(const Problem&);
/// By sequence; null if it is not counted.
using Makers = std::array<MakeKernel, sequences.size()>;

struct KernelEntry {
  std::string_view name;
  std::string_view search;  ///< kernels of one search visit the same nodes, prefix by prefix
  int revision = 1;         ///< of its search tree for solutions of the square
  std::string_view instruction_set;  ///< what a processor needs to run it
  std::string_view summary;
  bool (*processor_can)() = nullptr;  ///< null if this build does not have the kernel
  Makers makers{};
  std::function<std::unique_ptr<Kernel>(const Problem& problem)> make = nullptr;  ///< by `makers`
  /// The trunk of its search for solutions of the square; null if that has none.
  std::unique_ptr<CrownSource> (*make_trunk)(const Problem& problem) = nullptr;

  [[nodiscard]] bool compiled() const { return make != nullptr; }
  /// Whether this build has it and this processor can run it.
  [[nodiscard]] bool supported() const { return compiled() && processor_can(); }
  [[nodiscard]] bool counts(Sequence sequence) const {
    return makers[index_of(sequence)] != nullptr;
  }

  /// The name in records: "avx2.3" for revision 3 of its search, "plain" for a search with one
  /// revision.
  [[nodiscard]] std::string record_name() const;
};

/// A name without layout and revision: "opencl" for "opencl:stack" and "opencl.3".
std::string_view base_name(std::string_view name);

/// The kernels of devices, the recommended one first. They visit the same nodes and can check each
/// other. In "opencl" a lockstep group searches a crown, in "opencl:stack" a single work-item.
inline constexpr std::array<std::string_view, 2> device_kernels{"opencl", "opencl:stack"};

/// The name of a device kernel in records: "opencl.3", "opencl-stack.3". Their search is that of
/// the vector kernels.
std::string device_record_name(std::string_view kernel);

/// All kernels, the fastest first, including those that this build lacks.
std::span<const KernelEntry> kernels();

/// Whether a kernel has this name, even one for other processors.
bool is_kernel_name(std::string_view name);

/// The kernel of that name; "auto" or "" takes the environment variable NQUEENS_KERNEL or, if that
/// is unset, the first supported kernel that counts the sequence. Throws Error(usage) with the
/// valid names if the name is unknown, not supported or does not count the sequence.
const KernelEntry& choose_kernel(std::string_view name, Sequence sequence = Sequence::queens);

/// The trunk of the fastest kernel that runs here and has one; null if none has.
std::unique_ptr<CrownSource> make_crown_source(const Problem& problem);

/// Whether kernels recorded under these names visit the same nodes, so that Kernel::nodes() is
/// equal for equal prefixes. For placements all kernels do, since each placement is a node. An
/// unknown name, such as another revision of a search, matches only itself.
bool same_search(std::string_view kernel_a, std::string_view kernel_b, const Problem& problem);

/// The same as a function of the names.
std::function<bool(std::string_view, std::string_view)> same_search(const Problem& problem);

}  // namespace nqueens
