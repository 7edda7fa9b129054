// Chess pieces on a rectangular board: attacks, texts, pictures, and whether pieces attack one
// another or guard the whole board.
//
// "Chess piece" is used throughout, since a slice is part of a task (job/slices.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "boards/solutions/solution.hpp"
#include "core/board.hpp"

namespace nqueens {

enum class ChessPiece : std::uint8_t {
  queen,
  amazon,  ///< queen + knight, the superqueen
  king,
  rook,
  bishop,
  knight,
  chancellor,  ///< rook + knight
  archbishop,  ///< bishop + knight
  nightrider,  ///< any number of a knight's moves in one direction
  pawn,        ///< attacks nothing here: it only blocks lines
};

std::string_view to_string(ChessPiece piece);
std::optional<ChessPiece> chess_piece_from(std::string_view name);

/// Names of the pieces that attack, in the order of the enumeration.
std::vector<std::string_view> names_of_attackers();

/// Whether a chess piece attacks another square if nothing stands between.
bool attacks(ChessPiece piece, Square from, Square to);

struct PlacedPiece {
  ChessPiece piece = ChessPiece::queen;
  Square square;
  friend bool operator==(const PlacedPiece&, const PlacedPiece&) = default;
};

/// Chess pieces on a board, at most one per square, ordered by row, then column.
struct Arrangement {
  int rows = 0;
  int columns = 0;
  std::vector<PlacedPiece> pieces;
  friend bool operator==(const Arrangement&, const Arrangement&) = default;
};

/// The queens of a solution, in column order.
Arrangement arrangement_of(Rows solution);

// The checks walk the moves square by square and do not depend on how the arrangement was found. A
// rider moves up to the first occupied square of its line; a leaper jumps. Each check takes the
// chess pieces in order and reports the first fault: a piece off the board or on the square of an
// earlier one, or what the check looks for. The texts are for users; rows and columns count from 1.
// Boards have at least one square and take a byte or two per square.

/// The first chess piece that attacks another: "the queen at column 1, row 1 attacks the knight at
/// column 3, row 3". Pawns are not attacked: they only block lines.
std::optional<std::string> find_attack(const Arrangement& arrangement);

/// The first square, row by row, that is neither occupied nor attacked: "no chess piece attacks
/// column 4, row 1".
std::optional<std::string> find_unguarded(const Arrangement& arrangement);

// The following texts need an arrangement without misplaced chess pieces.

/// How squares are drawn. Readers of solutions accept both.
enum class SquareSymbols : std::uint8_t {
  letters,  ///< '.' and for each chess piece the first letter of its name that no earlier one has:
            ///< Q K R B N P, amazon A, chancellor C, archbishop H, nightrider I
  unicode,  ///< a middle dot and the black chess symbols. Fonts of terminals lack those of amazon,
            ///< chancellor, archbishop and nightrider, which have their letters
};

inline constexpr std::uint64_t max_drawn_board = 1000;

/// One line per row, row 1 first, squares separated by single blanks. Throws std::length_error
/// above max_drawn_board rows or columns.
std::string board_text(const Arrangement& arrangement, SquareSymbols symbols);

/// The chess pieces by kind, with column and row of each, counted from 1: "queens 1,4 2,2; pawn
/// 3,3". Empty if there are none. No newline.
std::string line_text(const Arrangement& arrangement);

/// The chess pieces in order, columns and rows counted from 1:
/// [{"chess_piece":"queen","column":1,"row":1}]. No newline.
std::string json_text(const Arrangement& arrangement);

// Pictures of boards with chess pieces or numbers, each an SVG 1.1 document with column numbers on
// top, row numbers on the left and row 1 first. The board is <rect id="board" width="100 columns"
// height="100 rows"/> with its corner at 0, 0; a queen is <use xlink:href="#queen" x="100 column"
// y="100 row"/>, counted from 0; likewise the other chess pieces. Everything is a path, so no font
// is needed.

inline constexpr std::uint64_t max_drawn_picture = 200;

/// The beginning of every picture.
inline constexpr std::string_view svg_start =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
    "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"";

/// Throws std::length_error above max_drawn_picture rows or columns. The title is "9 queens, 1
/// pawn".
std::string svg_text(const Arrangement& arrangement);

}  // namespace nqueens
