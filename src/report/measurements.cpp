// Measurements as tables and as JSON.

#include "report/measurements.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.hpp"
#include "core/number.hpp"
#include "report/json.hpp"
#include "report/progress.hpp"
#include "report/version.hpp"

namespace nqueens {
std::string to_json(std::span<const KernelBenchmark> results) {
  Json array = Json::array();
  for (const KernelBenchmark& result : results) {
    Json json = {{"kernel", result.kernel}, {"instruction_set", result.instruction_set}};
    json.update(json_of(result.problem));
    json.update({{"whole_board", result.whole_board},
                 {"prefixes", result.prefixes},
                 {"runs", result.runs},
                 {"seconds", result.seconds},
                 {"solutions_per_second", std::round(result.solutions_per_second)},
                 {"min_solutions_per_second", std::round(result.min_solutions_per_second)},
                 {"max_solutions_per_second", std::round(result.max_solutions_per_second)},
                 {"children_per_second", std::round(result.children_per_second)},
                 {"children", std::to_string(result.children)},
                 {"clock_hz", optional_json(result.clock_hz)},
                 {"cycles_per_child", optional_json(result.cycles_per_child)},
                 {"device", optional_json(result.device)},
                 {"trunk_seconds", optional_json(result.trunk_seconds)},
                 {"waiting_seconds", optional_json(result.waiting_seconds)},
                 {"version", version()}});
    array.push_back(std::move(json));
  }
  return dump(array);
}

std::string table_head(const KernelBenchmark& first) {
  return to_string(first.problem) + ", " + amount_of(first.prefixes, "prefix") +
         (first.whole_board ? ", the whole board" : ", a sample of the board") +
         "; millions of solutions and of children a second\n"
         "kernel             median       min       max  runs  seconds  x scalar  Mchildren/s  "
         "cycles/child       children\n";
}

std::string table_row(const KernelBenchmark& result, const KernelBenchmark* scalar) {
  const std::string times =
      scalar == nullptr
          ? "-"
          : fmt::format("{:.2f}", result.solutions_per_second / scalar->solutions_per_second);
  const std::string of_device =
      result.trunk_seconds && result.waiting_seconds
          ? fmt::format("of a run on {} {:.3f} s in trunks, {:.3f} s waiting for the device\n",
                        result.device, *result.trunk_seconds, *result.waiting_seconds)
          : "";
  return fmt::format(
             "{:<15} {:>9.1f} {:>9.1f} {:>9.1f} {:>5} {:>8.3f} {:>9} {:>12.1f} {:>13} {:>14}\n",
             result.kernel, result.solutions_per_second / 1e6,
             result.min_solutions_per_second / 1e6, result.max_solutions_per_second / 1e6,
             result.runs, result.seconds, times, result.children_per_second / 1e6,
             result.cycles_per_child ? fmt::format("{:.2f}", *result.cycles_per_child) : "unknown",
             result.children) +
         of_device;
}

std::string to_json(const BurnInReport& report) {
  Json kernels = Json::array();
  for (const KernelComparisons& kernel : report.kernels) {
    kernels.push_back({{"kernel", kernel.kernel},
                       {"comparisons", kernel.comparisons},
                       {"seconds", kernel.seconds},
                       {"mismatches", kernel.mismatches}});
  }
  return dump({{"host", report.host},
               {"threads", report.threads},
               {"seconds", report.seconds},
               {"seed", std::to_string(report.seed)},
               {"kernels", kernels},
               {"first_mismatch", optional_json(report.first_mismatch)},
               {"version", version()}});
}

std::string to_text(const BurnInReport& report) {
  std::string text =
      fmt::format("{}: {}, {:.1f} s, seed {}\nkernel           comparisons   seconds  mismatches\n",
                  report.host, amount_of(static_cast<std::uint64_t>(report.threads), "thread"),
                  report.seconds, report.seed);
  for (const KernelComparisons& kernel : report.kernels) {
    text += fmt::format("{:<15} {:>12} {:>9.1f} {:>11}\n", kernel.kernel, kernel.comparisons,
                        kernel.seconds, kernel.mismatches);
  }
  return text;
}

// --- What a job is expected to cost

namespace {

/// The master, measured: docs/cluster.md.
constexpr double memory_of_program = 36e6;
constexpr double memory_of_task = 120;  ///< while it saves
/// In a checkpoint with all tasks done, measured: docs/results.md.
constexpr double bytes_of_task = 29.3;
/// Beside that, for each row of the board if placements are counted: 8 bytes in a file.
constexpr double bytes_of_row = 8;

constexpr double many_core_years = 100;

/// By how much the batch scripts save before the limit of a start.
constexpr double seconds_of_stop = 60;

/// By how much --time exceeds the wall time: the clock or other load may change after the sample.
constexpr double room_for_noise = 1.25;

Json json_of(const Interval& interval) {
  return {{"estimate", interval.estimate}, {"low", interval.low}, {"high", interval.high}};
}

Interval operator/(const Interval& interval, double unit) {
  return {.estimate = interval.estimate / unit,
          .low = interval.low / unit,
          .high = interval.high / unit};
}

/// "2.35e+17 solutions (2.30e+17 to 2.40e+17)"; no range if the ends are one.
std::string text_of(const Interval& interval, const std::string& noun) {
  return fmt::format("{:.4g} {}", interval.estimate, noun) +
         (interval.low < interval.high
              ? fmt::format(" ({:.4g} to {:.4g})", interval.low, interval.high)
              : "");
}

/// In core-hours; shorter ones in core-seconds.
std::string core_time(const Interval& seconds) {
  return seconds.estimate < hour_seconds ? text_of(seconds, "core-seconds")
                                         : text_of(seconds / hour_seconds, "core-hours");
}

/// "3:07 min (3:05 min to 3:10 min)"; no range if the ends look alike.
std::string range_of(const Interval& seconds) {
  const std::string low = format_duration(seconds.low);
  const std::string high = format_duration(seconds.high);
  return format_duration(seconds.estimate) + (low != high ? " (" + low + " to " + high + ")" : "");
}

/// The day on which a long count ends; empty beyond all calendars.
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
  const double task = memory_of_task + 2 * bytes_of_row * parts;
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
  return rate ? estimate.count / *rate : estimate.core_seconds;
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

std::string Projection::sbatch() const {
  const int devices = std::max(machine.devices_per_node, machine.highest_device + 1);
  return fmt::format("sbatch --nodes={} --ntasks-per-node=1 --cpus-per-task={}{} --time={} {} {}",
                     machine.nodes, machine.cores_per_node,
                     devices > 0 ? " --gpus-per-node=" + std::to_string(devices) : "",
                     slurm_time(slurm_seconds()), script, arguments);
}

void check_limit(const Projection& projection) {
  const double limit = projection.machine.limit_seconds;
  const double unit = projection.unit_seconds();
  if (unit > limit - seconds_of_stop) {
    const bool has_slices = projection.job.slice_depth > 0;
    throw Error(
        ExitCode::usage,
        fmt::format("a limit of {} is too short: the longest {} takes {} of a core, and a "
                    "start that ends before saves nothing of it; choose a longer --limit "
                    "or {}",
                    format_duration(limit), has_slices ? "slice" : "task", format_duration(unit),
                    has_slices ? "shorter slices (--slice-seconds)" : "a larger --depth"));
  }
}

std::string to_text(const Projection& projection) {
  const Estimate& estimate = projection.estimate;
  const Machine& machine = projection.machine;
  const std::string counted(projection.job.problem.info().quantity());
  std::string text = fmt::format(
      "{}: {}\ntime of one core: {}, at {:.4g} million {} a second{}\n",
      to_string(projection.job.problem),
      estimate.whole ? fmt::format("{:.0f} {}, all counted", estimate.count.estimate, counted)
                     : text_of(estimate.count, counted),
      core_time(projection.core_seconds()), projection.solutions_per_second() / 1e6, counted,
      projection.rate ? "" : " (kernel " + projection.kernel + " here)");
  const double core_years = projection.core_seconds().estimate / year_seconds;
  if (core_years > many_core_years) {
    text += fmt::format("That is {:.3g} core-years: 1,000 cores need {:.0f} days.\n", core_years,
                        core_years * year_seconds / day_seconds / 1000);
  }
  const auto devices = static_cast<std::uint64_t>(machine.devices_per_node);
  if (devices > 0) {
    text += fmt::format("a device: {} {} a second, as many as {:.3g} cores\n",
                        short_number(machine.device_rate), counted, projection.cores_a_device());
  }
  const Interval wall = projection.wall_seconds();
  text += fmt::format(
      "wall time: {} on {} of {}, in {}{}\ntasks: {}, on average {} of a core{}\n"
      "master: memory {}, checkpoint {}\nsubmit: {}\n",
      range_of(wall), amount_of(static_cast<std::uint64_t>(machine.nodes), "node"),
      amount_of(static_cast<std::uint64_t>(machine.cores_per_node), "core") +
          (devices > 0 ? " and " + amount_of(devices, "device") : ""),
      amount_of(projection.starts(), "start"), end_of(projection.now, wall.estimate),
      projection.tasks, format_duration(projection.task_seconds()),
      projection.job.slice_depth > 0
          ? ", in slices of about " + format_duration(projection.unit_seconds())
          : ", the longest " + format_duration(projection.unit_seconds()),
      format_bytes(memory_bytes(projection)), format_bytes(checkpoint_bytes(projection)),
      projection.sbatch());
  if (!estimate.whole) {
    text += fmt::format(
        "Ranges are of the sample ({}, {}, seed {}). That of the number\n"
        "is a 95 % interval. Times assume {}.\n",
        amount_of(estimate.rounds, "round"), amount_of(estimate.prefixes, "prefix"),
        projection.seed,
        projection.rate ? "the rate given" : "idle cores, as fast as these are now");
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
               {"nodes", machine.nodes},
               {"cores_per_node", machine.cores_per_node},
               {"devices_per_node", machine.devices_per_node},
               {"device_rate", machine.device_rate > 0 ? Json(machine.device_rate) : Json(nullptr)},
               {"limit_seconds",
                std::isfinite(machine.limit_seconds) ? Json(machine.limit_seconds) : Json(nullptr)},
               {"tasks", projection.tasks},
               {"task_seconds", projection.task_seconds()},
               {"unit_seconds", projection.unit_seconds()},
               {"memory_bytes", memory_bytes(projection)},
               {"checkpoint_bytes", checkpoint_bytes(projection)},
               {"sbatch", projection.sbatch()},
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
