// What counting again has shown: the report of `verify`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nqueens/core/problem.hpp"

namespace nqueens {

/// One of the counts of a task or group.
struct Testimony {
  std::string count;   ///< decimal digits
  std::string nodes;   ///< likewise; empty where nobody says
  std::string origin;  ///< "avx512 on node1"
};

/// A task, or a group of a certificate, whose counts differ.
struct Conflict {
  std::uint64_t number = 0;
  std::vector<Testimony> counts;       ///< the first is the one in the file
  std::optional<std::size_t> settled;  ///< the count that two agree on, where more were asked for
};

/// What a file consists of, for those who count it again.
enum class VerifyUnit : std::uint8_t {
  task,   ///< of a checkpoint
  group,  ///< of a certificate
};
std::string_view singular(VerifyUnit unit);  // task, group
std::string_view plural(VerifyUnit unit);    // tasks, groups

struct VerifyReport {
  std::string file;
  Problem problem;
  VerifyUnit unit = VerifyUnit::task;
  std::uint64_t units = 0;    ///< that the file has counts of
  std::uint64_t chosen = 0;   ///< of these, to be counted again
  std::uint64_t checked = 0;  ///< counted again; fewer than `chosen` where the run was stopped
  std::uint64_t confirmed = 0;
  std::vector<Conflict> conflicts{};
  std::optional<bool> second_agrees{};  ///< whether the second count in the file, if it is
                                        ///< finished, has the same total
  std::uint64_t seed = 0;               ///< of the choice
  double kernel_seconds = 0;
  bool stopped = false;
  bool repaired = false;  ///< the file holds the counts that two agree on, and no others
  std::vector<std::string> suspects{};  ///< hosts all of whose tasks were counted again

  /// On something counted with different results no two agree.
  [[nodiscard]] bool has_open_conflict() const;
};

/// The least number of wrong units among `units` that a sample of so many, drawn at random, would
/// have met with a probability of 95 % or more; nothing where the sample is empty. (Hypergeometric
/// distribution.)
std::optional<std::uint64_t> least_wrong_noticed(std::uint64_t units, std::uint64_t sample);

/// "300 of 3465 tasks confirmed: if 33 of them (0.95 %) or more were wrong, this would have been
/// seen with a probability of 95 %", and a line for every conflict.
std::string to_text(const VerifyReport& report);
std::string to_json(const VerifyReport& report);

/// The report of `merge`.
struct MergeReport {
  struct Input {
    std::string file;
    std::uint64_t tasks_done = 0;
    std::uint64_t added = 0;  ///< tasks that no file before it has
    std::uint64_t known = 0;  ///< records that a file before it has as well: a copy
    std::uint64_t confirmed =
        0;  ///< tasks that were counted apart from a file before it, and agree
    std::uint64_t conflicts = 0;
  };
  std::vector<Input> inputs;
  std::vector<Conflict> conflicts;
  bool second_conflict = false;  ///< the second counts of the files cannot all be right
  std::string output;            ///< empty: nothing was written
  Problem problem;
  std::uint64_t tasks = 0;
  std::uint64_t tasks_done = 0;
  std::string count;  ///< of the tasks done

  [[nodiscard]] bool has_conflict() const { return second_conflict || !conflicts.empty(); }
};

std::string to_text(const MergeReport& report);
std::string to_json(const MergeReport& report);

}  // namespace nqueens
