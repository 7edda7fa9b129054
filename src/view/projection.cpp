// Core time divided among cores, devices and starts; memory and disk of the master.

#include "view/projection.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "nqueens/error.hpp"
#include "report/json.hpp"
#include "report/version.hpp"
#include "view/progress.hpp"

namespace nqueens {
namespace {

/// The batch scripts stop a count this long before its limit.
constexpr double seconds_of_stop = 60;

/// --time is this many times the upper end of the wall time, since other programs may run.
constexpr double room_for_noise = 1.15;

/// The master, measured: docs/cluster.md.
constexpr double memory_of_program = 36e6;
constexpr double memory_of_task = 60;  ///< at most: while it saves
constexpr double memory_of_part = 10;  ///< more for each row, if placements are counted
/// In a checkpoint with all tasks done, measured: docs/results.md.
constexpr double bytes_of_task = 29.3;
/// More for each row of the board, if placements are counted.
constexpr double bytes_of_row = 8;

constexpr double many_core_years = 100;

Json json_of(const Interval& interval) {
  return {{"estimate", interval.estimate}, {"low", interval.low}, {"high", interval.high}};
}

/// "2.35e+17 solutions (2.30e+17 to 2.40e+17)"; without a range if its ends are equal.
std::string text_of(const Interval& interval, const std::string& noun) {
  return fmt::format("{:.4g} {}", interval.estimate, noun) +
         (interval.low < interval.high
              ? fmt::format(" ({:.4g} to {:.4g})", interval.low, interval.high)
              : "");
}

/// "3:07 min (3:05 min to 3:10 min)"; without a range if its ends look alike.
std::string range_of(const Interval& seconds) {
  const std::string low = format_duration(seconds.low);
  const std::string high = format_duration(seconds.high);
  return format_duration(seconds.estimate) + (low != high ? " (" + low + " to " + high + ")" : "");
}

/// The day on which the count ends; empty if it ends within an hour, or after 1,000 years.
std::string end_of(std::int64_t now, double seconds) {
  if (seconds < hour_seconds || seconds > 1000 * year_seconds) {
    return "";
  }
  return "; begun now, it ends on " +
         format_time(now + static_cast<std::int64_t>(seconds), "%A, %Y-%m-%d");
}

/// As Slurm's --time takes it: days-hh:mm:ss.
std::string slurm_time(double seconds) {
  if (seconds > year_seconds) {
    return "UNLIMITED";
  }
  const auto whole = static_cast<std::uint64_t>(seconds);
  const std::uint64_t days = whole / 86'400;
  return (days > 0 ? std::to_string(days) + "-" : "") +
         fmt::format("{:02}:{:02}:{:02}", whole / 3600 % 24, whole / 60 % 60, whole % 60);
}

std::uint64_t memory_bytes(const Projection& projection) {
  const double parts = static_cast<double>(projection.job.problem.parts());
  const double task = memory_of_task + memory_of_part * parts;
  return static_cast<std::uint64_t>(memory_of_program +
                                    task * static_cast<double>(projection.tasks));
}

std::uint64_t checkpoint_bytes(const Projection& projection) {
  const double parts = static_cast<double>(projection.job.problem.parts());
  return static_cast<std::uint64_t>(1000 + (bytes_of_task + bytes_of_row * parts) *
                                               static_cast<double>(projection.tasks));
}

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
  return machine.device_rate > 0 ? machine.device_rate / solutions_per_second() : 0;
}

Interval Projection::wall_seconds() const {
  // Each device keeps a core busy.
  const double cores =
      machine.hosts * (std::max(machine.cores_per_host - machine.devices_per_host, 0) +
                       machine.devices_per_host * cores_a_device());
  const Interval shared = core_seconds() / (cores / counts);
  // All may have to wait for the longest unit.
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

double Projection::longest_task_seconds() const {
  return longest_task * core_seconds().estimate;
}

double Projection::unit_seconds() const {
  return (job.slice_depth > 0 ? longest_slice : longest_task) * core_seconds().estimate;
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
                    "longer --max-time or " +
                    (has_slices ? "shorter slices (--slice-seconds)" : "a larger --depth"));
  }
}

std::string sbatch(const Projection& projection) {
  const Machine& machine = projection.machine;
  const int devices = std::max(machine.devices_per_host, machine.highest_device + 1);
  return fmt::format(
      "sbatch --nodes={} --ntasks-per-node=1 --cpus-per-task={}{} --time={} {} {}", machine.hosts,
      machine.cores_per_host, devices > 0 ? " --gpus-per-node=" + std::to_string(devices) : "",
      slurm_time(projection.slurm_seconds()), projection.script, projection.arguments);
}

