// Compiles the solution search by grids once for every instruction set; frontier.cpp compiles the
// rest.

#include "kernel/instruction_sets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/grids.cpp"
#include <hwy/foreach_target.h>
// Must follow the loop above.
#include "kernel/grids-inl.hpp"

#if NQUEENS_GRIDS

NQUEENS_GRIDS_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

std::unique_ptr<Kernel> make_grids_kernel(const Problem& problem) {
  return std::make_unique<SolutionsKernel<grids::CrownGrids>>(problem,
                                                              problem.info().moves.knights);
}

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
NQUEENS_GRIDS_AFTER_NAMESPACE();

#endif  // NQUEENS_GRIDS
