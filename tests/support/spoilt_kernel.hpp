// A kernel whose correct counts are spoilt afterwards.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#include "kernel/kernel.hpp"

namespace nqueens::test {

/// Spoils the counts below one prefix of a problem. Must not throw.
/// @param nodes  visited below the prefix
using Spoil = std::function<void(const Problem& problem, std::span<std::uint64_t> counts,
                                 std::uint64_t& nodes)>;

class SpoiltKernel final : public Kernel {
 public:
  SpoiltKernel(const Problem& problem, std::unique_ptr<Kernel> kernel, Spoil spoil)
      : Kernel(problem), problem_(problem), kernel_(std::move(kernel)), spoil_(std::move(spoil)) {}

  [[nodiscard]] std::uint64_t nodes() const noexcept override { return nodes_; }

 private:
  bool complete(const Placement& placement, std::span<std::uint64_t> counts,
                const KeepGoing& keep_going) noexcept override {
    const Prefix prefix{.placement = placement};
    const std::uint64_t before = kernel_->nodes();
    const bool to_its_end = kernel_->count({&prefix, 1}, counts, keep_going);
    std::uint64_t nodes = kernel_->nodes() - before;
    if (to_its_end) {
      spoil_(problem_, counts, nodes);
    }
    nodes_ += nodes;
    return to_its_end;
  }

  Problem problem_;
  std::unique_ptr<Kernel> kernel_;
  Spoil spoil_;
  std::uint64_t nodes_ = 0;
};

/// A spoilt kernel of an entry. `make_spoil` returns the function that spoils it.
inline KernelEntry spoilt(KernelEntry entry, const std::function<Spoil()>& make_spoil) {
  if (entry.compiled()) {
    entry.make = [make = entry.make, make_spoil](const Problem& problem) {
      return std::make_unique<SpoiltKernel>(problem, make(problem), make_spoil());
    };
  }
  return entry;
}

}  // namespace nqueens::test
