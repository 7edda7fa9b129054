// The frontier kernel: the crown of a prefix as a depth-first search over vectors of partial boards.
//
// One lane holds one partial board: columns left, two words of diagonals as they meet the next row, and the
// free squares of that row still to be tried. A step takes one square of every lane, builds as many children,
// tests them, and appends the survivors to the buffer of the next level. A lane that ran out is refilled
// from the buffer of its own level before the next step, so that no lane idles; several groups of lanes take
// turns, which hides the latency of the refill. The deepest level that can fill all groups goes first:
// buffers stay small. When none can, the level nearest to the root is drained with whatever it has.
//
// The tests of a child are those of the scalar kernel: a free square in each of the next two rows, every
// column free in some row when few rows are left, and a closed form for the last two rows.

#if defined(NQUEENS_FRONTIER_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef NQUEENS_FRONTIER_INL_HPP
#undef NQUEENS_FRONTIER_INL_HPP
#else
#define NQUEENS_FRONTIER_INL_HPP
#endif

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "crown.hpp"
#include "lanes-inl.hpp"
#include "nqueens/kernel/kernel.hpp"
#include "trunk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// With this many rows left or fewer a child is tested for columns without a free square (measured).
inline constexpr int covered_rows = 5;

/// Groups of lanes that take turns (measured: docs/kernels.md).
inline constexpr int groups = NQUEENS_AVX512 ? 3 : 2;

/// A level is not expanded further while the level below it holds more boards than this (measured).
inline constexpr std::size_t full_level = 2048;

/// Room of a level's buffer. A round starts with at most `full_level` boards below and appends at most one
/// vector a group; each append writes a whole vector, wherever its boards end; and a refill reads one.
inline constexpr std::size_t level_room = full_level + (groups + 1) * most_lanes;

struct Boards {
  alignas(64) std::array<std::uint32_t, level_room> columns{};
  alignas(64) std::array<std::uint32_t, level_room> left{};
  alignas(64) std::array<std::uint32_t, level_room> right{};
};

/// What a group of lanes holds between two bursts of its level.
struct Group {
  alignas(64) std::array<std::uint32_t, most_lanes> columns{};
  alignas(64) std::array<std::uint32_t, most_lanes> left{};
  alignas(64) std::array<std::uint32_t, most_lanes> right{};
  alignas(64) std::array<std::uint32_t, most_lanes> free{};
};

/// Boards with the same number of rows left.
struct Level {
  Boards boards;
  std::size_t size = 0;  ///< boards waiting
  std::array<Group, groups> groups_between_bursts;
  bool lanes_busy = false;  ///< some lane still has a free square to try
};

class FrontierKernel final : public Kernel {
 public:
  explicit FrontierKernel(const Problem& problem) : Kernel(problem), n_(problem.n), levels_(crown_rows + 1) {}

  [[nodiscard]] std::uint64_t nodes() const noexcept override { return nodes_; }

 private:
  bool complete(const Placement& placement, std::span<std::uint64_t> counts,
                const KeepGoing& keep_going) noexcept override {
    const TrunkNode root(n_, placement);
    std::uint64_t solutions = 0;
    bool complete = true;
    if (root.rows_left() < least_crown_rows) {
      grow(n_, root, 0, nodes_, [&solutions](const TrunkNode&) {
        ++solutions;
        return true;
      });
    } else {
      complete = grow(n_, root, crown_rows, nodes_, [this, &solutions, &keep_going](const TrunkNode& node) {
        if (const auto crown = best_crown(node)) {
          solutions += search(*crown);
        }
        return keep_going();
      });
    }
    counts.front() = solutions;
    return complete;
  }

  std::uint64_t search(const Crown& crown) {
    crown_ = &crown;
    solutions_ = 0;
    Level& root = levels_[static_cast<std::size_t>(crown.rows)];
    root.boards.columns[0] = crown.columns;
    root.boards.left[0] = 0;
    root.boards.right[0] = 0;
    root.size = 1;
    int top = crown.rows;  // nothing is above it
    while (true) {
      const int level = deepest_ready(top);
      if (level != 0) {
        burst<false>(level);
        continue;
      }
      while (top >= least_crown_rows && !has_work(top)) {
        --top;
      }
      if (top < least_crown_rows) {
        return solutions_;
      }
      burst<true>(top);
    }
  }

  [[nodiscard]] bool has_work(int rows) const {
    const Level& level = levels_[static_cast<std::size_t>(rows)];
    return level.size != 0 || level.lanes_busy;
  }

