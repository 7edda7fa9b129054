// printf into a short string.
#pragma once

#include <array>
#include <cstdio>
#include <string>

namespace nqueens {

/// What printf would print, up to 63 characters.
template <class... Numbers>
std::string formatted(const char* format, Numbers... numbers) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format, numbers...);
  return text.data();
}

}  // namespace nqueens
