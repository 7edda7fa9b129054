#include "nqueens/core/symmetry.hpp"

#include "nqueens/core/names.hpp"

namespace nqueens {
namespace {

constexpr std::array<std::string_view, 3> names = {"none", "mirror", "full"};

/// By row the column of its queen; rows without a queen come last in the order.
using QueenColumns = std::array<std::int8_t, max_board>;

QueenColumns no_queens() {
  QueenColumns columns;
  columns.fill(max_board);
  return columns;
}

QueenColumns image_of(int n, const Placement& placement, Isometry isometry, Board board) {
  QueenColumns image = no_queens();
  for (LineSet rows = placement.rows; rows != 0; rows = without_lowest(rows)) {
    const int row = lowest_line(rows);
    const Square square = isometry(n, {row, placement.queen_column[static_cast<std::size_t>(row)]}, board);
    image[static_cast<std::size_t>(square.row)] = static_cast<std::int8_t>(square.column);
  }
  return image;
}

}  // namespace

std::string_view to_string(Symmetry symmetry) {
  return names[static_cast<std::size_t>(symmetry)];
}

std::optional<Symmetry> symmetry_from(std::string_view name) {
  return value_named<Symmetry>(names, name);
}

Lines stage_lines(Symmetry symmetry, int n, int stage, Board board) {
  switch (symmetry) {
    case Symmetry::none: break;
    case Symmetry::mirror:
      if (stage < n) {
        return {.rows = LineSet{1} << stage, .columns = 0};
      }
      break;
    case Symmetry::full:
      if (board == Board::torus) {
        if (stage > n / 2) {
          break;
        }
        const LineSet lines =
            LineSet{1} << (middle_line(n) - stage + n) % n | LineSet{1} << (middle_line(n) + stage) % n;
        return {.rows = lines, .columns = lines};
      }
      if (const int low = (n - 1) / 2 - stage; low >= 0) {
        const LineSet lines = LineSet{1} << low | LineSet{1} << (n / 2 + stage);
        return {.rows = lines, .columns = lines};
      }
      break;
  }
  return {};
}

OrbitPosition orbit_position(int n, const Placement& placement, IsometrySet group, Board board) {
  const QueenColumns original = image_of(n, placement, Isometry{}, board);
  OrbitPosition position{.smallest = true, .stabiliser = 0};
  for (int index = 0; index < 8; ++index) {
    if ((group >> index & 1) == 0) {
      continue;
    }
    const QueenColumns image = image_of(n, placement, Isometry{index}, board);
    if (image == original) {
      position.stabiliser = static_cast<IsometrySet>(position.stabiliser | 1 << index);
    } else if (image < original) {
      position.smallest = false;
    }
  }
  return position;
}

}  // namespace nqueens
