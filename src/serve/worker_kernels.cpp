// Makes and tests kernels when they are first needed.

#include "serve/worker_kernels.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>

#include "node/self_test.hpp"
#include "system/process.hpp"

namespace nqueens {

WorkerKernels::WorkerKernels(const Problem& problem, const KernelEntry& preferred)
    : problem_(problem), preferred_(fastest_variant(preferred, problem)) {
  get(preferred_);
}

const KernelEntry& WorkerKernels::choose(std::span<const std::string> to_avoid) {
  const auto fits = [&](const KernelEntry& entry) {
    const auto is_the_same = [&entry](std::string_view name) {
      return base_name(name) == base_name(entry.name);
    };
    return std::ranges::none_of(to_avoid, is_the_same) && is_usable(entry);
  };
  if (fits(preferred_)) {
    return preferred_;
  }
  const auto other = std::ranges::find_if(kernels(), fits);
  return other != kernels().end() ? *other : preferred_;
}

Kernel& WorkerKernels::get(const KernelEntry& entry) {
  auto made = made_.find(entry.name);
  if (made == made_.end()) {
    made = made_.emplace(entry.name, make_tested_kernel(entry, problem_)).first;
  }
  return *made->second;
}

/// Called before every kernel call, so it asks the processor only once. On Arm under a hypervisor
/// the answer may take long.
bool WorkerKernels::is_usable(const KernelEntry& entry) {
  if (made_.contains(entry.name)) {
    return true;
  }
  if (unusable_.contains(entry.name)) {
    return false;
  }
  if (!entry.supported() || !entry.counts(problem_.sequence)) {
    unusable_.insert(entry.name);
    return false;
  }
  return passes_its_test(entry);
}

bool WorkerKernels::passes_its_test(const KernelEntry& entry) {
  try {
    get(entry);
    return true;
  } catch (const std::exception& error) {
    make_tested_kernel(preferred_, problem_);
    unusable_.insert(entry.name);
    spdlog::warn("{}: {}; checks go on without this kernel", this_process().host, error.what());
    return false;
  }
}

}  // namespace nqueens