std::string to_text(const Projection& projection) {
  const Estimate& estimate = projection.estimate;
  const Machine& machine = projection.machine;
  const std::string counted(projection.job.problem.info().quantity());
  const Interval time = projection.core_seconds();
  std::string text = fmt::format(
      "{}: {}\ntime of one core: {}, at {:.4g} million {} a second{}\n",
      to_string(projection.job.problem),
      estimate.whole ? fmt::format("{:.0f} {}, all counted", estimate.count.estimate, counted)
                     : text_of(estimate.count, counted),
      time.estimate < hour_seconds ? text_of(time, "core-seconds")
                                   : text_of(time / hour_seconds, "core-hours"),
      projection.solutions_per_second() / 1e6, counted,
      projection.rate ? "" : " (kernel " + projection.kernel + " here)");
  const double core_years = time.estimate / year_seconds;
  if (core_years > many_core_years) {
    text += fmt::format("That is {:.3g} core-years: 1,000 cores need {:.0f} days.\n", core_years,
                        core_years * year_seconds / day_seconds / 1000);
  }
  const auto devices = static_cast<std::uint64_t>(machine.devices_per_host);
  if (devices > 0) {
    text += fmt::format("a device: {} {} a second, as many as {:.3g} cores\n",
                        short_number(machine.device_rate), counted, projection.cores_a_device());
  }
  const Interval wall = projection.wall_seconds();
  text += fmt::format(
      "wall time: {} on {} of {}, in {}{}\ntasks: {}, on average {} of a core{}\n"
      "master: memory {}, checkpoint {}\n{}",
      range_of(wall), amount_of(static_cast<std::uint64_t>(machine.hosts), "host"),
      amount_of(static_cast<std::uint64_t>(machine.cores_per_host), "core") +
          (devices > 0 ? " and " + amount_of(devices, "device") : ""),
      amount_of(projection.starts(), "start"), end_of(projection.now, wall.estimate),
      projection.tasks, short_time(projection.task_seconds()),
      ", the longest under " + short_time(projection.longest_task_seconds()) +
          (projection.job.slice_depth > 0
               ? ", in slices of up to " + short_time(projection.unit_seconds())
               : ""),
      format_bytes(memory_bytes(projection)), format_bytes(checkpoint_bytes(projection)),
      as_line("submit: " + sbatch(projection)));
  if (!estimate.whole) {
    text += fmt::format(
        "Ranges come from the sample ({}, {}, seed {}). The range of the\n"
        "count is a 95 % interval. Times assume {}.\n",
        amount_of(estimate.rounds, "round"), amount_of(estimate.prefixes, "prefix"),
        projection.seed,
        projection.rate ? "the rate given"
                        : fmt::format("idle cores, as fast as these are now within {:.0f} %",
                                      100 * changes_of_speed));
  }
  return text;
}

std::string to_json(const Projection& projection) {
  const Estimate& estimate = projection.estimate;
  const Machine& machine = projection.machine;
  Json json = json_of(projection.job.problem);
  json.update({{"symmetry", to_string(projection.job.symmetry)},
               {"depth", projection.job.depth},
               {projection.job.problem.info().quantity(), json_of(estimate.count)},
               {"whole_board", estimate.whole},
               {"core_hours", json_of(projection.core_seconds() / hour_seconds)},
               {"rate", projection.solutions_per_second()},
               {"wall_seconds", json_of(projection.wall_seconds())},
               {"starts", projection.starts()},
               {"hosts", machine.hosts},
               {"cores_per_host", machine.cores_per_host},
               {"devices_per_host", machine.devices_per_host},
               {"device_rate", machine.device_rate > 0 ? Json(machine.device_rate) : Json(nullptr)},
               {"limit_seconds",
                std::isfinite(machine.limit_seconds) ? Json(machine.limit_seconds) : Json(nullptr)},
               {"tasks", projection.tasks},
               {"task_seconds", projection.task_seconds()},
               {"longest_task_seconds", projection.longest_task_seconds()},
               {"unit_seconds", projection.unit_seconds()},
               {"memory_bytes", memory_bytes(projection)},
               {"checkpoint_bytes", checkpoint_bytes(projection)},
               {"sbatch", sbatch(projection)},
               {"kernel", projection.kernel},
               {"threads", projection.threads},
               {"rounds", estimate.rounds},
               {"prefixes", estimate.prefixes},
               {"seconds", estimate.seconds},
               {"seed", std::to_string(projection.seed)},
               {"version", version()}});
  return dump(json);
}

}  // namespace nqueens
