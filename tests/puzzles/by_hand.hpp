// Answers to puzzles by trying all sets of squares, for boards of up to 25 squares. They share
// nothing with the models.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "boards/puzzles/board_size.hpp"
#include "boards/solutions/arrangement.hpp"

namespace nqueens::test {

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

/// Whether no chess piece of the set attacks another.
inline bool is_peaceful(Squares set, const std::vector<Squares>& attacked) {
  for (Squares rest = set; rest != 0; rest &= rest - 1) {
    if ((attacked[static_cast<std::size_t>(std::countr_zero(rest))] & set) != 0) {
      return false;
    }
  }
  return true;
}

/// Whether each square of the board has a chess piece of the set or is attacked by one.
inline bool dominates(Squares set, BoardSize size, const std::vector<Squares>& attacked) {
  Squares covered = set;
  for (Squares rest = set; rest != 0; rest &= rest - 1) {
    covered |= attacked[static_cast<std::size_t>(std::countr_zero(rest))];
  }
  return covered == (Squares{1} << size.squares()) - 1;
}

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

}  // namespace nqueens::test
