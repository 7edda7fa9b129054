// The inner loop of the frontier: a burst of steps on one level, as a pipeline.
//
// A step of one group of lanes is a chain: which lanes are idle, where to refill them from, the
// free squares, the child, its tests, where it is stored. The chain takes two or three times longer
// than the vector units work on it, and no processor looks far enough ahead to fill the gaps with
// other steps. So the stages are laid out by hand. Groups of lanes take turns. In its turn a group
//
//   1. refills the lanes that were empty after its last turn,
//   2. stores its last children that passed the tests,
//   3. tries the next square of every lane, which makes new children,
//   4. judges the children of the group before it,
//
// so none of the four waits for another that has just begun. (Lam 1988, "Software pipelining".)

#if defined(NQUEENS_PIPELINE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef NQUEENS_PIPELINE_INL_HPP
#undef NQUEENS_PIPELINE_INL_HPP
#else
#define NQUEENS_PIPELINE_INL_HPP
#endif

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "kernel/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// Differs between processors, not between searches: every shape searches the same tree.
struct Shape {
  Refill refill = Refill::expand;
  std::size_t groups = 2;   ///< of lanes that take turns, 2 or 3
  std::size_t full_level;   ///< a burst ends when the level below has this many boards
  std::size_t ready_level;  ///< boards with which a level is expanded; bursts of fewer cost more to
                            ///< begin and end
};

/// At most `Room` boards with the same number of rows left, after one vector of dead boards.
/// @tparam KeepsFree  with the free squares of their next two rows
template <std::size_t Room, bool KeepsFree>
class Boards {
 public:
  [[nodiscard]] std::uint32_t* columns() { return array(0); }
  [[nodiscard]] std::uint32_t* left() { return array(1); }
  [[nodiscard]] std::uint32_t* right() { return array(2); }
  [[nodiscard]] std::uint32_t* free() { return array(3); }
  [[nodiscard]] std::uint32_t* second() { return array(4); }

 private:
  struct alignas(64) Array {
    std::array<std::uint32_t, max_lanes + Room> words{};
  };

  std::uint32_t* array(std::size_t i) { return arrays_[i].words.data() + max_lanes; }

  std::array<Array, KeepsFree ? 5 : 3> arrays_;
};

/// The lanes of a group between two bursts of its level.
struct Group {
  alignas(64) std::array<std::uint32_t, max_lanes> columns{};
  alignas(64) std::array<std::uint32_t, max_lanes> left{};
  alignas(64) std::array<std::uint32_t, max_lanes> right{};
  alignas(64) std::array<std::uint32_t, max_lanes> free{};
  alignas(64) std::array<std::uint32_t, max_lanes> second{};  ///< if the search keeps them
};

/// The board that a search starts from. Its first row has a free square.
struct RootBoard {
  std::uint32_t columns = 0;
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  std::uint32_t free = 0;    ///< squares of its next row, if the search keeps them
  std::uint32_t second = 0;  ///< squares of the row after that, likewise
};

/// A level: the boards that wait, and those in groups.
template <class Search, Shape shape>
struct LevelOf {
  static_assert(shape.groups == 2 || shape.groups == 3);
  static_assert(shape.ready_level >= shape.groups * max_lanes, "a burst begins with a round");
  static_assert(shape.full_level >= shape.ready_level, "a full level is ready");

  /// The last round of a burst begins with at most full_level boards in the level below. It stores
  /// one whole vector for each group, and so does the end of the pipeline. Reading needs one vector
  /// more, since a refill reads a whole one from the first board that it takes.
  static constexpr std::size_t room = shape.full_level + (2 * shape.groups + 1) * max_lanes;

  Boards<room, Search::keeps_free> boards;
  std::size_t size = 0;  ///< boards waiting
  std::array<Group, shape.groups> groups;
  bool lanes_busy = false;  ///< some lane still has a free square to try

  [[nodiscard]] bool has_work() const { return size != 0 || lanes_busy; }

  void put(const RootBoard& board) {
    boards.columns()[size] = board.columns;
    boards.left()[size] = board.left;
    boards.right()[size] = board.right;
    if constexpr (Search::keeps_free) {
      boards.free()[size] = board.free;
      boards.second()[size] = board.second;
    }
    ++size;
  }

  void clear() {
    size = 0;
    lanes_busy = false;
    for (Group& group : groups) {
      group.free.fill(0);
    }
  }
};

/// The lanes of a group. References, since vectors of some instruction sets have no size at compile
/// time and cannot be members.
struct Lanes {
  Words& columns;
  Words& left;
  Words& right;
  Words& free;    ///< squares of the next row still to try
  Words& second;  ///< free squares of the row after it, if the search keeps them
  Mask& idle;     ///< no square is left to try
  std::ptrdiff_t idle_count = 0;
};

