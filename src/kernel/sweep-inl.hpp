// The other inner loop of the frontier: a burst of steps on one level, in sweeps.
//
// The pipeline (pipeline-inl.hpp) keeps a board in its lane until all squares of its row are tried,
// and refills empty lanes. Without an instruction that expands, a refill costs more than the step
// itself, and the lanes' state does not fit 16 registers. Here no lane has a state. A step loads a
// whole vector of boards, tries one square of each, and stores the children that pass the tests.
// Boards with squares left go to the list of the rest, with these squares. A sweep goes over fresh
// boards, the following ones over the rest, which they write anew, until less than a vector is
// left. No step waits for another.

#if defined(NQUEENS_SWEEP_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef NQUEENS_SWEEP_INL_HPP
#undef NQUEENS_SWEEP_INL_HPP
#else
#define NQUEENS_SWEEP_INL_HPP
#endif

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "kernel/lanes-inl.hpp"
#include "kernel/level-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// The steps of a burst. @tparam Drain  until no board is left; vectors may hold dead boards
template <class Search, Shape shape, int Rows, bool Drain>
class Sweeps : public Steps<Search, shape, Rows> {
 public:
  using Base = Steps<Search, shape, Rows>;
  using typename Base::Level;
  using typename Base::Setting;

  HWY_INLINE Sweeps(const Setting& setting, Level& level, Level& next)
      : Base(setting, level, next), rest_(level.at_work.boards), rest_size_(level.at_work.size) {}

  HWY_INLINE void run() {
    const auto vector = static_cast<std::ptrdiff_t>(lanes());
    const std::ptrdiff_t enough = Drain ? 1 : vector;
    while (this->has_room()) {
      if (static_cast<std::ptrdiff_t>(rest_size_) >= enough) {
        sweep<false>(0);
        close_up();
      } else if (waiting_ >= enough) {
        sweep<true>(std::max(waiting_ - static_cast<std::ptrdiff_t>(swept_boards), enough - 1));
      } else {
        break;
      }
    }
  }

  HWY_INLINE void save(Level& level, Level& next) const {
    this->save_sizes(level, next);
    level.at_work.size = rest_size_;
    level.is_busy = rest_size_ != 0;
  }

 private:
  /// Fresh boards, down to `until` that wait or fewer; or the rest. With Drain the last vector
  /// takes dead boards, too.
  template <bool Fresh>
  HWY_INLINE void sweep(std::ptrdiff_t until) {
    const Words none = hn::Zero(Tag());
    Words child_columns = none, child_left = none, child_right = none, child_free = none,
          child_second = none;
    Mask alive = hn::Ne(none, none);
    const Children last{child_columns, child_left, child_right, child_free, child_second, alive};
    if constexpr (Fresh) {
      while (waiting_ > until && this->has_room()) {
        tried_ += Drain ? std::min(static_cast<std::size_t>(waiting_), lanes()) : lanes();
        waiting_ -= static_cast<std::ptrdiff_t>(lanes());
        const Words columns = load(from_.columns() + waiting_);
        const Words left = load(from_.left() + waiting_);
        const Words right = load(from_.right() + waiting_);
        if constexpr (Search::keeps_free) {
          rest_size_ += step(columns, left, right, load(from_.free() + waiting_),
                             load(from_.second() + waiting_), rest_size_, last);
        } else {
          rest_size_ += step(columns, left, right, this->free_squares(columns, left, right), none,
                             rest_size_, last);
        }
        waiting_ = Drain ? std::max<std::ptrdiff_t>(waiting_, 0) : waiting_;
      }
    } else {
      if constexpr (Drain) {  // dead boards behind the last one
        store(none, rest_.columns() + rest_size_);
        store(none, rest_.free() + rest_size_);
      }
      while (read_ + (Drain ? 1 : lanes()) <= rest_size_ && this->has_room()) {
        tried_ += Drain ? std::min(rest_size_ - read_, lanes()) : lanes();
        // What it writes ends where it has read.
        written_ += step(load(rest_.columns() + read_), load(rest_.left() + read_),
                         load(rest_.right() + read_), load(rest_.free() + read_), second_at(read_),
                         written_, last);
        read_ += lanes();
      }
    }
    this->store_alive(last);
  }

  /// After a sweep over the rest: those that it did not reach move up.
  HWY_INLINE void close_up() {
    if (written_ != read_) {
      for (; read_ < rest_size_; read_ += lanes()) {
        store(load(rest_.columns() + read_), rest_.columns() + written_);
        store(load(rest_.left() + read_), rest_.left() + written_);
        store(load(rest_.right() + read_), rest_.right() + written_);
        store(load(rest_.free() + read_), rest_.free() + written_);
        if constexpr (Search::keeps_free) {
          store(load(rest_.second() + read_), rest_.second() + written_);
        }
        written_ += std::min(lanes(), rest_size_ - read_);
      }
      rest_size_ = written_;
    }
    read_ = written_ = 0;
  }

  [[nodiscard]] HWY_INLINE Words second_at(std::size_t at) const {
    if constexpr (Search::keeps_free) {
      return load(rest_.second() + at);
    } else {
      return hn::Zero(Tag());
    }
  }

  /// Tries one of the squares `free` of each board. @param at  where the rest is written
  /// @param last  the children of the last step, which it stores: their tests are long done
  /// @return boards with squares left
  HWY_INLINE std::size_t step(Words columns, Words left, Words right, Words free, Words second,
                              std::size_t at, const Children& last) {
    const Words negated = hn::Sub(hn::Zero(Tag()), free);
    const Words queen = hn::And(free, negated);
    const Words later = hn::AndNot(negated, free);
    this->store_alive(last);
    assert(at + lanes() <= swept_boards + 2 * max_lanes);
    const Appended to_columns{columns, rest_.columns() + at};
    const Appended to_left{left, rest_.left() + at};
    const Appended to_right{right, rest_.right() + at};
    const Appended to_free{later, rest_.free() + at};
    std::size_t stay;
    if constexpr (Search::keeps_free) {
      stay = append_unless(is_empty(later), to_columns, to_left, to_right, to_free,
                           Appended{second, rest_.second() + at});
    } else {
      stay = append_unless(is_empty(later), to_columns, to_left, to_right, to_free);
    }
    this->make_children(columns, left, right, second, queen, last);
    this->judge(last);
    return stay;
  }

  using Base::from_;
  using Base::tried_;
  using Base::waiting_;

  decltype(Level::at_work.boards)& rest_;
  std::size_t rest_size_;
  std::size_t read_ = 0;     ///< of the rest, in a sweep over it
  std::size_t written_ = 0;  ///< likewise
};

/// Expands the boards with `rows` rows left until the next level is full, or fewer are left than
/// fill a vector; with Drain until none is left.
template <class Search, Shape shape, int Rows, bool Drain>
HWY_NOINLINE void run_sweeps(const typename Search::Setting& shared_setting, int rows,
                             LevelOf<Search, shape>& level, LevelOf<Search, shape>& next,
                             typename Search::Tally& tally) {
  const typename Search::Setting setting = Search::template setting_at<Rows>(shared_setting, rows);
  Sweeps<Search, shape, Rows, Drain> sweeps(setting, level, next);
  sweeps.run();
  sweeps.save(level, next);
  tally.add(rows, sweeps.tried(), sweeps.found());
}

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // include guard, once for each target
