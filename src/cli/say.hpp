// Lines on stderr, of commands that have no log.
#pragma once

#include <iostream>
#include <string>

#include "launcher.hpp"
#include "nqueens/job/job.hpp"
#include "nqueens/report/progress.hpp"

namespace nqueens::cli {

inline void say(const std::string& line) {
  std::cerr << "nqueens: " + line + "\n";
}

/// Says how far a command is.
inline ProgressReporter progress_reporter(const Launcher& launcher) {
  return {ProgressMode::automatic, launcher.mpi, RunSettings{}.log_interval_seconds, say};
}

}  // namespace nqueens::cli
