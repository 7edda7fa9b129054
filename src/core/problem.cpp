// Names of boards and quantities, as in job files, checkpoints and results.

#include "core/problem.hpp"

#include <array>

#include "core/names.hpp"

namespace nqueens {
namespace {

constexpr std::array<std::string_view, 2> board_names = {"square", "torus"};
constexpr std::array<std::string_view, 2> quantity_names = {"solutions", "placements"};

}  // namespace

std::string_view to_string(Board board) {
  return board_names[static_cast<std::size_t>(board)];
}

std::optional<Board> board_from(std::string_view name) {
  return value_named<Board>(board_names, name);
}

std::string_view to_string(Quantity quantity) {
  return quantity_names[static_cast<std::size_t>(quantity)];
}

std::string_view noun_of(Quantity quantity, bool single) {
  const std::string_view nouns = to_string(quantity);
  return single ? nouns.substr(0, nouns.size() - 1) : nouns;
}

std::optional<Quantity> quantity_from(std::string_view name) {
  return value_named<Quantity>(quantity_names, name);
}

std::optional<ChessPiece> counted_chess_piece_from(std::string_view name) {
  const auto piece = chess_piece_from(name);
  return piece && is_countable({.chess_piece = *piece}) ? piece : std::nullopt;
}

std::string to_string(const Problem& problem) {
  std::string text = "n=" + std::to_string(problem.n);
  if (problem.board != Board::square) {
    text += " " + std::string(to_string(problem.board));
  }
  if (problem.quantity != Quantity::solutions) {
    text += " " + std::string(to_string(problem.quantity));
  }
  if (problem.chess_piece != ChessPiece::queen) {
    text += " " + std::string(to_string(problem.chess_piece));
  }
  return text;
}

}  // namespace nqueens
