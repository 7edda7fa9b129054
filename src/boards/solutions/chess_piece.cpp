// The moves of the chess pieces, as a table.

#include "boards/solutions/chess_piece.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/names.hpp"

namespace nqueens {
namespace {

constexpr std::array<std::string_view, 10> chess_piece_names = {
    "queen",  "amazon",     "king",       "rook",       "bishop",
    "knight", "chancellor", "archbishop", "nightrider", "pawn"};

constexpr ChessMove straight{.longer = 1, .shorter = 0, .rides = true};
constexpr ChessMove diagonal{.longer = 1, .shorter = 1, .rides = true};
constexpr ChessMove knights_leap{.longer = 2, .shorter = 1};

constexpr std::array queen_moves = {straight, diagonal};
constexpr std::array amazon_moves = {straight, diagonal, knights_leap};
constexpr std::array king_moves = {ChessMove{.longer = 1, .shorter = 0},
                                   ChessMove{.longer = 1, .shorter = 1}};
constexpr std::array rook_moves = {straight};
constexpr std::array bishop_moves = {diagonal};
constexpr std::array knight_moves = {knights_leap};
constexpr std::array chancellor_moves = {straight, knights_leap};
constexpr std::array archbishop_moves = {diagonal, knights_leap};
constexpr std::array nightrider_moves = {ChessMove{.longer = 2, .shorter = 1, .rides = true}};

/// Whether `times` moves of one kind lead that far, `times` at least 1 and for a leap exactly 1.
bool leads(const ChessMove& move, int longer, int shorter) {
  const int times = longer / move.longer;
  return times * move.longer == longer && times * move.shorter == shorter && times >= 1 &&
         (move.rides || times == 1);
}

}  // namespace

std::span<const ChessMove> moves_of(ChessPiece piece) {
  switch (piece) {
    case ChessPiece::queen: return queen_moves;
    case ChessPiece::amazon: return amazon_moves;
    case ChessPiece::king: return king_moves;
    case ChessPiece::rook: return rook_moves;
    case ChessPiece::bishop: return bishop_moves;
    case ChessPiece::knight: return knight_moves;
    case ChessPiece::chancellor: return chancellor_moves;
    case ChessPiece::archbishop: return archbishop_moves;
    case ChessPiece::nightrider: return nightrider_moves;
    case ChessPiece::pawn: break;
  }
  return {};
}

bool attacks(ChessPiece piece, Square from, Square to) {
  const int rows = std::abs(to.row - from.row);
  const int columns = std::abs(to.column - from.column);
  return std::ranges::any_of(moves_of(piece), [rows, columns](const ChessMove& move) {
    return leads(move, std::max(rows, columns), std::min(rows, columns));
  });
}

std::string_view to_string(ChessPiece piece) {
  return chess_piece_names[static_cast<std::size_t>(piece)];
}

std::optional<ChessPiece> chess_piece_from(std::string_view name) {
  return value_named<ChessPiece>(chess_piece_names, name);
}

std::vector<std::string_view> names_of_attackers() {
  return {chess_piece_names.begin(), chess_piece_names.end() - 1};
}

std::string noun_of(ChessPiece piece, bool single) {
  return std::string(to_string(piece)) + (single ? "" : "s");
}

}  // namespace nqueens
