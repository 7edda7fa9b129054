// Compiles the frontier of amazons once for every instruction set, as frontier.cpp does the rest.

#include "kernel/instruction_sets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/amazons.cpp"
#include <hwy/foreach_target.h>
// The loop above comes first.
#include "kernel/amazons-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// With AVX-512 two groups of lanes: boards of five words in three would not fit the registers.
inline constexpr Shape shape_of_amazons{
    .groups = NQUEENS_AVX512 ? 2 : 0, .full_level = 4096, .ready_level = 1024};

std::unique_ptr<Kernel> make_amazons_kernel(const Problem& problem) {
  return std::make_unique<SolutionsKernel<CrownFrontier<AmazonSearch, shape_of_amazons>>>(problem);
}

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();
