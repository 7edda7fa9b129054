// A level of grids (grids-inl.hpp), and the inner loop of their search: a burst of steps on one
// level.
//
// A board stays in its lane until all squares of its first row are tried; then another one takes
// its place. As in pipeline-inl.hpp, the stages of a step are scheduled by hand. Their distance
// depends on the registers that a level needs.

// Included for every target, used or not: each pass over the targets flips the include guards.
#include "kernel/grid_lanes-inl.hpp"
#include "kernel/grid_lanes_avx512-inl.hpp"
#include "kernel/lanes-inl.hpp"
#include "kernel/solutions-inl.hpp"

#if NQUEENS_GRIDS

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernel/crown.hpp"

NQUEENS_GRIDS_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {
namespace grids {

inline constexpr std::size_t full_level = 2048;   ///< boards in the level below that end a burst
inline constexpr std::size_t ready_level = 1024;  ///< boards at which a level is expanded
inline constexpr int stored_rows = 3;             ///< children with fewer rows left are not stored
inline constexpr std::size_t max_groups = NQUEENS_AVX512 ? 3 : 2;  ///< of lanes that take turns

/// Distance between the stages of a step: long enough to hide latencies, but waiting children take
/// registers.
enum class Order : std::uint8_t {
  deep,    ///< children are made one turn of their group after their squares are chosen
  late,    ///< children are tested before the next turn of their group, and stored in it
  at_once  ///< children are made, tested and stored in the same turn
};

constexpr Order order_of(int rows) {
  return !NQUEENS_AVX512 ? Order::late
         : rows <= 4     ? Order::deep
         : rows <= 7     ? Order::late
                         : Order::at_once;
}
constexpr int groups_of(int rows) {
  return NQUEENS_AVX512 ? (rows <= 4 ? 3 : 2) : (rows <= 5 ? 2 : 1);
}

/// Calls f with the constants 0 .. Times-1. A loop would leave arrays in memory.
template <int Times, class F>
HWY_INLINE void repeat(F f) {
  [&]<int... I>(std::integer_sequence<int, I...>) NQUEENS_GRIDS_LAMBDA {
    (f(std::integral_constant<int, I>{}), ...);
  }
  (std::make_integer_sequence<int, Times>{});
}

template <int I>
using Constant = std::integral_constant<int, I>;

struct alignas(64) SavedRow {
  std::array<std::uint16_t, boards> words{};
};

/// The boards with the same number of rows left.
class GridLevel {
 public:
  /// Words between two rows. Not a power of two, so that rows do not compete for cache sets.
  static constexpr std::size_t stride = full_level + (NQUEENS_AVX512 ? 448 : 288);
  /// A burst ends with at most full_level boards and three vectors of each group. Reading needs one
  /// more vector, and a vector of dead boards is in front.
  static_assert(stride >= full_level + (3 * max_groups + 5) * boards);

  explicit GridLevel(int rows) : words_(static_cast<std::size_t>(rows) * stride + 2 * boards) {}

  /// The last row of the waiting boards, after one vector of dead boards. The next to last row
  /// follows at `stride`, and so on.
  [[nodiscard]] std::uint16_t* words() { return words_.data() + boards; }

  [[nodiscard]] bool has_work() const { return size != 0 || is_busy; }

  void clear() {
    size = 0;
    is_busy = false;
    for (auto& group : at_work) {
      group.fill({});
    }
  }

  std::size_t size = 0;  ///< boards waiting
  std::array<std::array<SavedRow, max_columns>, max_groups> at_work{};
  bool is_busy = false;  ///< some board at work still has a free square to try

 private:
  std::vector<std::uint16_t> words_;
};

/// By column of a queen, the squares that it leaves free in each row below; the last row first.
template <int Rows>
using Tables = std::array<Table, Rows>;

/// The squares of the first row of some boards, each with its board.
struct SpreadSquares {
  /// A vector without squares follows the last one, since whole vectors are read.
  static constexpr std::size_t room = window * static_cast<std::size_t>(max_columns) + boards;

  /// @param count  at most `window`
  SpreadSquares(const std::uint16_t* row, std::size_t count) {
    for (std::size_t board = 0; board < count; ++board) {
      for (std::uint32_t left = row[board]; left != 0; left &= left - 1) {
        squares[size] = static_cast<std::uint16_t>(left & -left);
        boards_named[size] = name_of(board);
        ++size;
      }
    }
    std::fill_n(squares.begin() + static_cast<std::ptrdiff_t>(size), boards, std::uint16_t{0});
  }

  std::size_t size = 0;
  std::array<std::uint16_t, room> squares;
  std::array<std::uint16_t, room> boards_named{};
};

/// The lanes and the children of a burst.
template <class Counted, int Rows, bool Drain>
class GridPipeline {
 public:
  using Found = typename Counted::Found;

  static constexpr int groups = groups_of(Rows);
  static constexpr Order order = order_of(Rows);
  static constexpr std::size_t stride = GridLevel::stride;

  /// @param tested_rows  covered_rows_of() the crown
  HWY_INLINE GridPipeline(const Tables<Rows>& tables, const Table& last_two, GridLevel& level,
                          GridLevel& next, int tested_rows)
      : tables_(tables),
        last_two_(last_two),
        from_(level.words()),
        to_(next.words()),
        waiting_(static_cast<std::ptrdiff_t>(level.size)),
        stored_(next.size),
        tested_rows_(tested_rows) {}

  HWY_INLINE void run(GridLevel& level, GridLevel& next) {
    repeat<groups>([&](auto g) NQUEENS_GRIDS_LAMBDA { load_group(g, level); });
    while (goes_on()) {
      repeat<groups>([&](auto g) NQUEENS_GRIDS_LAMBDA { turn(g); });
      ++rounds_;
    }
    if constexpr (judges_before) {
      judge(Constant<groups - 1>{});
    }
    level.is_busy = false;
    repeat<groups>([&](auto g) NQUEENS_GRIDS_LAMBDA { end(g, level); });
    level.size = static_cast<std::size_t>(waiting_);
    save_size(next);
  }

  /// Expands all waiting boards, which are few, with one square per lane. None is at work.
  HWY_INLINE void spread(GridLevel& level, GridLevel& next) {
    for (std::size_t first = 0; first < level.size; first += window) {
      const SpreadSquares squares(row_at(from_ + first, Rows - 1),
                                  std::min(window, level.size - first));
      tried_ += squares.size;
      for (std::size_t at = 0; at < squares.size; at += boards) {
        const Grids names = load(squares.boards_named.data() + at);
        repeat<Rows - 1>([&](auto i) NQUEENS_GRIDS_LAMBDA {
          lane_[0][i] = pick(row_at(from_ + first, i), names);
        });
        columns_[0] = choose(constants_, load(squares.squares.data() + at)).columns;
        make_children(Constant<0>{});
        judge(Constant<0>{});
        store_alive(Constant<0>{});
      }
    }
    level.size = 0;
    save_size(next);
  }

  [[nodiscard]] std::uint64_t tried() const {
    return Drain ? tried_ : rounds_ * static_cast<std::uint64_t>(groups * boards);
  }
  [[nodiscard]] const Found& found() const { return found_; }

 private:
  /// Whether a turn judges the children of the turn before.
  static constexpr bool judges_before = order != Order::at_once && groups > 1;

  template <class Pointer>
  HWY_INLINE static Pointer row_at(Pointer last, int row) {
    return last + static_cast<std::size_t>(row) * stride;
  }

  HWY_INLINE void save_size(GridLevel& next) const {
    if constexpr (Rows > stored_rows) {
      next.size = stored_;
    }
  }

  template <int G>
  HWY_INLINE void load_group(Constant<G> g, const GridLevel& level) {
    repeat<Rows>(
        [&](auto i) NQUEENS_GRIDS_LAMBDA { lane_[g][i] = load(level.at_work[g][i].words.data()); });
    repeat<Rows - 1>([&](auto i) NQUEENS_GRIDS_LAMBDA { child_[g][i] = no_squares(); });
    alive_[g] = 0;
    idle_[g] = idle_of(lane_[g][Rows - 1]);
    columns_[g] = choose(constants_, no_squares()).columns;
  }

  [[nodiscard]] HWY_INLINE bool goes_on() const {
    constexpr auto all_lanes = static_cast<std::ptrdiff_t>(groups * boards);
    if constexpr (Drain) {
      std::ptrdiff_t idle = 0;
      repeat<groups>([&](auto g) NQUEENS_GRIDS_LAMBDA { idle += count(idle_[g]); });
      return stored_ <= full_level && (waiting_ > 0 || idle < all_lanes);
    } else {
      return stored_ <= full_level && waiting_ >= all_lanes;
    }
  }

  template <int G>
  HWY_INLINE void turn(Constant<G> g) {
    if constexpr (order == Order::deep) {
      store_alive(g);
      make_children(g);
      refill(g);
    } else {
      refill(g);
      if constexpr (order == Order::late) {
        store_alive(g);
      }
    }
    try_squares(g);
    if constexpr (order != Order::deep) {
      make_children(g);
    }
    judge(Constant < judges_before ? (G + groups - 1) % groups : G > {});
    if constexpr (order == Order::at_once) {
      store_alive(g);
    }
  }

  template <int G>
  HWY_INLINE void end(Constant<G> g, GridLevel& level) {
    if constexpr (order != Order::at_once) {
      store_alive(g);
    }
    if constexpr (order == Order::deep) {
      make_children(g);
      judge(g);
      store_alive(g);
    }
    repeat<Rows>(
        [&](auto i) NQUEENS_GRIDS_LAMBDA { store(lane_[g][i], level.at_work[g][i].words.data()); });
    level.is_busy |= count(idle_[g]) != static_cast<int>(boards);
  }

  template <int G>
  HWY_INLINE void refill(Constant<G> g) {
    const std::ptrdiff_t idle = count(idle_[g]);
    assert(waiting_ >= (Drain ? 0 : idle));
    waiting_ -= idle;
    const Refill refill(idle_[g]);
    const std::uint16_t* const from = from_ + waiting_;
    repeat<Rows>([&](auto i) NQUEENS_GRIDS_LAMBDA {
      constexpr int row = Rows - 1 - i;
      lane_[g][row] = refill(lane_[g][row], row_at(from, row));
    });
    if constexpr (Drain) {
      waiting_ = std::max<std::ptrdiff_t>(waiting_, 0);
    }
  }

  template <int G>
  HWY_INLINE void try_squares(Constant<G> g) {
    Grids& squares = lane_[g][Rows - 1];
    if constexpr (Drain) {
      tried_ += boards - static_cast<std::size_t>(count(idle_of(squares)));
    }
    const Choice choice = choose(constants_, squares);
    columns_[g] = choice.columns;
    squares = choice.later;
    idle_[g] = idle_of(squares);
  }

  template <int G>
  HWY_INLINE void make_children(Constant<G> g) {
    repeat<Rows - 1>([&](auto i) NQUEENS_GRIDS_LAMBDA {
      child_[g][i] = leave(lane_[g][i], columns_[g], tables_[i]);
    });
  }

  /// Tests the children, or counts the last rows below them, as in frontier_searches-inl.hpp.
  template <int G>
  HWY_INLINE void judge(Constant<G> g) {
    constexpr int child_rows = Rows - 1;
    const auto& child = child_[g];
    if constexpr (child_rows == 2) {
      count_last_two(child[1], child[0]);
    } else if constexpr (Counted::every_node) {
      alive_[g] = not_empty(child[child_rows - 1]);
    } else if (child_rows > covered_rows_of_large ||
               (child_rows > covered_rows && child_rows > tested_rows_)) {
      alive_[g] = not_empty(least(child[child_rows - 1], child[child_rows - 2]));
    } else {
      // As many columns as rows are left. They are covered if the rows together have as many.
      Grids covered = child[0];
      Grids fewest = child[0];
      repeat<child_rows - 1>([&](auto i) NQUEENS_GRIDS_LAMBDA {
        covered = any(covered, child[i + 1]);
        fewest = least(fewest, child[i + 1]);
      });
      alive_[g] = not_empty(least(fewest, has_squares(constants_, covered)));
    }
  }

  /// Two rows and two columns are left. There is a solution if each row has a free square and a
  /// queen in the lower column does not attack one in the other column; two if both rows have the
  /// same squares.
  HWY_INLINE void count_last_two(Grids first, Grids second) {
    const Grids columns = any(first, second);
    const Grids other = leave(columns, choose(constants_, columns).columns, last_two_);
    const Set solved = not_empty(least(least(first, second), other));
    const auto solutions =
        static_cast<std::uint64_t>(count(solved) + count(solved & equal(first, second)));
    if constexpr (Counted::every_node) {
      found_.last += solutions;
      found_.last_but_one += static_cast<std::uint64_t>(
          count(not_empty(first)) + count(not_empty(choose(constants_, first).later)));
    } else {
      found_.solutions += solutions;
    }
  }

  template <int G>
  HWY_INLINE void store_alive(Constant<G> g) {
    if constexpr (Rows > stored_rows) {
      assert(stored_ + boards <= stride - boards);
      const Append append(alive_[g]);
      std::uint16_t* const to = to_ + stored_;
      repeat<Rows - 1>([&](auto i) NQUEENS_GRIDS_LAMBDA { append(child_[g][i], row_at(to, i)); });
      stored_ += static_cast<std::size_t>(count(alive_[g]));
    }
  }

  const Constants constants_{Rows - 1};
  const Tables<Rows>& tables_;
  const Table& last_two_;
  const std::uint16_t* const from_;
  std::uint16_t* const to_;
  std::ptrdiff_t waiting_;
  std::size_t stored_;
  const int tested_rows_;
  std::uint64_t rounds_ = 0;
  std::uint64_t tried_ = 0;
  Found found_{};
  // By group. Not std::array, whose constructor would lack the target's attributes.
  Grids lane_[groups][Rows];       ///< by row, the last one first
  Grids child_[groups][Rows - 1];  ///< likewise
  Columns columns_[groups];        ///< of the squares that are tried
  Set alive_[groups];
  Idle idle_[groups];
};

}  // namespace grids
}  // namespace HWY_NAMESPACE
}  // namespace nqueens
NQUEENS_GRIDS_AFTER_NAMESPACE();

#endif  // NQUEENS_GRIDS
