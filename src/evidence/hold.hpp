// Holds counts of the same tasks against each other: the records of checkpoints, and the numbers of
// certificates.
//
// What two files share may be compared in two ways. Checkpoints of one job have records of the same
// units, so the rule of the queue decides (queue/checks.hpp, agree()): counts, parts, and the nodes
// of kernels that search alike. Certificates have counts alone, and two of them may be cut
// differently. Cuts of one symmetry fill the same rows in the same order, so a task of one consists
// of whole prefixes of the other, however deep. So their sums are compared between common borders:
// the places at which both have a border of tasks.
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

/// Joins the tasks and slices of several checkpoints of one job, and compares those that they
/// share.
class JoinedRecords {
 public:
  /// What has come of the records of a file.
  struct Tally {
    std::uint64_t done = 0;
    std::uint64_t added = 0;      ///< that no earlier file has
    std::uint64_t known = 0;      ///< that add nothing: copies, or of what is confirmed already
    std::uint64_t confirmed = 0;  ///< counted separately from an earlier file, with the same result
    std::uint64_t conflicts = 0;
  };
  struct Tallies {
    Tally tasks{};
    Tally slices{};  ///< of tasks in progress that no file has whole
  };

  /// @param tasks  of the job
  JoinedRecords(const Job& job, std::size_t tasks);

  /// Throws Error(checkpoint), without the file's name, if it has another number of tasks.
  Tallies add(const QueueSnapshot& file);
  /// The same without slices, which may be cut in another way.
  Tally add_tasks(const QueueSnapshot& file);

  /// Units with counts that differ, each with the number of the first file that differs.
  [[nodiscard]] std::vector<std::pair<Dispute, std::size_t>> conflicts() const;
  [[nodiscard]] const OriginTable& origins() const { return queue_.origins; }
  [[nodiscard]] bool has(TaskId task) const {
    return task < queue_.done.size() && queue_.done[task];
  }
  /// What the first file that has the task says of it.
  [[nodiscard]] UnitRecord record_of(TaskId task) const { return queue_.records[task]; }
  /// What all files have. Units in conflict are not done. Slices that are a whole task fold.
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
  QueueSnapshot queue_;  ///< a task that is done may have slices in conflict
  std::map<UnitId, Conflict> conflicts_;
  std::size_t files_ = 0;
};

/// Whether two jobs count the same, so that their totals are to be the same; or the second is an
/// opened task of the first.
bool count_the_same(const Job& first, const Job& second);

/// Holds the total of an opened task's certificate against what others say of that task.
/// @param whole  "task 3 of a.cert"
void hold_opened(const std::filesystem::path& file, Count total, const std::string& whole,
                 Count count, Findings& findings);

/// Holds the counts of a certificate against those of another one, between common borders. The
/// second may be an opened task of the first, which is compared with that task. Adds findings of
/// the second. Throws Error(checkpoint) if one is unusable or has not the prefixes of its rule.
void hold_certificates(const std::filesystem::path& first, const std::filesystem::path& second,
                       Findings& findings);

}  // namespace nqueens
