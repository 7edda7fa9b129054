// The report of a job: all that its runs have done, as JSON, and as a page that needs nothing else.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/result.hpp"
#include "report/run_state.hpp"
#include "view/status_report.hpp"

namespace nqueens {

/// How such a file begins.
inline constexpr std::string_view run_page_start = "<!doctype html>\n<!-- nqueens report -->\n";

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

/// The output of `report --json`: docs/reference.md has the fields. The number of rates is bounded,
/// however long the job took.
Json json_of(const RunPage& page);

/// src/view/page.html with the facts of the JSON: its tables, and the JSON itself, of which the
/// page draws charts. However many workers there are, a table has at most 200 rows.
std::string to_html(const RunPage& page);

}  // namespace nqueens
