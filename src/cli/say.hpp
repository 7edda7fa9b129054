// Lines on stderr, of commands that have no log.
#pragma once

#include <iostream>
#include <optional>
#include <string>

#include "launcher.hpp"
#include "nqueens/job/job.hpp"
#include "nqueens/report/progress.hpp"
#include "nqueens/system/processors.hpp"

namespace nqueens::cli {

inline void say(const std::string& line) {
  std::cerr << "nqueens: " + line + "\n";
}

/// As many threads as wanted, or else as can run at a time.
inline int chosen_threads(std::optional<int> wanted) {
  if (const auto quota = wanted ? std::nullopt : describe_quota()) {
    say(*quota);
  }
  return wanted.value_or(usable_processors());
}

/// Says how far a command is.
inline ProgressReporter progress_reporter(const Launcher& launcher) {
  return {ProgressMode::automatic, launcher.mpi, RunSettings{}.log_interval_seconds, say};
}

}  // namespace nqueens::cli
