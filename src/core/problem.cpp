#include "nqueens/core/problem.hpp"

#include <algorithm>
#include <array>

namespace nqueens {
namespace {

constexpr std::array<std::string_view, 2> board_names = {"square", "torus"};
constexpr std::array<std::string_view, 2> quantity_names = {"solutions", "placements"};

template <class Value, std::size_t Size>
std::optional<Value> value_from(const std::array<std::string_view, Size>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    return std::nullopt;
  }
  return static_cast<Value>(found - names.begin());
}

}  // namespace

std::string_view to_string(Board board) {
  return board_names[static_cast<std::size_t>(board)];
}

std::optional<Board> board_from(std::string_view name) {
  return value_from<Board>(board_names, name);
}

std::string_view to_string(Quantity quantity) {
  return quantity_names[static_cast<std::size_t>(quantity)];
}

std::optional<Quantity> quantity_from(std::string_view name) {
  return value_from<Quantity>(quantity_names, name);
}

std::string to_string(const Problem& problem) {
  std::string text = "n=" + std::to_string(problem.n);
  if (problem.board != Board::square) {
    text += " " + std::string(to_string(problem.board));
  }
  if (problem.quantity != Quantity::solutions) {
    text += " " + std::string(to_string(problem.quantity));
  }
  return text;
}

}  // namespace nqueens
