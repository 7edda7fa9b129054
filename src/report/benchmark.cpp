// The results of a benchmark as a table and as JSON.

#include "nqueens/report/benchmark.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "json.hpp"
#include "nqueens/report/version.hpp"

namespace nqueens {
namespace {

/// The rate of the scalar kernel among the results, or 0.
double scalar_rate(std::span<const KernelBenchmark> results) {
  const auto scalar =
      std::find_if(results.begin(), results.end(),
                   [](const KernelBenchmark& result) { return result.kernel == "scalar"; });
  return scalar == results.end() ? 0 : scalar->solutions_per_second;
}

}  // namespace

std::string to_json(std::span<const KernelBenchmark> results) {
  Json array = Json::array();
  for (const KernelBenchmark& result : results) {
    array.push_back({{"kernel", result.kernel},
                     {"instruction_set", result.instruction_set},
                     {"n", result.n},
                     {"whole_board", result.whole_board},
                     {"prefixes", result.prefixes},
                     {"runs", result.runs},
                     {"seconds", result.seconds},
                     {"solutions_per_second", std::round(result.solutions_per_second)},
                     {"children_per_second", std::round(result.children_per_second)},
                     {"children", std::to_string(result.children)},
                     {"clock_hz", optional_json(result.clock_hz)},
                     {"cycles_per_child", optional_json(result.cycles_per_child)},
                     {"version", version()}});
  }
  return array.dump();
}

std::string to_text(std::span<const KernelBenchmark> results) {
  if (results.empty()) {
    return "";
  }
  const KernelBenchmark& first = results.front();
  std::string text =
      "n=" + std::to_string(first.n) + ", " + std::to_string(first.prefixes) +
      (first.whole_board ? " prefixes, the whole board" : " prefixes, a sample of the board") +
      "; medians\n" +
      "kernel          Msolutions/s  Mchildren/s  cycles/child  seconds  runs  x scalar        "
      "children\n";
  const double scalar = scalar_rate(results);
  for (const KernelBenchmark& result : results) {
    char cycles[16] = "unknown";
    if (result.cycles_per_child) {
      std::snprintf(cycles, sizeof cycles, "%.2f", *result.cycles_per_child);
    }
    char times[16] = "-";
    if (scalar > 0) {
      std::snprintf(times, sizeof times, "%.2f", result.solutions_per_second / scalar);
    }
    char line[160];
    std::snprintf(line, sizeof line, "%-15s %12.1f %12.1f %13s %8.3f %5d %9s %15llu\n",
                  result.kernel.c_str(), result.solutions_per_second / 1e6,
                  result.children_per_second / 1e6, cycles, result.seconds, result.runs, times,
                  static_cast<unsigned long long>(result.children));
    text += line;
  }
  return text;
}

}  // namespace nqueens
