// Entries of kernels for the registry, and code that recursive searches share.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/sequence.hpp"
#include "kernel/kernel.hpp"

namespace nqueens {

KernelEntry plain_kernel();
KernelEntry scalar_kernel();

/// The scalar kernels of the other sequences.
std::unique_ptr<Kernel> make_scalar_torus_kernel(const Problem& problem);
std::unique_ptr<Kernel> make_scalar_placements_kernel(const Problem& problem);
std::unique_ptr<Kernel> make_scalar_amazons_kernel(const Problem& problem);
std::unique_ptr<Kernel> make_scalar_orbits_kernel(const Problem& problem);

/// A function that makes the kernel of a problem's sequence.
inline auto make_by(const Makers& makers) {
  return [makers](const Problem& problem) { return makers[index_of(problem.sequence)](problem); };
}

/// The frontier kernel for each instruction set, the fastest first; `make` is null if the build is
/// for another processor family.
std::vector<KernelEntry> vector_kernels();

/// Searches of one board at a time poll if this many rows or more are left. The search below one
/// such board takes less than a millisecond.
inline constexpr int asked_rows = 12;

/// Calls keep_going in one of `Calls` calls of ask(), and no more once it returned false. A search
/// that returns whenever ask() is false thus ends at once, at any depth.
template <std::uint32_t Calls>
class CancelPoll {
 public:
  /// @param keep_going  must outlive the search of the prefix
  void begin(const KeepGoing& keep_going) noexcept {
    keep_going_ = &keep_going;
    goes_on_ = true;
  }

  [[nodiscard]] bool ask() noexcept {
    if (++calls_ % Calls == 0 && goes_on_) {
      goes_on_ = (*keep_going_)();
    }
    return goes_on_;
  }

  [[nodiscard]] bool goes_on() const noexcept { return goes_on_; }

 private:
  const KeepGoing* keep_going_ = nullptr;
  std::uint32_t calls_ = 0;
  bool goes_on_ = true;
};

/// A kernel that searches one board at a time, and whose count is one number.
/// @tparam Calls  of CancelPoll
template <std::uint32_t Calls>
class OneBoardKernel : public Kernel {
 public:
  using Kernel::Kernel;

  [[nodiscard]] std::uint64_t nodes() const noexcept final { return nodes_; }

 protected:
  CancelPoll<Calls> poll_;
  std::uint64_t nodes_ = 0;

 private:
  virtual std::uint64_t completions(const Placement& placement) noexcept = 0;

  bool complete(const Placement& placement, std::span<std::uint64_t> counts,
                const KeepGoing& keep_going) noexcept final {
    poll_.begin(keep_going);
    counts.front() = completions(placement);
    return poll_.goes_on();
  }
};

}  // namespace nqueens
