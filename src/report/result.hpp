// The result of a finished count and its provenance, as text and as JSON.
//
// A result is kept for years, when the machines are gone. So it has all that a doubt may ask for:
// how the board was cut, who counted on what and when, what was counted twice, and the hash of the
// certificate. What is unknown is null rather than absent, so that a reader can tell.
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

/// The programs, hosts and times that counted a job, as results, certificates and pages show them.
struct Provenance {
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

/// The second count, by another decomposition.
struct SecondResult {
  Job job;
  Count count;
  bool agrees = false;    ///< with the first count; for placements on every row
  std::string kernels{};  ///< names of those that counted
};

/// The output of `count --json` and the content of PATH.result.json.
struct RunResult {
  Job job;
  Count count{};                       ///< of the problem's quantity
  std::vector<Count> profile{};        ///< placements by row of the board; else empty
  std::optional<Count> fundamental{};  ///< solutions up to rotation and reflection, if asked for
  std::optional<bool> agrees{};        ///< with the published count; nothing if there is none.
                                       ///< false, too, if symmetry forbids the count
  Runs runs;
  int ranks = 0;    ///< of this run
  int workers = 0;  ///< of all these
  std::uint64_t tasks = 0;
  std::uint64_t tasks_confirmed = 0;  ///< of these, counted twice with the same result
  std::optional<SecondResult> second{};
  std::optional<std::string> count_sha256{};  ///< of its certificate; nothing if it has none
  std::optional<std::string> part{};          ///< "2/5": the count is the sum of this part's tasks
  std::uint64_t nodes = 0;                    ///< queens tried
  bool resumed = false;                       ///< the job went on from a checkpoint
  std::string sequence{};  ///< "OEIS A000170", if the count agrees with it; else empty
  Provenance provenance{};
  std::string
      fault{};  ///< why the number cannot be right: "adds up to 5, but ..."; empty if it can
};

/// One JSON object on one line, with "version" added. Counts are strings, since JSON readers round
/// at 2^53.
std::string to_json(const RunResult& result);

/// Placements with mirror images counted once: one half, rounded up. Only the queen in the middle
/// of the first row of an odd board is its own mirror image.
Count mirrored_placements(Count placements);

/// The profile as a table for users. A line for each row of the board: its number, a tab, the
/// queens placed there.
std::string profile_to_text(const RunResult& result);

}  // namespace nqueens
