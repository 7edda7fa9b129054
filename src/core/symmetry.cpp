// The lines of a stage, whether a placement is the smallest of its orbit, and its stabiliser.

#include "core/symmetry.hpp"

#include <algorithm>
#include <compare>

namespace nqueens {
namespace {

/// The squares of queens as row * max_lines + column, in ascending order. Two placements of the
/// same size compare by the first square in which they differ.
class QueenSquares {
 public:
  QueenSquares(int n, const Placement& placement, Isometry isometry) {
    for (LineSet rows = placement.rows; rows != 0; rows = without_lowest(rows)) {
      insert(image(n, placement, lowest_line(rows), isometry));
    }
  }

  /// The smallest of them, without sorting. At least one queen must be placed.
  static std::uint16_t first(int n, const Placement& placement, Isometry isometry) {
    std::uint16_t least = max_lines * max_lines;
    for (LineSet rows = placement.rows; rows != 0; rows = without_lowest(rows)) {
      least = std::min(least, image(n, placement, lowest_line(rows), isometry));
    }
    return least;
  }

  friend std::strong_ordering operator<=>(const QueenSquares& a, const QueenSquares& b) {
    return std::lexicographical_compare_three_way(a.squares_.begin(), a.end(), b.squares_.begin(),
                                                  b.end());
  }

 private:
  using Squares = std::array<std::uint16_t, max_lines>;

  /// The image of a row's queen.
  static std::uint16_t image(int n, const Placement& placement, int row, Isometry isometry) {
    const Square queen{row, placement.queen_column[static_cast<std::size_t>(row)]};
    const Square square = isometry(n, queen, placement.moves.board);
    return static_cast<std::uint16_t>(square.row * max_lines + square.column);
  }

  [[nodiscard]] Squares::const_iterator end() const { return squares_.begin() + size_; }

  void insert(std::uint16_t square) {
    auto at = squares_.begin() + size_++;
    for (; at != squares_.begin() && *(at - 1) > square; --at) {
      *at = *(at - 1);
    }
    *at = square;
  }

  Squares squares_{};
  int size_ = 0;
};

}  // namespace

StageLines stage_lines(Symmetry symmetry, int n, int stage, Board board) {
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
        const LineSet lines = LineSet{1} << (middle_line(n) - stage + n) % n |
                              LineSet{1} << (middle_line(n) + stage) % n;
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

OrbitPosition orbit_position(int n, const Placement& placement, IsometrySet group) {
  const QueenSquares original(n, placement, Isometry{});
  const std::uint16_t first = QueenSquares::first(n, placement, Isometry{});
  OrbitPosition position{.smallest = true, .stabiliser = 0};
  for (int index = 0; index < 8; ++index) {
    if ((group >> index & 1) == 0) {
      continue;
    }
    std::strong_ordering order = QueenSquares::first(n, placement, Isometry{index}) <=> first;
    if (order == 0) {
      order = QueenSquares(n, placement, Isometry{index}) <=> original;
    }
    if (order < 0) {
      position.smallest = false;
      break;  // seven of eight placements end here
    }
    if (order == 0) {
      position.stabiliser = static_cast<IsometrySet>(position.stabiliser | 1 << index);
    }
  }
  return position;
}

}  // namespace nqueens
