// What `plan` prints: the expected cost of a job, its time and starts on a machine, and the command
// that submits it.
//
// The wall time is more than the core time divided by the cores: some tasks are counted twice, each
// device keeps a core busy, at the end all may wait for one long unit, and each start takes a
// minute to begin and to save. A time limit shorter than the longest unit is refused, since that
// unit would never be finished. Figures are ranges, since the sample is random and cores vary in
// speed. Slurm's --time exceeds the range: a count that is cut off queues again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/number.hpp"
#include "job/job.hpp"
#include "job/settings.hpp"
#include "nqueens/estimate.hpp"

namespace nqueens {

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
  int highest_device = -1;   ///< the highest number in --devices
  double device_rate = 0;    ///< solutions a second of one device; 0 without devices
  double limit_seconds = 0;  ///< of one start; infinity: no limit
};

/// Shortest limit of a start, of which beginning and saving take a minute.
inline constexpr double min_limit_seconds = 2 * minute_seconds;

/// How much the speed of a core varies with its clock and the load of its neighbours.
inline constexpr double changes_of_speed = 0.1;

struct Projection {
  Job job;
  std::string script;     ///< the batch script, for the shell
  std::string arguments;  ///< of `count`, for the shell: "n24.toml", "24 --symmetry none"
  std::uint64_t tasks = 0;
  double longest_task = 0;   ///< upper bound of the share of the work in one task
  double longest_slice = 0;  ///< the same for slices, if tasks are cut into some
  Estimate estimate;
  std::optional<double> rate;  ///< solutions a second of one core, if the user gives it
  Machine machine;
  double counts = 1 + default_check_fraction;  ///< how often each task is counted, on average
  std::string kernel;
  int threads = 1;
  std::uint64_t seed = 0;
  std::int64_t now = 0;  ///< when the count would begin, in seconds since 1970-01-01 UTC

  /// The time that one core would take.
  [[nodiscard]] Interval core_seconds() const;
  /// The rate of one core.
  [[nodiscard]] double solutions_per_second() const;
  /// How many cores are as fast as one device.
  [[nodiscard]] double cores_a_device() const;
  /// The time on the whole machine.
  [[nodiscard]] Interval wall_seconds() const;
  [[nodiscard]] std::uint64_t starts() const;
  /// Mean time of a task on one core.
  [[nodiscard]] double task_seconds() const;
  /// Upper bound of the time of a task on one core.
  [[nodiscard]] double longest_task_seconds() const;
  /// The same for a unit: a slice, or a task if tasks are not cut.
  [[nodiscard]] double unit_seconds() const;
  /// The limit to ask Slurm for: the user's, or one that fits the whole count.
  [[nodiscard]] double slurm_seconds() const;
};

/// Throws Error(usage) if the limit is shorter than the longest unit may take.
void check_limit(const Projection& projection);

/// The command that submits the job to Slurm.
std::string sbatch(const Projection& projection);

std::string to_text(const Projection& projection);
std::string to_json(const Projection& projection);

}  // namespace nqueens
