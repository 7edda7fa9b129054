// Results of benchmarks and of the burn-in as tables and as JSON.

#include "view/benchmark.hpp"

#include <spdlog/fmt/fmt.h>

#include <cmath>
#include <utility>

#include "core/number.hpp"
#include "core/text.hpp"
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
                 {"nodes_per_second", std::round(result.nodes_per_second)},
                 {"nodes", std::to_string(result.nodes)},
                 {"clock_hz", optional_json(result.clock_hz)},
                 {"cycles_per_node", optional_json(result.cycles_per_node)},
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
         "; millions of solutions and of nodes a second\n"
         "kernel             median       min       max  runs  seconds  x scalar  Mnodes/s  "
         "cycles/node          nodes\n";
}

std::string table_row(const KernelBenchmark& result, const KernelBenchmark* scalar) {
  const std::string times =
      scalar == nullptr
          ? "-"
          : fmt::format("{:.2f}", result.solutions_per_second / scalar->solutions_per_second);
  const std::string of_device =
      result.trunk_seconds && result.waiting_seconds
          ? as_line(
                fmt::format("of a run on {} {:.3f} s in trunks, {:.3f} s waiting for the device",
                            result.device, *result.trunk_seconds, *result.waiting_seconds))
          : "";
  return fmt::format(
             "{:<15} {:>9.1f} {:>9.1f} {:>9.1f} {:>5} {:>8.3f} {:>9} {:>9.1f} {:>12} {:>14}\n",
             result.kernel, result.solutions_per_second / 1e6,
             result.min_solutions_per_second / 1e6, result.max_solutions_per_second / 1e6,
             result.runs, result.seconds, times, result.nodes_per_second / 1e6,
             result.cycles_per_node ? fmt::format("{:.2f}", *result.cycles_per_node) : "unknown",
             result.nodes) +
         of_device;
}

Json json_of(const std::vector<DeviceInfo>& devices) {
  auto list = Json::array();
  for (const DeviceInfo& device : devices) {
    list.push_back({{"number", device.number},
                    {"name", device.name},
                    {"driver", device.driver},
                    {"bus", optional_json(device.bus)},
                    {"uuid", optional_json(device.uuid)},
                    {"gpu", device.is_gpu},
                    {"compute_units", device.units},
                    {"lockstep", device.group},
                    {"local_bytes", device.local_bytes},
                    {"memory_bytes", device.memory_bytes},
                    {"unusable", optional_json(device.unusable)},
                    {"same_as", optional_json(device.same_as)}});
  }
  return list;
}

std::string to_json(const BurnInReport& report) {
  Json kernels = Json::array();
  for (const KernelComparisons& kernel : report.kernels) {
    kernels.push_back({{"kernel", kernel.kernel},
                       {"device", optional_json(kernel.device)},
                       {"comparisons", kernel.comparisons},
                       {"nodes", std::to_string(kernel.nodes)},
                       {"seconds", kernel.seconds},
                       {"mismatches", kernel.mismatches}});
  }
  return dump({{"host", report.host},
               {"threads", report.threads},
               {"seconds", report.seconds},
               {"seed", std::to_string(report.seed)},
               {"devices", json_of(report.devices)},
               {"kernels", kernels},
               {"first_mismatch", optional_json(report.first_mismatch)},
               {"version", version()}});
}

std::string to_text(const BurnInReport& report) {
  std::string text =
      as_line(fmt::format("{}: {}, {:.1f} s, seed {}", report.host,
                          amount_of(static_cast<std::uint64_t>(report.threads), "thread"),
                          report.seconds, report.seed));
  for (const DeviceInfo& device : report.devices) {
    text += as_line(fmt::format("{}: {}, {}", to_string(device), device.driver,
                                amount_of(device.units, "compute unit")));
  }
  text += "kernel          device  comparisons   seconds  M nodes/s  mismatches\n";
  for (const KernelComparisons& kernel : report.kernels) {
    const double rate = kernel.seconds > 0 ? static_cast<double>(kernel.nodes) / kernel.seconds : 0;
    text += fmt::format("{:<15} {:>6} {:>12} {:>9.1f} {:>10.1f} {:>11}\n", kernel.kernel,
                        kernel.device ? std::to_string(*kernel.device) : "", kernel.comparisons,
                        kernel.seconds, rate / 1e6, kernel.mismatches);
  }
  return text;
}

}  // namespace nqueens
