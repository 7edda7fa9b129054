// Compiles the vector kernels once for every instruction set, each in a namespace of its own. What
// processor the program runs on is asked at run time: no file is compiled for more than the baseline.

// One kernel an instruction set is enough: what comes on top of AVX-512 and SVE brings nothing here.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/frontier.cpp"
#include <hwy/foreach_target.h>
// The loop above comes first.
#include <hwy/targets.h>

#include <array>

#include "kernels.hpp"
#include "placements-inl.hpp"
#include "solutions-inl.hpp"
#include "torus-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// Makes the kernel of this instruction set, in one shape, that a problem asks for. The torus has no shapes.
template <Shape shape>
std::unique_ptr<Kernel> make_kernel(const Problem& problem) {
  return make_by_problem<make_solutions_kernel<shape>, make_placements_kernel<shape>, make_torus_kernel>(
      problem);
}

#if NQUEENS_AVX512
inline constexpr std::array variants{
    FrontierVariant{
        "avx512:expand", "refills by three expanding loads",
        make_kernel<Shape{.refill = Refill::expand, .groups = 3, .full_level = 4096, .ready_level = 1024}>},
    FrontierVariant{
        "avx512:permute", "refills by one expansion and three permutations",
        make_kernel<Shape{.refill = Refill::permute, .groups = 3, .full_level = 2048, .ready_level = 512}>},
};
#elif HWY_TARGET == HWY_AVX2
inline constexpr std::array variants{
    FrontierVariant{"avx2:3-groups", "three groups of lanes take turns",
                    make_kernel<Shape{.groups = 3, .full_level = 4096, .ready_level = 1024}>},
    FrontierVariant{"avx2:2-groups", "two groups of lanes take turns",
                    make_kernel<Shape{.groups = 2, .full_level = 4096, .ready_level = 1024}>},
};
#else
inline constexpr std::array variants{
    FrontierVariant{"", "", make_kernel<Shape{.groups = 2, .full_level = 4096, .ready_level = 1024}>}};
#endif

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <span>
#include <string_view>

namespace nqueens {
namespace {

#if HWY_ARCH_X86

// What Highway asks for, asked of the compiler's own library: that of Highway spends 4 ms on the resolution
// of a timer whenever a program starts that is linked with it, and asks the processor anew at every call.

bool has_sse4() {
  return __builtin_cpu_supports("sse4.2") != 0 && __builtin_cpu_supports("pclmul") != 0 &&
         __builtin_cpu_supports("aes") != 0;
}

bool has_avx2() {
  return has_sse4() && __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
         __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("fma") != 0;
}

bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512cd") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
         __builtin_cpu_supports("avx512vl") != 0;
}

#else

template <std::int64_t Target>
bool processor_has() {
  return (hwy::SupportedTargets() & Target) != 0;
}

#endif

/// The kernel of an instruction set that this build does not have.
KernelEntry absent(std::string_view name, std::string_view instruction_set) {
  return {.name = name,
          .search = "frontier",
          .revision = 2,
          .instruction_set = instruction_set,
          .summary = "many boards at once, in lanes; a torus: all lines of a board at once"};
}

/// @param variants  one or more
KernelEntry present(KernelEntry entry, bool (*processor_can)(), std::span<const FrontierVariant> variants) {
  entry.processor_can = processor_can;
  entry.make = variants.front().make;
  if (variants.size() > 1) {
    for (const FrontierVariant& variant : variants) {
      KernelEntry& added = entry.variants.emplace_back(absent(variant.name, entry.instruction_set));
      added.summary = variant.summary;
      added.processor_can = processor_can;
      added.make = variant.make;
    }
  }
  return entry;
}

}  // namespace

KernelEntry avx512_kernel() {
  const KernelEntry entry = absent("avx512", "AVX-512 F BW CD DQ VL");
#if (HWY_TARGETS & HWY_AVX3) != 0
  return present(entry, has_avx512, N_AVX3::variants);
#else
  return entry;
#endif
}

KernelEntry avx2_kernel() {
  const KernelEntry entry = absent("avx2", "AVX2 BMI2 FMA");
#if (HWY_TARGETS & HWY_AVX2) != 0
  return present(entry, has_avx2, N_AVX2::variants);
#else
  return entry;
#endif
}

KernelEntry sse4_kernel() {
  const KernelEntry entry = absent("sse4", "SSE4.2 CLMUL AES");
#if (HWY_TARGETS & HWY_SSE4) != 0
  return present(entry, has_sse4, N_SSE4::variants);
#else
  return entry;
#endif
}

KernelEntry sve_kernel() {
  const KernelEntry entry = absent("sve", "Arm SVE");
#if (HWY_TARGETS & HWY_SVE) != 0
  return present(entry, processor_has<HWY_SVE>, N_SVE::variants);
#else
  return entry;
#endif
}

KernelEntry neon_kernel() {
  const KernelEntry entry = absent("neon", "Arm NEON AES");
#if (HWY_TARGETS & HWY_NEON) != 0
  return present(entry, processor_has<HWY_NEON>, N_NEON::variants);
#else
  return entry;
#endif
}

}  // namespace nqueens
#endif  // HWY_ONCE
