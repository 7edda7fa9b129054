// The page of `nqueens report`: all runs of a job, as one HTML file that needs nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/provenance.hpp"
#include "report/run_state.hpp"
#include "report/status_report.hpp"

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

/// The line with the number; empty if the page has no result.
std::string number_line_of(const RunPage& page);

/// However many workers there are, the page has at most 40 bars a chart, and 200 rows a table.
std::string to_html(const RunPage& page);

}  // namespace nqueens
