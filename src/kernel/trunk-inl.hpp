// The trunk: grows a placement by its most constrained line until the crown is small enough.
//
// A line (row or column) with few free squares makes few children. So it fills the line with the
// fewest first, which shrinks the tree, most on large boards (measured: docs/kernels.md). Then it
// chooses the direction of the crown's search with the smallest expected tree: from the top, the
// bottom, the left or the right.
//
// Every line has a word of free squares; all are updated at once. The loops are plain, but compiled
// for each instruction set, so this file is included once for each.

#if defined(NQUEENS_TRUNK_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef NQUEENS_TRUNK_INL_HPP
#undef NQUEENS_TRUNK_INL_HPP
#else
#define NQUEENS_TRUNK_INL_HPP
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "core/board.hpp"
#include "kernel/crown.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// 1024 log2(k), rounded down. Integers, so that every machine chooses the same directions.
constexpr std::array<std::int32_t, max_board + 1> log_table = {
    0,    0,    1024, 1623, 2048, 2377, 2647, 2874, 3072, 3246, 3401,
    3542, 3671, 3789, 3898, 3998, 4096, 4185, 4270, 4349, 4425, 4497,
    4566, 4632, 4695, 4755, 4813, 4869, 4922, 4974, 5024, 5073, 5120};

/// All rows, or all columns, of a placement.
struct TrunkLines {
  LineSet open = 0;  ///< lines without a queen
  std::array<std::uint32_t, max_board> free =
      {};  ///< the free squares of each line; 0 if it has a queen

  /// Removes the squares that a queen on square `position` of line `line` attacks.
  void attack(int line, int position, bool like_knights) {
    const std::uint32_t square = std::uint32_t{1} << position;
    for (int i = 0; i < max_board; ++i) {
      const int distance = i < line ? line - i : i - line;
      free[static_cast<std::size_t>(i)] &= ~(square | square << distance | square >> distance);
    }
    if (like_knights) {
      for (const int away : {-2, -1, 1, 2}) {
        if (line + away >= 0 && line + away < max_board) {
          free[static_cast<std::size_t>(line + away)] &= ~knights_columns(square, away);
        }
      }
    }
    free[static_cast<std::size_t>(line)] = 0;
    open &= ~(LineSet{1} << line);
  }
};

struct TrunkNode {
  TrunkLines rows;
  TrunkLines columns;
  bool like_knights;  ///< what queens attack besides their lines

  explicit TrunkNode(int n, const Placement& placement) : like_knights(placement.moves.knights) {
    rows.open = all_lines(n) & ~placement.rows;
    columns.open = all_lines(n) & ~placement.columns;
    for (LineSet left = rows.open; left != 0; left = without_lowest(left)) {
      const int row = lowest_line(left);
      const LineSet free = placement.free_in_row(n, row);
      rows.free[static_cast<std::size_t>(row)] = free;
      for (LineSet squares = free; squares != 0; squares = without_lowest(squares)) {
        columns.free[static_cast<std::size_t>(lowest_line(squares))] |= LineSet{1} << row;
      }
    }
  }

  [[nodiscard]] int rows_left() const { return std::popcount(rows.open); }

  void place(Square queen) {
    rows.attack(queen.row, queen.column, like_knights);
    columns.attack(queen.column, queen.row, like_knights);
  }
};

struct Choice {
  int line = 0;
  int free_squares = max_board + 1;
  int off_centre = 0;  ///< twice the distance to the middle

  [[nodiscard]] bool better_than(const Choice& other) const {
    return free_squares != other.free_squares ? free_squares < other.free_squares
                                              : off_centre < other.off_centre;
  }
};

/// The open line with the fewest free squares; of several the nearest to the middle, then the
/// first.
inline Choice most_constrained(int n, const TrunkLines& lines) {
  Choice best;
  for (LineSet left = lines.open; left != 0; left = without_lowest(left)) {
    const int line = lowest_line(left);
    const Choice choice{.line = line,
                        .free_squares = std::popcount(lines.free[static_cast<std::size_t>(line)]),
                        .off_centre = std::abs(2 * line - (n - 1))};
    if (choice.better_than(best)) {
      best = choice;
    }
  }
  return best;
}

/// Expected logarithmic sizes of the trees that search lines upwards and downwards: the sum over
/// the lines of (lines left) x 1024 log2(free squares).
struct DirectionCosts {
  std::int32_t upwards = 0;    ///< lowest line first
  std::int32_t downwards = 0;  ///< highest line first

