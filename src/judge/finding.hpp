// Findings: results of comparing files, in the one form in which verify, compare and merge report.
//
// Each finding is one of five verdicts about one file. They answer a doubter's questions: does a
// statement follow from the files, was it counted again, or is it only the author's word? Only the
// findings decide the exit code: a wrong count outweighs a wrong file, which outweighs a stop.
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
  proved,     ///< follows from the files
  counted,    ///< counted again with the same result
  said,       ///< the author's word, not checked
  disagrees,  ///< contradicts something
  unusable,   ///< cannot be read, or is damaged
};
template <>
inline constexpr std::array<std::string_view, 5> names_of<Verdict> = {"proved", "counted", "said",
                                                                      "disagrees", "unusable"};

struct Finding {
  Verdict verdict = Verdict::said;
  std::string file{};
  std::string text{};
  bool is_count = false;  ///< if it disagrees: a count is wrong, not only a statement about it
  Json detail = Json::object();  ///< the same as numbers, for the JSON
};

class Findings {
 public:
  /// @param folder  files in it are reported by name alone
  /// @param before_each  called before each file is examined
  explicit Findings(
      std::filesystem::path folder = {}, std::function<void()> before_each = [] {})
      : folder_(std::move(folder)), before_each_(std::move(before_each)) {}

  void add(Verdict verdict, const std::filesystem::path& file, const std::string& text,
           Json detail = Json::object());
  /// Adds that a count is wrong, or a statement about it.
  void disagrees(const std::filesystem::path& file, const std::string& text, bool is_count,
                 Json detail = Json::object());
  /// Turns what `look` throws into a finding about this file and returns. After a stop signal,
  /// `look` is not called, and what it throws blames no file.
  void guarded(const std::filesystem::path& file, const std::function<void()>& look);
  /// Not everything was examined or counted again.
  void stop() { is_stopped_ = true; }

  [[nodiscard]] const std::vector<Finding>& list() const { return list_; }
  [[nodiscard]] bool is_stopped() const { return is_stopped_; }
  [[nodiscard]] std::string name_of(const std::filesystem::path& file) const;
  /// wrong_answer if a count is wrong; else checkpoint if anything disagrees or is unusable; else
  /// runtime_error if stopped.
  [[nodiscard]] ExitCode code() const;

 private:
  std::filesystem::path folder_;
  std::function<void()> before_each_;
  std::vector<Finding> list_;
  bool is_stopped_ = false;
};

/// The summary, with the exit code: "no error found: 9 proved, 2 counted again, ...".
std::string summary_of(const Findings& findings);

/// One line per finding, verdict first; the last line is the summary.
std::string to_text(const Findings& findings);
std::string to_json(const Findings& findings);

}  // namespace nqueens
