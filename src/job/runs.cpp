// Sums of runs, and lists of kernels without duplicates.

#include "job/runs.hpp"

#include <set>
#include <sstream>

namespace nqueens {

void Runs::add_kernels(const std::string& names) {
  std::set<std::string> all;
  std::istringstream stream(kernels + "," + names);
  for (std::string name; std::getline(stream, name, ',');) {
    all.insert(name);
  }
  all.erase("");
  kernels.clear();
  for (const std::string& name : all) {
    kernels += (kernels.empty() ? "" : ",") + name;
  }
}

Runs& Runs::operator+=(const Runs& more) {
  starts += more.starts;
  elapsed_seconds += more.elapsed_seconds;
  worker_seconds += more.worker_seconds;
  check_seconds += more.check_seconds;
  lost_workers += more.lost_workers;
  disputes += more.disputes;
  add_kernels(more.kernels);
  return *this;
}

}  // namespace nqueens
