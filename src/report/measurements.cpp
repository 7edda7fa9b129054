// The results of a benchmark as a table and as JSON.

#include "report/measurements.hpp"

#include <cmath>
#include <cstdio>
#include <utility>

#include "core/number.hpp"
#include "report/json.hpp"
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
  char cycles[16] = "unknown";
  if (result.cycles_per_child) {
    std::snprintf(cycles, sizeof cycles, "%.2f", *result.cycles_per_child);
  }
  char times[16] = "-";
  if (scalar != nullptr) {
    std::snprintf(times, sizeof times, "%.2f",
                  result.solutions_per_second / scalar->solutions_per_second);
  }
  char line[192];
  std::snprintf(line, sizeof line, "%-15s %9.1f %9.1f %9.1f %5d %8.3f %9s %12.1f %13s %14llu\n",
                result.kernel.c_str(), result.solutions_per_second / 1e6,
                result.min_solutions_per_second / 1e6, result.max_solutions_per_second / 1e6,
                result.runs, result.seconds, times, result.children_per_second / 1e6, cycles,
                static_cast<unsigned long long>(result.children));
  return line;
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
  char line[160];
  std::snprintf(line, sizeof line, ", %.1f s, seed %llu\n", report.seconds,
                static_cast<unsigned long long>(report.seed));
  std::string text = report.host + ": " +
                     amount_of(static_cast<std::uint64_t>(report.threads), "thread") + line +
                     "kernel           comparisons   seconds  mismatches\n";
  for (const KernelComparisons& kernel : report.kernels) {
    std::snprintf(line, sizeof line, "%-15s %12llu %9.1f %11llu\n", kernel.kernel.c_str(),
                  static_cast<unsigned long long>(kernel.comparisons), kernel.seconds,
                  static_cast<unsigned long long>(kernel.mismatches));
    text += line;
  }
  return text;
}

}  // namespace nqueens
