// Solutions, arrangements, squares and texts for tests; simple checks that share no code with the
// program.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "boards/solutions/arrangement.hpp"
#include "boards/solutions/methods.hpp"
#include "boards/solutions/number_square.hpp"
#include "boards/solutions/text_source.hpp"
#include "support/boards.hpp"

namespace nqueens::test {

/// Every queen against every other: O(n^2).
inline bool is_solution_by_pairs(Rows rows) {
  const auto n = static_cast<std::int64_t>(rows.size());
  const auto row = [&rows](std::int64_t column) {
    return std::int64_t{rows[static_cast<std::size_t>(column)]};
  };
  for (std::int64_t right = 0; right < n; ++right) {
    if (row(right) >= n) {
      return false;
    }
    for (std::int64_t left = 0; left < right; ++left) {
      const std::int64_t distance = row(right) - row(left);
      if (distance == 0 || distance == right - left || distance == left - right) {
        return false;
      }
    }
  }
  return true;
}

/// Lines as counts, for boards that are too large for pairs.
inline bool is_solution_by_lines(Rows rows) {
  const std::size_t n = rows.size();
  std::vector<int> taken(n);
  std::vector<int> sums(2 * n);
  std::vector<int> differences(2 * n);
  for (std::size_t column = 0; column < n; ++column) {
    const std::size_t row = rows[column];
    if (row >= n || taken[row]++ != 0 || sums[row + column]++ != 0 ||
        differences[n + row - column]++ != 0) {
      return false;
    }
  }
  return true;
}

inline bool is_solution(Rows rows) {
  return rows.size() <= 300 ? is_solution_by_pairs(rows) : is_solution_by_lines(rows);
}

/// All solutions, in the order of the search.
inline std::vector<std::vector<Row>> searched(int n) {
  std::vector<std::vector<Row>> solutions;
  search(n, [&](Rows rows) {
    solutions.emplace_back(rows.begin(), rows.end());
    return true;
  });
  return solutions;
}

/// Reads from a text, which outlives it, some characters at a time.
/// @param waits  the text is not over at its end: asking for more is a failure
inline TextSource reading(const std::string& text, bool waits = false) {
  const auto read = [&text, waits, position = std::size_t{0}](std::span<char> buffer) mutable {
    const std::size_t count =
        text.copy(buffer.data(), std::min<std::size_t>(7, buffer.size()), position);
    EXPECT_TRUE(count > 0 || !waits) << "waits behind " << text;
    position += count;
    return count;
  };
  return {read, "text"};
}

/// The text with characters changed, lost and doubled at random, or as it is.
inline std::string spoilt(std::string text, const std::string& bytes, std::mt19937_64& random) {
  for (auto changes = random() % 4; changes > 0; --changes) {
    const std::size_t at = random() % text.size();
    switch (random() % 3) {
      case 0: text[at] = bytes[random() % bytes.size()]; break;
      case 1: text.erase(at, 1 + random() % 4); break;
      default: text.insert(at, text.substr(random() % text.size(), random() % 20)); break;
    }
  }
  return text;
}

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

inline NumberSquare random_square(std::mt19937_64& random, int largest_n, int largest_number) {
  NumberSquare square = {std::uniform_int_distribution(1, largest_n)(random), {}};
  std::uniform_int_distribution number(0, largest_number);
  for (int index = 0; index < square.n * square.n; ++index) {
    square.numbers.push_back(number(random));
  }
  return square;
}

}  // namespace nqueens::test
