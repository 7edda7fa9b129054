// The worker: receives batches of tasks, counts them, sends the results.
#pragma once

#include <chrono>
#include <optional>

#include "device/devices.hpp"
#include "net/transport.hpp"
#include "system/signals.hpp"

namespace nqueens {

struct WorkerOptions {
  /// A worker without work concludes after this time without a message that the master is dead. (On
  /// the same machine it notices within seconds.) A live master is never silent for that long:
  /// it pings while it waits for another run's lock.
  std::chrono::milliseconds patience{120'000};
  /// The device for the problems that devices can count. The rest, or all without a device, is
  /// counted on the processor.
  std::optional<DeviceInfo> device{};
};

/// From best to worst: a process with several workers reports its worst.
enum class WorkerEnd {
  dismissed,         ///< by the master; all ranks finalise the transport together
  without_finalize,  ///< by the master, but ranks are missing
  orphaned,          ///< the master is dead or silent
};

/// Serves the master at rank 0 until dismissed. After a signal it stops counting and reports its
/// results at once; the master then dismisses it. Reports errors of the kernel or device to the
/// master instead of throwing them.
WorkerEnd run_worker(Transport& transport, const Requests& requests,
                     const WorkerOptions& options = {});

}  // namespace nqueens
