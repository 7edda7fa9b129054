// Random numbers from 0 to 1.
#pragma once

#include <cmath>
#include <random>

namespace nqueens {

/// From 0 up to 1, the same on every machine.
inline double uniform(std::mt19937_64& random) {
  return std::ldexp(static_cast<double>(random() >> 11), -53);
}

}  // namespace nqueens
