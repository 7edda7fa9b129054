// Findings: what a comparison has shown of a file, in the one form that verify, compare and merge
// answer in.
//
// Whoever doubts a number asks three things of each statement: does it follow from the files, was
// it counted again, or does only its author say so? So each finding is one of five verdicts about
// one file. The exit code follows from the findings alone, never from what a command thinks of
// them: a wrong count outweighs a wrong file, and that a stop.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/names.hpp"
#include "nqueens/error.hpp"
#include "report/json.hpp"

namespace nqueens {

enum class Verdict : std::uint8_t {
  proved,     ///< it follows from the files
  counted,    ///< it was counted again, and is the same
  said,       ///< the author's word: nothing here shows it
  disagrees,  ///< it contradicts something
  unusable,   ///< the file cannot be read, or is damaged
};
template <>
inline constexpr std::array<std::string_view, 5> names_of<Verdict> = {"proved", "counted", "said",
                                                                      "disagrees", "unusable"};

struct Finding {
  Verdict verdict = Verdict::said;
  std::string file{};
  std::string text{};
  bool is_count = false;  ///< of what disagrees: a count is wrong, not only what is said of it
  Json detail = Json::object();  ///< the same in numbers: fields of its JSON
};

class Findings {
 public:
  /// @param folder  whose files are called by their names alone
  /// @param before_each  called before each file that is looked at
  explicit Findings(
      std::filesystem::path folder = {}, std::function<void()> before_each = [] {})
      : folder_(std::move(folder)), before_each_(std::move(before_each)) {}

  void add(Verdict verdict, const std::filesystem::path& file, const std::string& text,
           Json detail = Json::object());
  /// What is said of a count is wrong, or a count itself.
  void disagrees(const std::filesystem::path& file, const std::string& text, bool is_count,
                 Json detail = Json::object());
  /// What `look` throws becomes a finding of this file, and its reader goes on. A signal that asks
  /// to stop ends what is looked at, and nothing more is: no file is to blame for it.
  void guarded(const std::filesystem::path& file, const std::function<void()>& look);
  /// Not all was looked at, or counted again.
  void stop() { is_stopped_ = true; }

  [[nodiscard]] const std::vector<Finding>& list() const { return list_; }
  [[nodiscard]] bool is_stopped() const { return is_stopped_; }
  /// What a finding calls a file.
  [[nodiscard]] std::string name_of(const std::filesystem::path& file) const;
  /// wrong_answer if a count is wrong; else checkpoint if anything disagrees or is unusable; else
  /// runtime_error if it was stopped.
  [[nodiscard]] ExitCode code() const;

 private:
  std::filesystem::path folder_;
  std::function<void()> before_each_;
  std::vector<Finding> list_;
  bool is_stopped_ = false;
};

/// What all come to, with the exit code: "no error found: 9 proved, 2 counted again, ...".
std::string summary_of(const Findings& findings);

/// A line for each, the verdict first; the last one is the summary.
std::string to_text(const Findings& findings);
std::string to_json(const Findings& findings);

}  // namespace nqueens
