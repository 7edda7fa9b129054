// `nqueens verify FOLDER`: all that a job has left, checked against itself, against what is
// published, and by counting again. Nothing is written.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/names.hpp"
#include "nqueens/error.hpp"
#include "run/verification.hpp"
#include "store/checkpoint.hpp"

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

struct AuditLine {
  Verdict verdict = Verdict::said;
  std::string file{};
  std::string text{};
  bool is_count = false;  ///< of what disagrees: a count is wrong, not only what is said of it
};

struct AuditReport {
  std::string folder{};
  std::vector<AuditLine> lines{};
  std::string seed{};    ///< of the draws
  bool stopped = false;  ///< before all was looked at, and what was drawn counted again

  /// wrong_answer if a count is wrong; else checkpoint if anything disagrees or is unusable; else
  /// runtime_error if it was stopped.
  [[nodiscard]] ExitCode code() const;
};

/// Audits as rank 0 the jobs of a folder, of one board or of several.
/// @param request  how much of each checkpoint, and of each certificate without one, to count
/// again, of all files with one seed; its file is the folder
/// Throws Error(checkpoint) if the folder holds nothing of a job.
AuditReport audit(WorkerPool& pool, VerifyRequest request);

/// What all lines come to, with the exit code: "nothing disagrees: 9 proved, 2 counted again, ...".
std::string summary_of(const AuditReport& report);

/// A line for each, the verdict first; the last one is the summary.
std::string to_text(const AuditReport& report);
std::string to_json(const AuditReport& report);

// --- What it looks at: files, what two checkpoints have in common, and what lies beside one

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
/// runs and the result. A fault of one keeps no other from being looked at.
void look_beside(const std::filesystem::path& path, const Checkpoint& checkpoint,
                 std::uint64_t prefixes, AuditLines& lines);

/// A count that is finished, and the file that shows it: its certificate, or a checkpoint of which
/// one can be made.
struct CertifiedCount {
  std::filesystem::path file;
  Certificate certificate;
};

/// Looks at a log of runs or a result without a checkpoint, and holds it against certificates.
void look_at_one_alone(const std::filesystem::path& file, std::span<const CertifiedCount> shown,
                       AuditLines& lines);

/// The files of a folder: checkpoints by their names, certificates by their first line.
struct JobFiles {
  std::vector<std::filesystem::path> checkpoints{};
  std::vector<std::filesystem::path> certificates{};
  std::vector<std::filesystem::path> alone{};   ///< logs and results without a checkpoint
  std::vector<std::filesystem::path> others{};  ///< that nothing of an audit looks at
};

JobFiles files_of(const std::filesystem::path& folder);

/// The tasks that both have done, and those of them with different counts.
struct Overlap {
  std::uint64_t tasks = 0;
  std::uint64_t differ = 0;
};

Overlap overlap_of(const QueueSnapshot& left, const QueueSnapshot& right);

/// The tasks of each job in all files so far, each as the first file has it.
class SeenTasks {
 public:
  /// Takes the tasks of a file. @return what it has in common with each earlier file
  std::map<std::filesystem::path, Overlap> add(const std::filesystem::path& file, const Job& job,
                                               QueueSnapshot&& queue);

 private:
  struct Seen {
    Job job;
    QueueSnapshot queue;
    std::vector<std::filesystem::path> files;
    std::vector<std::uint32_t> owners;  ///< by task, a number of files
  };
  std::vector<Seen> jobs_;
};

}  // namespace nqueens
