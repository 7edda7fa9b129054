// The lines of an audit as they come.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/checkpoint.hpp"

namespace nqueens {

enum class Verdict : std::uint8_t {
  proved,     ///< it follows from the files
  counted,    ///< it was counted again, and is the same
  said,       ///< the author's word: nothing here shows it
  disagrees,  ///< it contradicts something
  unusable,   ///< the file cannot be read, or is damaged
};
std::string_view to_string(Verdict verdict);

struct AuditLine {
  Verdict verdict = Verdict::said;
  std::string file{};
  std::string text{};
  bool is_count = false;  ///< of what disagrees: a count is wrong, not only what is said of it
};

class AuditLines {
 public:
  /// @param before_each  called before each file that is looked at
  explicit AuditLines(std::function<void()> before_each) : before_each_(std::move(before_each)) {}

  void add(Verdict verdict, const std::filesystem::path& file, const std::string& text,
           bool is_count = false) {
    lines_.push_back(
        {.verdict = verdict, .file = file.filename().string(), .text = text, .is_count = is_count});
  }

  void disagrees(const std::filesystem::path& file, const std::string& why, bool is_count) {
    add(Verdict::disagrees, file, why, is_count);
  }

  /// What `look` throws becomes a line of this file, and the audit goes on. A signal that asks to
  /// stop ends what is looked at, and nothing more is: no file is to blame for it.
  void guarded(const std::filesystem::path& file, const std::function<void()>& look);

  std::vector<AuditLine> take() { return std::move(lines_); }

 private:
  std::function<void()> before_each_;
  std::vector<AuditLine> lines_;
};

/// Looks at what is compared with a checkpoint: the published number, the second count, the log of
/// runs, the result and the page. A fault of one keeps no other from being looked at.
void look_beside(const std::filesystem::path& path, const Checkpoint& checkpoint,
                 std::uint64_t prefixes, AuditLines& lines);

/// Looks at a log of runs or a result without a checkpoint.
void look_at_one_alone(const std::filesystem::path& file, AuditLines& lines);

}  // namespace nqueens
