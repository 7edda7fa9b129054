// Texts for readers, for tests.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "boards/solutions/text.hpp"

namespace nqueens::test {

/// Reads from a text, which outlives it, some characters at a time.
inline ReadText reading(const std::string& text, std::size_t at_once = 7) {
  return [&text, at_once, position = std::size_t{0}](std::span<char> buffer) mutable {
    const std::size_t count = text.copy(buffer.data(), std::min(at_once, buffer.size()), position);
    position += count;
    return count;
  };
}

}  // namespace nqueens::test
