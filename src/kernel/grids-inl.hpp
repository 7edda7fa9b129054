// Solutions and placements of the square board with boards as grids: a 16-bit word of free squares
// for each row left. The columns of the crown are renumbered.
//
// The squares that a queen attacks in another row depend only on its column and the distance of the
// rows. Tables have them, so one lookup by the queens' columns replaces two shifts. A board has no
// words of columns and diagonals, and its words are half as wide as those of the frontier. An
// amazon only has other tables. The search is that of frontier-inl.hpp and
// frontier_searches-inl.hpp, child by child.
//
//   grid_lanes-inl.hpp, grid_lanes_avx512-inl.hpp  the operations on vectors of grids
//   grid_pipeline-inl.hpp                          a level of the search, and its inner loop
//   grids-inl.hpp                                  the search of a crown
//   grids.cpp, grid_placements.cpp                 the kernels

// Included for every target, used or not: each pass over the targets flips the include guards.
#include "kernel/grid_pipeline-inl.hpp"
#include "kernel/lanes-inl.hpp"
#include "kernel/solutions-inl.hpp"
#include "kernel/trunk-inl.hpp"

#if NQUEENS_GRIDS

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/board.hpp"
#include "kernel/crown.hpp"
#include "kernel/kernel.hpp"

NQUEENS_GRIDS_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {
namespace grids {

/// Most boards to spread, and the fewest rows left for it.
inline constexpr std::size_t max_spread = 24;
inline constexpr int min_spread_rows = covered_rows + 2;

/// Few boards have more rows left. Their bursts are drains, which saves an eighth of the code.
inline constexpr int max_burst_rows = 11;

/// The frontier of a crown. @tparam Counted  Solutions or Placements
template <class Counted>
class GridFrontier {
 public:
  using Tally = typename Counted::Tally;

  explicit GridFrontier(bool like_knights) : like_knights_(like_knights) {
    for (int rows = 0; rows <= max_columns; ++rows) {
      levels_.emplace_back(rows);
    }
  }

  /// Searches a crown of at most max_columns rows and adds the results to `tally`. @return false if
  /// keep_going did
  bool search(const Crown& crown, Tally& tally, const KeepGoing& keep_going) {
    start(crown);
    static constexpr auto rows_searched =
        std::make_integer_sequence<int, max_columns - min_crown_rows + 1>{};
    static constexpr auto bursts = bursts_of(rows_searched);
    static constexpr auto drains = steps_of<StepKind::drain>(rows_searched);
    static constexpr auto spreads = steps_of<StepKind::spread, min_spread_rows>(
        std::make_integer_sequence<int, max_columns - min_spread_rows + 1>{});
    int top = crown.rows;  // highest level with boards
    for (int steps = 1;; ++steps) {
      if (steps % bursts_between_questions == 0 && !keep_going()) {
        std::for_each(levels_.begin(), levels_.end(), [](GridLevel& each) { each.clear(); });
        return false;
      }
      if (const int ready = deepest_ready(top); ready != 0) {
        bursts[static_cast<std::size_t>(ready - min_crown_rows)](*this, tally);
        continue;
      }
      while (top >= min_crown_rows && !level(top).has_work()) {
        --top;
      }
      if (top < min_crown_rows) {
        return true;
      }
      if (top >= min_spread_rows && level(top).size <= max_spread && !level(top).is_busy) {
        spreads[static_cast<std::size_t>(top - min_spread_rows)](*this, tally);
      } else {
        drains[static_cast<std::size_t>(top - min_crown_rows)](*this, tally);
      }
    }
  }

 private:
  enum class StepKind : std::uint8_t { burst, drain, spread };
  using Step = void (*)(GridFrontier&, Tally&);

  template <StepKind Kind, int First = min_crown_rows, int... I>
  static constexpr std::array<Step, sizeof...(I)> steps_of(
      std::integer_sequence<int, I...> /*rows*/) {
    return {&take_step<Kind, I + First>...};
  }

  template <int... I>
  static constexpr std::array<Step, sizeof...(I)> bursts_of(
      std::integer_sequence<int, I...> /*rows*/) {
    return {&take_step<(I + min_crown_rows <= max_burst_rows ? StepKind::burst : StepKind::drain),
                       I + min_crown_rows>...};
  }

  /// Makes the tables of a crown, and its board.
  void start(const Crown& crown) {
    // By column of the board, its bit in a grid, between zeros for columns off the board.
    std::array<std::uint16_t, 3 * max_board> bits{};
    std::array<std::size_t, max_columns> columns{};
    int count = 0;
    for (ShortLineSet left = crown.columns; left != 0; left = without_lowest(left), ++count) {
      const auto column = static_cast<std::size_t>(max_board + lowest_line(left));
      columns[static_cast<std::size_t>(count)] = column;
      bits[column] = static_cast<std::uint16_t>(1U << count);
    }
    const auto rows = static_cast<std::size_t>(crown.rows);
    tested_rows_ = covered_rows_of(crown.rows);
    place_[rows] = 0;
    for (std::size_t row = rows; row > 1; --row) {
      place_[row - 1] = place_[row] + crown.gap[row];
    }
    for (std::size_t distance = 1; distance <= place_[1]; ++distance) {
      const std::size_t aside = aside_at(distance, like_knights_);
      tables_[distance] = {};
      for (int i = 0; i < count; ++i) {
        const std::size_t column = columns[static_cast<std::size_t>(i)];
        set_entry(tables_[distance], i,
                  ~std::uint32_t{bits[column]} & ~std::uint32_t{bits[column - distance]} &
                      ~std::uint32_t{bits[column + distance]} &
                      ~std::uint32_t{bits[column - aside]} & ~std::uint32_t{bits[column + aside]});
      }
    }
    GridLevel& root = level(crown.rows);
    for (std::size_t row = 1; row <= rows; ++row) {
      std::uint32_t squares = 0;
      for (ShortLineSet left = crown.available[row] & crown.columns; left != 0;
           left = without_lowest(left)) {
        squares |= bits[static_cast<std::size_t>(max_board + lowest_line(left))];
      }
      root.words()[(row - 1) * GridLevel::stride] = static_cast<std::uint16_t>(squares);
    }
    root.size = 1;
  }

  GridLevel& level(int rows) { return levels_[static_cast<std::size_t>(rows)]; }

  /// The level with the fewest rows left that has enough boards; 0 if none has.
  [[nodiscard]] int deepest_ready(int top) {
    for (int rows = min_crown_rows; rows <= top; ++rows) {
      if (level(rows).size >= ready_level) {
        return rows;
      }
    }
    return 0;
  }

  template <StepKind Kind, int Rows>
  HWY_NOINLINE static void take_step(GridFrontier& frontier, Tally& tally) {
    Tables<Rows> tables;
    const auto& place = frontier.place_;
    for (std::size_t row = 1; row < Rows; ++row) {
      tables[row - 1] = frontier.tables_[place[row] - place[Rows]];
    }
    GridLevel& from = frontier.level(Rows);
    GridLevel& to = frontier.level(Rows - 1);
    GridPipeline<Counted, Rows, Kind != StepKind::burst> pipeline(
        tables, frontier.tables_[place[1] - place[2]], from, to, frontier.tested_rows_);
    if constexpr (Kind == StepKind::spread) {
      pipeline.spread(from, to);
    } else {
      pipeline.run(from, to);
    }
    tally.add(Rows, pipeline.tried(), pipeline.found());
  }

  bool like_knights_;
  std::vector<GridLevel> levels_;                     ///< by rows left
  std::array<Table, max_board> tables_{};             ///< by distance of the rows
  std::array<std::size_t, max_columns + 1> place_{};  ///< of each row: its distance to the first
  int tested_rows_ = 0;                               ///< covered_rows_of() the crown
};

class CrownGrids {
 public:
  using Tally = Solutions::Tally;

  explicit CrownGrids(bool like_knights) : like_knights_(like_knights), grids_(like_knights) {}

  /// Adds the results to `tally`. @return false if keep_going did
  bool search(const Crown& crown, Tally& tally, const KeepGoing& keep_going) {
    return crown.rows <= max_columns ? grids_.search(crown, tally, keep_going)
                                     : search_split(crown, tally, keep_going);
  }

 private:
  /// A crown with a row too many for grids.
  bool search_split(const Crown& crown, Tally& tally, const KeepGoing& keep_going) {
    static_assert(max_columns >= fewest_rows_of_large, "as split() has it");
    std::vector<Crown> children;
    tally.nodes += split(crown, like_knights_, children);
    return std::ranges::all_of(
        children, [&](const Crown& child) { return search(child, tally, keep_going); });
  }

  bool like_knights_;
  GridFrontier<Solutions> grids_;
};

}  // namespace grids

/// The kernel for queens and amazons, compiled in grids.cpp.
std::unique_ptr<Kernel> make_grids_kernel(const Problem& problem);

/// The kernel for placements, compiled in grid_placements.cpp.
std::unique_ptr<Kernel> make_grid_placements_kernel(const Problem& problem);

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
NQUEENS_GRIDS_AFTER_NAMESPACE();

#endif  // NQUEENS_GRIDS
