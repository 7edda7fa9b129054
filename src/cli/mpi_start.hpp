// Watches MPI start.
#pragma once

#include <thread>

#include "cli/launcher.hpp"

namespace nqueens::cli {

/// Watches until the thread is asked to stop, which its destructor does. Ends this process if MPI
/// does not start. If a rank dies before it is up, all others wait for it inside MPI_Init, for ever
/// where mpirun is told to survive the death of ranks.
///
/// MPI has 15 s plus 10 ms for each rank (ExitCode::not_started). The time begins again whenever
/// more ranks than before live on this host: a busy host may take long to start them all. While all
/// ranks of the job are seen to live here, no rank has died and MPI has five minutes more. After a
/// stop signal it has a few seconds (ExitCode::stopped: nothing was counted yet).
[[nodiscard]] std::jthread watch_mpi_start(const Launcher& launcher);

}  // namespace nqueens::cli
