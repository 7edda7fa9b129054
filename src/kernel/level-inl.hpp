// A level of the frontier: boards with the same number of rows left, and the parts of a step for
// the inner loop (pipeline-inl.hpp) and the step near the root (frontier-inl.hpp).

#if defined(NQUEENS_LEVEL_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef NQUEENS_LEVEL_INL_HPP
#undef NQUEENS_LEVEL_INL_HPP
#else
#define NQUEENS_LEVEL_INL_HPP
#endif

// Included for every target, used or not: each pass over the targets flips the include guards.
#include "kernel/lanes-inl.hpp"

#if NQUEENS_AVX512

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// The fastest shape depends on the search; the tree does not depend on the shape.
struct Shape {
  Refill refill = Refill::expand;
  std::size_t groups;  ///< of lanes that take turns in the pipeline, 2 or 3
};

inline constexpr std::size_t full_level = 2048;  ///< boards in the level below that end a burst
/// Boards at which a level is expanded; smaller bursts cost more to begin and end.
inline constexpr std::size_t ready_level = 512;

/// At most `Room` boards, after one vector of dead boards: columns and diagonals, then the free
/// squares of their next two rows if they are kept.
template <std::size_t Room, std::size_t Arrays>
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

  std::array<Array, Arrays> arrays_;
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

/// A level: the waiting boards, and those at work.
template <class Search, Shape shape>
struct LevelOf {
  static_assert(shape.groups == 2 || shape.groups == 3);
  static_assert(ready_level >= shape.groups * max_lanes, "a burst begins with a round");

  /// The last round of a burst begins with at most full_level boards in the level below. It stores
  /// one whole vector for each group, and so does the end of the burst. Reading needs one vector
  /// more, since a refill reads a whole one from the first board that it takes.
  static constexpr std::size_t room = full_level + (2 * shape.groups + 1) * max_lanes;

  using Waiting = Boards<room, Search::keeps_free ? 5 : 3>;

  Waiting boards;
  std::size_t size = 0;  ///< boards waiting
  std::array<Group, shape.groups> at_work;
  bool is_busy = false;  ///< some board at work still has a free square to try

  [[nodiscard]] bool has_work() const { return size != 0 || is_busy; }

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
    is_busy = false;
    for (Group& group : at_work) {
      group.free.fill(0);
    }
  }
};

/// The children of a step, with diagonals shifted to their next row. References, since vectors of
/// some instruction sets have no size at compile time and cannot be members.
struct Children {
  Words& columns;
  Words& left;
  Words& right;
  Words& free;    ///< squares of their next row, if the search keeps them
  Words& second;  ///< squares of the row after it, likewise
  Mask& alive;
};

/// State and parts of the steps of a burst. @tparam Rows  rows left of the boards expanded, at most
/// Search::alike_rows
template <class Search, Shape shape, int Rows>
class Steps {
 public:
  using Setting = typename Search::Setting;
  using Found = typename Search::Found;
  using Level = LevelOf<Search, shape>;

  [[nodiscard]] HWY_INLINE std::uint64_t tried() const { return tried_; }
  [[nodiscard]] HWY_INLINE const Found& found() const { return found_; }

 protected:
  /// @param setting  a copy that no store can change
  HWY_INLINE Steps(const Setting& setting, Level& level, Level& next)
      : setting_(setting),
        from_(level.boards),
        to_(next.boards),
        waiting_(static_cast<std::ptrdiff_t>(level.size)),
        stored_(next.size) {}

  HWY_INLINE void save_sizes(Level& level, Level& next) const {
    level.size = static_cast<std::size_t>(waiting_);
    next.size = stored_;
  }

  [[nodiscard]] HWY_INLINE bool has_room() const { return stored_ <= full_level; }

  HWY_INLINE Words free_squares(Words columns, Words left, Words right) const {
    return Search::template free_squares<Rows>(setting_, columns, left, right);
  }

  /// @param second  free squares of the boards in the row after the next, if the search keeps them
  HWY_INLINE void make_children(Words columns, Words left, Words right, Words second, Words queen,
                                const Children& children) const {
    children.columns = hn::Xor(columns, queen);
    children.left = hn::Or(left, queen);
    children.right = hn::Or(right, queen);
    Search::template move_on<Rows>(setting_, children.left, children.right);
    if constexpr (Search::keeps_free) {
      Search::template attack<Rows>(setting_, queen, second, children);
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

  const Setting& setting_;
  typename Level::Waiting& from_;
  typename Level::Waiting& to_;
  std::ptrdiff_t waiting_;
  std::size_t stored_;
  std::uint64_t tried_ = 0;
  Found found_{};
};

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // NQUEENS_AVX512

#endif  // include guard, once for each target
