// Compares counts of the same tasks: the records of checkpoints and the counts of certificates.
//
// Checkpoints of one job have records of the same units, so they are compared by the queue's rule
// (queue/checks.hpp, agree()): counts, parts, and the nodes of kernels with the same search.
//
// Certificates have only counts, and two may be cut differently. Cuts of the same symmetry fill the
// same rows in the same order, so the tasks of both consist of whole prefixes of the deeper one.
// Their sums are compared between common borders, the places where a task ends in both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "judge/finding.hpp"
#include "queue/checks.hpp"
#include "queue/snapshot.hpp"
#include "store/certificate.hpp"

namespace nqueens {

/// Joins the tasks and slices of several checkpoints of one job, and compares the shared ones.
class JoinedRecords {
 public:
  /// What a file contributed.
  struct Tally {
    std::uint64_t done = 0;
    std::uint64_t added = 0;      ///< in no earlier file
    std::uint64_t known = 0;      ///< add nothing: copies, or confirmed already
    std::uint64_t confirmed = 0;  ///< counted independently of an earlier file, same result
    std::uint64_t conflicts = 0;
  };
  struct Tallies {
    Tally tasks{};
    Tally slices{};  ///< of tasks in progress that no file has finished
  };

  JoinedRecords(const Job& job, std::size_t tasks);

  /// Throws Error(checkpoint), without the file's name, if the file has another number of tasks.
  Tallies add(const QueueSnapshot& file);
  /// Like add(), but ignores slices, which may be cut differently.
  Tally add_tasks(const QueueSnapshot& file);

  /// Units whose counts differ, each with the number of the first file that differs.
  [[nodiscard]] std::vector<std::pair<Dispute, std::size_t>> conflicts() const;
  [[nodiscard]] const OriginTable& origins() const { return queue_.origins; }
  [[nodiscard]] bool has(TaskId task) const {
    return task < queue_.done.size() && queue_.done[task];
  }
  /// The record in the first file that has the task.
  [[nodiscard]] UnitRecord record_of(TaskId task) const { return queue_.records[task]; }
  /// The union of all files. Units in conflict are not done. Complete slices of a task become its
  /// result.
  [[nodiscard]] QueueSnapshot take();

 private:
  struct Conflict {
    std::vector<Vote> votes{};
    std::size_t file = 0;
  };

  void forget_slices(TaskId task);
  void add(const UnitId& unit, UnitRecords& ours, const UnitRecords& theirs,
           const OriginTable& their_origins, Tally& tally);

  Job job_;
  SameSearch same_search_;
  QueueSnapshot queue_;  ///< a finished task may have slices in conflict
  std::map<UnitId, Conflict> conflicts_;
  std::size_t files_ = 0;
};

/// Whether two jobs must have the same total, or the second is an opened task of the first.
bool count_the_same(const Job& first, const Job& second);

/// Compares the total of an opened task's certificate with that task's count elsewhere.
/// @param whole  where: "task 3 of a.cert"
void hold_opened(const std::filesystem::path& file, Count total, const std::string& whole,
                 Count count, Findings& findings);

/// Compares the counts of two certificates between common borders. The second may be an opened task
/// of the first, and is then compared with that task. Adds findings about the second. Throws
/// Error(checkpoint) if one is unusable or lacks prefixes of its rule.
void hold_certificates(const std::filesystem::path& first, const std::filesystem::path& second,
                       Findings& findings);

}  // namespace nqueens
