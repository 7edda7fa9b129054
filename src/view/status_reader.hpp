// StatusReader: what a checkpoint, its lock and its log of runs hold, while the job runs or not.
//
// A look changes nothing on disk, takes no lock and waits for nothing: it may come from any machine
// that sees the folder, every two seconds, while the run writes. So each file is read as it is.
//
// Whether a run is at work nobody can ask it. Its lock names a process, and its log ends with its
// last word, of which there is one every five seconds. A word that is old by the clock here may be
// new, since the machine that dates the file may have another clock. A second look decides: another
// word has come, or none. So a reader keeps the words that it has seen, and `status --watch` one
// reader. It also keeps the plans of jobs, of which that of N = 28 takes two seconds.
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
  std::vector<std::string> faults{};  ///< why others are not there, a line each
};

class StatusReader {
 public:
  /// Reads the newest whole generation. Throws Error(checkpoint) if there is none.
  StatusReport look_at(const std::filesystem::path& name);
  /// @param path  behind links, where it was loaded
  StatusReport look_at(const std::filesystem::path& path, const LoadedCheckpoint& loaded);

  /// At those of NAME.ckpt, or one of its generations. Throws Error(checkpoint) if there is none,
  /// or the folder cannot be read.
  JobList look_into(const std::filesystem::path& folder);

 private:
  /// The last word of a run.
  struct Word {
    double said_at = 0;                      ///< by the clock of its machine
    Clock::time_point since = Clock::now();  ///< the first look that has found it
    bool is_renewed = false;                 ///< a look before had found another
  };

  void add_last_word(const std::filesystem::path& path, const std::optional<LockHolder>& holder,
                     StatusReport& status);
  const Plan& plan_for(const LoadedCheckpoint& loaded);

  std::vector<Plan> plans_;                      ///< parts of a job have one
  std::map<std::filesystem::path, Word> words_;  ///< by checkpoint
};

}  // namespace nqueens
