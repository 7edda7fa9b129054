// The report of a burn-in as a table and as JSON.

#include "report/burn_in.hpp"

#include <cstdio>

#include "core/number.hpp"
#include "report/json.hpp"
#include "report/version.hpp"

namespace nqueens {

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
