// Compiles the search of placements as grids once for every instruction set, as frontier.cpp does
// the rest.

#include "kernel/instruction_sets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/grid_placements.cpp"
#include <hwy/foreach_target.h>
// The loop above comes first.
#include "kernel/grids-inl.hpp"
#include "kernel/placements-inl.hpp"

#if NQUEENS_GRIDS

NQUEENS_GRIDS_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {
namespace grids {

/// The placements on the last rows of a board: on the first of them one board at a time, until the
/// others are a crown that grids have room for.
class PlacementGrids {
 public:
  /// @param board  its diagonals as they meet the first of `rows` rows, which has a free square
  bool search(PlacementSearch::Setting setting, int rows, const RootBoard& board,
              PlacementSearch::Tally& tally, const Kernel::KeepGoing& keep_going) {
    if (rows >= SolutionSearch::min_rows && rows <= max_columns) {
      return crowns_.search(crown_of(rows, board), tally, keep_going) && keep_going();
    }
    for (LineSet left = free_squares(board); left != 0; left = without_lowest(left)) {
      const LineSet queen = left & -left;
      ++tally.placed[static_cast<std::size_t>(rows)];
      const RootBoard child{.columns = board.columns ^ queen,
                            .left = (board.left | queen) << 1,
                            .right = (board.right | queen) >> 1};
      if (free_squares(child) != 0 && !search(setting, rows - 1, child, tally, keep_going)) {
        return false;
      }
    }
    return true;
  }

 private:
  static LineSet free_squares(const RootBoard& board) {
    return board.columns & ~(board.left | board.right);
  }

  static Crown crown_of(int rows, RootBoard board) {
    Crown crown{.rows = rows, .columns = board.columns, .available = {}, .gap = {}};
    crown.gap.fill(1);
    for (int row = rows; row > 0; --row, board.left <<= 1, board.right >>= 1) {
      crown.available[static_cast<std::size_t>(row)] = free_squares(board);
    }
    return crown;
  }

  GridFrontier<PlacementSearch> crowns_{false};
};

}  // namespace grids

std::unique_ptr<Kernel> make_grid_placements_kernel(const Problem& problem) {
  return std::make_unique<PlacementsKernel<grids::PlacementGrids>>(problem);
}

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
NQUEENS_GRIDS_AFTER_NAMESPACE();

#endif  // NQUEENS_GRIDS
