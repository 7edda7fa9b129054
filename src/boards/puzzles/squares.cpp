// Makes the sets of attacked squares, the symmetries and the lines of boards.
#include "boards/puzzles/squares.hpp"

#include "boards/solutions/text.hpp"
#include "core/error.hpp"

namespace nqueens {

AttackGraph::AttackGraph(BoardSize size, ChessPiece piece) : size_(size), piece_(piece) {
  if (squares() > max_puzzle_squares) {
    throw Error(ExitCode::usage, joined("the board has ", squares(),
                                        " squares; puzzles take up to ", max_puzzle_squares));
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

Arrangement AttackGraph::arrangement(const SquareSet& squares) const {
  return arrangement_of(size_, [&](int number) {
    return squares[static_cast<std::size_t>(number)] ? std::optional(piece_) : std::nullopt;
  });
}

Arrangement AttackGraph::arrangement(const Gecode::BoolVarArray& squares) const {
  return arrangement_of(size_, [&](int number) {
    return squares[number].val() == 1 ? std::optional(piece_) : std::nullopt;
  });
}

Symmetries symmetries_of(BoardSize size) {
  Symmetries symmetries;
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

BoardLines::BoardLines(BoardSize size) {
  const auto line = [size](Square square, int down, int right) {
    Line squares;
    for (; square.row < size.rows && square.column >= 0 && square.column < size.columns;
         square.row += down, square.column += right) {
      squares.push_back(square.row * size.columns + square.column);
    }
    return squares;
  };
  const auto add_diagonals = [&](Square from) {
    for (const int right : {1, -1}) {
      const bool begins_here = from.row == 0 || from.column == (right > 0 ? 0 : size.columns - 1);
      if (Line squares = line(from, 1, right); begins_here && squares.size() > 1) {
        diagonals.push_back(std::move(squares));
      }
    }
  };
  for (int row = 0; row < size.rows; ++row) {
    rows.push_back(line({.row = row, .column = 0}, 0, 1));
    for (int column = 0; column < size.columns; ++column) {
      add_diagonals({.row = row, .column = column});
    }
  }
  for (int column = 0; column < size.columns; ++column) {
    columns.push_back(line({.row = 0, .column = column}, 1, 0));
  }
}

}  // namespace nqueens
