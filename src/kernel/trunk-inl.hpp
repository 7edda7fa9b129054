// The trunk: grows a placement line by line until the crown is small enough.
//
// A line (row or column) with few free squares makes few children. So the trunk compares the lines
// with the fewest, and fills the one whose children have the smallest expected trees. That shrinks
// the tree, most on large boards (measured: docs/kernels.md). Then it chooses the direction of the
// crown's search with the smallest expected tree: from the top, the bottom, the left or the right.
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
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

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
  ShortLineSet open = 0;  ///< lines without a queen
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
          free[static_cast<std::size_t>(line + away)] &=
              ~static_cast<ShortLineSet>(knights_columns(square, away));
        }
      }
    }
    free[static_cast<std::size_t>(line)] = 0;
    open &= ~(ShortLineSet{1} << line);
  }
};

struct TrunkNode {
  TrunkLines rows;
  TrunkLines columns;
  bool like_knights = false;  ///< queens also attack like knights

  TrunkNode() = default;
  explicit TrunkNode(int n, const Placement& placement) : like_knights(placement.moves.knights) {
    rows.open = static_cast<ShortLineSet>(all_lines(n) & ~placement.rows);
    columns.open = static_cast<ShortLineSet>(all_lines(n) & ~placement.columns);
    for (ShortLineSet left = rows.open; left != 0; left = without_lowest(left)) {
      const int row = lowest_line(left);
      const auto free = static_cast<ShortLineSet>(placement.free_in_row(n, row));
      rows.free[static_cast<std::size_t>(row)] = free;
      for (ShortLineSet squares = free; squares != 0; squares = without_lowest(squares)) {
        columns.free[static_cast<std::size_t>(lowest_line(squares))] |= ShortLineSet{1} << row;
      }
    }
  }

  [[nodiscard]] int rows_left() const { return std::popcount(rows.open); }

  /// The lines that cross this line on its free squares.
  [[nodiscard]] std::uint32_t free_squares(BoardLine line) const {
    return (line.is_column ? columns : rows).free[static_cast<std::size_t>(line.number)];
  }

  void place(Square queen) {
    rows.attack(queen.row, queen.column, like_knights);
    columns.attack(queen.column, queen.row, like_knights);
  }
};

/// An open line that might be filled.
struct Choice {
  BoardLine line;
  int free_squares = max_board + 1;
  int off_centre = 0;  ///< twice the distance to the middle

  [[nodiscard]] bool better_than(const Choice& other) const {
    return free_squares != other.free_squares ? free_squares < other.free_squares
                                              : off_centre < other.off_centre;
  }
};

/// Lines that are compared by their children before one is filled.
inline constexpr std::size_t lines_compared = 4;

/// The best lines so far, the best one first. Among equal lines, the one seen first comes first.
using Choices = std::array<Choice, lines_compared>;

/// Merges open lines into the best ones: those with the fewest free squares, then nearest to the
/// middle, then first.
inline void see_lines(int n, const TrunkLines& lines, bool is_column, Choices& best) {
  for (ShortLineSet left = lines.open; left != 0; left = without_lowest(left)) {
    const int line = lowest_line(left);
    Choice choice{.line = {.is_column = is_column, .number = line},
                  .free_squares = std::popcount(lines.free[static_cast<std::size_t>(line)]),
                  .off_centre = std::abs(2 * line - (n - 1))};
    if (choice.better_than(best.back())) {
      for (Choice& other : best) {
        if (choice.better_than(other)) {
          std::swap(choice, other);
        }
      }
    }
  }
}

