// Compares counts of the same tasks: `verify` counts those of a file again, `merge` has several
// files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/sequence.hpp"
#include "job/plan.hpp"
#include "job/settings.hpp"
#include "queue/checks.hpp"
#include "serve/master.hpp"
#include "store/certificate.hpp"

namespace nqueens {

/// The units in which a file is verified.
enum class VerifyUnit : std::uint8_t {
  task,
  task_or_slice,  ///< of a checkpoint with tasks in progress
};
/// "1 task", "2 tasks and slices".
std::string amount_of(std::uint64_t number, VerifyUnit unit);

struct VerifyRequest {
  /// How many to count again by default.
  static constexpr std::uint64_t default_tasks = 300;

  std::filesystem::path file;
  bool is_certificate = false;
  std::optional<std::uint64_t> sample;  ///< tasks to count again, drawn at random
  std::optional<double> fraction;       ///< the same as a fraction of all; both absent: all
  bool counts_all = false;      ///< the user asks for all; else a default may come in its place
  std::string kernel = "auto";  ///< auto: for each task another kernel than before
  std::string seed{};           ///< words for the draw; empty: others each time
  ProgressMode progress = ProgressMode::automatic;
  bool repair = false;  ///< for checkpoints: count conflicts again, and write what two agree on
};

struct VerifyReport {
  std::string file;
  Problem problem;
  bool is_certificate = false;
  VerifyUnit unit = VerifyUnit::task;
  std::uint64_t units = 0;    ///< in the file
  std::uint64_t chosen = 0;   ///< drawn of these
  std::uint64_t checked = 0;  ///< counted again; fewer than `chosen` if the run was stopped
  std::uint64_t confirmed = 0;
  std::vector<Dispute> conflicts{};  ///< the first vote is the file's
  OriginTable origins{};             ///< of the votes
  std::string unchecked{};           ///< of a certificate, what is its author's word alone
  std::vector<TaskId> drawn{};       ///< of a certificate, the tasks to count again
  std::uint64_t draws = 0;           ///< of a certificate, some of which hit one task
  std::uint64_t nodes_differ = 0;    ///< of a certificate, in how many of `checked`
  std::string seed{};                ///< of the draw
  double kernel_seconds = 0;
  bool stopped = false;
  bool is_forged = false;  ///< LoadedCheckpoint::is_forged; those results are not among the units
  std::string fault{};     ///< why the number of a finished checkpoint cannot be right, or empty
  bool repaired = false;   ///< the file holds the counts that two agree on, and no others
  std::vector<std::string> suspects{};  ///< hosts whose tasks were all counted again

  /// Whether no two counts agree in some conflict.
  [[nodiscard]] bool has_open_conflict() const;
  /// Whether the file has what is wrong.
  [[nodiscard]] bool is_wrong() const {
    return has_open_conflict() || !fault.empty() || (is_forged && !repaired);
  }
};

/// Verifies as rank 0 with these workers. Without `repair` nothing on disk is changed, and the file
/// may be at work. A run that was stopped returns its report, too. Throws Error if it does not
/// begin: checkpoint (not there, not readable, damaged, locked, or not of this program's job);
/// later what ends the serving of workers.
VerifyReport verify(WorkerPool& pool, const VerifyRequest& request);

/// Verifies several files in turn, until it is stopped.
std::vector<VerifyReport> verify(WorkerPool& pool, std::span<const VerifyRequest> requests);

/// The seed of a draw, another one each time.
std::string any_seed();

/// The least number of wrong units that a random sample would find with a probability of at least
/// 95 % (hypergeometric distribution); nothing if the sample is empty.
std::optional<std::uint64_t> min_wrong_noticed(std::uint64_t units, std::uint64_t sample);

/// The first line of to_text(), its line of nodes if they differ, and those of conflicts, without
/// their ends.
std::string confirmed_line(const VerifyReport& report);
std::string nodes_line(const VerifyReport& report);
std::vector<std::string> conflict_lines(const VerifyReport& report);

/// "300 of 3465 tasks confirmed: if 33 (0.95 %) or more were wrong, this would have shown with a
/// probability of 95 %", and a line for each conflict.
std::string to_text(const VerifyReport& report);
std::string to_json(const VerifyReport& report);

struct MergeReport {
  /// What has come of the records of a file.
  struct Tally {
    std::uint64_t done = 0;
    std::uint64_t added = 0;      ///< that no earlier file has
    std::uint64_t known = 0;      ///< that add nothing: copies, or of what is confirmed already
    std::uint64_t confirmed = 0;  ///< counted separately from an earlier file, with the same result
    std::uint64_t conflicts = 0;
  };
  struct Input {
    std::string file;
    Tally tasks;
    Tally slices;  ///< of tasks in progress that no file has whole
  };
  std::vector<Input> inputs;
  std::vector<Dispute> conflicts;
  OriginTable origins;  ///< of their votes
  std::string output;   ///< empty: nothing was written
  std::string warning;  ///< of the writing; empty: none
  std::string fault{};  ///< why the number of a finished job cannot be right; empty: it can
  Problem problem;
  Progress progress{};
};

/// Merges checkpoints of one job into a new file. Each must be whole: older generations are not
/// read. The logs of their runs become one beside it. Throws Error(checkpoint) if one is unusable
/// or of another job, Error(usage) if the output file or its log exists.
/// @param leaves_out_conflicts  tasks in conflict count as not done; else nothing is written then
MergeReport merge_checkpoints(std::span<const std::filesystem::path> files,
                              const std::filesystem::path& output, bool leaves_out_conflicts);

std::string to_text(const MergeReport& report);
std::string to_json(const MergeReport& report);

}  // namespace nqueens
