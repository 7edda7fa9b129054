// Watches MPI start.
#pragma once

#include <thread>

#include "launcher.hpp"

namespace nqueens::cli {

/// Watches until the thread is asked to stop, which its destructor does. Ends this process if MPI
/// does not start. If a rank dies before it is up, all others wait for it inside MPI_Init, for ever
/// where mpirun is told to survive the death of ranks.
///
/// MPI has five minutes plus 10 ms for each rank (ExitCode::runtime_error), and a few seconds after
/// a stop signal (ExitCode::stopped: nothing was counted yet).
[[nodiscard]] std::jthread watch_mpi_start(const Launcher& launcher);

}  // namespace nqueens::cli
