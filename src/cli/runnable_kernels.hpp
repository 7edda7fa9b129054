// The kernels to measure and to test.
#pragma once

#include <vector>

#include "kernel/kernel.hpp"

namespace nqueens::cli {

/// The kernels that run here and count the sequence, or all their variants.
inline std::vector<const KernelEntry*> runnable_kernels(Sequence sequence = Sequence::queens) {
  std::vector<const KernelEntry*> entries;
  for (const KernelEntry& entry : kernels()) {
    if (!entry.supported() || !entry.counts(sequence)) {
      continue;
    }
    if (entry.variants.empty()) {
      entries.push_back(&entry);
    }
    for (const KernelEntry& variant : entry.variants) {
      entries.push_back(&variant);
    }
  }
  return entries;
}

}  // namespace nqueens::cli
