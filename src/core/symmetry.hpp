// The symmetries of the square board, and sets of lines that they map to themselves.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/board.hpp"
#include "core/names.hpp"

namespace nqueens {

/// The symmetries that a count uses. The three modes search different prefixes with different
/// weights, so they check one another. On a torus `full` also uses the n * n translations.
enum class Symmetry : std::uint8_t {
  none,    ///< the search visits every solution
  mirror,  ///< the reflection that reverses every row: one half of the board
  full,    ///< all eight symmetries of the square (the dihedral group D4): one eighth
};

template <>
inline constexpr std::array<std::string_view, 3> names_of<Symmetry> = {"none", "mirror", "full"};

/// The line that reversals of a torus keep in place: the middle line, or the lower one of two. A
/// torus has no middle of its own.
constexpr int middle_line(int n) {
  return (n - 1) / 2;
}

/// One of the eight symmetries of the square: an optional transposition, then optional reversals. A
/// reversal of a torus keeps the middle line in place. A reversal of an even square swaps the two
/// middle lines.
class Isometry {
 public:
  constexpr Isometry() = default;
  /// @param index  0 (the identity) to 7
  constexpr explicit Isometry(int index) : index_(index) {}

  [[nodiscard]] constexpr int index() const { return index_; }

  [[nodiscard]] constexpr Square operator()(int n, Square square,
                                            Board board = Board::square) const {
    Square image = (index_ & 4) != 0 ? Square{square.column, square.row} : square;
    if ((index_ & 2) != 0) {
      image.row = reversed(n, image.row, board);
    }
    if ((index_ & 1) != 0) {
      image.column = reversed(n, image.column, board);
    }
    return image;
  }

 private:
  static constexpr int reversed(int n, int line, Board board) {
    return board == Board::square ? n - 1 - line : (2 * middle_line(n) - line + n) % n;
  }

  int index_ = 0;
};

/// A set of isometries: bit i is Isometry(i).
using IsometrySet = std::uint8_t;
inline constexpr IsometrySet identity_alone = 1;

/// The group of a mode: {identity}, {identity, mirror} or D4.
constexpr IsometrySet symmetry_group(Symmetry symmetry) {
  switch (symmetry) {
    case Symmetry::none: return 0b0000'0001;
    case Symmetry::mirror: return 0b0000'0011;
    case Symmetry::full: break;
  }
  return 0b1111'1111;
}

/// Rows and columns that a group maps to themselves as a set.
struct StageLines {
  LineSet rows = 0;
  LineSet columns = 0;
};

/// The lines filled in stage 0, 1, 2 ... to break the symmetry.
/// `full`: the middle cross (one row and one column for odd n, two and two for even n), then the
/// rings outward, and on a torus the middle row and column for even n, too; `mirror`: the rows from
/// the top; `none`: no lines. Stages past the edge of the board are empty.
StageLines stage_lines(Symmetry symmetry, int n, int stage, Board board = Board::square);

/// How a placement on stage lines compares with its images under a group.
struct OrbitPosition {
  bool smallest = false;       ///< no image is lexicographically smaller (by row, then column)
  IsometrySet stabiliser = 0;  ///< if smallest: the isometries of the group that map it to itself
};

OrbitPosition orbit_position(int n, const Placement& placement, IsometrySet group);

}  // namespace nqueens
