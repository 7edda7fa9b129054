// Compiles the vector kernels once for every instruction set, each in a namespace of its own. The
// processor is detected at run time: no file is compiled for more than the baseline.
//
// Headers named -inl are read in each pass over the instruction sets. Those read once per pass have
// no include guard; each pass flips the guards of the others.

#include "kernel/instruction_sets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/frontier.cpp"
#include <hwy/foreach_target.h>
// Must follow the loop above.
#include <hwy/targets.h>

#include <memory>

#include "kernel/frontier_searches-inl.hpp"
#include "kernel/kernels.hpp"
#include "kernel/torus-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

// grids.cpp, grid_placements.cpp
std::unique_ptr<Kernel> make_grids_kernel(const Problem& problem);
std::unique_ptr<Kernel> make_grid_placements_kernel(const Problem& problem);

#if NQUEENS_AVX512

inline constexpr Shape shape{.refill = Refill::permute, .groups = 3};
/// Two groups of lanes: with three, boards of five words would not fit the registers.
inline constexpr Shape shape_of_amazons{.refill = Refill::expand, .groups = 2};

template <class OneKernel>
std::unique_ptr<Kernel> make_kernel(const Problem& problem) {
  return std::make_unique<OneKernel>(problem);
}

/// For processors without VBMI, VBMI2 or BITALG.
inline constexpr Makers makers_of_frontier{
    make_kernel<SolutionsKernel<CrownFrontier<SolutionSearch, shape>>>, make_torus_kernel,
    make_kernel<PlacementsKernel<PlacementFrontier<shape>>>,
    make_kernel<SolutionsKernel<CrownFrontier<AmazonSearch, shape_of_amazons>>>};

#endif

#if NQUEENS_GRIDS
inline constexpr Makers makers_of_grids{make_grids_kernel, make_torus_kernel,
                                        make_grid_placements_kernel, make_grids_kernel};
#endif

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <sys/auxv.h>

#include <string_view>
#include <vector>

namespace nqueens {
namespace {

#if HWY_ARCH_X86

// Detects instruction sets with the compiler's library. Highway's would add 4 ms to every start of
// the program, and detects anew at every call.

bool has_sse4() {
  return __builtin_cpu_supports("sse4.2") != 0 && __builtin_cpu_supports("pclmul") != 0 &&
         __builtin_cpu_supports("aes") != 0;
}

bool has_avx2() {
  return has_sse4() && __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
         __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("fma") != 0;
}

bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") != 0 &&
         __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512cd") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
}

bool has_avx512_vbmi() {
  return has_avx512() && __builtin_cpu_supports("avx512vbmi") != 0 &&
         __builtin_cpu_supports("avx512vbmi2") != 0 && __builtin_cpu_supports("avx512bitalg") != 0;
}

#elif HWY_ARCH_ARM

// Queries the system, since the compiler's library cannot.

bool has_neon() {
  return (getauxval(AT_HWCAP) & HWCAP_ASIMD) != 0 && (getauxval(AT_HWCAP) & HWCAP_AES) != 0;
}

bool has_sve() {
  return has_neon() && (getauxval(AT_HWCAP) & HWCAP_SVE) != 0;
}

#endif

/// The entry of a kernel that this build may lack.
KernelEntry entry_of(std::string_view name, std::string_view instruction_set) {
  return {.name = name,
          .search = "frontier",
          .revision = 4,
          .instruction_set = instruction_set,
          .summary = "many boards at once, in lanes; a torus: all lines of a board at once"};
}

/// Completes the entry of a kernel that this build has.
[[maybe_unused]] void compile_in(KernelEntry& entry, bool (*processor_can)(), const Makers& makers,
                                 decltype(KernelEntry::make_trunk) make_trunk) {
  entry.processor_can = processor_can;
  entry.makers = makers;
  entry.make = make_by(makers);
  entry.make_trunk = make_trunk;
}

}  // namespace

std::vector<KernelEntry> vector_kernels() {
  // Without VBMI, VBMI2 and BITALG, a step of grids would wait for the same port as long as a step
  // of the frontier: docs/kernels.md.
  KernelEntry avx512 = entry_of("avx512", "AVX-512 VBMI VBMI2 BITALG");
  KernelEntry avx512bw = entry_of("avx512bw", "AVX-512 F BW CD DQ VL");
  KernelEntry avx2 = entry_of("avx2", "AVX2 BMI2 FMA");
  KernelEntry sve = entry_of("sve", "Arm SVE, NEON AES");
  KernelEntry neon = entry_of("neon", "Arm NEON AES");
  KernelEntry sse4 = entry_of("sse4", "SSE4.2 CLMUL AES");
#if (HWY_TARGETS & HWY_AVX3) != 0
  compile_in(avx512, has_avx512_vbmi, N_AVX3::makers_of_grids, N_AVX3::make_trunk);
  compile_in(avx512bw, has_avx512, N_AVX3::makers_of_frontier, N_AVX3::make_trunk);
#endif
#if (HWY_TARGETS & HWY_AVX2) != 0
  compile_in(avx2, has_avx2, N_AVX2::makers_of_grids, N_AVX2::make_trunk);
#endif
#if (HWY_TARGETS & HWY_SVE) != 0
  // The tables of grids fit vectors of NEON.
  compile_in(sve, has_sve,
             {N_NEON::make_grids_kernel, N_SVE::make_torus_kernel,
              N_NEON::make_grid_placements_kernel, N_NEON::make_grids_kernel},
             N_SVE::make_trunk);
#endif
#if (HWY_TARGETS & HWY_NEON) != 0
  compile_in(neon, has_neon, N_NEON::makers_of_grids, N_NEON::make_trunk);
#endif
#if (HWY_TARGETS & HWY_SSE4) != 0
  compile_in(sse4, has_sse4, N_SSE4::makers_of_grids, N_SSE4::make_trunk);
#endif
  return {avx512, avx512bw, avx2, sve, neon, sse4};
}

}  // namespace nqueens
#endif  // HWY_ONCE
