// Division of whole numbers that rounds up.
#pragma once

#include <cstdint>

namespace nqueens {

constexpr std::uint64_t divide_up(std::uint64_t dividend, std::uint64_t divisor) {
  return dividend / divisor + (dividend % divisor != 0 ? 1 : 0);
}

}  // namespace nqueens
