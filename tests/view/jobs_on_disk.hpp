// A folder of checkpoints, locks and logs of runs, as jobs leave them.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "judge/names.hpp"
#include "store/checkpoint_files.hpp"
#include "support/counted.hpp"
#include "support/log.hpp"
#include "support/saved_files.hpp"
#include "support/text.hpp"
#include "system/lock_file.hpp"

namespace nqueens::test {

class JobsOnDisk : public SavedFiles {
 public:
  /// The lock of a process that is not here. @param pid  0: a lock that names nobody
  void lock(const std::string& checkpoint, const std::string& host, int pid,
            const std::string& batch_job) const {
    std::ofstream(lock_path(*this / checkpoint))
        << (pid == 0 ? std::string()
                     : "host=" + host + "\npid=" + std::to_string(pid) +
                           "\nbatch_job=" + batch_job + "\ntoken=1\n");
  }

  /// A log of a run that has so many tasks, or has ended with them.
  void log(const std::string& checkpoint, std::uint64_t tasks_done, bool has_ended = false) const {
    std::ofstream lines(run_log_path(*this / checkpoint));
    const double time = first_noon + static_cast<double>(tasks_done);
    lines << encode({.time = first_noon,
                     .body = RunStart{.host = "node0", .problem = "n=8", .ranks = {1}}})
          << '\n'
          << encode({.time = time, .body = RunNow{.now = {.tasks = 5, .tasks_done = tasks_done}}})
          << '\n';
    if (has_ended) {
      lines << encode({.time = time, .body = RunStop{.reason = "SIGTERM", .saved = true}}) << '\n';
    }
  }

  /// The log of a checkpoint was last written so many seconds ago.
  void age(const std::string& checkpoint, int seconds) const {
    std::filesystem::last_write_time(
        run_log_path(*this / checkpoint),
        std::filesystem::file_time_type::clock::now() - std::chrono::seconds(seconds));
  }
};

/// The first tasks of a job, counted.
inline Checkpoint with_tasks(TaskId done, const Job& job = eight()) {
  Checkpoint checkpoint = begun(job);
  Counting counting(job, checkpoint.queue, {});
  for (TaskId task = 0; task < done; ++task) {
    counting.count({.task = task});
  }
  return checkpoint;
}

/// Eight queens by another decomposition than eight(), for a second count.
inline Job eight_otherwise() {
  Job job = eight(3);
  job.symmetry = Symmetry::mirror;
  return job;
}

/// Eight queens, whose tasks are cut into slices.
inline Job eight_in_slices() {
  Job job = eight();
  job.slice_depth = 4;
  job.prefixes_per_slice = 2;
  return job;
}

}  // namespace nqueens::test