/// Logarithms of the expected trees for searching lines upwards and downwards: the sum over the
/// lines of (lines left) x 1024 log2(free squares).
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
  for (ShortLineSet left = lines.open; left != 0; left = without_lowest(left), ++i) {
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

struct CrownCosts {
  DirectionCosts rows;
  DirectionCosts columns;

  [[nodiscard]] std::int32_t least() const { return std::min(rows.least(), columns.least()); }
};

/// Empty if a line has no free square. The placement then has no completion, which the crown would
/// not notice, since it tests only children.
inline std::optional<CrownCosts> crown_costs(const TrunkNode& node) {
  const auto rows = direction_costs(node.rows);
  const auto columns = direction_costs(node.columns);
  return rows && columns ? std::optional<CrownCosts>({*rows, *columns}) : std::nullopt;
}

/// Whether the crown of a node with min_crown_rows to max_crown_rows rows left is small enough. On
/// 25,000 crowns, log2 of their children is about 20.1 + 0.082 cost / 1024 - 1.98 rows, with a
/// deviation of 0.44; limits with 24 or 28 per row gain nothing.
inline bool is_small_enough(int rows, std::int32_t min_cost) {
  return min_cost <= 1024 * (32 * rows - crown_margin);
}

/// @param columns  the open lines that cross `lines`
inline Crown make_crown(const TrunkLines& lines, ShortLineSet columns, bool upwards) {
  Crown crown{.rows = std::popcount(lines.open), .columns = columns, .available = {}, .gap = {}};
  int level = upwards ? crown.rows : 1;
  int previous = 0;
  for (ShortLineSet left = lines.open; left != 0; left = without_lowest(left)) {
    const int line = lowest_line(left);
    crown.available[static_cast<std::size_t>(level)] = lines.free[static_cast<std::size_t>(line)];
    // The gap belongs to the line that is searched first.
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

/// 2^(i / 32 + 16), rounded down.
constexpr std::array<std::uint64_t, 32> make_roots() {
  std::array<std::uint64_t, 32> roots{};
  double root = 65536;
  for (std::uint64_t& each : roots) {
    each = static_cast<std::uint64_t>(root);
    root *= 1.0218971486541166;
  }
  return roots;
}

/// Grows with the expected children of a crown of this cost, among crowns with equally many rows:
/// 2^(0.07 cost / 1024), in steps. Integers, so that every machine has the same tree.
/// @param below  the highest cost that is compared, minus this one
inline std::uint64_t weight_of(std::int32_t below) {
  static constexpr auto roots = make_roots();
  const std::int32_t steps = 41 * 32 - 1 - (below * 9 / 128 >> 5);  // 32 of them double it
  return steps < 0 ? 0 : roots[static_cast<std::size_t>(steps % 32)] << (steps / 32);
}

/// The line to fill: of the most constrained lines, the one whose children have the smallest
/// expected trees.
inline BoardLine best_line(int n, const TrunkNode& node) {
  Choices choices;
  see_lines(n, node.rows, false, choices);
  see_lines(n, node.columns, true, choices);
  if (choices.front().free_squares <= 1 || node.rows_left() <= min_crown_rows) {
    return choices.front().line;
  }
  // Costs of the children, without those known to have no completion.
  std::array<std::array<std::int32_t, max_board>, lines_compared> costs;
  std::array<std::size_t, lines_compared> children{};
  std::int32_t highest = 0;
  for (std::size_t i = 0; i < lines_compared; ++i) {
    const BoardLine line = choices[i].line;
    for (ShortLineSet left = node.free_squares(line); left != 0; left = without_lowest(left)) {
      TrunkNode child = node;
      child.place(line.square(lowest_line(left)));
      if (const auto cost = crown_costs(child)) {
        costs[i][children[i]++] = cost->least();
        highest = std::max(highest, cost->least());
      }
    }
  }
  std::size_t best = 0;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t i = 0; i < lines_compared; ++i) {
    std::uint64_t weight = 0;
    for (std::size_t child = 0; child < children[i]; ++child) {
      weight += weight_of(highest - costs[i][child]);
    }
    if (weight < least) {
      least = weight;
      best = i;
    }
  }
  return choices[best].line;
}

/// The trunk below a placement, depth first.
class Trunk final : public CrownSource {
 public:
  /// @param n  rows of the board
  explicit Trunk(int n) : n_(n) {}

  void begin(const Placement& placement) override {
    nodes_ = solutions_ = 0;
    frames_[0].node = TrunkNode(n_, placement);
    at_root_ = true;
    height_ = 0;
  }

  bool next(Crown& crown) override {
    if (at_root_) {
      at_root_ = false;
      if (is_crown(crown)) {
        return true;
      }
    }
    while (height_ > 0) {
      Frame& frame = frames_[height_ - 1];
      if (frame.untried == 0) {
        --height_;
        continue;
      }
      const Square queen = frame.line.square(lowest_line(frame.untried));
      frame.untried = without_lowest(frame.untried);
      TrunkNode& child = frames_[height_].node;
      child = frame.node;
      child.place(queen);
      ++nodes_;
      if (is_crown(crown)) {
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] std::uint64_t nodes() const override { return nodes_; }
  [[nodiscard]] std::uint64_t solutions() const override { return solutions_; }

 private:
  /// A node whose line is being filled.
  struct Frame {
    TrunkNode node;
    BoardLine line;
    ShortLineSet untried = 0;  ///< squares of the line
  };

  /// Handles the node above the frames in use: it is a crown, becomes a frame, or is done.
  bool is_crown(Crown& crown) {
    Frame& frame = frames_[height_];
    const TrunkNode& node = frame.node;
    const int rows = node.rows_left();
    if (rows == 0) {
      ++solutions_;
      return false;
    }
    if (rows >= min_crown_rows && rows <= max_crown_rows) {
      const auto costs = crown_costs(node);
      if (!costs) {
        return false;
      }
      if (is_small_enough(rows, costs->least())) {
        crown = best_crown(node, *costs);
        return true;
      }
    }
    frame.line = best_line(n_, node);
    frame.untried = node.free_squares(frame.line);
    ++height_;
    return false;
  }

  int n_;
  bool at_root_ = false;    ///< the root is not yet handled
  std::size_t height_ = 0;  ///< frames in use
  std::uint64_t nodes_ = 0;
  std::uint64_t solutions_ = 0;
  std::array<Frame, max_board + 1> frames_;
};

inline std::unique_ptr<CrownSource> make_trunk(const Problem& problem) {
  return std::make_unique<Trunk>(problem.n);
}

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // include guard, once for each target
