// Provenance: the programs, hosts and times that counted a job, as results, certificates and pages
// show them.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "report/json.hpp"
#include "report/run_state.hpp"

namespace nqueens {

struct Provenance {
  /// One start of the job.
  struct Start {
    double time = 0;  ///< seconds since 1970-01-01 UTC, as below
    RunStart what{};
  };

  double started = 0;  ///< the first start; 0: unknown
  double ended = 0;    ///< the last one's end; 0: unknown
  std::set<std::string> hosts{};
  std::set<std::string> processors{};  ///< their models
  std::string kernels{};               ///< separated by commas
  std::vector<Start> starts{};         ///< that the log of runs has, in their order
  std::uint64_t starts_without_log = 0;
  std::vector<std::string> inputs{};  ///< files that were merged

  /// Adds that of another count of the board.
  void add(const Provenance& more);
};

/// What a log of runs says.
Provenance provenance_of(const RunState& history);

Json json_of(const Provenance& provenance);

/// Names and values, for users: at most 40 hosts, and the first and the last 90 starts.
TableRows facts_of(const Provenance& provenance);

}  // namespace nqueens
