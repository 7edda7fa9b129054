// Counts a sample of a file's units again and reports what that shows.
//
// A sample proves something only if the author could not foresee it. So a seed decides which units
// are drawn: a new one each time, or one that was not known when the file was made. All units of a
// checkpoint are equally likely. So are tasks of a certificate if its order of lines makes them
// even; otherwise half of the draws favour tasks with more nodes. If nodes turn out to be false,
// only the other half counts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "job/plan.hpp"
#include "job/settings.hpp"
#include "judge/finding.hpp"
#include "queue/checks.hpp"
#include "session/session.hpp"
#include "store/certificate.hpp"

namespace nqueens {

struct Sample {
  /// How many units to count again by default.
  static constexpr std::uint64_t default_units = 300;

  std::optional<std::uint64_t> units;  ///< to draw; of a certificate, the number of draws
  std::optional<double> fraction;      ///< of all units; without both, all are counted
  std::string seed{};                  ///< for the draw
  std::string kernel = "auto";         ///< auto: another kernel for each unit than before
  ProgressMode progress = ProgressMode::automatic;

  /// How many units to draw.
  [[nodiscard]] std::uint64_t draws_of(std::uint64_t all) const;
};

/// What to count again in a file.
struct RecountRequest {
  std::filesystem::path file;
  bool repairs = false;  ///< checkpoints only: count conflicts until two counts agree, and save
  /// The plan of a certificate and the tasks drawn.
  struct Drawn {
    Plan plan;
    std::uint64_t draws = 0;  ///< several may hit the same task; 0: all tasks
    std::vector<std::pair<TaskId, CertifiedTask>> tasks{};
  };
  std::optional<Drawn> drawn{};  ///< nothing for a checkpoint
};

enum class RecountUnit : std::uint8_t {
  task,
  task_or_slice,  ///< of a checkpoint with tasks in progress
};
/// "1 task", "2 tasks and slices".
std::string amount_of(std::uint64_t number, RecountUnit unit);

struct Recount {
  std::filesystem::path file;
  RecountUnit unit = RecountUnit::task;
  std::uint64_t units = 0;    ///< in the file
  std::uint64_t chosen = 0;   ///< units drawn
  std::uint64_t checked = 0;  ///< counted again; fewer than `chosen` if stopped
  std::uint64_t confirmed = 0;
  std::vector<Dispute> conflicts{};  ///< the first vote is from the file
  OriginTable origins{};             ///< of the votes
  bool is_certificate = false;       ///< then the first vote is its author's
  std::vector<TaskId> drawn{};       ///< certificates only
  std::uint64_t draws = 0;           ///< certificates only
  std::uint64_t draws_by_nodes = 0;  ///< draws in proportion to nodes
  std::uint64_t nodes_differ = 0;    ///< certificates only: in how many of `checked`
  std::string seed{};                ///< of the draw
  double kernel_seconds = 0;
  bool stopped = false;
  bool repaired = false;  ///< the file now has the counts on which two agree, and no others
  std::vector<std::string> suspects{};  ///< hosts whose tasks were all counted again
};

/// Counts again as rank 0 with the workers of a session, file by file, until stopped or one fails.
/// Adds the findings of each. Without `repairs`, nothing on disk changes, and a running job may use
/// the file. Throws Error if a repair cannot begin: checkpoint (missing, unreadable, damaged,
/// locked, or of a job that this program cuts differently); later, if serving workers fails.
void count_again(Session& session, std::span<const RecountRequest> requests, const Sample& sample,
                 Findings& findings);

/// The smallest number of wrong units of which a random sample finds one with a probability of at
/// least 95 % (hypergeometric distribution); nothing for an empty sample.
std::optional<std::uint64_t> min_wrong_noticed(std::uint64_t units, std::uint64_t sample);

/// Adds how many units were confirmed, with the errors that the sample can miss, and each conflict.
void add_findings(const Recount& recount, Findings& findings);

/// Adds a conflict: "CONFLICT: task 17: 5 (10 nodes) by avx512 on a, 6 (10 nodes) by avx2 on b; two
/// agree on 5".
/// @param of_certificate  the first vote is from its author
void add_conflict(const std::filesystem::path& file, const Dispute& conflict, bool of_certificate,
                  const OriginTable& origins, Findings& findings);

}  // namespace nqueens
