// The worker: takes batches of tasks, counts them, reports.
#pragma once

#include <chrono>
#include <functional>

#include "nqueens/kernel/kernel.hpp"
#include "nqueens/net/transport.hpp"
#include "nqueens/system/signals.hpp"

namespace nqueens {

struct WorkerOptions {
  /// A worker without work that hears nothing from the master for so long concludes that the master
  /// is dead. (A master on the same machine is seen to be dead within seconds, working or not.)
  /// Longer than a master is ever silent: it watches another run's lock for a minute before it
  /// serves.
  std::chrono::milliseconds patience{120'000};
};

enum class WorkerEnd {
  dismissed,         ///< the master said so, and all ranks are there to finalise the transport
  without_finalize,  ///< the master said so, but ranks are missing
  orphaned,          ///< the master is dead, or has fallen silent
};

/// Serves the master at rank 0 until it is dismissed. A signal makes it stop computing and report
/// what it has at once; the master then dismisses it. Errors of the kernel's choice are reported to
/// the master, not thrown.
WorkerEnd run_worker(Transport& transport, const Requests& requests,
                     const WorkerOptions& options = {});

}  // namespace nqueens
