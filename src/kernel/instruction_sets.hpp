// Instruction sets of the vector kernels. Included before any header of Highway.
#pragma once

// Extensions of AVX-512 and SVE gain nothing.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
