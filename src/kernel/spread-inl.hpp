// The step near the root of a search: one child in each lane.
//
// In a burst a lane tries the squares of its board in turn. Near the root there are fewer boards
// than lanes, so most lanes would be empty. There it makes all children first, one by one, and then
// tests them together.

#if defined(NQUEENS_SPREAD_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef NQUEENS_SPREAD_INL_HPP
#undef NQUEENS_SPREAD_INL_HPP
#else
#define NQUEENS_SPREAD_INL_HPP
#endif

// For every target, used or not: each pass over the targets flips their guards.
#include "kernel/lanes-inl.hpp"
#include "kernel/level-inl.hpp"

#if NQUEENS_AVX512

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "core/board.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// Most boards to spread; more boards fill the lanes anyway (measured: docs/kernels.md).
inline constexpr std::size_t max_spread = 16;

/// Children of few boards. Their diagonals are not yet moved on.
struct SpreadChildren {
  /// A vector of dead boards follows the last child, since whole vectors are read.
  static constexpr std::size_t room = max_spread * max_board + max_lanes;

  alignas(64) std::array<std::uint32_t, room> columns;
  alignas(64) std::array<std::uint32_t, room> left;
  alignas(64) std::array<std::uint32_t, room> right;
  std::size_t size = 0;

  void add(std::uint32_t board_columns, std::uint32_t board_left, std::uint32_t board_right,
           std::uint32_t squares) {
    for (; squares != 0; squares = without_lowest(squares)) {
      const std::uint32_t queen = squares & -squares;
      columns[size] = board_columns ^ queen;
      left[size] = board_left | queen;
      right[size] = board_right | queen;
      ++size;
    }
  }

  void end() {
    store(hn::Zero(Tag()), columns.data() + size);
    store(hn::Zero(Tag()), left.data() + size);
    store(hn::Zero(Tag()), right.data() + size);
  }
};

/// Expands all boards that wait with `rows` rows left, at least Search::spread_rows. There are at
/// most max_spread of them, and none in a lane.
template <class Search, Shape shape, int Rows>
HWY_NOINLINE void run_spread(const typename Search::Setting& shared_setting, int rows,
                             LevelOf<Search, shape>& level, LevelOf<Search, shape>& next,
                             typename Search::Tally& tally) {
  static_assert(Rows > Search::stored_rows);
  static_assert(ready_level + max_spread * max_board <= full_level, "the next level has room");
  assert(rows >= Rows && level.size <= max_spread && !level.is_busy);
  const typename Search::Setting setting = Search::template setting_at<Rows>(shared_setting, rows);
  auto& from = level.boards;
  auto& to = next.boards;
  alignas(64) std::array<std::uint32_t, max_spread + max_lanes> free;
  for (std::size_t i = 0; i < level.size; i += lanes()) {
    store(Search::template free_squares<Rows>(setting, load(from.columns() + i),
                                              load(from.left() + i), load(from.right() + i)),
          free.data() + i);
  }
  SpreadChildren children;
  for (std::size_t i = 0; i < level.size; ++i) {
    children.add(from.columns()[i], from.left()[i], from.right()[i], free[i]);
  }
  children.end();
  level.size = 0;
  typename Search::Found found{};
  for (std::size_t i = 0; i < children.size; i += lanes()) {
    const Words columns = load(children.columns.data() + i);
    Words left = load(children.left.data() + i);
    Words right = load(children.right.data() + i);
    Search::template move_on<Rows>(setting, left, right);
    const Mask alive = Search::template judge<Rows>(setting, columns, left, right, found);
    assert(next.size + lanes() <= (LevelOf<Search, shape>::room));
    append(alive, Appended{columns, to.columns() + next.size},
           Appended{left, to.left() + next.size}, Appended{right, to.right() + next.size});
    next.size += static_cast<std::size_t>(count_true(alive));
  }
  tally.add(rows, children.size, found);
}

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // NQUEENS_AVX512

#endif  // include guard, once for each target
