// What `nqueens plan` prints: what a job is expected to cost.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "job/job.hpp"
#include "nqueens/estimate.hpp"

namespace nqueens {

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
  std::optional<double> rate;  ///< of one core, where the user names it
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
  /// Of a task, on one core.
  [[nodiscard]] double task_seconds() const;
  /// The longest slice should take so long on one core; nothing if tasks are not cut.
  [[nodiscard]] std::optional<double> slice_seconds() const;
  [[nodiscard]] std::uint64_t memory_bytes() const;
  [[nodiscard]] std::uint64_t checkpoint_bytes() const;
  /// The command that submits it to Slurm.
  [[nodiscard]] std::string sbatch() const;
};

std::string to_text(const Projection& projection);
std::string to_json(const Projection& projection);

}  // namespace nqueens
