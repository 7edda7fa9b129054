// Arrangements drawn by letter, for tests.
#pragma once

#include <initializer_list>
#include <string_view>

#include "boards/solutions/arrangement.hpp"

namespace nqueens::test {

/// The chess pieces of lines such as "Q..P"; '.' is an empty square.
inline Arrangement drawn(std::initializer_list<std::string_view> lines) {
  constexpr std::string_view letters = "QAKRBNCHIP";
  Arrangement arrangement;
  for (const std::string_view line : lines) {
    arrangement.columns = 0;
    for (const char letter : line) {
      const auto piece = letters.find(letter);
      if (piece != std::string_view::npos) {
        arrangement.pieces.push_back(
            {static_cast<ChessPiece>(piece), {arrangement.rows, arrangement.columns}});
      }
      ++arrangement.columns;
    }
    ++arrangement.rows;
  }
  return arrangement;
}

}  // namespace nqueens::test
