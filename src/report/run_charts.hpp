// The charts of a page about runs, each with a line of text; empty where there is nothing to show.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/run_history.hpp"

namespace nqueens {

/// What a host, or a rank of a run, has done.
struct Load {
  std::string name;
  std::string kernels;
  int ranks = 0;
  int workers = 0;
  std::uint64_t units = 0;
  double busy = 0;  ///< seconds in the kernel
  double here = 0;  ///< seconds that its workers were there

  [[nodiscard]] double share() const;  ///< of the time there that was spent in the kernel
};

/// Those that did most come first.
std::vector<Load> loads_of_hosts(const RunHistory& history);
/// All ranks of all runs.
std::vector<Load> loads_of_ranks(const RunHistory& history);

std::string rate_chart(const RunHistory& history);
std::string work_chart(const RunHistory& history);
std::string load_chart(const std::string& what, const std::vector<Load>& loads);
std::string length_chart(const LengthHistogram& lengths);
std::string tail_chart(const RunHistory& history);
std::string fault_chart(const RunHistory& history);

}  // namespace nqueens
