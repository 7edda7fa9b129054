// The watch over MPI on its way up.
#pragma once

#include <thread>

#include "launcher.hpp"

namespace nqueens::cli {

/// Watches until the thread is asked to stop, which its destructor does. Ends this process where
/// MPI does not come up: a rank that dies on its way, or is killed by a signal before it handles
/// any, leaves all others waiting for it inside MPI_Init, and an mpirun that is told to survive the
/// death of ranks lets them.
///
/// After a request to stop MPI has a few seconds more (ExitCode::stopped: nothing was counted yet),
/// else five minutes and 10 ms for each rank (ExitCode::runtime_error).
[[nodiscard]] std::jthread watch_mpi_start(const Launcher& launcher);

}  // namespace nqueens::cli