/// The children of a step; their diagonals as they meet their next row.
struct Children {
  Words& columns;
  Words& left;
  Words& right;
  Words& free;    ///< squares of their next row, if the search keeps them
  Words& second;  ///< squares of the row after it, likewise
  Mask& alive;
};

/// The stages of a burst and their common state. @tparam Rows  rows left of the boards expanded, at
/// most Search::alike_rows @tparam Drain  until no board is left; lanes may hold the dead board
template <class Search, Shape shape, int Rows, bool Drain>
class Pipeline {
 public:
  using Setting = typename Search::Setting;
  using Found = typename Search::Found;
  using Level = LevelOf<Search, shape>;

  /// @param setting  a copy that no store can change
  HWY_INLINE Pipeline(const Setting& setting, Level& level, Level& next)
      : setting_(setting),
        from_(level.boards),
        to_(next.boards),
        waiting_(static_cast<std::ptrdiff_t>(level.size)),
        stored_(next.size) {}

  HWY_INLINE static void load_group(const Group& saved, Lanes& group) {
    group.columns = load(saved.columns.data());
    group.left = load(saved.left.data());
    group.right = load(saved.right.data());
    group.free = load(saved.free.data());
    if constexpr (Search::keeps_free) {
      group.second = load(saved.second.data());
    }
    see_idle(group);
  }

  /// @return whether a lane still has a square to try
  HWY_INLINE static bool save_group(const Lanes& group, Group& saved) {
    store(group.columns, saved.columns.data());
    store(group.left, saved.left.data());
    store(group.right, saved.right.data());
    store(group.free, saved.free.data());
    if constexpr (Search::keeps_free) {
      store(group.second, saved.second.data());
    }
    return group.idle_count != static_cast<std::ptrdiff_t>(lanes());
  }

  [[nodiscard]] HWY_INLINE std::ptrdiff_t waiting() const { return waiting_; }
  [[nodiscard]] HWY_INLINE std::size_t stored() const { return stored_; }
  [[nodiscard]] HWY_INLINE std::uint64_t tried() const { return tried_; }
  [[nodiscard]] HWY_INLINE const Found& found() const { return found_; }

  HWY_INLINE static void see_idle(Lanes& group) {
    group.idle = is_empty(group.free);
    group.idle_count = count_true(group.idle);
  }

  /// Whether there are enough boards for another round, or any to drain.
  /// @param idle  lanes without a square left to try, of all groups
  [[nodiscard]] HWY_INLINE bool goes_on(std::ptrdiff_t all_lanes, std::ptrdiff_t idle) const {
    return Drain ? waiting_ > 0 || idle < all_lanes : waiting_ >= all_lanes;
  }

  /// A group's turn.
  /// @param its_own  its children: stores those of its last turn and makes new ones
  /// @param of_the_last  the children of the turn before, to judge
  HWY_INLINE void turn(Lanes& group, const Children& its_own, const Children& of_the_last) {
    refill_idle(group);
    store_alive(its_own);
    try_squares(group, its_own);
    judge(of_the_last);
  }

  HWY_INLINE void refill_idle(const Lanes& group) {
    assert(waiting_ >= (Drain ? 0 : group.idle_count));
    waiting_ -= group.idle_count;
    const Refilled columns{group.columns, from_.columns() + waiting_};
    const Refilled left{group.left, from_.left() + waiting_};
    const Refilled right{group.right, from_.right() + waiting_};
    if constexpr (Search::keeps_free) {
      refill<shape.refill>(group.idle, columns, left, right,
                           Refilled{group.free, from_.free() + waiting_},
                           Refilled{group.second, from_.second() + waiting_});
    } else {
      refill<shape.refill>(group.idle, columns, left, right);
    }
    if constexpr (Drain) {
      waiting_ = std::max<std::ptrdiff_t>(waiting_, 0);
    }
  }

  HWY_INLINE void try_squares(Lanes& group, const Children& children) {
    if constexpr (!Search::keeps_free) {
      group.free = hn::IfThenElse(
          group.idle,
          Search::template free_squares<Rows>(setting_, group.columns, group.left, group.right),
          group.free);
    }
    if constexpr (Drain) {
      tried_ += lanes() - static_cast<std::size_t>(count_true(is_empty(group.free)));
    } else {
      tried_ += lanes();
    }
    const Words negated = hn::Sub(hn::Zero(Tag()), group.free);
    const Words queen = hn::And(group.free, negated);
    group.free = hn::AndNot(negated, group.free);
    see_idle(group);
    children.columns = hn::Xor(group.columns, queen);
    children.left = hn::Or(group.left, queen);
    children.right = hn::Or(group.right, queen);
    Search::template move_on<Rows>(setting_, children.left, children.right);
    if constexpr (Search::keeps_free) {
      Search::template attack<Rows>(setting_, queen, group.second, children);
    }
  }

