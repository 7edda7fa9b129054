// Compiles the vector kernels once for every instruction set, each in a namespace of its own. What
// processor the program runs on is asked at run time: no file is compiled for more than the baseline.

// One kernel an instruction set is enough: what comes on top of AVX-512 and SVE brings nothing here.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/frontier.cpp"
#include <hwy/foreach_target.h>
// The loop above comes first.
#include <hwy/targets.h>

#include "kernels.hpp"
#include "placements-inl.hpp"
#include "solutions-inl.hpp"
#include "torus-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

inline constexpr MakeKernel make_kernel =
    make_by_problem<make_solutions_kernel, make_placements_kernel, make_torus_kernel>;

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <string_view>

namespace nqueens {
namespace {

template <std::int64_t Target>
bool processor_has() {
  return (hwy::SupportedTargets() & Target) != 0;
}

/// The kernel of an instruction set that this build does not have.
KernelEntry frontier(std::string_view name, std::string_view instruction_set) {
  return {.name = name,
          .search = "frontier",
          .instruction_set = instruction_set,
          .summary = "many boards at once, in lanes; a torus: all lines of a board at once"};
}

}  // namespace

KernelEntry avx512_kernel() {
  KernelEntry entry = frontier("avx512", "AVX-512 F BW CD DQ VL");
#if (HWY_TARGETS & HWY_AVX3) != 0
  entry.processor_can = processor_has<HWY_AVX3>;
  entry.make = N_AVX3::make_kernel;
#endif
  return entry;
}

KernelEntry avx2_kernel() {
  KernelEntry entry = frontier("avx2", "AVX2 BMI2 FMA");
#if (HWY_TARGETS & HWY_AVX2) != 0
  entry.processor_can = processor_has<HWY_AVX2>;
  entry.make = N_AVX2::make_kernel;
#endif
  return entry;
}

KernelEntry sse4_kernel() {
  KernelEntry entry = frontier("sse4", "SSE4.2 CLMUL AES");
#if (HWY_TARGETS & HWY_SSE4) != 0
  entry.processor_can = processor_has<HWY_SSE4>;
  entry.make = N_SSE4::make_kernel;
#endif
  return entry;
}

KernelEntry sve_kernel() {
  KernelEntry entry = frontier("sve", "Arm SVE");
#if (HWY_TARGETS & HWY_SVE) != 0
  entry.processor_can = processor_has<HWY_SVE>;
  entry.make = N_SVE::make_kernel;
#endif
  return entry;
}

KernelEntry neon_kernel() {
  KernelEntry entry = frontier("neon", "Arm NEON AES");
#if (HWY_TARGETS & HWY_NEON) != 0
  entry.processor_can = processor_has<HWY_NEON>;
  entry.make = N_NEON::make_kernel;
#endif
  return entry;
}

}  // namespace nqueens
#endif  // HWY_ONCE
