// Random numbers that are the same on every platform.
#pragma once

#include <cstdint>

#include "core/count.hpp"

namespace nqueens {

/// SplitMix64: a counter in steps of the golden ratio, and a mixing function. G. L. Steele, D. Lea,
/// C. H. Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    state_ += 0x9e37'79b9'7f4a'7c15;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58'476d'1ce4'e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d0'49bb'1331'11eb;
    return mixed ^ (mixed >> 31);
  }

  /// A number from 0 to bound - 1: the high word of a product, whose bias is below bound / 2^64.
  constexpr std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((Uint128{next()} * bound) >> 64);
  }

 private:
  std::uint64_t state_;
};

}  // namespace nqueens
