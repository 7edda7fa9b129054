// The kernels of a worker: the one that it prefers, and others where that has counted a task
// already.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "nqueens/core/problem.hpp"
#include "nqueens/kernel/kernel.hpp"

namespace nqueens {

class WorkerKernels {
 public:
  /// Throws where the preferred kernel, or its fastest variant, fails its self-test.
  WorkerKernels(const Problem& problem, const KernelEntry& preferred);

  [[nodiscard]] const KernelEntry& preferred() const { return preferred_; }

  /// The preferred kernel, or the fastest other one in the first of its variants, that is not among
  /// those; the preferred one where this machine has no other. One that fails its self-test is not
  /// used, provided that the preferred one still passes it; else this machine is broken, and the
  /// exception says so.
  const KernelEntry& choose(std::span<const std::string> to_avoid);

  /// One that choose() gave.
  Kernel& get(const KernelEntry& entry);

 private:
  [[nodiscard]] bool is_usable(const KernelEntry& entry);
  [[nodiscard]] bool passes_its_test(const KernelEntry& entry);

  Problem problem_;
  const KernelEntry& preferred_;
  std::map<std::string_view, std::unique_ptr<Kernel>> made_;
  std::set<std::string_view>
      unusable_;  ///< this processor lacks what they need, or they failed their test
};

}  // namespace nqueens
