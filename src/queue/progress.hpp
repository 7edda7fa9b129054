// How far a job is, and what its runs took: in the queue, the checkpoint, the log of runs,
// `status`.
#pragma once

#include <cstdint>
#include <string>

#include "nqueens/number.hpp"

namespace nqueens {

/// Names of kernels, separated by commas: both lists joined, sorted, each name once.
std::string joined_kernels(const std::string& some, const std::string& others);

/// How far a job is, or a part of it: the one count of its tasks, at work, in a checkpoint, in the
/// log of runs and in `status`.
struct Progress {
  std::uint64_t tasks = 0;
  std::uint64_t tasks_done = 0;
  std::uint64_t tasks_confirmed = 0;    ///< of these, counted twice with the same result
  std::uint64_t tasks_in_progress = 0;  ///< whose slices are being counted, or were left out
  std::uint64_t slices = 0;             ///< of these
  std::uint64_t slices_done = 0;
  double share_done = 0;  ///< of the expected cost, 0 to 1
  Count count{};          ///< of the tasks and slices done, in all runs
  std::uint64_t nodes = 0;
  // Since this run began:
  double seconds = 0;
  std::uint64_t retries = 0;  ///< leases that ended without a result
  int workers = 0;            ///< at work now
  int idle = 0;               ///< of these, without work
  int lost = 0;

  [[nodiscard]] bool finished() const { return tasks_done == tasks; }

  friend bool operator==(const Progress&, const Progress&) = default;
};

/// All runs of a job together: from the run at work through the checkpoint into the result.
struct Runs {
  std::uint64_t starts = 0;        ///< how many there were
  double elapsed_seconds = 0;      ///< wall time
  double kernel_seconds = 0;       ///< time in the kernel, of all workers
  double device_seconds = 0;       ///< of this, of devices
  double check_seconds = 0;        ///< of kernel_seconds, for counting tasks twice
  std::uint64_t lost_workers = 0;  ///< dead, silent, or unable to go on
  std::uint64_t disputes = 0;      ///< tasks whose counts differed and were settled
  std::string kernels{};  ///< names of the kernels that took part, sorted, separated by commas

  Runs& operator+=(const Runs& more);

  friend bool operator==(const Runs&, const Runs&) = default;
};

}  // namespace nqueens