  /// The level with the fewest rows left that can fill all lanes; 0 where none can.
  [[nodiscard]] int deepest_ready(int top) const {
    for (int rows = least_crown_rows; rows <= top; ++rows) {
      if (levels_[static_cast<std::size_t>(rows)].size >= groups * lanes()) {
        return rows;
      }
    }
    return 0;
  }

  template <bool Drain>
  void burst(int rows) {
    using Burst = void (FrontierKernel::*)();
    static constexpr auto bursts = []<int... I>(std::integer_sequence<int, I...>) {
      return std::array<Burst, sizeof...(I)>{&FrontierKernel::expand<I + least_crown_rows, Drain>...};
    }
    (std::make_integer_sequence<int, crown_rows - least_crown_rows + 1>{});
    (this->*bursts[static_cast<std::size_t>(rows - least_crown_rows)])();
  }

  /// Where boards come from and go to during a burst.
  struct Cursor {
    Boards* from;
    std::size_t waiting;  ///< boards left in *from, taken from its end
    Boards* to;
    std::size_t appended;  ///< boards in *to
    std::uint64_t children = 0;
    std::uint64_t solutions = 0;
  };

  /// Expands the boards with `Rows` rows left, until fewer wait than fill all lanes or the next level is
  /// full.
  /// @tparam Drain  until none is left at all, with lanes that may be empty
  template <int Rows, bool Drain>
  HWY_NOINLINE void expand() {
    Level& level = levels_[static_cast<std::size_t>(Rows)];
    Level& next = levels_[static_cast<std::size_t>(Rows - 1)];
    const Crown crown = *crown_;  // a copy that no store can change
    Cursor cursor{.from = &level.boards, .waiting = level.size, .to = &next.boards, .appended = next.size};
    const std::size_t ready = groups * lanes();
    // Vectors of some instruction sets have no size at compile time and cannot stand in an array.
    const auto group = [&level](std::size_t i) -> Group& {
      return level.groups_between_bursts[i < groups ? i : 0];
    };
    auto columns0 = load(group(0).columns.data()), columns1 = load(group(1).columns.data());
    auto left0 = load(group(0).left.data()), left1 = load(group(1).left.data());
    auto right0 = load(group(0).right.data()), right1 = load(group(1).right.data());
    auto free0 = load(group(0).free.data()), free1 = load(group(1).free.data());
    auto columns2 = load(group(2).columns.data()), left2 = load(group(2).left.data());
    auto right2 = load(group(2).right.data()), free2 = load(group(2).free.data());
    std::uint64_t rounds = 0;
    while (cursor.appended <= full_level && (Drain || cursor.waiting >= ready)) {
      bool busy = step<Rows, Drain>(crown, columns0, left0, right0, free0, cursor);
      busy |= step<Rows, Drain>(crown, columns1, left1, right1, free1, cursor);
      if constexpr (groups > 2) {
        busy |= step<Rows, Drain>(crown, columns2, left2, right2, free2, cursor);
      }
      ++rounds;
      if (Drain && !busy) {
        break;
      }
    }
    if constexpr (!Drain) {
      cursor.children = rounds * groups * lanes();
    }
    level.lanes_busy = save(group(0), columns0, left0, right0, free0);
    level.lanes_busy |= save(group(1), columns1, left1, right1, free1);
    if constexpr (groups > 2) {
      level.lanes_busy |= save(group(2), columns2, left2, right2, free2);
    }
    level.size = cursor.waiting;
    next.size = cursor.appended;
    nodes_ += cursor.children;
    solutions_ += cursor.solutions;
  }

  /// @return whether a lane still has a square to try
  HWY_INLINE static bool save(Group& group, Words columns, Words left, Words right, Words free) {
    store(columns, group.columns.data());
    store(left, group.left.data());
    store(right, group.right.data());
    store(free, group.free.data());
    return !hn::AllTrue(Tag(), is_empty(free));
  }

