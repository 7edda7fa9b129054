// The reports of `verify` and `merge`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"
#include "queue/checks.hpp"

namespace nqueens {

/// The units in which a file is verified.
enum class VerifyUnit : std::uint8_t {
  task,           ///< of a checkpoint
  task_or_slice,  ///< of a checkpoint with tasks in progress
  group,          ///< of a certificate
};
/// "1 task", "2 tasks and slices".
std::string amount_of(std::uint64_t number, VerifyUnit unit);
std::string_view plural(VerifyUnit unit);  // tasks, tasks and slices, groups

struct VerifyReport {
  std::string file;
  Problem problem;
  VerifyUnit unit = VerifyUnit::task;
  std::uint64_t units = 0;    ///< in the file
  std::uint64_t chosen = 0;   ///< drawn of these
  std::uint64_t checked = 0;  ///< counted again; fewer than `chosen` if the run was stopped
  std::uint64_t confirmed = 0;
  std::vector<Dispute> conflicts{};  ///< of groups: the first vote is the certificate's
  OriginTable origins{};             ///< of the votes
  std::uint64_t seed = 0;            ///< of the draw
  double kernel_seconds = 0;
  bool stopped = false;
  bool repaired = false;  ///< the file holds the counts that two agree on, and no others
  std::vector<std::string> suspects{};  ///< hosts whose tasks were all counted again

  /// Whether no two counts agree in some conflict.
  [[nodiscard]] bool has_open_conflict() const;
};

/// The least number of wrong units that a random sample would find with a probability of at least
/// 95 % (hypergeometric distribution); nothing if the sample is empty.
std::optional<std::uint64_t> min_wrong_noticed(std::uint64_t units, std::uint64_t sample);

/// "300 of 3465 tasks confirmed: if 33 (0.95 %) or more were wrong, this would have shown with a
/// probability of 95 %", and a line for each conflict.
std::string to_text(const VerifyReport& report);
std::string to_json(const VerifyReport& report);

/// The report of `merge`.
struct MergeReport {
  /// What has come of the records of a file.
  struct Tally {
    std::uint64_t done = 0;
    std::uint64_t added = 0;      ///< that no earlier file has
    std::uint64_t known = 0;      ///< that an earlier file also has: copies
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
  Problem problem;
  std::uint64_t tasks = 0;
  std::uint64_t tasks_done = 0;
  std::uint64_t slices_done = 0;  ///< of tasks in progress
  std::string count;              ///< of all these
};

std::string to_text(const MergeReport& report);
std::string to_json(const MergeReport& report);

}  // namespace nqueens
