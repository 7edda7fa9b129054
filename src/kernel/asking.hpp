// How a recursive search asks whether to go on.
#pragma once

#include <cstdint>

#include "kernel/kernel.hpp"

namespace nqueens {

/// A search of one board at a time asks if this many rows or more are left. What is below one such
/// board takes less than a millisecond.
inline constexpr int asked_rows = 12;

/// Asks once in `Calls` calls, and no more after a no. Then a search that returns wherever the
/// answer is no is left at once, however deep it is.
template <std::uint32_t Calls>
class Asking {
 public:
  /// @param keep_going  outlives the search of the prefix
  void begin(const Kernel::KeepGoing& keep_going) noexcept {
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
  const Kernel::KeepGoing* keep_going_ = nullptr;
  std::uint32_t calls_ = 0;
  bool goes_on_ = true;
};

}  // namespace nqueens
