// Makes the sets of attacked squares, and the symmetries of boards.
#include "boards/puzzles/attack_graph.hpp"

#include <string>
#include <utility>

#include "core/error.hpp"

namespace nqueens {

AttackGraph::AttackGraph(BoardSize size, ChessPiece piece) : size_(size), piece_(piece) {
  if (squares() > max_puzzle_squares) {
    throw Error(ExitCode::usage, "the board has " + std::to_string(squares()) +
                                     " squares; puzzles take up to " +
                                     std::to_string(max_puzzle_squares));
  }
  for (int from = 0; from < squares(); ++from) {
    SquareSet set;
    for (int to = 0; to < squares(); ++to) {
      set[static_cast<std::size_t>(to)] =
          attacks(piece, square_of(size, from), square_of(size, to));
    }
    attacked_.push_back(set);
    dominated_.push_back(set.set(static_cast<std::size_t>(from)));
  }
}

SquareSet AttackGraph::all() const {
  return ~SquareSet() >> static_cast<std::size_t>(max_puzzle_squares - squares());
}

std::vector<std::vector<int>> symmetries_of(BoardSize size) {
  std::vector<std::vector<int>> symmetries;
  const int turns = size.rows == size.columns ? 8 : 4;
  for (int index = 0; index < turns; ++index) {
    std::vector<int> images;
    for (int number = 0; number < size.squares(); ++number) {
      Square square = square_of(size, number);
      if ((index & 1) != 0) {
        square.row = size.rows - 1 - square.row;
      }
      if ((index & 2) != 0) {
        square.column = size.columns - 1 - square.column;
      }
      if ((index & 4) != 0) {
        std::swap(square.row, square.column);
      }
      images.push_back(square.row * size.columns + square.column);
    }
    symmetries.push_back(std::move(images));
  }
  return symmetries;
}

Arrangement arrangement_of(BoardSize size, ChessPiece piece, const SquareSet& squares) {
  Arrangement arrangement{.rows = size.rows, .columns = size.columns, .pieces = {}};
  for (int number = 0; number < size.squares(); ++number) {
    if (squares[static_cast<std::size_t>(number)]) {
      arrangement.pieces.push_back({.piece = piece, .square = square_of(size, number)});
    }
  }
  return arrangement;
}

}  // namespace nqueens
