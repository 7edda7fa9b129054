// Findings as text and as JSON, with their summary.

#include "judge/finding.hpp"

#include <algorithm>
#include <utility>

#include "core/text.hpp"
#include "report/version.hpp"
#include "system/signals.hpp"

namespace nqueens {
namespace {

/// An error message without the name of its file, which the finding has.
std::string without_name(const std::string& words, const std::filesystem::path& file) {
  for (const std::string kind : {"", "checkpoint ", "certificate "}) {
    if (const std::string start = kind + "'" + file.string() + "' "; words.starts_with(start)) {
      return words.substr(start.size());
    }
  }
  return words;
}

}  // namespace

void Findings::add(Verdict verdict, const std::filesystem::path& file, const std::string& text,
                   Json detail) {
  list_.push_back({.verdict = verdict,
                   .file = name_of(file),
                   .text = without_name(text, file),
                   .detail = std::move(detail)});
}

void Findings::disagrees(const std::filesystem::path& file, const std::string& text, bool is_count,
                         Json detail) {
  add(Verdict::disagrees, file, text, std::move(detail));
  list_.back().is_count = is_count;
}

void Findings::guarded(const std::filesystem::path& file, const std::function<void()>& look) {
  if (!goes_on()) {
    return;
  }
  try {
    before_each_();
    look();
  } catch (const Error& error) {
    if (!goes_on()) {
      return;  // not the file's fault
    }
    const bool is_count = error.code() == ExitCode::wrong_answer;
    add(is_count ? Verdict::disagrees : Verdict::unusable, file, error.what());
    list_.back().is_count = is_count;
  }
}

std::string Findings::name_of(const std::filesystem::path& file) const {
  const bool is_in_folder = !folder_.empty() && file.parent_path() / "" == folder_ / "";
  return (is_in_folder ? file.filename() : file).string();
}

ExitCode Findings::code() const {
  if (std::ranges::any_of(list_, &Finding::is_count)) {
    return ExitCode::wrong_answer;
  }
  if (std::ranges::any_of(
          list_, [](Verdict verdict) { return verdict >= Verdict::disagrees; },
          &Finding::verdict)) {
    return ExitCode::checkpoint;
  }
  return is_stopped_ ? ExitCode::runtime_error : ExitCode::done;
}

std::string summary_of(const Findings& findings) {
  std::array<std::uint64_t, names_of<Verdict>.size()> number{};
  std::vector<std::string> wrong;   // files with a wrong count
  std::vector<std::string> faulty;  // files with other faults only
  const auto note = [](std::vector<std::string>& files, const std::string& file) {
    if (std::ranges::find(files, file) == files.end()) {
      files.push_back(file);
    }
  };
  for (const Finding& finding : findings.list()) {
    ++number.at(static_cast<std::size_t>(finding.verdict));
    if (finding.verdict >= Verdict::disagrees) {
      note(finding.is_count ? wrong : faulty, finding.file);
    }
  }
  std::erase_if(faulty, [&wrong](const std::string& file) {
    return std::ranges::find(wrong, file) != wrong.end();
  });
  const auto text_of = [&number](Verdict verdict) {
    return std::to_string(number.at(static_cast<std::size_t>(verdict)));
  };
  const ExitCode code = findings.code();
  std::string text = code == ExitCode::wrong_answer ? "A COUNT IS WRONG"
                     : code == ExitCode::checkpoint ? "no count is shown to be wrong, but files are"
                     : findings.is_stopped()        ? "STOPPED before all was checked"
                                                    : "no error found";
  if (!wrong.empty()) {
    text += ", see " + list_of(wrong, "and");
  }
  if (!faulty.empty()) {
    text += (wrong.empty() ? ", see " : "; other faults in ") + list_of(faulty, "and");
  }
  return text + ": " + text_of(Verdict::proved) + " proved, " + text_of(Verdict::counted) +
         " counted again, " + text_of(Verdict::said) + " only said by the author, " +
         text_of(Verdict::disagrees) + " disagree, " + text_of(Verdict::unusable) +
         " unusable (exit code " + std::to_string(static_cast<int>(code)) + ")";
}

std::string to_text(const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings.list()) {
    const std::string verdict(to_string(finding.verdict));
    text += as_line(verdict + std::string(11 - verdict.size(), ' ') + finding.file + ": " +
                    finding.text);
  }
  return text + as_line("in all     " + summary_of(findings));
}

std::string to_json(const Findings& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings.list()) {
    Json& each = list.emplace_back(Json{
        {"verdict", to_string(finding.verdict)}, {"file", finding.file}, {"text", finding.text}});
    if (finding.verdict == Verdict::disagrees) {
      each["is_count"] = finding.is_count;
    }
    each.update(finding.detail);
  }
  return dump({{"findings", std::move(list)},
               {"summary", summary_of(findings)},
               {"exit_code", static_cast<int>(findings.code())},
               {"stopped", findings.is_stopped()},
               {"version", version()}});
}

}  // namespace nqueens
