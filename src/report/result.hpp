// The result of a finished count and its provenance, as text and as JSON.
//
// A result may be examined years later, when the machines are gone. So it has how the board was
// cut, who counted, on what and when, what was counted twice, and the hash of the certificate.
// Unknown fields are null rather than absent.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "job/job.hpp"
#include "nqueens/number.hpp"
#include "report/json.hpp"
#include "report/run_state.hpp"

namespace nqueens {

/// Programs, hosts and times of a count, for results, certificates and pages.
struct Provenance {
  struct Start {
    double time = 0;  ///< seconds since 1970-01-01 UTC, like the others below
    RunStart what{};
  };

  double started = 0;  ///< first start; 0: unknown
  double ended = 0;    ///< end of the last start; 0: unknown
  std::set<std::string> hosts{};
  std::set<std::string> processors{};  ///< models
  std::string kernels{};               ///< separated by commas
  std::vector<Start> starts{};         ///< in the log of runs, in order
  std::uint64_t starts_without_log = 0;
  std::vector<std::string> inputs{};  ///< merged files

  /// Adds the provenance of another count of the board.
  void add(const Provenance& more);
};

Provenance provenance_of(const RunState& history);

Json json_of(const Provenance& provenance);

/// Names and values for users: at most 40 hosts, and the first and last 90 starts.
TableRows facts_of(const Provenance& provenance);

/// The second count, by another decomposition.
struct SecondResult {
  Job job;
  Count count;
  bool agrees = false;    ///< with the first count; for placements in every row
  std::string kernels{};  ///< that counted
};

/// The output of `count --json` and the content of PATH.result.json.
struct RunResult {
  Job job;
  Count count{};                       ///< of the problem's quantity
  std::vector<Count> profile{};        ///< placements by row of the board; else empty
  std::optional<Count> fundamental{};  ///< solutions up to rotation and reflection, if requested
  /// Whether the published count agrees, if any; also false if symmetry rules this count out.
  std::optional<bool> agrees{};
  Runs runs;
  int ranks = 0;    ///< of this run
  int workers = 0;  ///< of all ranks
  std::uint64_t tasks = 0;
  std::uint64_t tasks_confirmed = 0;  ///< counted twice with the same result
  std::optional<SecondResult> second{};
  std::optional<std::string> count_sha256{};  ///< of the certificate; nothing if there is none
  std::optional<std::string> part{};          ///< "2/5": the count is the sum of this part's tasks
  std::uint64_t nodes = 0;                    ///< queens tried
  bool resumed = false;                       ///< from a checkpoint
  std::string sequence{};                     ///< "OEIS A000170" if the count agrees with it
  Provenance provenance{};
  std::string
      fault{};  ///< why the number cannot be right: "adds up to 5, but ..."; empty if it can
};

/// A JSON object on one line, with "version". Counts are strings, since JSON readers round above
/// 2^53.
std::string to_json(const RunResult& result);

/// Placements with mirror images counted once: half, rounded up. Only a single queen in the middle
/// of the first row of an odd board is its own mirror image.
Count mirrored_placements(Count placements);

/// The profile as a table for users: for each row its number, a tab, and the queens placed there.
std::string profile_to_text(const RunResult& result);

}  // namespace nqueens
