// The burn-in of a node: compares kernels with each other on all cores and devices.
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
  /// Compared with scalar; scalar is compared with plain. At least one if there are threads.
  std::vector<const KernelEntry*> kernels{};
  int threads = 1;  ///< each on its own processor, if there are enough
  double seconds = 60;
  std::uint64_t seed = 1;
  /// Each is compared with the fastest kernel of the processor, by its own thread.
  std::vector<DeviceInfo> devices{};
  std::vector<std::string> device_kernels{};  ///< of the devices; at least one if there are any
  /// Like open_device(). Called on its own thread, which a signal abandons.
  std::function<std::unique_ptr<Backend>(const DeviceInfo& device, const std::string& kernel,
                                         const Problem& problem)>
      open_device{};
};

/// Callbacks, from any thread, but one at a time.
struct BurnInObserver {
  /// Called with one line for each of the first mismatches.
  std::function<void(const std::string&)> mismatch;
  /// Called ten times a second with the elapsed seconds and the state.
  std::function<void(double seconds, const std::string&)> progress;
};

struct KernelComparisons {
  std::string kernel;
  std::optional<int> device{};    ///< its number; nothing for processors
  std::uint64_t comparisons = 0;  ///< prefixes compared, counting repetitions
  std::uint64_t nodes = 0;
  double seconds = 0;            ///< in the kernel, of all threads
  std::uint64_t mismatches = 0;  ///< batches with a wrong count or number of nodes
};

struct BurnInReport {
  std::string host;
  int threads = 0;
  double seconds = 0;      ///< elapsed
  std::uint64_t seed = 0;  ///< the same seed gives the same prefixes
  std::vector<DeviceInfo> devices{};
  std::vector<KernelComparisons> kernels{};
  std::optional<std::string> first_mismatch{};
  /// A driver was abandoned while it compiled. Its thread still runs, so the process must exit
  /// without destroying static objects.
  bool driver_compiles = false;
};

/// Compares until the time is over or a signal asks to stop. Each kernel is compared at least once
/// on every thread, and on every device unless a signal came. Throws DeviceError if a device fails,
/// except by wrong results.
BurnInReport burn_in(const BurnInOptions& options, const Requests& requests,
                     const BurnInObserver& observer);

}  // namespace nqueens
