// The figures of a projection, as text and as JSON.

#include "report/projection.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>

#include "core/duration.hpp"
#include "core/number.hpp"
#include "report/json.hpp"
#include "report/version.hpp"

namespace nqueens {
namespace {

/// The master, measured: docs/cluster.md.
constexpr double memory_of_program = 36e6;
constexpr double memory_of_task = 120;  ///< while it saves
/// In a checkpoint with all tasks done, measured: docs/results.md.
constexpr double bytes_of_task = 29.3;
/// Beside that, for each row of the board where placements are counted: 8 bytes in a file.
constexpr double bytes_of_row = 8;

constexpr double many_core_years = 100;

/// The batch scripts save so long before the limit of a start.
constexpr double seconds_of_stop = 60;

Json json_of(const Interval& interval) {
  return {{"estimate", interval.estimate}, {"low", interval.low}, {"high", interval.high}};
}

/// "2.35e+17 solutions (2.30e+17 to 2.40e+17)"; no range where the ends are one.
std::string text_of(const Interval& interval, double unit, const std::string& noun) {
  return fmt::format("{:.4g} {}", interval.estimate / unit, noun) +
         (interval.low < interval.high
              ? fmt::format(" ({:.4g} to {:.4g})", interval.low / unit, interval.high / unit)
              : "");
}

/// In core-hours; shorter ones in core-seconds.
std::string core_time(const Interval& seconds) {
  return seconds.estimate < hour_seconds ? text_of(seconds, 1, "core-seconds")
                                         : text_of(seconds, hour_seconds, "core-hours");
}

/// As Slurm's --time takes it: days-hh:mm:ss.
std::string slurm_time(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds);
  const std::uint64_t days = whole / 86'400;
  return (days > 0 ? std::to_string(days) + "-" : "") +
         fmt::format("{:02}:{:02}:{:02}", whole / 3600 % 24, whole / 60 % 60, whole % 60);
}

double values_of_task(const Projection& projection) {
  return bytes_of_row * static_cast<double>(projection.job.problem.parts());
}

}  // namespace

Interval Projection::core_seconds() const {
  if (!rate) {
    return estimate.core_seconds;
  }
  const Interval& count = estimate.count;
  return {.estimate = count.estimate / *rate, .low = count.low / *rate, .high = count.high / *rate};
}

double Projection::solutions_per_second() const {
  const double seconds = estimate.core_seconds.estimate;
  return rate.value_or(seconds > 0 ? estimate.count.estimate / seconds : 0);
}

double Projection::wall_seconds() const {
  const double cores = static_cast<double>(machine.nodes) * machine.cores_per_node;
  // The last worker ends a unit that all others may wait for.
  return std::max(core_seconds().estimate * counts / cores,
                  slice_seconds().value_or(task_seconds()));
}

std::uint64_t Projection::starts() const {
  const double limit = machine.limit_seconds;
  if (!std::isfinite(limit)) {
    return 1;
  }
  const double usable = std::max(limit - seconds_of_stop, limit / 2);
  return static_cast<std::uint64_t>(std::clamp(std::ceil(wall_seconds() / usable), 1.0, 1e18));
}

double Projection::task_seconds() const {
  return core_seconds().estimate / static_cast<double>(std::max<std::uint64_t>(tasks, 1));
}

std::optional<double> Projection::slice_seconds() const {
  if (job.slice_depth == 0 || !(estimate.expected_nodes > 0)) {
    return std::nullopt;
  }
  return longest_slice * core_seconds().estimate / estimate.expected_nodes;
}

std::uint64_t Projection::memory_bytes() const {
  const double task = memory_of_task + 2 * values_of_task(*this);
  return static_cast<std::uint64_t>(memory_of_program + task * static_cast<double>(tasks));
}

std::uint64_t Projection::checkpoint_bytes() const {
  const double task = bytes_of_task + values_of_task(*this);
  return static_cast<std::uint64_t>(1000 + task * static_cast<double>(tasks));
}

