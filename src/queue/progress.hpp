// Progress of a job and totals of its runs: in the queue, the checkpoint, the log of runs,
// `status`.
#pragma once

#include <cstdint>
#include <string>

#include "nqueens/number.hpp"

namespace nqueens {

/// Union of two comma-separated lists of kernel names, sorted.
std::string joined_kernels(const std::string& some, const std::string& others);

/// Progress of a job or of a part of it.
struct Progress {
  std::uint64_t tasks = 0;
  std::uint64_t tasks_done = 0;
  std::uint64_t tasks_confirmed = 0;    ///< of tasks_done, counted twice with the same result
  std::uint64_t tasks_in_progress = 0;  ///< with slices that are being counted, or were left out
  std::uint64_t slices = 0;             ///< of tasks_in_progress
  std::uint64_t slices_done = 0;
  double share_done = 0;  ///< of the expected cost, 0 to 1
  Count count{};          ///< of all done tasks and slices, over all runs
  std::uint64_t nodes = 0;
  // Since this run began:
  double seconds = 0;
  std::uint64_t retries = 0;  ///< units that lost workers held
  int workers = 0;            ///< working now
  int idle = 0;               ///< of workers, without work
  int lost = 0;

  [[nodiscard]] bool finished() const { return tasks_done == tasks; }

  friend bool operator==(const Progress&, const Progress&) = default;
};

/// Totals over all runs of a job.
struct Runs {
  std::uint64_t starts = 0;        ///< number of runs
  double elapsed_seconds = 0;      ///< wall time
  double kernel_seconds = 0;       ///< time in the kernel, summed over workers
  double device_seconds = 0;       ///< of kernel_seconds, on devices
  double check_seconds = 0;        ///< of kernel_seconds, for counting tasks twice
  std::uint64_t lost_workers = 0;  ///< dead, silent, or unable to go on
  std::uint64_t disputes = 0;      ///< tasks whose counts differed and were settled
  std::string kernels{};           ///< names of the kernels used, sorted, separated by commas

  Runs& operator+=(const Runs& more);

  friend bool operator==(const Runs&, const Runs&) = default;
};

}  // namespace nqueens
