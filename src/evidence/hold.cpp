// Joins records, and compares sums of the same tasks in two files.

#include "evidence/hold.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "core/number.hpp"
#include "core/prefix_stream.hpp"
#include "evidence/source.hpp"
#include "job/plan.hpp"
#include "job/slices.hpp"
#include "kernel/kernel.hpp"
#include "system/signals.hpp"

namespace nqueens {
namespace {

constexpr std::uint64_t all_of_them = std::numeric_limits<std::uint64_t>::max();

/// Up to this many differing segments are listed one by one.
constexpr std::uint64_t most_named = 1000;

void require_prefixes(const Certificate& certificate) {
  require_prefixes(certificate, certificate.job.prefixes(goes_on).skip(certificate.prefixes + 1));
}

/// Where the tasks of a certificate end, in prefixes of a cut of equal or greater depth.
class Borders {
 public:
  /// @param deeper  the job whose prefixes are numbered
  Borders(const Certificate& certificate, const Job& deeper) : certificate_(certificate) {
    const Job& job = certificate.job;
    if (deeper.depth <= job.depth) {
      return;
    }
    ends_.reserve(certificate.tasks);
    JobPrefixes stream = job.prefixes(goes_on);
    std::uint64_t position = 0;
    std::uint64_t number = 0;
    for (Prefix prefix; stream.next(prefix);) {
      position +=
          PrefixStream(job.problem, prefix, deeper.depth, deeper.order, goes_on).skip(all_of_them);
      if (++number % job.prefixes_per_task == 0) {
        ends_.push_back(position);
      }
    }
    ends_.push_back(position);  // the last task may have fewer prefixes
  }

  /// Whether a segment may end after this task: tasks without prefixes belong to their neighbour.
  [[nodiscard]] bool is_border(std::uint64_t task) const {
    return end(task) > 0 && (task + 1 == certificate_.tasks || end(task + 1) > end(task));
  }

  [[nodiscard]] std::uint64_t end(std::uint64_t task) const {
    return ends_.empty()
               ? std::min((task + 1) * certificate_.job.prefixes_per_task, certificate_.prefixes)
               : ends_[task];
  }

 private:
  const Certificate& certificate_;
  std::vector<std::uint64_t> ends_;  ///< empty: the certificate's own prefixes
};

/// Consecutive tasks and their sum.
struct Range {
  std::uint64_t first_task = 0;
  std::uint64_t last_task = 0;
  Count count{};
};

std::string to_text(const Range& range) {
  return range.first_task == range.last_task ? "task " + std::to_string(range.first_task)
                                             : "tasks " + std::to_string(range.first_task) +
                                                   " to " + std::to_string(range.last_task);
}

Json json_of(const Range& range) {
  return {{"first_task", range.first_task},
          {"last_task", range.last_task},
          {"count", to_string(range.count)}};
}

/// Sums both certificates by segment. A segment lies between two consecutive borders that both cuts
/// share. With equal cuts it is one task.
class Segments {
 public:
  /// @param counts  of the tasks of the first
  /// @param differ  called for each segment whose sums differ
  Segments(const std::vector<Count>& counts, Borders first_borders, Borders second_borders,
           std::function<void(const std::array<Range, 2>&)> differ)
      : counts_(counts),
        first_borders_(std::move(first_borders)),
        second_borders_(std::move(second_borders)),
        differ_(std::move(differ)) {}

  /// Adds the next task of the second.
  void add(std::uint64_t task, Count count) {
    const std::uint64_t end = second_borders_.end(task);
    take(segment_[1], task, count);
    while (next_ < counts_.size() && first_borders_.end(next_) <= end) {
      reached_ = first_borders_.end(next_);
      take(segment_[0], next_, counts_[next_]);
      ++next_;
    }
    if (reached_ == end && second_borders_.is_border(task)) {
      finish();
    }
  }

  [[nodiscard]] std::uint64_t number() const { return number_; }
  [[nodiscard]] std::uint64_t differing() const { return differing_; }
  /// The most tasks in a segment, by certificate.
  [[nodiscard]] const std::array<std::uint64_t, 2>& largest() const { return largest_; }

 private:
  static void take(Range& range, std::uint64_t task, Count count) {
    range.last_task = task;
    range.count += count;
  }

  void finish() {
    ++number_;
    if (segment_[0].count != segment_[1].count) {
      ++differing_;
      differ_(segment_);
    }
    for (std::size_t side = 0; side < segment_.size(); ++side) {
      Range& range = segment_[side];
      largest_[side] = std::max(largest_[side], range.last_task - range.first_task + 1);
      range = {.first_task = range.last_task + 1, .last_task = 0, .count = {}};
    }
  }

