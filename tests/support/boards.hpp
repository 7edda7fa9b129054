// Simple board code for tests, which shares no code with the program.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <random>
#include <vector>

#include "core/prefix_stream.hpp"

namespace nqueens::test {

/// Column of the queen in each row.
using Solution = std::vector<int>;

/// Whether queens on two rows, so many rows apart, attack each other.
inline bool attack(const Problem& problem, int rows_apart, int column, int other) {
  const int distance = std::abs(column - other);
  return distance == 0 || distance == rows_apart ||
         (problem.board == Board::torus && distance == problem.n - rows_apart) ||
         (problem.chess_piece == ChessPiece::amazon && rows_apart < 3 &&
          distance + rows_apart == 3);
}

/// Calls visit(queens) with every way to fill the first rows with one queen each.
template <class Visit>
void extend(const Problem& problem, Solution& queens, const Visit& visit) {
  const int n = problem.n;
  const int row = static_cast<int>(queens.size());
  for (int column = 0; row < n && column < n; ++column) {
    bool attacked = false;
    for (int other = 0; other < row; ++other) {
      attacked =
          attacked || attack(problem, row - other, column, queens[static_cast<std::size_t>(other)]);
    }
    if (!attacked) {
      queens.push_back(column);
      visit(queens);
      extend(problem, queens, visit);
      queens.pop_back();
    }
  }
}

inline std::vector<Solution> all_solutions(const Problem& problem) {
  std::vector<Solution> solutions;
  Solution queens;
  extend(problem, queens, [&](const Solution& placed) {
    if (static_cast<int>(placed.size()) == problem.n) {
      solutions.push_back(placed);
    }
  });
  return solutions;
}

/// By row, the number of ways to fill the rows down to it, which is the queens that the plain
/// search places.
inline std::vector<std::uint64_t> placed_by_row(int n) {
  std::vector<std::uint64_t> placed(static_cast<std::size_t>(n));
  Solution queens;
  extend({.n = n}, queens, [&](const Solution& filled) { ++placed[filled.size() - 1]; });
  return placed;
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

/// A placement of random non-attacking queens on random squares; fewer than `queens` if no square
/// is free.
inline Prefix random_prefix(const Problem& problem, int queens, std::mt19937_64& random) {
  const int n = problem.n;
  Prefix prefix;
  prefix.placement.chess_piece = problem.chess_piece;
  for (int placed = 0; placed < queens; ++placed) {
    std::vector<Square> free_squares;
    for (int row = 0; row < n; ++row) {
      for (LineSet left = prefix.placement.free_in_row(n, row); left != 0;
           left = without_lowest(left)) {
        free_squares.push_back({row, lowest_line(left)});
      }
    }
    if (free_squares.empty()) {
      break;
    }
    prefix.placement.toggle(n, free_squares[random() % free_squares.size()], problem.board);
  }
  return prefix;
}

/// A random queen on each of the first rows; fewer than `rows` if the next one has no free square.
inline Prefix random_first_rows(int n, int rows, std::mt19937_64& random) {
  Prefix prefix;
  for (int row = 0; row < rows; ++row) {
    std::vector<int> columns;
    for (LineSet left = prefix.placement.free_in_row(n, row); left != 0;
         left = without_lowest(left)) {
      columns.push_back(lowest_line(left));
    }
    if (columns.empty()) {
      break;
    }
    prefix.placement.toggle(n, {row, columns[random() % columns.size()]});
  }
  return prefix;
}

/// A seed that a test prints, or NQUEENS_TEST_SEED to replay a failure.
inline std::uint64_t test_seed() {
  const char* given = std::getenv("NQUEENS_TEST_SEED");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
}

}  // namespace nqueens::test
