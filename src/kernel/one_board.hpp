// What kernels share that count the completions of one board after the other, as one number.
#pragma once

#include <cstdint>
#include <span>

#include "kernel/kernels.hpp"

namespace nqueens {

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
