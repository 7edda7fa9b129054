// The frontier: a depth-first search over vectors of partial boards.
//
// One lane holds one partial board: the columns left, two words of diagonals shifted to the next
// row, and the untried free squares of that row. A step takes one square of every lane, builds a
// child of each, tests the children, and appends the survivors to the buffer of the next level. The
// pipeline (pipeline-inl.hpp) makes the steps of one level, a burst of them, and refills empty
// lanes. Only for AVX-512: elsewhere no instruction refills lanes, and grids (grids-inl.hpp) are
// faster.
//
// The deepest level with enough boards goes first, which keeps buffers small. If none has enough,
// the level nearest to the root is drained to its last board. Empty lanes hold the dead board,
// which has no columns left: it has no free square, and its children fail every test. One vector of
// dead boards precedes a level's boards, for a refill that finds too few. Near the root, with fewer
// boards than lanes, their squares are spread over the lanes instead.
//
// A policy defines a search:
//   min_rows, max_rows     rows left of the boards that it expands
//   alike_rows             levels with this many rows left or more take the same steps
//   spread_rows            fewest rows left of boards that are spread
//   stored_rows            children with fewer rows left are not stored
//   keeps_free             boards keep the free squares of their next two rows
//   Setting                data for all boards of a search
//   setting_at<Rows>()     the same for a level that takes the steps for `Rows` rows left
//   Found                  totals of steps, besides their children
//   Tally                  has add(rows, children, found), called at the end of a burst
//   free_squares<Rows>()   of the next row of every lane, unless boards keep them
//   attack<Rows>()         if boards keep them: removes what the queen of a child attacks
//   move_on<Rows>()        shifts the diagonals of a child to its next row
//   judge<Rows>()          tests the children of a step, or counts the rows below them

// Included for every target, used or not: each pass over the targets flips the include guards.
#include "kernel/lanes-inl.hpp"
#include "kernel/level-inl.hpp"
#include "kernel/pipeline-inl.hpp"

#if NQUEENS_AVX512

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/board.hpp"
#include "kernel/crown.hpp"
#include "kernel/kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

// --- The step near the root: one child in each lane
//
// In a burst a lane tries the squares of its board in turn. Near the root there are fewer boards
// than lanes, so most lanes would be empty. There all children are made first, one by one, and then
// tested together.

/// Most boards to spread; more boards fill the lanes anyway (measured: docs/kernels.md).
inline constexpr std::size_t max_spread = 16;

/// Children of few boards, with diagonals not yet shifted.
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

/// Expands all waiting boards with `rows` rows left, at least Search::spread_rows. There are at
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

// --- The search

template <class Search, Shape shape>
class Frontier {
 public:
  using Setting = typename Search::Setting;
  using Tally = typename Search::Tally;

  Frontier() : levels_(Search::max_rows + 1) {}

  /// Searches below a board with min_rows to max_rows rows left, and adds the results to
  /// `tally`. @return false if keep_going did
  bool search(const Setting& setting, int rows, const RootBoard& board, Tally& tally,
              const KeepGoing& keep_going) {
    setting_ = &setting;
    tally_ = &tally;
    level(rows).put(board);
    int top = rows;  // highest level with boards
    for (int bursts = 1;; ++bursts) {
      if (bursts % bursts_between_questions == 0 && !keep_going()) {
        std::for_each(levels_.begin(), levels_.end(), [](Level& level) { level.clear(); });
        return false;
      }
      if (const int ready = deepest_ready(top); ready != 0) {
        burst<false>(ready);
        continue;
      }
      while (top >= Search::min_rows && !level(top).has_work()) {
        --top;
      }
      if (top < Search::min_rows) {
        return true;
      }
      if constexpr (!Search::keeps_free) {
        if (top >= Search::spread_rows && level(top).size <= max_spread && !level(top).is_busy) {
          spread(top);
          continue;
        }
      }
      burst<true>(top);
    }
  }

 private:
  using Level = LevelOf<Search, shape>;

  Level& level(int rows) { return levels_[static_cast<std::size_t>(rows)]; }

  /// The level with the fewest rows left that has enough boards; 0 if none has.
  [[nodiscard]] int deepest_ready(int top) {
    for (int rows = Search::min_rows; rows <= top; ++rows) {
      if (level(rows).size >= ready_level) {
        return rows;
      }
    }
    return 0;
  }

  using Burst = void (*)(const Setting&, int, Level&, Level&, Tally&);

  void spread(int rows) {
    static constexpr auto spreads = []<int... I>(std::integer_sequence<int, I...>) {
      return std::array<Burst, sizeof...(I)>{
          &run_spread<Search, shape, I + Search::spread_rows>...};
    }
    (std::make_integer_sequence<int, Search::alike_rows - Search::spread_rows + 1>{});
    const int kind = std::min(rows, Search::alike_rows) - Search::spread_rows;
    spreads[static_cast<std::size_t>(kind)](*setting_, rows, level(rows), level(rows - 1), *tally_);
  }

  template <bool Drain>
  void burst(int rows) {
    static constexpr auto bursts = []<int... I>(std::integer_sequence<int, I...>) {
      return std::array<Burst, sizeof...(I)>{
          &run_pipeline<Search, shape, I + Search::min_rows, Drain>...};
    }
    (std::make_integer_sequence<int, Search::alike_rows - Search::min_rows + 1>{});
    const int kind = std::min(rows, Search::alike_rows) - Search::min_rows;
    bursts[static_cast<std::size_t>(kind)](*setting_, rows, level(rows), level(rows - 1), *tally_);
  }

  const Setting* setting_ = nullptr;
  Tally* tally_ = nullptr;
  std::vector<Level> levels_;  ///< by rows left
};

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // NQUEENS_AVX512
