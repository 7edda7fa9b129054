// The time of a job, shared among the cores, devices and starts of a machine.

#include "node/projection.hpp"

#include <algorithm>
#include <cmath>

#include "nqueens/error.hpp"

namespace nqueens {
namespace {

/// By how much the batch scripts save before the limit of a start.
constexpr double seconds_of_stop = 60;

/// By how much --time exceeds the upper end of the wall time: there may be other load.
constexpr double room_for_noise = 1.15;

}  // namespace

Interval Projection::core_seconds() const {
  if (rate) {
    return estimate.count / *rate;
  }
  const Interval& measured = estimate.core_seconds;
  const double changes = estimate.whole ? 0 : changes_of_speed;
  return {.estimate = measured.estimate,
          .low = measured.low * (1 - changes),
          .high = measured.high * (1 + changes)};
}

double Projection::solutions_per_second() const {
  const double seconds = estimate.core_seconds.estimate;
  return rate.value_or(seconds > 0 ? estimate.count.estimate / seconds : 0);
}

double Projection::cores_a_device() const {
  return machine.device_rate / solutions_per_second();
}

Interval Projection::wall_seconds() const {
  // A core serves each device.
  const double cores =
      machine.nodes * (std::max(machine.cores_per_node - machine.devices_per_node, 0) +
                       machine.devices_per_node * cores_a_device());
  const Interval shared = core_seconds() / (cores / counts);
  // The last worker ends a unit that all others may wait for.
  const double least = unit_seconds();
  return {.estimate = std::max(shared.estimate, least),
          .low = std::max(shared.low, least),
          .high = std::max(shared.high, least)};
}

std::uint64_t Projection::starts() const {
  const double limit = machine.limit_seconds;
  if (!std::isfinite(limit)) {
    return 1;
  }
  const double starts = std::ceil(wall_seconds().estimate / (limit - seconds_of_stop));
  return static_cast<std::uint64_t>(std::clamp(starts, 1.0, 1e18));
}

double Projection::task_seconds() const {
  return core_seconds().estimate / static_cast<double>(std::max<std::uint64_t>(tasks, 1));
}

double Projection::unit_seconds() const {
  return longest_share * core_seconds().estimate;
}

double Projection::slurm_seconds() const {
  if (std::isfinite(machine.limit_seconds)) {
    return machine.limit_seconds;
  }
  const double needed = seconds_of_stop + room_for_noise * wall_seconds().high;
  const double step = needed < day_seconds ? 10 * minute_seconds : hour_seconds;
  return step * std::ceil(needed / step);
}

void check_limit(const Projection& projection) {
  const double limit = projection.machine.limit_seconds;
  const double unit = projection.unit_seconds();
  if (unit > limit - seconds_of_stop) {
    const bool has_slices = projection.job.slice_depth > 0;
    throw Error(ExitCode::usage,
                "a limit of " + format_duration(limit) + " is too short: the longest " +
                    (has_slices ? "slice" : "task") + " takes " + format_duration(unit) +
                    " of a core, and a start that ends before saves nothing of it; choose a "
                    "longer --limit or " +
                    (has_slices ? "shorter slices (--slice-seconds)" : "a larger --depth"));
  }
}

}  // namespace nqueens