  const std::vector<Count>& counts_;
  Borders first_borders_;
  Borders second_borders_;
  std::function<void(const std::array<Range, 2>&)> differ_;
  std::array<Range, 2> segment_{};
  std::array<std::uint64_t, 2> largest_{};
  std::uint64_t number_ = 0;
  std::uint64_t differing_ = 0;
  std::uint64_t next_ = 0;     ///< next task of the first
  std::uint64_t reached_ = 0;  ///< end of its previous task
};

bool is_opened_from(const Job& opened, const Job& whole) {
  return opened.is_opened() && opened.opened_from() == whole;
}

const Job& deeper_of(const Job& first, const Job& second) {
  return first.depth > second.depth ? first : second;
}

/// Whether two jobs that count the same have common borders: each prefix of one begins with a
/// prefix of the other.
bool have_borders(const Job& first, const Job& second) {
  if (is_opened_from(second, first) || first.symmetry != second.symmetry ||
      (first.depth != second.depth && first.problem.info().by_row)) {
    return false;
  }
  const Job& deeper = deeper_of(first, second);
  const Job& above = &deeper == &first ? second : first;
  Job in_order_of_deeper = above;
  in_order_of_deeper.order = deeper.order;
  return number_same_prefixes(above, in_order_of_deeper, goes_on);
}

/// "12 of 12 tasks have the sums of a.cert", "5 of 5 segments, of up to 3 and 1 task, have ...".
/// @param segments  more than one
std::string text_of(const Segments& segments, const std::string& first) {
  const auto& largest = segments.largest();
  const bool are_tasks = std::max(largest[0], largest[1]) <= 1;
  return std::to_string(segments.number() - segments.differing()) + " of " +
         amount_of(segments.number(), are_tasks ? "task" : "segment") +
         (are_tasks ? ""
                    : ", of up to " + std::to_string(largest[0]) + " and " +
                          amount_of(largest[1], "task") + ",") +
         " have the sums of " + first;
}

}  // namespace

JoinedRecords::JoinedRecords(const Job& job, std::size_t tasks)
    : job_(job), same_search_(same_search(job.problem)), queue_(tasks, job.problem.parts()) {}

JoinedRecords::Tally JoinedRecords::add_tasks(const QueueSnapshot& file) {
  if (file.done.size() != queue_.done.size()) {
    throw Error(ExitCode::checkpoint, "has " + amount_of(file.done.size(), "task") +
                                          ", those before " + std::to_string(queue_.done.size()) +
                                          "; they are not of one job");
  }
  ++files_;
  Tally tally;
  for (TaskId task = 0; task < file.done.size(); ++task) {
    if (file.done[task]) {
      add({.task = task}, queue_, file, file.origins, tally);
      forget_slices(task);
    }
  }
  return tally;
}

JoinedRecords::Tallies JoinedRecords::add(const QueueSnapshot& file) {
  Tallies tallies{.tasks = add_tasks(file)};
  for (const auto& [task, theirs] : file.in_slices) {
    if (queue_.done[task] && !queue_.in_slices.contains(task)) {
      continue;
    }
    UnitRecords& ours =
        queue_.in_slices.try_emplace(task, theirs.done.size(), queue_.rows).first->second;
    for (SliceId slice = 0; slice < theirs.done.size(); ++slice) {
      if (theirs.done[slice]) {
        add({.task = task, .slice = slice}, ours, theirs, file.origins, tallies.slices);
      }
    }
  }
  return tallies;
}

std::vector<std::pair<Dispute, std::size_t>> JoinedRecords::conflicts() const {
  std::vector<std::pair<Dispute, std::size_t>> list;
  for (const auto& [unit, conflict] : conflicts_) {
    list.emplace_back(Dispute{.unit = unit, .votes = conflict.votes, .winner = {}}, conflict.file);
  }
  return list;
}

QueueSnapshot JoinedRecords::take() {
  for (const auto& [unit, conflict] : conflicts_) {
    queue_.clear(unit);
  }
  SliceSource source(job_);
  std::erase_if(queue_.in_slices, [&](const auto& entry) {
    const auto& [task, slices] = entry;
    if (!queue_.done[task] && slices.finished()) {
      const Vote folded = fold(slices, source.cut(task).placed, queue_.origins);
      queue_.set(task, folded.record, folded.placed);
    }
    return queue_.done[task] || progress_of(slices).tasks_done == 0;
  });
  return std::move(queue_);
}

/// Slices of a finished task cannot be compared with it and are dropped, unless they are in
/// conflict among themselves.
void JoinedRecords::forget_slices(TaskId task) {
  const auto conflict = conflicts_.lower_bound({.task = task, .slice = 0});
  if (conflict == conflicts_.end() || conflict->first.task != task || !conflict->first.is_slice()) {
    queue_.in_slices.erase(task);
  }
}

void JoinedRecords::add(const UnitId& unit, UnitRecords& ours, const UnitRecords& theirs,
                        const OriginTable& their_origins, Tally& tally) {
  ++tally.done;
  const std::uint64_t index = unit.index();
  UnitRecord record = theirs.records[index];
  record.origin = queue_.origins.add(their_origins[record.origin]);
  record.confirmed_by = queue_.origins.add(their_origins[record.confirmed_by]);
  if (!ours.done[index]) {
    ours.set(index, record, theirs.records.parts(index));
    ++tally.added;
    return;
  }
  UnitRecord kept = ours.records[index];
  Vote first = ours.vote(index);
  Vote other = theirs.vote(index);
  other.record = record;
  if (conflicts_.contains(unit) || !agree(first, other, queue_.origins, same_search_)) {
    ++tally.conflicts;
    auto& [votes, file] = conflicts_[unit];
    if (votes.empty()) {
      votes.push_back(std::move(first));
      file = files_ - 1;
    }
    votes.push_back(std::move(other));
    return;
  }
  // One record may be a copy of the other under another name, which is easily changed. So equal
  // times to the microsecond and equal nodes make it one record. Two counts of a task of
  // microseconds may pass for copies; then nothing is confirmed.
  if (kept.microseconds == record.microseconds && kept.nodes == record.nodes) {
    ++tally.known;
    if (kept.confirmed_by == unknown_origin || (!is_confirmed_elsewhere(kept, queue_.origins) &&
                                                is_confirmed_elsewhere(record, queue_.origins))) {
      kept.confirmed_by = record.confirmed_by;
    }
  } else if (kept.confirmed_by != unknown_origin) {
    ++tally.known;  // may be the count that confirmed it, of which the file has only a name
  } else {
    ++tally.confirmed;
    kept.confirmed_by = record.origin;
  }
  ours.records.set(index, kept);
}

bool count_the_same(const Job& first, const Job& second) {
  return is_opened_from(second, first) ||
         (first.problem == second.problem && first.is_opened() == second.is_opened() &&
          (!first.is_opened() || first.opened_from() == second.opened_from()) &&
          first.of_task == second.of_task);
}

void hold_opened(const std::filesystem::path& file, Count total, const std::string& whole,
                 Count count, Findings& findings) {
  if (total == count) {
    findings.add(Verdict::proved, file, "its total is that of " + whole);
  } else {
    findings.disagrees(
        file, "adds up to " + to_string(total) + ", but " + whole + " to " + to_string(count),
        true);
  }
}

void hold_certificates(const std::filesystem::path& first_file,
                       const std::filesystem::path& second_file, Findings& findings) {
  std::vector<Count> counts;
  const Certificate first = read_certificate(first_file, [&](const Certificate& header) {
    require_prefixes(header);
    counts.reserve(header.tasks);
    return [&](std::uint64_t, const CertifiedTask& task) { counts.push_back(task.count); };
  });
  const std::string name = findings.name_of(first_file);
  std::uint64_t named = 0;
  const auto differ = [&](const std::array<Range, 2>& segment) {
    if (++named <= most_named) {
      const auto& [left, right] = segment;
      findings.disagrees(second_file,
                         "CONFLICT: " + to_text(right) + ": " + to_string(right.count) + ", but " +
                             to_text(left) + " of " + name + ": " + to_string(left.count),
                         true,
                         {{"differs", {{"first", json_of(left)}, {"second", json_of(right)}}}});
    }
  };
  std::optional<Segments> segments;
  const Certificate second =
      read_certificate(second_file, [&](const Certificate& header) -> CertificateReader::Visitor {
        require_prefixes(header);
        if (!have_borders(first.job, header.job)) {
          return {};
        }
        const Job& deeper = deeper_of(first.job, header.job);
        segments.emplace(counts, Borders(first, deeper), Borders(header, deeper), differ);
        return [&segments](std::uint64_t task, const CertifiedTask& said) {
          segments->add(task, said.count);
        };
      });
  if (segments && segments->number() > 1) {
    findings.add(
        segments->differing() == 0 ? Verdict::proved : Verdict::disagrees, second_file,
        text_of(*segments, name),
        {{"held",
          {{"with", name}, {"segments", segments->number()}, {"differ", segments->differing()}}}});
  }
  if (!segments && !second.job.is_opened()) {
    findings.add(Verdict::said, second_file,
                 "its tasks, which have no borders in common with those of " + name);
  }
  const std::uint64_t task = second.job.of_task;
  if (!is_opened_from(second.job, first.job) || task >= counts.size()) {
    return;
  }
  hold_opened(second_file, second.total, "task " + std::to_string(task) + " of " + name,
              counts[task], findings);
}

}  // namespace nqueens
