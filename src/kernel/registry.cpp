#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "kernels.hpp"
#include "nqueens/core/error.hpp"

namespace nqueens {
namespace {

/// The fastest first.
std::vector<KernelEntry>& registry() {
  static std::vector<KernelEntry> entries = {avx512_kernel(), avx2_kernel(),   sve_kernel(),  neon_kernel(),
                                             sse4_kernel(),   scalar_kernel(), plain_kernel()};
  return entries;
}

std::string supported_names() {
  std::string names;
  for (const KernelEntry& entry : registry()) {
    if (entry.supported()) {
      names += (names.empty() ? "" : ", ") + std::string(entry.name);
    }
  }
  return names;
}

/// Null where no kernel has that name.
const KernelEntry* find_kernel(std::string_view name) {
  const auto found = std::find_if(registry().begin(), registry().end(),
                                  [name](const KernelEntry& entry) { return entry.name == name; });
  return found != registry().end() ? &*found : nullptr;
}

}  // namespace

std::span<const KernelEntry> kernels() {
  return registry();
}

const KernelEntry& choose_kernel(std::string_view name) {
  std::string wanted(name);
  std::string source = "kernel";
  if (wanted.empty() || wanted == "auto") {
    const char* environment = std::getenv("NQUEENS_KERNEL");
    wanted = environment != nullptr && *environment != '\0' ? environment : "auto";
    source = "NQUEENS_KERNEL";
  }
  const char* fault = "is unknown";
  for (const KernelEntry& entry : registry()) {
    if (wanted == "auto" || wanted == entry.name) {
      if (entry.supported()) {
        return entry;
      }
      fault = entry.compiled() ? "cannot run on this processor" : "is for another family of processors";
    }
  }
  throw Error(ExitCode::usage,
              source + " '" + wanted + "' " + fault + "; choose one of: auto, " + supported_names());
}

void replace_kernels(std::vector<KernelEntry> replacements) {
  registry() = std::move(replacements);
}

bool same_search(std::string_view kernel_a, std::string_view kernel_b, const Problem& problem) {
  const KernelEntry* const a = find_kernel(kernel_a);
  const KernelEntry* const b = find_kernel(kernel_b);
  if (a == nullptr || b == nullptr) {
    return !kernel_a.empty() && kernel_a == kernel_b;
  }
  return a->search == b->search || problem.quantity == Quantity::placements;
}

}  // namespace nqueens
