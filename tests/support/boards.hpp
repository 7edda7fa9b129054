// Plain-minded board code for tests, which shares nothing with the program.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <random>
#include <vector>

#include "nqueens/core/prefix_stream.hpp"

namespace nqueens::test {

/// Column of the queen in each row.
using Solution = std::vector<int>;

inline void extend(int n, Solution& queens, std::vector<Solution>& solutions) {
  const int row = static_cast<int>(queens.size());
  if (row == n) {
    solutions.push_back(queens);
    return;
  }
  for (int column = 0; column < n; ++column) {
    bool attacked = false;
    for (int other = 0; other < row; ++other) {
      const int distance = std::abs(queens[static_cast<std::size_t>(other)] - column);
      attacked = attacked || distance == 0 || distance == row - other;
    }
    if (!attacked) {
      queens.push_back(column);
      extend(n, queens, solutions);
      queens.pop_back();
    }
  }
}

inline std::vector<Solution> all_solutions(int n) {
  std::vector<Solution> solutions;
  Solution queens;
  extend(n, queens, solutions);
  return solutions;
}

/// Whether the solution has a queen wherever the prefix has one.
inline bool extends(const Solution& solution, const Prefix& prefix) {
  for (std::size_t row = 0; row < solution.size(); ++row) {
    const bool placed = (prefix.placement.rows >> row & 1U) != 0;
    if (placed && prefix.placement.queen_column[row] != solution[row]) {
      return false;
    }
  }
  return true;
}

/// A placement of random non-attacking queens on random squares; fewer than `queens` where none is free.
inline Prefix random_prefix(int n, int queens, std::mt19937_64& random) {
  Prefix prefix;
  for (int placed = 0; placed < queens; ++placed) {
    std::vector<Square> free_squares;
    for (int row = 0; row < n; ++row) {
      for (LineSet left = prefix.placement.free_in_row(n, row); left != 0; left = without_lowest(left)) {
        free_squares.push_back({row, lowest_line(left)});
      }
    }
    if (free_squares.empty()) {
      break;
    }
    prefix.placement.toggle(n, free_squares[random() % free_squares.size()]);
  }
  return prefix;
}

/// A seed that a test prints: NQUEENS_TEST_SEED where that is set, so that a failure can be replayed.
inline std::uint64_t test_seed() {
  const char* given = std::getenv("NQUEENS_TEST_SEED");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
}

}  // namespace nqueens::test
