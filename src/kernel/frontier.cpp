// Compiles the vector kernels once for every instruction set, each in a namespace of its own. The
// processor is detected at run time: no file is compiled for more than the baseline.

#include "kernel/instruction_sets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/frontier.cpp"
#include <hwy/foreach_target.h>
// The loop above comes first.
#include <hwy/targets.h>

#include <array>

#include "kernel/amazons-inl.hpp"
#include "kernel/kernels.hpp"
#include "kernel/placements-inl.hpp"
#include "kernel/solutions-inl.hpp"
#include "kernel/torus-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// By sequence, the kernel of this instruction set in one shape, if the sequence has shapes.
template <Shape shape>
inline constexpr Makers makers_of{make_solutions_kernel<shape>, make_torus_kernel,
                                  make_placements_kernel<shape>, make_amazons_kernel};

// In the order of the names below.
#if NQUEENS_AVX512
inline constexpr std::array<Makers, 3> makers{
    makers_of<Shape{
        .refill = Refill::expand, .groups = 3, .full_level = 4096, .ready_level = 1024}>,
    makers_of<Shape{
        .refill = Refill::expand, .groups = 4, .full_level = 4096, .ready_level = 1024}>,
    makers_of<Shape{
        .refill = Refill::permute, .groups = 3, .full_level = 2048, .ready_level = 512}>};
#elif HWY_TARGET == HWY_AVX2
inline constexpr std::array<Makers, 2> makers{
    makers_of<Shape{.full_level = 4096, .ready_level = 1024}>,
    makers_of<Shape{.groups = 3, .full_level = 4096, .ready_level = 1024}>};
#else
inline constexpr std::array<Makers, 1> makers{
    makers_of<Shape{.full_level = 4096, .ready_level = 1024}>};
#endif

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <sys/auxv.h>

#include <span>
#include <string_view>

namespace nqueens {
namespace {

#if HWY_ARCH_X86

// Detects instruction sets with the compiler's own library. Highway's would add 4 ms to every start
// of the program and detects anew at every call.

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

#elif HWY_ARCH_ARM

// Asks the system, which the compiler's own library does not.

bool has_sve() {
  return (getauxval(AT_HWCAP) & HWCAP_SVE) != 0;
}

bool has_neon() {
  return (getauxval(AT_HWCAP) & HWCAP_ASIMD) != 0 && (getauxval(AT_HWCAP) & HWCAP_AES) != 0;
}

#endif

struct Variant {
  std::string_view name;
  std::string_view summary;
};

constexpr std::array<Variant, 3> avx512_variants{
    {{"avx512:expand", "refills by three expanding loads"},
     {"avx512:4-groups", "the same with four groups of lanes in place of three"},
     {"avx512:permute", "refills by one expansion and three permutations"}}};
constexpr std::array<Variant, 2> avx2_variants{
    {{"avx2:sweeps", "takes whole vectors of boards"},
     {"avx2:3-groups", "three groups of lanes take turns"}}};

/// The kernel of an instruction set that this build does not have.
KernelEntry entry_of(std::string_view name, std::string_view instruction_set,
                     std::span<const Variant> variants = {}) {
  const KernelEntry entry{
      .name = name,
      .search = "frontier",
      .revision = 3,
      .instruction_set = instruction_set,
      .summary = "many boards at once, in lanes; a torus: all lines of a board at once"};
  KernelEntry with_variants = entry;
  for (const Variant& variant : variants) {
    KernelEntry& added = with_variants.variants.emplace_back(entry);
    added.name = variant.name;
    added.summary = variant.summary;
  }
  return with_variants;
}

/// The kernel of an instruction set that this build has.
/// @param makers  of its variants, in order, or of the kernel itself if it has none
[[maybe_unused]] KernelEntry compiled_in(KernelEntry entry, bool (*processor_can)(),
                                         std::span<const Makers> makers,
                                         decltype(KernelEntry::make_trunk) make_trunk) {
  entry.make_trunk = make_trunk;
  const auto add = [processor_can](KernelEntry& to, const Makers& of_sequences) {
    to.processor_can = processor_can;
    to.makers = of_sequences;
    to.make = make_by(of_sequences);
  };
  add(entry, makers.front());
  for (std::size_t i = 0; i < entry.variants.size(); ++i) {
    add(entry.variants[i], makers[i]);
  }
  return entry;
}

}  // namespace

KernelEntry avx512_kernel() {
  KernelEntry entry = entry_of("avx512", "AVX-512 F BW CD DQ VL", avx512_variants);
#if (HWY_TARGETS & HWY_AVX3) != 0
  return compiled_in(entry, has_avx512, N_AVX3::makers, N_AVX3::make_trunk);
#else
  return entry;
#endif
}

KernelEntry avx2_kernel() {
  KernelEntry entry = entry_of("avx2", "AVX2 BMI2 FMA", avx2_variants);
#if (HWY_TARGETS & HWY_AVX2) != 0
  return compiled_in(entry, has_avx2, N_AVX2::makers, N_AVX2::make_trunk);
#else
  return entry;
#endif
}

KernelEntry sse4_kernel() {
  KernelEntry entry = entry_of("sse4", "SSE4.2 CLMUL AES");
#if (HWY_TARGETS & HWY_SSE4) != 0
  return compiled_in(entry, has_sse4, N_SSE4::makers, N_SSE4::make_trunk);
#else
  return entry;
#endif
}

KernelEntry sve_kernel() {
  KernelEntry entry = entry_of("sve", "Arm SVE");
#if (HWY_TARGETS & HWY_SVE) != 0
  return compiled_in(entry, has_sve, N_SVE::makers, N_SVE::make_trunk);
#else
  return entry;
#endif
}

KernelEntry neon_kernel() {
  KernelEntry entry = entry_of("neon", "Arm NEON AES");
#if (HWY_TARGETS & HWY_NEON) != 0
  return compiled_in(entry, has_neon, N_NEON::makers, N_NEON::make_trunk);
#else
  return entry;
#endif
}

}  // namespace nqueens
#endif  // HWY_ONCE
