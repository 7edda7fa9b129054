// What `plan` prints: what a job is expected to cost, its time on a machine and the starts that
// this takes, and how to submit it.
//
// More than core time by cores: some tasks are counted twice, a core serves each device, the last
// worker ends a unit that all others may wait for, and each start loses a minute to begin and to
// save. A limit in which the longest unit does not end is refused: such starts would save nothing
// of it, for ever. All figures are ranges, since the sample is random and a core changes its speed;
// --time of Slurm has room above the range, since a count that is cut off waits in the queue again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/number.hpp"
#include "job/job.hpp"
#include "job/settings.hpp"
#include "nqueens/estimate.hpp"

namespace nqueens {

/// In another unit.
inline Interval operator/(const Interval& interval, double unit) {
  return {.estimate = interval.estimate / unit,
          .low = interval.low / unit,
          .high = interval.high / unit};
}

/// The machine that the job is to run on.
struct Machine {
  int hosts = 1;
  int cores_per_host = 1;
  int devices_per_host = 0;
  int highest_device = -1;   ///< number of a device of a host, if some are named
  double device_rate = 0;    ///< what one device counts in a second; 0 without devices
  double limit_seconds = 0;  ///< of one start; infinity: none
};

/// The shortest limit of a start: beginning and saving take a minute.
inline constexpr double min_limit_seconds = 2 * minute_seconds;

/// How far the speed of a core is from one minute to another, with its clock and its neighbours.
inline constexpr double changes_of_speed = 0.1;

struct Projection {
  Job job;
  std::string script;     ///< the batch script, for the shell
  std::string arguments;  ///< of `count`, for the shell: "n24.toml", "24 --symmetry none"
  std::uint64_t tasks = 0;
  double longest_task = 0;   ///< share of the work in the longest task: a bound
  double longest_slice = 0;  ///< likewise, if tasks are cut into slices
  Estimate estimate;
  std::optional<double> rate;  ///< of one core, if the user names it
  Machine machine;
  double counts = 1 + default_check_fraction;  ///< made of the job: counts_made()
  std::string kernel;
  int threads = 1;
  std::uint64_t seed = 0;
  std::int64_t now = 0;  ///< when the count would begin: seconds since 1970-01-01 UTC

  /// The time of one core by the user's rate, or by the measured one and changes_of_speed.
  [[nodiscard]] Interval core_seconds() const;
  /// What one core counts in a second.
  [[nodiscard]] double solutions_per_second() const;
  /// How many cores count as much as one device.
  [[nodiscard]] double cores_a_device() const;
  /// On all cores and devices, with the tasks that are counted twice; the longest unit at least.
  [[nodiscard]] Interval wall_seconds() const;
  [[nodiscard]] std::uint64_t starts() const;
  /// The mean time of a task on one core.
  [[nodiscard]] double task_seconds() const;
  /// The time of the longest task on one core: a bound.
  [[nodiscard]] double longest_task_seconds() const;
  /// The same of the longest slice, or task if they are not cut.
  [[nodiscard]] double unit_seconds() const;
  /// The wall limit to ask for: the user's, or one that the whole count fits into.
  [[nodiscard]] double slurm_seconds() const;
};

/// Throws Error(usage) if a start of this length may save nothing.
void check_limit(const Projection& projection);

/// The command that submits it to Slurm.
std::string sbatch(const Projection& projection);

std::string to_text(const Projection& projection);
std::string to_json(const Projection& projection);

}  // namespace nqueens
