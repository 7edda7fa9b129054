// What a checkpoint and its log of runs hold, without running the job: for `status`, for the page
// of `report`, and for scripts.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "job/plan.hpp"
#include "judge/total.hpp"
#include "store/checkpoint_files.hpp"
#include "system/clock.hpp"
#include "system/lock_file.hpp"
#include "view/run_page.hpp"

namespace nqueens {

/// The names of the checkpoints in a folder, also if only older generations are there; not those of
/// second counts beside their first. Throws Error(checkpoint) if it cannot be read.
std::set<std::filesystem::path> checkpoints_in(const std::filesystem::path& folder);

/// The checkpoints of a folder.
struct JobList {
  std::vector<StatusReport> jobs{};   ///< by name, each with its second count
  std::vector<std::string> faults{};  ///< why others are not there, a line each
};

/// Looks at checkpoints, and changes nothing on disk. What it keeps of a look makes the next one
/// fast: the plans of jobs, of which that of N = 28 takes two seconds.
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
  /// @param second  the number of its finished second count
  static void add_faults(const LoadedCheckpoint& loaded, const std::optional<Total>& second,
                         StatusReport& status);
  const Plan& plan_for(const LoadedCheckpoint& loaded);

  std::vector<Plan> plans_;                      ///< parts of a job have one
  std::map<std::filesystem::path, Word> words_;  ///< by checkpoint
};

/// One line for scripts about what a checkpoint and its second count hold: a word that changes with
/// all progress, a blank, and a text. The word begins with a number, as far as its first point,
/// that a count keeps which goes on, and one that starts over does not. Empty if nothing is saved.
/// Throws Error(checkpoint).
std::string saved_line(const std::filesystem::path& checkpoint);

/// The report of a job: reads NAME.run.jsonl, or a checkpoint and the log beside it, if there is
/// one. Throws Error(checkpoint) if the file is neither, or cannot be read.
RunPage run_page(const std::filesystem::path& file);

}  // namespace nqueens
