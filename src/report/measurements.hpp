// What bench, selftest and plan print.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "job/job.hpp"
#include "node/bench.hpp"
#include "node/self_test.hpp"
#include "nqueens/estimate.hpp"

namespace nqueens {

/// One JSON array on one line, one object for each kernel.
std::string to_json(std::span<const KernelBenchmark> results);

/// The head of a table for users: the work, and the names of the columns.
std::string table_head(const KernelBenchmark& first);

/// One line of the table. @param scalar  compared with; nullptr: not measured
std::string table_row(const KernelBenchmark& result, const KernelBenchmark* scalar);

/// One JSON object on one line.
std::string to_json(const BurnInReport& report);

/// A table for users, one line for each kernel.
std::string to_text(const BurnInReport& report);

// --- What a job is expected to cost

/// The machine that the job is to run on.
struct Machine {
  int nodes = 1;
  int cores_per_node = 1;
  double limit_seconds = 0;  ///< of one start; infinity: none
};

struct Projection {
  Job job;
  std::string arguments;  ///< of `count`, for the shell: "n24.toml", "24 --symmetry none"
  std::uint64_t tasks = 0;
  double longest_slice = 0;  ///< expected nodes
  Estimate estimate;
  std::optional<double> rate;  ///< of one core, if the user names it
  Machine machine;
  double counts = 1 + default_check_fraction;  ///< made of the job: counts_made()
  std::string kernel;
  int threads = 1;
  std::uint64_t seed = 0;

  /// The time of one core, by the measured rate or by the user's.
  [[nodiscard]] Interval core_seconds() const;
  /// Counted a second by one core.
  [[nodiscard]] double solutions_per_second() const;
  /// On all cores, with the tasks that are counted twice; a slice at least.
  [[nodiscard]] double wall_seconds() const;
  [[nodiscard]] std::uint64_t starts() const;
  /// The mean time of a task on one core.
  [[nodiscard]] double task_seconds() const;
  /// The time of the longest slice on one core; nothing if tasks are not cut into slices.
  [[nodiscard]] std::optional<double> slice_seconds() const;
  /// The command that submits it to Slurm.
  [[nodiscard]] std::string sbatch() const;
};

std::string to_text(const Projection& projection);
std::string to_json(const Projection& projection);

}  // namespace nqueens
