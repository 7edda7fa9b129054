// Answers to puzzles: by the program, with each arrangement checked, and by trying all sets of
// squares, for boards of up to 25 squares. The sets share nothing with the models.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "boards/puzzles/models.hpp"

namespace nqueens::test {

/// The best number of chess pieces, and how many sets have it.
struct Best {
  int number = -1;
  std::uint64_t ways = 0;
  friend bool operator==(const Best&, const Best&) = default;

  void add(int candidate, bool larger_is_better) {
    if (number < 0 || (larger_is_better ? candidate > number : candidate < number)) {
      *this = {.number = candidate, .ways = 0};
    }
    ways += candidate == number ? 1U : 0U;
  }
};

/// How many arrangements of a number a puzzle has; each is checked, and that it comes once.
/// @param is_right  bool(const Arrangement&, int number)
template <class IsRight>
std::uint64_t ways_of(const Puzzle& puzzle, int number, Search& search, IsRight is_right) {
  std::set<std::string> seen;
  const auto visit = [&](const Arrangement& arrangement) {
    EXPECT_TRUE(is_right(arrangement, number)) << line_text(arrangement);
    EXPECT_TRUE(seen.insert(line_text(arrangement)).second) << "comes twice";
    return true;
  };
  EXPECT_EQ(puzzle.visit(number, search, visit), SearchEnd::complete);
  return seen.size();
}

/// The best number and its arrangements.
template <class IsRight>
Best searched(const Puzzle& puzzle, IsRight is_right, int threads = 1) {
  Search search(threads);
  const Optimum optimum = best_of(puzzle, search);
  EXPECT_TRUE(optimum.proved());
  EXPECT_TRUE(is_right(*optimum.best, optimum.number));
  return {.number = optimum.number, .ways = ways_of(puzzle, optimum.number, search, is_right)};
}

inline std::string named(BoardSize size) {
  return std::to_string(size.rows) + " x " + std::to_string(size.columns);
}

/// A set of squares, row by row from the lowest bit.
using Squares = std::uint32_t;

/// The squares that a lone chess piece attacks, by looking at each square from it.
inline std::vector<Squares> attacked_from_each(BoardSize size, ChessPiece piece) {
  std::vector<Squares> attacked;
  for (int from = 0; from < size.squares(); ++from) {
    Squares squares = 0;
    for (int to = 0; to < size.squares(); ++to) {
      const Arrangement pair{.rows = size.rows,
                             .columns = size.columns,
                             .pieces = {{piece, {from / size.columns, from % size.columns}},
                                        {piece, {to / size.columns, to % size.columns}}}};
      if (from != to && find_attack(pair)) {
        squares |= Squares{1} << to;
      }
    }
    attacked.push_back(squares);
  }
  return attacked;
}

/// All squares that the chess pieces of the set attack.
inline Squares attacked_by(Squares set, const std::vector<Squares>& attacked) {
  Squares squares = 0;
  for (Squares rest = set; rest != 0; rest &= rest - 1) {
    squares |= attacked[static_cast<std::size_t>(std::countr_zero(rest))];
  }
  return squares;
}

}  // namespace nqueens::test
