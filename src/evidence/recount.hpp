// Counts a sample of a file's units again, and says what that shows.
//
// A sample proves something only if its author could not foresee it. So the words of a seed decide
// which units are drawn: the seed is another each time, or was not known when the file was made.
// The units of a checkpoint have equal chances. So have the tasks of a certificate; but if their
// order of lines does not make them even, those with more nodes have more in half of the draws. If
// the nodes turn out to be false, only the other half counts.
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

  std::optional<std::uint64_t> units;  ///< drawn at random; of a certificate, the draws
  std::optional<double> fraction;      ///< the same as a fraction of all; both absent: all
  std::string seed{};                  ///< words for the draw
  std::string kernel = "auto";         ///< auto: for each unit another kernel than before
  ProgressMode progress = ProgressMode::automatic;

  /// How many of all units to draw.
  [[nodiscard]] std::uint64_t draws_of(std::uint64_t all) const;
};

/// What is to be counted again of a file.
struct RecountRequest {
  std::filesystem::path file;
  bool repairs = false;  ///< of a checkpoint: conflicts are counted until two agree, and written
  /// How a certificate is cut, and which of its tasks are drawn.
  struct Drawn {
    Plan plan;
    std::uint64_t draws = 0;  ///< some of which hit one task; 0: all tasks
    std::vector<std::pair<TaskId, CertifiedTask>> tasks{};
  };
  std::optional<Drawn> drawn{};  ///< absent: the file is a checkpoint
};

/// The units in which a file is counted again.
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
  std::uint64_t chosen = 0;   ///< drawn of these
  std::uint64_t checked = 0;  ///< counted again; fewer than `chosen` if the run was stopped
  std::uint64_t confirmed = 0;
  std::vector<Dispute> conflicts{};  ///< the first vote is the file's
  OriginTable origins{};             ///< of the votes
  bool is_certificate = false;       ///< then the first vote is its author's
  std::vector<TaskId> drawn{};       ///< of a certificate
  std::uint64_t draws = 0;           ///< of a certificate
  std::uint64_t draws_by_nodes = 0;  ///< of these
  std::uint64_t nodes_differ = 0;    ///< of a certificate, in how many of `checked`
  std::string seed{};                ///< of the draw
  double kernel_seconds = 0;
  bool stopped = false;
  bool repaired = false;  ///< the file holds the counts that two agree on, and no others
  std::vector<std::string> suspects{};  ///< hosts whose tasks were all counted again
};

/// Counts again as rank 0 with the workers of a session, one file after the other, until it is
/// stopped or one fails, and adds the findings of each. Without `repairs` nothing on disk is
/// changed, and a file may be at work. Throws Error if a repair does not begin: checkpoint (not
/// there, not readable, damaged, locked, or not of this program's job); later what ends the serving
/// of workers.
void count_again(Session& session, std::span<const RecountRequest> requests, const Sample& sample,
                 Findings& findings);

/// The least number of wrong units that a random sample would find with a probability of at least
/// 95 % (hypergeometric distribution); nothing if the sample is empty.
std::optional<std::uint64_t> min_wrong_noticed(std::uint64_t units, std::uint64_t sample);

/// "300 of 3465 tasks confirmed: a sample of this size misses 33 wrong tasks (0.95 %) once in 20
/// times", and a finding for each conflict.
void add_findings(const Recount& recount, Findings& findings);

/// "CONFLICT: task 17: 5 (10 nodes) by avx512 on a, 6 (10 nodes) by avx2 on b; two agree on 5", as
/// a finding of a file.
/// @param of_certificate  the first vote is its author's
void add_conflict(const std::filesystem::path& file, const Dispute& conflict, bool of_certificate,
                  const OriginTable& origins, Findings& findings);

}  // namespace nqueens
