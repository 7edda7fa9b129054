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

#include "lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// Differs between processors, not between searches: every shape searches the same tree.
struct Shape {
  Refill refill = Refill::expand;
  std::size_t groups = 2;   ///< of lanes that take turns, 2 or 3
  std::size_t full_level;   ///< a burst ends when the level below has so many boards
  std::size_t ready_level;  ///< boards with which a level is expanded; bursts of fewer cost more to
                            ///< begin and end
};

/// At most `Room` boards with the same number of rows left, after one vector of dead boards.
template <std::size_t Room>
class Boards {
 public:
  [[nodiscard]] std::uint32_t* columns() { return columns_.data() + most_lanes; }
  [[nodiscard]] std::uint32_t* left() { return left_.data() + most_lanes; }
  [[nodiscard]] std::uint32_t* right() { return right_.data() + most_lanes; }

 private:
  alignas(64) std::array<std::uint32_t, most_lanes + Room> columns_{};
  alignas(64) std::array<std::uint32_t, most_lanes + Room> left_{};
  alignas(64) std::array<std::uint32_t, most_lanes + Room> right_{};
};

/// The lanes of a group between two bursts of its level.
struct Group {
  alignas(64) std::array<std::uint32_t, most_lanes> columns{};
  alignas(64) std::array<std::uint32_t, most_lanes> left{};
  alignas(64) std::array<std::uint32_t, most_lanes> right{};
  alignas(64) std::array<std::uint32_t, most_lanes> free{};
};

/// A level: the boards that wait, and those in groups.
template <Shape shape>
struct LevelOf {
  static_assert(shape.groups == 2 || shape.groups == 3);
  static_assert(shape.ready_level >= shape.groups * most_lanes, "a burst begins with a round");
  static_assert(shape.full_level >= shape.ready_level, "a full level is ready");

  /// The last round of a burst begins with at most full_level boards in the level below. It stores
  /// one whole vector for each group, and so does the end of the pipeline. Reading needs one vector
  /// more, since a refill reads a whole one from the first board that it takes.
  static constexpr std::size_t room = shape.full_level + (2 * shape.groups + 1) * most_lanes;

  Boards<room> boards;
  std::size_t size = 0;  ///< boards waiting
  std::array<Group, shape.groups> groups;
  bool lanes_busy = false;  ///< some lane still has a free square to try

  [[nodiscard]] bool has_work() const { return size != 0 || lanes_busy; }

  void put(std::uint32_t columns, std::uint32_t left, std::uint32_t right) {
    boards.columns()[size] = columns;
    boards.left()[size] = left;
    boards.right()[size] = right;
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
  Words& free;  ///< squares of the next row still to try
  Mask& idle;   ///< none is left
  std::ptrdiff_t idle_count = 0;
};

/// The children of a step; their diagonals as they meet their next row.
struct Children {
  Words& columns;
  Words& left;
  Words& right;
  Mask& alive;
};

/// The stages of a burst and their common state. @tparam Rows  rows left of the boards expanded, at
/// most Search::alike_rows @tparam Drain  until no board is left; lanes may hold the dead board
template <class Search, Shape shape, int Rows, bool Drain>
class Pipeline {
 public:
  using Setting = typename Search::Setting;
  using Found = typename Search::Found;
  using Level = LevelOf<shape>;

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
    see_idle(group);
  }

  /// @return whether a lane still has a square to try
  HWY_INLINE static bool save_group(const Lanes& group, Group& saved) {
    store(group.columns, saved.columns.data());
    store(group.left, saved.left.data());
    store(group.right, saved.right.data());
    store(group.free, saved.free.data());
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
    refill<shape.refill>(group.idle, group.columns, from_.columns() + waiting_, group.left,
                         from_.left() + waiting_, group.right, from_.right() + waiting_);
    if constexpr (Drain) {
      waiting_ = std::max<std::ptrdiff_t>(waiting_, 0);
    }
  }

  HWY_INLINE void try_squares(Lanes& group, const Children& children) {
    group.free = hn::IfThenElse(
        group.idle,
        Search::template free_squares<Rows>(setting_, group.columns, group.left, group.right),
        group.free);
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
  }

  HWY_INLINE void judge(const Children& children) {
    children.alive = Search::template judge<Rows>(setting_, children.columns, children.left,
                                                  children.right, found_);
  }

  HWY_INLINE void store_alive(const Children& children) {
    if constexpr (Rows > Search::stored_rows) {
      assert(stored_ + lanes() <= Level::room);
      append(children.alive, children.columns, to_.columns() + stored_, children.left,
             to_.left() + stored_, children.right, to_.right() + stored_);
      stored_ += static_cast<std::size_t>(count_true(children.alive));
    }
  }

 private:
  const Setting& setting_;
  Boards<Level::room>& from_;
  Boards<Level::room>& to_;
  std::ptrdiff_t waiting_;
  std::size_t stored_;
  std::uint64_t tried_ = 0;
  Found found_{};
};

/// Expands the boards with `rows` rows left until the next level is full, or fewer wait than fill
/// all lanes; with Drain until none is left.
template <class Search, Shape shape, int Rows, bool Drain>
HWY_NOINLINE void run_burst(const typename Search::Setting& shared_setting, int rows,
                            LevelOf<shape>& level, LevelOf<shape>& next,
                            typename Search::Tally& tally) {
  const typename Search::Setting setting = Search::template setting_at<Rows>(shared_setting, rows);
  Pipeline<Search, shape, Rows, Drain> pipeline(setting, level, next);
  constexpr bool three = shape.groups == 3;
  Words columns0, columns1, columns2, left0, left1, left2, right0, right1, right2, free0, free1,
      free2;
  Mask idle0, idle1, idle2;
  Lanes a{columns0, left0, right0, free0, idle0};
  Lanes b{columns1, left1, right1, free1, idle1};
  [[maybe_unused]] Lanes c{columns2, left2, right2, free2, idle2};
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
  Mask alive0 = hn::Ne(none, none), alive1 = alive0, alive2 = alive0;
  const Children of_a{child_columns0, child_left0, child_right0, alive0};
  const Children of_b{child_columns1, child_left1, child_right1, alive1};
  [[maybe_unused]] const Children of_c{child_columns2, child_left2, child_right2, alive2};
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
