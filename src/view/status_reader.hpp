// StatusReader: reads a checkpoint, its lock and its log of runs, whether the job runs or not.
//
// Reading changes nothing on disk, takes no lock and never waits, since users watch a run from any
// machine that sees the folder.
//
// A run cannot be asked whether it is at work. Its lock names a process, and its log ends with a
// state that is renewed every five seconds. The state may look old only because the file server has
// another clock; a second look tells, by a new state or the same. So a reader remembers the states
// it has seen, and `status --watch` keeps one reader. It also keeps the plans of jobs, since that
// of N = 28 takes two seconds.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "job/plan.hpp"
#include "store/checkpoint_files.hpp"
#include "system/clock.hpp"
#include "system/lock_file.hpp"
#include "view/status_report.hpp"

namespace nqueens {

/// The checkpoints of a folder.
struct JobList {
  std::vector<StatusReport> jobs{};   ///< by name, each with its second count
  std::vector<std::string> faults{};  ///< a line for each checkpoint that cannot be read
};

class StatusReader {
 public:
  /// Reads the newest undamaged generation. Throws Error(checkpoint) if there is none.
  StatusReport look_at(const std::filesystem::path& name);
  /// @param path  from which it was loaded, without links
  StatusReport look_at(const std::filesystem::path& path, const LoadedCheckpoint& loaded);

  /// Throws Error(checkpoint) if there is no checkpoint or the folder cannot be read.
  JobList look_into(const std::filesystem::path& folder);

 private:
  /// The last state of a run that was seen.
  struct Word {
    double said_at = 0;                      ///< by the clock of its machine
    Clock::time_point since = Clock::now();  ///< when it was first seen
    bool is_renewed = false;                 ///< an earlier one had been seen before
  };

  void add_last_word(const std::filesystem::path& path, const std::optional<LockHolder>& holder,
                     StatusReport& status);
  const Plan& plan_for(const LoadedCheckpoint& loaded);

  std::vector<Plan> plans_;                      ///< one for all parts of a job
  std::map<std::filesystem::path, Word> words_;  ///< by checkpoint
};

}  // namespace nqueens