  [[nodiscard]] std::int32_t least() const { return std::min(upwards, downwards); }
};

/// Empty if a line has no free square.
inline std::optional<DirectionCosts> direction_costs(const TrunkLines& lines) {
  const int count = std::popcount(lines.open);
  DirectionCosts costs;
  int i = 0;
  for (LineSet left = lines.open; left != 0; left = without_lowest(left), ++i) {
    const std::uint32_t free = lines.free[static_cast<std::size_t>(lowest_line(left))];
    if (free == 0) {
      return std::nullopt;
    }
    const std::int32_t logarithm = log_table[static_cast<std::size_t>(std::popcount(free))];
    costs.upwards += (count - i) * logarithm;
    costs.downwards += (i + 1) * logarithm;
  }
  return costs;
}

/// The costs of the four directions.
struct CrownCosts {
  DirectionCosts rows;
  DirectionCosts columns;

  [[nodiscard]] std::int32_t least() const { return std::min(rows.least(), columns.least()); }
};

/// Nothing if a line has no free square. The placement then has no completion, but the crown, which
/// tests only children, would not notice.
inline std::optional<CrownCosts> crown_costs(const TrunkNode& node) {
  const auto rows = direction_costs(node.rows);
  const auto columns = direction_costs(node.columns);
  return rows && columns ? std::optional<CrownCosts>({*rows, *columns}) : std::nullopt;
}

/// Whether the crown of a node with min_crown_rows to max_crown_rows rows left is small enough.
/// On random nodes of boards with 20 to 32 rows, log2 of a crown's children is about 16 + 0.11
/// (cost / 1024 - 32 rows + 160), with a deviation of 0.3 to 0.7.
inline bool is_small_enough(int rows, std::int32_t min_cost) {
  return min_cost <= 1024 * (32 * rows - crown_margin);
}

/// @param columns  the open lines that cross `lines`
inline Crown make_crown(const TrunkLines& lines, LineSet columns, bool upwards) {
  Crown crown{.rows = std::popcount(lines.open), .columns = columns, .available = {}, .gap = {}};
  int level = upwards ? crown.rows : 1;
  int previous = 0;
  for (LineSet left = lines.open; left != 0; left = without_lowest(left)) {
    const int line = lowest_line(left);
    crown.available[static_cast<std::size_t>(level)] = lines.free[static_cast<std::size_t>(line)];
    // The gap belongs to the line that is searched before the other one.
    if (upwards && level < crown.rows) {
      crown.gap[static_cast<std::size_t>(level + 1)] = static_cast<std::uint32_t>(line - previous);
    } else if (!upwards && level > 1) {
      crown.gap[static_cast<std::size_t>(level)] = static_cast<std::uint32_t>(line - previous);
    }
    previous = line;
    level += upwards ? -1 : 1;
  }
  return crown;
}

/// The crown of a node in its best direction.
inline Crown best_crown(const TrunkNode& node, const CrownCosts& costs) {
  if (costs.rows.least() <= costs.columns.least()) {
    return make_crown(node.rows, node.columns.open, costs.rows.upwards <= costs.rows.downwards);
  }
  return make_crown(node.columns, node.rows.open, costs.columns.upwards <= costs.columns.downwards);
}

enum class Growth {
  go_on,  ///< fill another line
  leave,  ///< this node is done
  stop,   ///< the whole search is done
};

/// Grows a node by its most constrained lines, as `visit` says of each node. Adds to `nodes` the
/// queens placed.
/// @return whether `visit` never said stop
template <class Visit>
bool grow(int n, const TrunkNode& node, std::uint64_t& nodes, const Visit& visit) {
  if (const Growth growth = visit(node); growth != Growth::go_on) {
    return growth == Growth::leave;
  }
  const Choice row = most_constrained(n, node.rows);
  const Choice column = most_constrained(n, node.columns);
  const bool by_column = column.better_than(row);
  const int line = by_column ? column.line : row.line;
  const TrunkLines& lines = by_column ? node.columns : node.rows;
  for (LineSet squares = lines.free[static_cast<std::size_t>(line)]; squares != 0;
       squares = without_lowest(squares)) {
    const int position = lowest_line(squares);
    TrunkNode child = node;
    child.place(by_column ? Square{position, line} : Square{line, position});
    ++nodes;
    if (!grow(n, child, nodes, visit)) {
      return false;
    }
  }
  return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // include guard, once for each target
