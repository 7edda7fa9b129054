// Simple checks of solutions, which share no code with the program.
#pragma once

#include <cstdint>
#include <vector>

#include "boards/solutions/solution.hpp"

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

}  // namespace nqueens::test
