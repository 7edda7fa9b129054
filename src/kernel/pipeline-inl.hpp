// The inner loop of the frontier: a burst of steps on one level, as a pipeline.
//
// A step of a group of lanes is a chain: find idle lanes, refill them, find free squares, make the
// child, test it, store it. The chain's latency is two or three times the work of the vector units,
// and no processor looks far enough ahead to fill the gaps with other steps. So the stages are
// scheduled by hand. Groups of lanes take turns. In its turn a group
//
//   1. refills the lanes that were empty after its last turn,
//   2. stores its last children that passed the tests,
//   3. tries the next square of every lane, which makes new children,
//   4. judges the children of the group before it,
//
// so none of the four waits for another that has just begun. (Lam 1988, "Software pipelining".)

// Included for every target, used or not: each pass over the targets flips the include guards.
#include "kernel/lanes-inl.hpp"
#include "kernel/level-inl.hpp"

#if NQUEENS_AVX512

#include <algorithm>
#include <cassert>
#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// The lanes of a group. References, as in Children.
struct Lanes {
  Words& columns;
  Words& left;
  Words& right;
  Words& free;    ///< untried squares of the next row
  Words& second;  ///< free squares of the row after it, if the search keeps them
  Mask& idle;
  std::ptrdiff_t idle_count = 0;
};

/// The stages of a burst. @tparam Drain  runs until no board is left; lanes may hold the dead board
template <class Search, Shape shape, int Rows, bool Drain>
class Pipeline : public Steps<Search, shape, Rows> {
 public:
  using Base = Steps<Search, shape, Rows>;
  using Base::judge;
  using Base::store_alive;
  using typename Base::Level;
  using typename Base::Setting;

  HWY_INLINE Pipeline(const Setting& setting, Level& level, Level& next)
      : Base(setting, level, next) {}

  // The functions of group I do nothing if the shape has fewer groups.

  template <std::size_t I>
  HWY_INLINE static void load_group(const Level& level, Lanes& group) {
    if constexpr (I < shape.groups) {
      load_group(level.at_work[I], group);
    }
  }

  template <std::size_t I>
  HWY_INLINE static void save_group(const Lanes& group, Level& level) {
    if constexpr (I < shape.groups) {
      level.is_busy |= save_group(group, level.at_work[I]);
    }
  }

  /// @param children  of the group: those of its last turn are stored, then new ones made
  /// @param previous  the children of the turn before, to judge
  template <std::size_t I>
  HWY_INLINE void turn(Lanes& group, const Children& children, const Children& previous) {
    if constexpr (I < shape.groups) {
      refill_idle(group);
      store_alive(children);
      try_squares(group, children);
      judge(previous);
    }
  }

  /// Stores the remaining children after the last turn. Those of the last group are not judged yet.
  template <std::size_t I>
  HWY_INLINE void end(const Children& children) {
    if constexpr (I < shape.groups) {
      if constexpr (I + 1 == shape.groups) {
        judge(children);
      }
      store_alive(children);
    }
  }

  /// Whether there are enough boards for another round, or any to drain.
  /// @param idle  lanes without a square left to try, of all groups
  [[nodiscard]] HWY_INLINE bool goes_on(std::ptrdiff_t all_lanes, std::ptrdiff_t idle) const {
    return this->has_room() && (Drain ? waiting_ > 0 || idle < all_lanes : waiting_ >= all_lanes);
  }

  HWY_INLINE void save(Level& level, Level& next) const { this->save_sizes(level, next); }

 private:
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

  HWY_INLINE static void see_idle(Lanes& group) {
    group.idle = is_empty(group.free);
    group.idle_count = count_true(group.idle);
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
          group.idle, this->free_squares(group.columns, group.left, group.right), group.free);
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
    this->make_children(group.columns, group.left, group.right, group.second, queen, children);
  }

  using Base::from_;
  using Base::tried_;
  using Base::waiting_;
};

/// Expands the boards with `rows` rows left until the next level is full, or too few wait to fill
/// all lanes; with Drain until none is left.
template <class Search, Shape shape, int Rows, bool Drain>
HWY_NOINLINE void run_pipeline(const typename Search::Setting& shared_setting, int rows,
                               LevelOf<Search, shape>& level, LevelOf<Search, shape>& next,
                               typename Search::Tally& tally) {
  const typename Search::Setting setting = Search::template setting_at<Rows>(shared_setting, rows);
  Pipeline<Search, shape, Rows, Drain> pipeline(setting, level, next);
  Words columns0, columns1, columns2, left0, left1, left2, right0, right1, right2, free0, free1,
      free2, second0, second1, second2;
  Mask idle0, idle1, idle2;
  Lanes a{columns0, left0, right0, free0, second0, idle0};
  Lanes b{columns1, left1, right1, free1, second1, idle1};
  Lanes c{columns2, left2, right2, free2, second2, idle2};
  pipeline.template load_group<0>(level, a);
  pipeline.template load_group<1>(level, b);
  pipeline.template load_group<2>(level, c);
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
  const Children of_c{child_columns2, child_left2,   child_right2,
                      child_free2,    child_second2, alive2};
  const Children& of_last = shape.groups == 3 ? of_c : of_b;

  const auto all_lanes = static_cast<std::ptrdiff_t>(shape.groups * lanes());
  while (pipeline.goes_on(all_lanes, a.idle_count + b.idle_count + c.idle_count)) {
    pipeline.template turn<0>(a, of_a, of_last);
    pipeline.template turn<1>(b, of_b, of_a);
    pipeline.template turn<2>(c, of_c, of_b);
  }
  pipeline.template end<0>(of_a);
  pipeline.template end<1>(of_b);
  pipeline.template end<2>(of_c);
  level.is_busy = false;
  pipeline.template save_group<0>(a, level);
  pipeline.template save_group<1>(b, level);
  pipeline.template save_group<2>(c, level);
  pipeline.save(level, next);
  tally.add(rows, pipeline.tried(), pipeline.found());
}

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // NQUEENS_AVX512
