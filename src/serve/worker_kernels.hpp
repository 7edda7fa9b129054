// The kernels of a worker: the preferred one, and others for tasks that it has counted before.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "core/problem.hpp"
#include "kernel/kernel.hpp"

namespace nqueens {

class WorkerKernels {
 public:
  /// Throws if the preferred kernel, or its fastest variant, fails its self-test.
  WorkerKernels(const Problem& problem, const KernelEntry& preferred);

  [[nodiscard]] const KernelEntry& preferred() const { return preferred_; }

  /// The preferred kernel or, if it is to be avoided, the fastest other one that is not. The
  /// preferred one if this machine has no other. A kernel that fails its self-test is not used. If
  /// the preferred one then fails too, this machine is broken, and the exception says so.
  const KernelEntry& choose(std::span<const std::string> to_avoid);

  /// The kernel for an entry from choose().
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
