// Sums of runs.

#include "queue/progress.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace nqueens {

std::string joined_kernels(const std::string& some, const std::string& others) {
  std::set<std::string> all;
  for (std::string_view names : {std::string_view(some), std::string_view(others)}) {
    while (!names.empty()) {
      const std::string_view name = names.substr(0, names.find(','));
      all.emplace(name);
      names.remove_prefix(std::min(name.size() + 1, names.size()));
    }
  }
  all.erase("");
  std::string joined;
  for (const std::string& name : all) {
    joined += (joined.empty() ? "" : ",") + name;
  }
  return joined;
}

Runs& Runs::operator+=(const Runs& more) {
  starts += more.starts;
  elapsed_seconds += more.elapsed_seconds;
  kernel_seconds += more.kernel_seconds;
  device_seconds += more.device_seconds;
  check_seconds += more.check_seconds;
  lost_workers += more.lost_workers;
  disputes += more.disputes;
  kernels = joined_kernels(kernels, more.kernels);
  return *this;
}

}  // namespace nqueens