  HWY_INLINE void judge(const Children& children) {
    if constexpr (Search::keeps_free) {
      children.alive = Search::template judge<Rows>(setting_, children, found_);
    } else {
      children.alive = Search::template judge<Rows>(setting_, children.columns, children.left,
                                                    children.right, found_);
    }
  }

  HWY_INLINE void store_alive(const Children& children) {
    if constexpr (Rows > Search::stored_rows) {
      assert(stored_ + lanes() <= Level::room);
      const Appended columns{children.columns, to_.columns() + stored_};
      const Appended left{children.left, to_.left() + stored_};
      const Appended right{children.right, to_.right() + stored_};
      if constexpr (Search::keeps_free) {
        append(children.alive, columns, left, right, Appended{children.free, to_.free() + stored_},
               Appended{children.second, to_.second() + stored_});
      } else {
        append(children.alive, columns, left, right);
      }
      stored_ += static_cast<std::size_t>(count_true(children.alive));
    }
  }

 private:
  const Setting& setting_;
  Boards<Level::room, Search::keeps_free>& from_;
  Boards<Level::room, Search::keeps_free>& to_;
  std::ptrdiff_t waiting_;
  std::size_t stored_;
  std::uint64_t tried_ = 0;
  Found found_{};
};

/// Expands the boards with `rows` rows left until the next level is full, or fewer wait than fill
/// all lanes; with Drain until none is left.
template <class Search, Shape shape, int Rows, bool Drain>
HWY_NOINLINE void run_burst(const typename Search::Setting& shared_setting, int rows,
                            LevelOf<Search, shape>& level, LevelOf<Search, shape>& next,
                            typename Search::Tally& tally) {
  const typename Search::Setting setting = Search::template setting_at<Rows>(shared_setting, rows);
  Pipeline<Search, shape, Rows, Drain> pipeline(setting, level, next);
  constexpr bool three = shape.groups == 3;
  Words columns0, columns1, columns2, left0, left1, left2, right0, right1, right2, free0, free1,
      free2, second0, second1, second2;
  Mask idle0, idle1, idle2;
  Lanes a{columns0, left0, right0, free0, second0, idle0};
  Lanes b{columns1, left1, right1, free1, second1, idle1};
  [[maybe_unused]] Lanes c{columns2, left2, right2, free2, second2, idle2};
  pipeline.load_group(level.groups[0], a);
  pipeline.load_group(level.groups[1], b);
  if constexpr (three) {
    pipeline.load_group(level.groups[2], c);
  }
  // The first children are of dead boards, none of them alive.
  const Words none = hn::Zero(Tag());
  Words child_columns0 = none, child_columns1 = none, child_columns2 = none;
  Words child_left0 = none, child_left1 = none, child_left2 = none;
  Words child_right0 = none, child_right1 = none, child_right2 = none;
  Words child_free0 = none, child_free1 = none, child_free2 = none;
  Words child_second0 = none, child_second1 = none, child_second2 = none;
  Mask alive0 = hn::Ne(none, none), alive1 = alive0, alive2 = alive0;
  const Children of_a{child_columns0, child_left0,   child_right0,
                      child_free0,    child_second0, alive0};
  const Children of_b{child_columns1, child_left1,   child_right1,
                      child_free1,    child_second1, alive1};
  [[maybe_unused]] const Children of_c{child_columns2, child_left2,   child_right2,
                                       child_free2,    child_second2, alive2};
  const Children& of_last = three ? of_c : of_b;

  const auto all_lanes = static_cast<std::ptrdiff_t>(shape.groups * lanes());
  while (pipeline.stored() <= shape.full_level &&
         pipeline.goes_on(all_lanes, a.idle_count + b.idle_count + (three ? c.idle_count : 0))) {
    pipeline.turn(a, of_a, of_last);
    pipeline.turn(b, of_b, of_a);
    if constexpr (three) {
      pipeline.turn(c, of_c, of_b);
    }
  }
  pipeline.store_alive(of_a);
  if constexpr (three) {
    pipeline.store_alive(of_b);
  }
  pipeline.judge(of_last);
  pipeline.store_alive(of_last);
  level.lanes_busy = pipeline.save_group(a, level.groups[0]);
  level.lanes_busy |= pipeline.save_group(b, level.groups[1]);
  if constexpr (three) {
    level.lanes_busy |= pipeline.save_group(c, level.groups[2]);
  }
  level.size = static_cast<std::size_t>(pipeline.waiting());
  next.size = pipeline.stored();
  tally.add(rows, pipeline.tried(), pipeline.found());
}

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // include guard, once for each target
