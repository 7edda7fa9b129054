// Lines on stderr that are not in the log.
#pragma once

#include <iostream>
#include <optional>
#include <string>

#include "cli/launcher.hpp"
#include "core/one_line.hpp"
#include "job/job.hpp"
#include "report/progress.hpp"
#include "system/processors.hpp"

namespace nqueens::cli {

/// At once, since all ranks and threads write to one stream.
inline void say(const std::string& text) {
  std::cerr << "nqueens: " + one_line(text) + "\n";
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
