// The frontier: a depth-first search over vectors of partial boards, whatever it looks for.
//
// One lane holds one partial board: columns left, two words of diagonals as they meet the next row, and the
// free squares of that row still to be tried. A step takes one square of every lane, builds as many children,
// tests them, and appends the survivors to the buffer of the next level. A lane that ran out is refilled
// from the buffer of its own level before the next step, so that no lane idles; several groups of lanes take
// turns, which hides the latency of the refill. The deepest level that can fill all groups goes first:
// buffers stay small. When none can, the level nearest to the root is drained with whatever it has.
//
// What a search looks for is its policy:
//   least_rows, most_rows  rows left of the boards that it expands
//   alike_rows             from this many rows left on all its levels take the same steps
//   Setting                what all boards of a search have in common
//   Found                  what steps add up besides their children
//   Tally                  with add(rows, children, found), which a burst calls at its end
//   free_squares<Rows>()   of the next row of every lane
//   meet_children<Rows>()  tests the children of a step, appends the survivors or counts what they stand for

#if defined(NQUEENS_FRONTIER_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef NQUEENS_FRONTIER_INL_HPP
#undef NQUEENS_FRONTIER_INL_HPP
#else
#define NQUEENS_FRONTIER_INL_HPP
#endif

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "lanes-inl.hpp"
#include "nqueens/kernel/kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// Groups of lanes that take turns (measured: docs/kernels.md).
inline constexpr int groups = NQUEENS_AVX512 ? 3 : 2;

/// A level is not expanded further while the level below it holds more boards than this (measured).
inline constexpr std::size_t full_level = 2048;

/// Room of a level's buffer. A round starts with at most `full_level` boards below and appends at most one
/// vector a group; each append writes a whole vector, wherever its boards end; and a refill reads one.
inline constexpr std::size_t level_room = full_level + (groups + 1) * most_lanes;

/// A search asks whether to go on after so many bursts, about a millisecond.
inline constexpr int bursts_between_questions = 256;

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

  void clear() {
    size = 0;
    lanes_busy = false;
    for (Group& group : groups_between_bursts) {
      group.free.fill(0);
    }
  }
};

/// The board that a search starts from.
struct RootBoard {
  std::uint32_t columns = 0;
  std::uint32_t left = 0;
  std::uint32_t right = 0;
};

/// Where boards come from and go to during a burst.
struct Cursor {
  Boards* from;
  std::size_t waiting;  ///< boards left in *from, taken from its end
  Boards* to;
  std::size_t appended;  ///< boards in *to
  std::uint64_t children = 0;

  HWY_INLINE void append_boards(Mask alive, Words columns, Words left, Words right) {
    assert(appended + lanes() <= level_room);
    append(alive, columns, to->columns.data() + appended, left, to->left.data() + appended, right,
           to->right.data() + appended);
    appended += static_cast<std::size_t>(count_true(alive));
  }
};

/// The last two rows, for which two columns are left. Unless these are as far apart as the rows, every way to
/// give each row one of them counts: none unless both columns are free somewhere and both rows have one, two
/// where all four squares are free, else one.
HWY_INLINE void count_last_two(Mask alive, Words columns, Words first, Words second, std::uint32_t gap,
                               std::uint64_t& count) {
  alive = meets(alive, first, first);
  alive = meets(alive, second, second);
  alive = equal(alive, hn::Or(first, second), columns);
  const Words lower = hn::And(columns, hn::Sub(hn::Zero(Tag()), columns));
  alive = differ(alive, hn::Or(lower, shift_left(lower, gap)), columns);
  count += static_cast<std::uint64_t>(count_true(alive));
  count += static_cast<std::uint64_t>(count_true(equal(alive, first, second)));
}

template <class Search>
class Frontier {
 public:
  using Setting = typename Search::Setting;
  using Found = typename Search::Found;
  using Tally = typename Search::Tally;

  Frontier() : levels_(Search::most_rows + 1) {}

