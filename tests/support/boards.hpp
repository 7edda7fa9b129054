// Simple board code for tests, which shares no code with the program.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "core/prefix_stream.hpp"

namespace nqueens::test {

inline std::vector<Sequence> every_sequence() {
  std::vector<Sequence> all;
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    all.push_back(static_cast<Sequence>(i));
  }
  return all;
}

/// The self-test boards of all sequences, optionally with more rows.
inline std::vector<Problem> small_boards(int more = 0) {
  std::vector<Problem> boards;
  for (const Sequence sequence : every_sequence()) {
    boards.push_back({.n = info_of(sequence).small_board.n + more, .sequence = sequence});
  }
  return boards;
}

/// The column of the queen in each row.
using Solution = std::vector<int>;

/// Whether queens attack each other that are `rows_apart` rows apart.
inline bool attack(const Problem& problem, int rows_apart, int column, int other) {
  const Moves& moves = problem.info().moves;
  const int distance = std::abs(column - other);
  const bool around = moves.board == Board::torus && distance == problem.n - rows_apart;
  return distance == 0 || distance == rows_apart || around ||
         (moves.knights && rows_apart < 3 && distance + rows_apart == 3);
}

/// Whether the sequence's turn moves a queen to a square that it attacks.
inline bool attacks_its_images(const Problem& problem, Square queen) {
  const int last = problem.n - 1;
  const Square half{last - queen.row, last - queen.column};
  const Square quarter{queen.column, last - queen.row};
  const Square back{last - queen.column, queen.row};
  const auto attacked = [&](Square image) {
    const int rows = std::abs(queen.row - image.row);
    return image != queen && (rows == 0 || attack(problem, rows, queen.column, image.column));
  };
  switch (problem.info().moves.turn) {
    case Turn::none: break;
    case Turn::half: return attacked(half);
    case Turn::quarter: return attacked(half) || attacked(quarter) || attacked(back);
  }
  return false;
}

/// Calls visit(queens) for every way to fill the first rows with one queen each.
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

/// Whether the sequence's turn maps a solution to itself.
inline bool is_fixed(const Problem& problem, const Solution& queens) {
  const Turn turn = problem.info().moves.turn;
  for (int row = 0; row < problem.n && turn != Turn::none; ++row) {
    const int column = queens[static_cast<std::size_t>(row)];
    const Square image = turn == Turn::half ? Square{problem.n - 1 - row, problem.n - 1 - column}
                                            : Square{column, problem.n - 1 - row};
    if (queens[static_cast<std::size_t>(image.row)] != image.column) {
      return false;
    }
  }
  return true;
}

inline std::vector<Solution> all_solutions(const Problem& problem) {
  std::vector<Solution> solutions;
  Solution queens;
  extend(problem, queens, [&](const Solution& placed) {
    if (static_cast<int>(placed.size()) == problem.n && is_fixed(problem, placed)) {
      solutions.push_back(placed);
    }
  });
  return solutions;
}

/// By row, the number of ways to fill the rows up to it: the queens that the plain search places
/// there.
inline std::vector<std::uint64_t> placed_by_row(const Problem& problem) {
  std::vector<std::uint64_t> placed(static_cast<std::size_t>(problem.n));
  Solution queens;
  extend(problem, queens, [&](const Solution& filled) { ++placed[filled.size() - 1]; });
  return placed;
}

inline bool extends(const Solution& solution, const Prefix& prefix) {
  for (std::size_t row = 0; row < solution.size(); ++row) {
    const bool placed = (prefix.placement.rows >> row & 1U) != 0;
    if (placed && prefix.placement.queen_column[row] != solution[row]) {
      return false;
    }
  }
  return true;
}

/// The prefix without queens.
inline Prefix empty_board(const Problem& problem) {
  return {.placement = {.moves = problem.info().moves}};
}

/// Random non-attacking queens on random squares, or on the first rows if these are filled from the
/// top; fewer than `queens` if no square is free, more if the last orbit is larger.
inline Prefix random_prefix(const Problem& problem, int queens, std::mt19937_64& random) {
  const int n = problem.n;
  Prefix prefix = empty_board(problem);
  while (prefix.placement.queens() < std::min(queens, n)) {
    const int end = problem.info().by_row ? prefix.placement.queens() + 1 : n;
    std::vector<Square> free_squares;
    for (int row = 0; row < end; ++row) {
      for (LineSet left = prefix.placement.free_in_row(n, row); left != 0;
           left = without_lowest(left)) {
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

/// The seed of all tests of a run. Failing tests print it; NQUEENS_TEST_SEED replays it.
inline std::uint64_t test_seed() {
  static const std::uint64_t of_this_run = [] {
    const char* given = std::getenv("NQUEENS_TEST_SEED");
    return given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
  }();
  return of_this_run;
}

/// Random numbers from this run's seed, which is shown with failures.
struct SeededRandom : std::mt19937_64 {
  explicit SeededRandom(std::uint64_t its_seed = test_seed())
      : std::mt19937_64(its_seed),
        seed(its_seed),
        trace(__FILE__, __LINE__, "seed " + std::to_string(its_seed)) {}
  std::uint64_t seed;
  testing::ScopedTrace trace;
};

}  // namespace nqueens::test
