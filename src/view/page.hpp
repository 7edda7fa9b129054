// The page of `report`, made of a log of runs, of a checkpoint, or of both.
//
// The log has the times, ranks and faults. If there is a checkpoint, its number counts: a log that
// has another number is a fault, and a log of another job is left out.
//
// The page is made of the JSON of `report --json`, so that both agree. It opens at once even if a
// job ran for months on thousands of ranks: a chart has at most about 120 steps. Results may come
// rarely and many at once, so the rate of a step is not what came in it, but the speed of the
// kernels times the number of workers at work.
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
  std::string name;                      ///< of the file that the report is about
  RunState history;                      ///< without runs if there is no log
  std::string result{};                  ///< as RunState::result; of the checkpoint if there is one
  std::vector<std::string> faults{};     ///< what disagrees
  bool is_wrong = false;                 ///< the number cannot be right
  std::optional<StatusReport> status{};  ///< of the checkpoint
  std::vector<WorkerShare> origins{};    ///< who counted its tasks, if there is no log
  Provenance provenance{};
};

/// @param file  a log of runs (NAME.run.jsonl), or a checkpoint, whose log is read if it is there.
/// Throws Error(checkpoint) if the file is neither or cannot be read.
RunPage page_of(const std::filesystem::path& file);

/// The output of `report --json`: docs/schema/report.json has the fields.
Json json_of(const RunPage& page);

/// The end of a start that says nothing of it.
inline constexpr std::string_view no_word = "no word of its end";

/// The beginning of every page.
inline constexpr std::string_view page_start = "<!doctype html>\n<!-- nqueens report -->\n";

/// Fills src/view/page.html.
///
/// The page is mailed and kept for years, so it needs no network and no other file. Tables are HTML
/// with at most 200 rows, and can be read without scripts; a script draws the charts from the JSON
/// in the page. Anybody may have written the texts, so each is escaped.
std::string to_html(const RunPage& page);

}  // namespace nqueens
