// Compiles the placement search by grids once for every instruction set; frontier.cpp compiles the
// rest.

#include "kernel/instruction_sets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/grid_placements.cpp"
#include <hwy/foreach_target.h>
// Must follow the loop above.
#include "kernel/grids-inl.hpp"
#include "kernel/placements-inl.hpp"

#if NQUEENS_GRIDS

NQUEENS_GRIDS_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {
namespace grids {

/// Placements on the last rows of a board: one board at a time, until the rows left are few enough
/// for grids.
class PlacementGrids {
 public:
  bool search(const LastRows& rows, Placements::Tally& tally, const KeepGoing& keep_going) {
    if (rows.count >= min_crown_rows && rows.count <= max_columns) {
      return crowns_.search(crown_of(rows), tally, keep_going) && keep_going();
    }
    for (ShortLineSet left = rows.free_squares(); left != 0; left = without_lowest(left)) {
      ++tally.placed[static_cast<std::size_t>(rows.count)];
      const LastRows below = rows.below(left & -left);
      if (below.free_squares() != 0 && !search(below, tally, keep_going)) {
        return false;
      }
    }
    return true;
  }

 private:
  static Crown crown_of(LastRows rows) {
    Crown crown{.rows = rows.count, .columns = rows.columns, .available = {}, .gap = {}};
    crown.gap.fill(1);
    for (int row = rows.count; row > 0; --row, rows.left <<= 1, rows.right >>= 1) {
      crown.available[static_cast<std::size_t>(row)] = rows.free_squares();
    }
    return crown;
  }

  GridFrontier<Placements> crowns_{false};
};

}  // namespace grids

std::unique_ptr<Kernel> make_grid_placements_kernel(const Problem& problem) {
  return std::make_unique<PlacementsKernel<grids::PlacementGrids>>(problem);
}

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
NQUEENS_GRIDS_AFTER_NAMESPACE();

#endif  // NQUEENS_GRIDS
