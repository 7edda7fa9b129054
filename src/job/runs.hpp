// Runs: what a job has taken so far. It goes from the run at work through the checkpoint into the
// result.
#pragma once

#include <cstdint>
#include <string>

namespace nqueens {

/// All runs of a job together.
struct Runs {
  std::uint64_t starts = 0;        ///< how many there were
  double elapsed_seconds = 0;      ///< wall time
  double worker_seconds = 0;       ///< time in the kernel, of all workers
  double check_seconds = 0;        ///< of this, for counting tasks twice
  std::uint64_t lost_workers = 0;  ///< dead, silent, or unable to go on
  std::uint64_t disputes = 0;      ///< tasks whose counts differed and were settled
  std::string kernels{};  ///< names of the kernels that took part, sorted, separated by commas

  /// @param names  separated by commas, in any order
  void add_kernels(const std::string& names);
  Runs& operator+=(const Runs& more);

  friend bool operator==(const Runs&, const Runs&) = default;
};

}  // namespace nqueens
