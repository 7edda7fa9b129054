// The problem: which board and which chess pieces, and what to count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/chess_piece.hpp"

namespace nqueens {

enum class Board : std::uint8_t {
  square,  ///< the chess board
  torus,   ///< its edges joined: diagonals go on at the other side (modular queens)
};

enum class Quantity : std::uint8_t {
  solutions,   ///< ways to place n non-attacking queens
  placements,  ///< queens that the plain search places, which fills row after row from the top and
               ///< takes each queen back: the number of ways to place 1, 2 ... n queens on as many
               ///< rows from the top
};

struct Problem {
  int n = 0;  ///< rows, 1 to max_board
  Board board = Board::square;
  Quantity quantity = Quantity::solutions;
  ChessPiece chess_piece = ChessPiece::queen;  ///< a queen, or an amazon: called queen all the same

  /// How many numbers a count has: one, or for placements one for each row of the board.
  [[nodiscard]] constexpr std::size_t values() const {
    return quantity == Quantity::placements ? static_cast<std::size_t>(n) : 1;
  }

  /// How many of these are kept beside their sum: for placements all, else none.
  [[nodiscard]] constexpr std::size_t parts() const {
    return quantity == Quantity::placements ? values() : 0;
  }

  /// Whether solutions up to rotation and reflection are counted: those of the square.
  [[nodiscard]] constexpr bool has_fundamental() const {
    return board == Board::square && quantity == Quantity::solutions;
  }

  friend bool operator==(const Problem&, const Problem&) = default;
};

/// Whether this can be counted: placements and amazons only on the square board, of amazons only
/// the solutions, and no other chess piece than these two.
constexpr bool is_countable(const Problem& problem) {
  switch (problem.chess_piece) {
    case ChessPiece::queen:
      return problem.board == Board::square || problem.quantity == Quantity::solutions;
    case ChessPiece::amazon:
      return problem.board == Board::square && problem.quantity == Quantity::solutions;
    default: return false;
  }
}

/// A queen or an amazon.
std::optional<ChessPiece> counted_chess_piece_from(std::string_view name);

std::string_view to_string(Board board);
std::optional<Board> board_from(std::string_view name);

std::string_view to_string(Quantity quantity);

/// "solutions", of a single one "solution".
std::string_view noun_of(Quantity quantity, bool single);
std::optional<Quantity> quantity_from(std::string_view name);

/// For messages: "n=16", "n=23 torus", "n=17 placements", "n=16 amazon".
std::string to_string(const Problem& problem);

}  // namespace nqueens
