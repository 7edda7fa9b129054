// What the page of `report` says of a job, read from its files.
//
// A log of runs alone is enough for a page: it has the times, ranks and faults that charts show. A
// checkpoint knows what is counted. So with a checkpoint the number comes from that and never from
// the log, and what the log says otherwise is a fault. A log of another job gives nothing to the
// page: its charts would be believed.
//
// The page is made of the JSON of `report --json`, so both say the same. A job may run for months
// on thousands of ranks, and its page is to open at once. So a rate is a mean over a step of a
// 120th of the job's time or more. It is that of the kernels times the workers at work: results may
// come rarely, and many at once, so what came in a step says little.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/result.hpp"
#include "report/run_state.hpp"
#include "view/status_report.hpp"

namespace nqueens {

struct RunPage {
  std::string name;                   ///< of the file that the report is about
  RunState history;                   ///< without runs if there is no log
  std::string result{};               ///< as RunState::result, of the checkpoint if there is one
  std::vector<std::string> faults{};  ///< what disagrees
  bool is_wrong = false;              ///< its number cannot be right
  std::optional<StatusReport> status{};
  std::vector<WorkerShare> origins{};  ///< of the tasks of the checkpoint
  Provenance provenance{};
};

/// Reads NAME.run.jsonl, or a checkpoint and the log beside it, if there is one. Throws
/// Error(checkpoint) if the file is neither, or cannot be read.
RunPage page_of(const std::filesystem::path& file);

/// The output of `report --json`: docs/schema/report.json has the fields.
Json json_of(const RunPage& page);

/// How a file of to_html() begins.
inline constexpr std::string_view page_start = "<!doctype html>\n<!-- nqueens report -->\n";

/// src/view/page.html with the facts of the JSON. However many workers there are, a table has at
/// most 200 rows.
///
/// The page needs nothing else, no network and no other file, since it is mailed and kept for
/// years. Its tables are HTML, so that they can be read without scripts. The JSON itself is in it,
/// and of that its script draws the charts. Texts come from files that anybody may have written:
/// each is escaped, and none can add to the page.
std::string to_html(const RunPage& page);

}  // namespace nqueens
