// The worker: takes batches of tasks, counts them, reports.
#pragma once

#include <chrono>
#include <optional>

#include "device/devices.hpp"
#include "net/transport.hpp"
#include "system/signals.hpp"

namespace nqueens {

struct WorkerOptions {
  /// After this time without work or message a worker concludes that the master is dead. (On the
  /// same machine it sees this within seconds.) A master is never silent that long: it watches
  /// another run's lock for at most a minute before it serves.
  std::chrono::milliseconds patience{120'000};
  /// Counts on it what devices count, else on the processor. None: always on the processor.
  std::optional<DeviceInfo> device{};
};

/// From the best to the worst: a process with several workers ends as the worst does.
enum class WorkerEnd {
  dismissed,         ///< by the master; all ranks finalise the transport together
  without_finalize,  ///< by the master, but ranks are missing
  orphaned,          ///< the master is dead or silent
};

/// Serves the master at rank 0 until dismissed. After a signal it stops counting and reports its
/// results at once; the master then dismisses it. It reports errors of the kernel or device to the
/// master and does not throw them.
WorkerEnd run_worker(Transport& transport, const Requests& requests,
                     const WorkerOptions& options = {});

}  // namespace nqueens
