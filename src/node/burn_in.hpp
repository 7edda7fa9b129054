// The burn-in of a node: compares kernels with each other, on all cores and devices for a given
// time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "device/backend.hpp"
#include "device/device_info.hpp"
#include "kernel/kernel.hpp"
#include "system/signals.hpp"

namespace nqueens {

struct BurnInOptions {
  /// To be compared with scalar, and scalar with plain; at least one if there are threads.
  std::vector<const KernelEntry*> kernels{};
  int threads = 1;  ///< each on a processor of its own, if there are enough
  double seconds = 60;
  std::uint64_t seed = 1;
  /// Each is compared with the fastest kernel of the processor, by a thread of its own.
  std::vector<DeviceInfo> devices{};
  std::vector<std::string> device_kernels{};  ///< of those; at least one if there are devices
  /// As open_device(). On a thread of its own, which a signal leaves behind.
  std::function<std::unique_ptr<Backend>(const DeviceInfo& device, const std::string& kernel,
                                         const Problem& problem)>
      open_device{};
};

/// What happens meanwhile, from any thread, but one at a time.
struct BurnInObserver {
  /// A line for each of the first mismatches.
  std::function<void(const std::string&)> mismatch;
  /// Ten times a second: how far it is, and since how many seconds.
  std::function<void(double seconds, const std::string&)> progress;
};

struct KernelComparisons {
  std::string kernel;
  std::optional<int> device{};    ///< its number; absent for the processors
  std::uint64_t comparisons = 0;  ///< prefixes compared, each time they were counted
  std::uint64_t nodes = 0;        ///< visited
  double seconds = 0;             ///< in the kernel, on all threads together
  std::uint64_t mismatches = 0;   ///< batches of prefixes with a different count or number of nodes
};

struct BurnInReport {
  std::string host;
  int threads = 0;
  double seconds = 0;      ///< elapsed
  std::uint64_t seed = 0;  ///< the same seed compares the same prefixes
  std::vector<DeviceInfo> devices{};
  std::vector<KernelComparisons> kernels{};
  std::optional<std::string> first_mismatch{};
  /// A driver was left while it compiled. Its thread goes on, so the process must end without
  /// destructors of static objects.
  bool driver_compiles = false;
};

/// Compares until the time is over or a signal asks to stop: then every kernel has been compared at
/// least once on every thread, and on every device unless a signal came. Throws DeviceError if a
/// device fails otherwise than by wrong results.
BurnInReport burn_in(const BurnInOptions& options, const Requests& requests,
                     const BurnInObserver& observer);

}  // namespace nqueens