  /// Searches below a board with so many rows left, least_rows to most_rows, and adds up in `tally`.
  /// @return false where keep_going said no
  bool search(const Setting& setting, int rows, const RootBoard& board, Tally& tally,
              const Kernel::KeepGoing& keep_going) {
    setting_ = &setting;
    tally_ = &tally;
    Level& root = levels_[static_cast<std::size_t>(rows)];
    root.boards.columns[0] = board.columns;
    root.boards.left[0] = board.left;
    root.boards.right[0] = board.right;
    root.size = 1;
    int top = rows;  // nothing is above it
    for (int bursts = 1;; ++bursts) {
      if (bursts % bursts_between_questions == 0 && !keep_going()) {
        std::for_each(levels_.begin(), levels_.end(), [](Level& level) { level.clear(); });
        return false;
      }
      const int level = deepest_ready(top);
      if (level != 0) {
        burst<false>(level);
        continue;
      }
      while (top >= Search::least_rows && !has_work(top)) {
        --top;
      }
      if (top < Search::least_rows) {
        return true;
      }
      burst<true>(top);
    }
  }

 private:
  [[nodiscard]] bool has_work(int rows) const {
    const Level& level = levels_[static_cast<std::size_t>(rows)];
    return level.size != 0 || level.lanes_busy;
  }

  /// The level with the fewest rows left that can fill all lanes; 0 where none can.
  [[nodiscard]] int deepest_ready(int top) const {
    for (int rows = Search::least_rows; rows <= top; ++rows) {
      if (levels_[static_cast<std::size_t>(rows)].size >= groups * lanes()) {
        return rows;
      }
    }
    return 0;
  }

  template <bool Drain>
  void burst(int rows) {
    using Burst = void (Frontier::*)(int);
    static constexpr auto bursts = []<int... I>(std::integer_sequence<int, I...>) {
      return std::array<Burst, sizeof...(I)>{&Frontier::expand<I + Search::least_rows, Drain>...};
    }
    (std::make_integer_sequence<int, Search::alike_rows - Search::least_rows + 1>{});
    (this->*bursts[static_cast<std::size_t>(std::min(rows, Search::alike_rows) - Search::least_rows)])(rows);
  }

  /// Expands the boards with `rows` rows left, until fewer wait than fill all lanes or the next level is
  /// full.
  /// @tparam Rows  the same number, or alike_rows where there are more
  /// @tparam Drain  until none is left at all, with lanes that may be empty
  template <int Rows, bool Drain>
  HWY_NOINLINE void expand(int rows) {
    Level& level = levels_[static_cast<std::size_t>(rows)];
    Level& next = levels_[static_cast<std::size_t>(rows - 1)];
    const Setting setting = *setting_;  // a copy that no store can change
    Cursor cursor{.from = &level.boards, .waiting = level.size, .to = &next.boards, .appended = next.size};
    Found found{};
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
      bool busy = step<Rows, Drain>(setting, columns0, left0, right0, free0, cursor, found);
      busy |= step<Rows, Drain>(setting, columns1, left1, right1, free1, cursor, found);
      if constexpr (groups > 2) {
        busy |= step<Rows, Drain>(setting, columns2, left2, right2, free2, cursor, found);
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
    tally_->add(rows, cursor.children, found);
  }

  /// @return whether a lane still has a square to try
  HWY_INLINE static bool save(Group& group, Words columns, Words left, Words right, Words free) {
    store(columns, group.columns.data());
    store(left, group.left.data());
    store(right, group.right.data());
    store(free, group.free.data());
    return !hn::AllTrue(Tag(), is_empty(free));
  }

  /// Refills one group of lanes and tries one square of each.
  /// @return whether any lane had a square to try; asked for when draining only
  template <int Rows, bool Drain>
  HWY_INLINE static bool step(const Setting& setting, Words& columns, Words& left, Words& right, Words& free,
                              Cursor& cursor, Found& found) {
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
    free = hn::IfThenElse(idle, Search::template free_squares<Rows>(setting, columns, left, right), free);

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
    Search::template meet_children<Rows>(setting, alive, hn::Xor(columns, queen), hn::Or(left, queen),
                                         hn::Or(right, queen), cursor, found);
    return true;
  }

  const Setting* setting_ = nullptr;
  Tally* tally_ = nullptr;
  std::vector<Level> levels_;  ///< by rows left
};

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // include guard, once for each target