  /// Refills one group of lanes, tries one square of each, and appends the children that survive.
  /// @return whether any lane had a square to try; asked for when draining only
  template <int Rows, bool Drain>
  HWY_INLINE static bool step(const Crown& crown, Words& columns, Words& left, Words& right, Words& free,
                              Cursor& cursor) {
    constexpr int child_rows = Rows - 1;
    const Words zero = hn::Zero(Tag());

    Mask idle = is_empty(free);
    const Words rank = ranks(idle);
    if constexpr (Drain) {
      idle = ranked_below(idle, rank, static_cast<int>(cursor.waiting));
    }
    cursor.waiting -= static_cast<std::size_t>(count_true(idle));
    columns = refill(columns, idle, rank, cursor.from->columns.data() + cursor.waiting);
    left = refill(left, idle, rank, cursor.from->left.data() + cursor.waiting);
    right = refill(right, idle, rank, cursor.from->right.data() + cursor.waiting);
    const Words row = hn::And(without(columns, left, right), all(crown.available[Rows]));
    free = hn::IfThenElse(idle, row, free);

    Mask alive = hn::Eq(zero, zero);
    if constexpr (Drain) {
      alive = hn::Ne(free, zero);
      const int busy = count_true(alive);
      cursor.children += static_cast<std::uint64_t>(busy);
      if (busy == 0) {
        return false;
      }
    }

    const Words negated = hn::Sub(zero, free);
    const Words queen = hn::And(free, negated);
    free = hn::AndNot(negated, free);
    const Words child_columns = hn::Xor(columns, queen);
    const Words child_left = shift_left(hn::Or(left, queen), crown.gap[Rows]);
    const Words child_right = shift_right(hn::Or(right, queen), crown.gap[Rows]);
    Words far_left = shift_left(child_left, crown.gap[child_rows]);
    Words far_right = shift_right(child_right, crown.gap[child_rows]);
    Words first = without(child_columns, child_left, child_right);
    Words second = without(child_columns, far_left, far_right);

    if constexpr (child_rows == 2) {
      first = hn::And(first, all(crown.available[2]));
      second = hn::And(second, all(crown.available[1]));
      count_last_two(alive, child_columns, first, second, crown.gap[2], cursor);
    } else {
      if constexpr (child_rows > covered_rows) {
        alive = meets(alive, first, all(crown.available[child_rows]));
        alive = meets(alive, second, all(crown.available[child_rows - 1]));
      } else {
        first = hn::And(first, all(crown.available[child_rows]));
        second = hn::And(second, all(crown.available[child_rows - 1]));
        alive = meets(alive, first, first);
        alive = meets(alive, second, second);
        const Words seen = seen_columns<child_rows - 2>(crown, far_left, far_right, hn::Or(first, second));
        alive = equal(alive, hn::And(child_columns, seen), child_columns);
      }
      Boards& to = *cursor.to;
      assert(cursor.appended + lanes() <= level_room);
      append(alive, child_columns, to.columns.data() + cursor.appended, child_left,
             to.left.data() + cursor.appended, child_right, to.right.data() + cursor.appended);
      cursor.appended += static_cast<std::size_t>(count_true(alive));
    }
    return true;
  }

  /// Adds to `seen` the squares of the last `Rows` rows that the diagonals leave free; those of taken columns
  /// as well. `left` and `right` are the diagonals as they meet the row above.
  template <int Rows>
  HWY_INLINE static Words seen_columns(const Crown& crown, Words left, Words right, Words seen) {
    if constexpr (Rows == 0) {
      return seen;
    } else {
      left = shift_left(left, crown.gap[Rows + 1]);
      right = shift_right(right, crown.gap[Rows + 1]);
      seen = hn::Or(seen, without(all(crown.available[Rows]), left, right));
      return seen_columns<Rows - 1>(crown, left, right, seen);
    }
  }

  /// The last two rows, for which two columns are left. Unless these are as far apart as the rows, every way
  /// to give each row one of them counts: none unless both columns are free somewhere and both rows have one,
  /// two where all four squares are free, else one.
  HWY_INLINE static void count_last_two(Mask alive, Words columns, Words first, Words second,
                                        std::uint32_t gap, Cursor& cursor) {
    alive = meets(alive, first, first);
    alive = meets(alive, second, second);
    alive = equal(alive, hn::Or(first, second), columns);
    const Words lower = hn::And(columns, hn::Sub(hn::Zero(Tag()), columns));
    alive = differ(alive, hn::Or(lower, shift_left(lower, gap)), columns);
    cursor.solutions += static_cast<std::uint64_t>(count_true(alive));
    cursor.solutions += static_cast<std::uint64_t>(count_true(equal(alive, first, second)));
  }

  int n_;
  std::uint64_t nodes_ = 0;
  std::uint64_t solutions_ = 0;  ///< of the crown being searched
  const Crown* crown_ = nullptr;
  std::vector<Level> levels_;  ///< by rows left
};

inline std::unique_ptr<Kernel> make_frontier_kernel(const Problem& problem) {
  return std::make_unique<FrontierKernel>(problem);
}

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // include guard, once for each target