std::string Projection::sbatch() const {
  const std::string time =
      std::isfinite(machine.limit_seconds) ? " --time=" + slurm_time(machine.limit_seconds) : "";
  return fmt::format("sbatch --nodes={} --cpus-per-task={}{} slurm/count.sbatch {}", machine.nodes,
                     machine.cores_per_node, time, arguments);
}

std::string to_text(const Projection& projection) {
  const Estimate& estimate = projection.estimate;
  const Machine& machine = projection.machine;
  const std::string counted(projection.job.problem.row().quantity());
  std::string text =
      to_string(projection.job.problem) + ": " +
      (estimate.whole ? fmt::format("{:.0f} {}, all counted", estimate.count.estimate, counted)
                      : text_of(estimate.count, 1, counted)) +
      "\ntime of one core: " + core_time(projection.core_seconds()) +
      fmt::format(", at {:.4g} million {} a second", projection.solutions_per_second() / 1e6,
                  counted) +
      (projection.rate ? "" : " (kernel " + projection.kernel + " here)");
  const double core_years = projection.core_seconds().estimate / year_seconds;
  if (core_years > many_core_years) {
    text += fmt::format("\nThat is {:.3g} core-years: 1,000 cores need {:.0f} days.", core_years,
                        core_years * year_seconds / day_seconds / 1000);
  }
  text += "\nwall time: " + format_duration(projection.wall_seconds()) + " on " +
          amount_of(static_cast<std::uint64_t>(machine.nodes), "node") + " of " +
          amount_of(static_cast<std::uint64_t>(machine.cores_per_node), "core") + ", in " +
          amount_of(projection.starts(), "start") + "\ntasks: " + std::to_string(projection.tasks) +
          ", on average " + format_duration(projection.task_seconds()) + " of a core";
  if (const auto slice = projection.slice_seconds()) {
    text += ", in slices of " + format_duration(*slice) + " at most";
  }
  text += "\nmaster: memory " + format_bytes(projection.memory_bytes()) + ", checkpoint " +
          format_bytes(projection.checkpoint_bytes()) + "\nsubmit: " + projection.sbatch() + "\n";
  if (!estimate.whole) {
    text += fmt::format("Ranges hold with a probability of 95 % ({}, seed {}).\n",
                        amount_of(estimate.prefixes, "prefix"), projection.seed);
  }
  return text;
}

std::string to_json(const Projection& projection) {
  const Estimate& estimate = projection.estimate;
  const Interval core = projection.core_seconds();
  Json json = json_of(projection.job.problem);
  json["symmetry"] = to_string(projection.job.symmetry);
  json["depth"] = projection.job.depth;
  json[std::string(projection.job.problem.row().quantity())] = json_of(estimate.count);
  json["whole_board"] = estimate.whole;
  json["core_hours"] = json_of(Interval{.estimate = core.estimate / hour_seconds,
                                        .low = core.low / hour_seconds,
                                        .high = core.high / hour_seconds});
  json["rate"] = projection.solutions_per_second();
  json["wall_seconds"] = projection.wall_seconds();
  json["starts"] = projection.starts();
  json["nodes"] = projection.machine.nodes;
  json["cores_per_node"] = projection.machine.cores_per_node;
  json["limit_seconds"] = std::isfinite(projection.machine.limit_seconds)
                              ? Json(projection.machine.limit_seconds)
                              : Json(nullptr);
  json["tasks"] = projection.tasks;
  json["task_seconds"] = projection.task_seconds();
  json["slice_seconds"] = optional_json(projection.slice_seconds());
  json["memory_bytes"] = projection.memory_bytes();
  json["checkpoint_bytes"] = projection.checkpoint_bytes();
  json["sbatch"] = projection.sbatch();
  json["kernel"] = projection.kernel;
  json["threads"] = projection.threads;
  json["prefixes"] = estimate.prefixes;
  json["seconds"] = estimate.seconds;
  json["seed"] = std::to_string(projection.seed);
  json["version"] = version();
  return dump(json);
}

}  // namespace nqueens
