// A depth-first search with one frame per queen. When a stage of lines is full, all but the
// smallest placement of an orbit are rejected. Skipped leaves are counted, not visited.

#include "core/prefix_stream.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <utility>

namespace nqueens {
namespace {

/// A stabiliser up to this order needs no further stage. In D4 only the centre queen of an odd
/// board, which all eight symmetries fix, is worth a second stage. A cross that a half turn fixes
/// is searched twice, but such crosses are few (1.4 % of all nodes at N = 16, less on larger
/// boards), and breaking them up would multiply the number of prefixes, by 30 at N = 24.
int tolerated_order(Symmetry symmetry, int stage) {
  return symmetry == Symmetry::full && stage > 0 ? 4 : 1;
}

/// See LineOrder::fewest.
BoardLine line_with_fewest(int n, const Placement& placement) {
  std::array<int, max_lines> free_in_columns{};
  BoardLine best;
  std::pair least{n + 1, 0};
  const auto offer = [&](const BoardLine& line, int free_squares) {
    const std::pair rank{free_squares, std::abs(2 * line.number - (n - 1))};
    if (rank < least) {
      least = rank;
      best = line;
    }
  };
  for (LineSet rows = all_lines(n) & ~placement.rows; rows != 0; rows = without_lowest(rows)) {
    const LineSet free = placement.free_in_row(n, lowest_line(rows));
    offer({.number = lowest_line(rows)}, std::popcount(free));
    for (LineSet left = free; left != 0; left = without_lowest(left)) {
      ++free_in_columns[static_cast<std::size_t>(lowest_line(left))];
    }
  }
  for (LineSet columns = all_lines(n) & ~placement.columns; columns != 0;
       columns = without_lowest(columns)) {
    const int column = lowest_line(columns);
    offer({.is_column = true, .number = column}, free_in_columns[static_cast<std::size_t>(column)]);
  }
  return best;
}

}  // namespace

BoardLine next_line(int n, const Placement& placement, LineOrder order) {
  return order == LineOrder::fewest
             ? line_with_fewest(n, placement)
             : BoardLine{.number = lowest_line(all_lines(n) & ~placement.rows)};
}

WeightBounds weight_bounds(const Problem& problem, Symmetry symmetry) {
  if (problem.n == 1 || symmetry == Symmetry::none) {
    return {};
  }
  if (symmetry == Symmetry::mirror) {
    return {.divisor = 2, .most = 2};
  }
  const bool translates = problem.info().moves.board == Board::torus;
  const std::uint64_t each = translates ? static_cast<std::uint64_t>(problem.n) : 1;
  return {.divisor = 2 * each, .most = 8 * each};
}

void require_going(const KeepGoing& keep_going, const char* what) {
  if (keep_going && !keep_going()) {
    throw WalkStopped(what);
  }
}

PrefixStream::PrefixStream(const Problem& problem, Symmetry symmetry, int depth, LineOrder order,
                           KeepGoing keep_going)
    : n_(problem.n),
      depth_(depth),
      symmetry_(symmetry),
      order_(order),
      keep_going_(std::move(keep_going)) {
  assert(n_ >= 1 && n_ <= problem.info().largest_n && depth >= 0 && depth <= n_);
  placement_.moves = problem.info().moves;
}

PrefixStream::PrefixStream(const Problem& problem, const Prefix& above, int depth, LineOrder order,
                           KeepGoing keep_going)
    : PrefixStream(problem, Symmetry::none, depth, order, std::move(keep_going)) {
  placement_ = above.placement;
  placement_.moves = problem.info().moves;
  weight_above_ = above.weight;
}

bool PrefixStream::next(Prefix& prefix) {
  if (!advance()) {
    return false;
  }
  prefix.placement = placement_;
  prefix.weight = leaf_weight_;
  return true;
}

std::uint64_t PrefixStream::skip(std::uint64_t count) {
  std::uint64_t skipped = 0;
  while (skipped < count) {
    ask();
    if (height_ > 0) {
      Frame& frame = frames_[static_cast<std::size_t>(height_ - 1)];
      const std::uint64_t passed = frame.children_are_leaves ? pass_leaves(frame, count - skipped)
                                   : leaves_follow(frame)    ? pass_parents(frame, count - skipped)
                                                             : 0;
      skipped += passed;
      ordinal_ += passed;
      if (frame.untried == 0) {
        remove_queen(frame);
        --height_;
        continue;
      }
    }
    if (skipped < count) {
      if (!advance()) {
        break;
      }
      ++skipped;
    }
  }
  return skipped;
}

/// Skips up to `most` of the frame's remaining leaves. @return their number
std::uint64_t PrefixStream::pass_leaves(Frame& frame, std::uint64_t most) {
  const auto leaves = static_cast<std::uint64_t>(std::popcount(frame.untried));
  const std::uint64_t passed = std::min(leaves, most);
  for (std::uint64_t i = 0; i < passed && passed < leaves; ++i) {
    frame.untried = without_lowest(frame.untried);
  }
  frame.untried = passed < leaves ? frame.untried : 0;
  return passed;
}

/// Whether all children of the frame's children are leaves.
bool PrefixStream::leaves_follow(const Frame& frame) const {
  if (placement_.moves.turn != Turn::none) {
    return false;  // an orbit adds several queens, so children may be leaves themselves
  }
  const int queens = placement_.queens() - static_cast<int>(frame.occupied);
  return queens + 2 == depth_ && !is_undecided(frame.stage, frame.stabiliser);
}

/// Skips the frame's next children as long as they have at most `most` leaves together.
/// @return the number of these leaves
std::uint64_t PrefixStream::pass_parents(Frame& frame, std::uint64_t most) {
  remove_queen(frame);
  std::uint64_t passed = 0;
  while (frame.untried != 0) {
    const Square queen = frame.line.square(lowest_line(frame.untried));
    placement_.toggle(n_, queen);
    const LineSet free = placement_.free_in(n_, next_line(n_, placement_, order_));
    placement_.toggle(n_, queen);
    const auto leaves = static_cast<std::uint64_t>(std::popcount(free));
    if (leaves > most - passed) {
      break;
    }
    passed += leaves;
    frame.untried = without_lowest(frame.untried);
  }
  return passed;
}

/// Counts steps, not prefixes: at a great depth most steps lead to none.
void PrefixStream::ask() {
  constexpr std::uint32_t steps_between_questions = 1U << 16U;  // some milliseconds
  if (++steps_ % steps_between_questions == 0) {
    require_going(keep_going_);
  }
}

/// Goes to the next leaf. The queens of the last one are still on the board.
bool PrefixStream::advance() {
  if (!started_) {
    started_ = true;
    if (descend(0, symmetry_group(symmetry_)) == Step::leaf) {
      ++ordinal_;
      return true;
    }
  }
  while (height_ > 0) {
    ask();
    Frame& frame = frames_[static_cast<std::size_t>(height_ - 1)];
    remove_queen(frame);
    if (frame.untried == 0) {
      --height_;
      continue;
    }
    const int at = lowest_line(frame.untried);
    frame.untried = without_lowest(frame.untried);
    frame.queen = frame.line.square(at);
    placement_.toggle(n_, frame.queen);
    frame.occupied = true;
    if (frame.children_are_leaves || descend(frame.stage, frame.stabiliser) == Step::leaf) {
      ++ordinal_;
      return true;
    }
  }
  return false;
}

bool PrefixStream::is_undecided(int stage, IsometrySet stabiliser) const {
  return stabiliser != identity_alone &&
         std::popcount(stabiliser) > tolerated_order(symmetry_, stage);
}

/// Chooses the next line to fill, unless the queens make a prefix.
PrefixStream::Step PrefixStream::descend(int stage, IsometrySet stabiliser) {
  while (is_undecided(stage, stabiliser)) {
    const StageLines lines = stage_lines(symmetry_, n_, stage, placement_.moves.board);
    if (lines.rows == 0) {
      break;  // past the edge: the board is full
    }
    if (const LineSet rows = lines.rows & ~placement_.rows; rows != 0) {
      push({.number = lowest_line(rows)}, stage, stabiliser, false);
      return Step::inner;
    }
    if (const LineSet columns = lines.columns & ~placement_.columns; columns != 0) {
      push({.is_column = true, .number = lowest_line(columns)}, stage, stabiliser, false);
      return Step::inner;
    }
    const OrbitPosition position = orbit_position(n_, placement_, stabiliser);
    if (!position.smallest) {
      return Step::rejected;
    }
    stabiliser = position.stabiliser;
    ++stage;
  }
  const int queens = placement_.queens();
  if (queens + 1 >= depth_) {
    leaf_weight_ = weight(stabiliser);
  }
  if (queens >= depth_) {
    return Step::leaf;
  }
  push(next_line(n_, placement_, order_), stage, stabiliser, queens + 1 >= depth_);
  return Step::inner;
}

void PrefixStream::push(BoardLine line, int stage, IsometrySet stabiliser,
                        bool children_are_leaves) {
  Frame& frame = frames_[static_cast<std::size_t>(height_++)];
  frame = Frame{.line = line,
                .children_are_leaves = children_are_leaves,
                .occupied = false,
                .stabiliser = stabiliser,
                .stage = static_cast<std::int8_t>(stage),
                .untried = placement_.free_in(n_, line),
                .queen = {}};
  if (translates() && height_ == 1) {
    frame.untried = LineSet{1} << middle_line(n_);
  }
}

void PrefixStream::remove_queen(Frame& frame) {
  if (frame.occupied) {
    placement_.toggle(n_, frame.queen);
    frame.occupied = false;
  }
}

std::uint32_t PrefixStream::weight(IsometrySet stabiliser) const {
  const int orbit = std::popcount(symmetry_group(symmetry_)) / std::popcount(stabiliser);
  return weight_above_ * static_cast<std::uint32_t>(translates() ? n_ * orbit : orbit);
}

}  // namespace nqueens
