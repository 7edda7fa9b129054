// What an audit has found, as text and as JSON.

#include <algorithm>
#include <array>
#include <utility>

#include "core/text.hpp"
#include "report/json.hpp"
#include "report/version.hpp"
#include "run/audit.hpp"

namespace nqueens {

ExitCode AuditReport::code() const {
  const auto has = [&](const auto& is_such) { return std::ranges::any_of(lines, is_such); };
  if (has([](const AuditLine& line) { return line.is_count; })) {
    return ExitCode::wrong_answer;
  }
  if (has([](const AuditLine& line) { return line.verdict >= Verdict::disagrees; })) {
    return ExitCode::checkpoint;
  }
  return stopped ? ExitCode::runtime_error : ExitCode::done;
}

std::string summary_of(const AuditReport& report) {
  std::array<std::uint64_t, names_of<Verdict>.size()> number{};
  std::vector<std::string> wrong;  // files
  for (const AuditLine& line : report.lines) {
    ++number.at(static_cast<std::size_t>(line.verdict));
    if (line.verdict >= Verdict::disagrees && std::ranges::find(wrong, line.file) == wrong.end()) {
      wrong.push_back(line.file);
    }
  }
  const auto text_of = [&number](Verdict verdict) {
    return std::to_string(number.at(static_cast<std::size_t>(verdict)));
  };
  const ExitCode code = report.code();
  std::string text = code == ExitCode::wrong_answer ? "A COUNT IS WRONG"
                     : code == ExitCode::checkpoint ? "no count is shown to be wrong, but files are"
                     : report.stopped               ? "STOPPED before all was checked"
                                                    : "nothing disagrees";
  if (!wrong.empty()) {
    text += ", see " + list_of(wrong, "and");
  }
  return text + ": " + text_of(Verdict::proved) + " proved, " + text_of(Verdict::counted) +
         " counted again, " + text_of(Verdict::said) + " only said by the author, " +
         text_of(Verdict::disagrees) + " disagree, " + text_of(Verdict::unusable) +
         " unusable (exit code " + std::to_string(static_cast<int>(code)) + ")";
}

std::string to_text(const AuditReport& report) {
  std::string text;
  for (const AuditLine& line : report.lines) {
    const std::string verdict(to_string(line.verdict));
    text += as_line(verdict + std::string(11 - verdict.size(), ' ') + line.file + ": " + line.text);
  }
  return text + as_line("in all     " + summary_of(report));
}

std::string to_json(const AuditReport& report) {
  Json lines = Json::array();
  for (const AuditLine& line : report.lines) {
    lines.push_back(
        {{"verdict", to_string(line.verdict)}, {"file", line.file}, {"text", line.text}});
  }
  return dump({{"folder", report.folder},
               {"lines", std::move(lines)},
               {"summary", summary_of(report)},
               {"seed", report.seed},
               {"stopped", report.stopped},
               {"version", version()}});
}

}  // namespace nqueens
