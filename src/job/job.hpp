// A job: what is counted and how it is cut into tasks; and what its runs have taken so far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/prefix_stream.hpp"
#include "job/settings.hpp"
#include "nqueens/number.hpp"

namespace nqueens {

/// Most prefixes of a job. To enumerate them takes ten seconds, by `fewest` a minute.
inline constexpr std::uint64_t max_prefixes = 1'000'000'000;

/// Most prefixes in a task: about 11 MB in the message that hands it out.
inline constexpr std::uint64_t max_prefixes_per_task = 100'000;

class JobPrefixes;

/// What makes two runs the same job, so that one can go on from the other's checkpoint. The number
/// of ranks, the kernel and the machine are not part of it.
struct Job {
  Problem problem;
  Symmetry symmetry = Symmetry::full;  ///< the symmetries that the prefix stream uses
  int depth = 0;                       ///< fewest queens in a prefix, 0 to n
  std::uint64_t prefixes_per_task =
      1;  ///< task t is the prefixes with ordinals t * this up to (t + 1) * this
  int stream_revision = nqueens::stream_revision;
  LineOrder order = LineOrder::rows;  ///< of its lines; files name it if it is not this one
  /// Fewest queens in a prefix of a slice, more than `depth`; 0: tasks are not cut into
  /// slices.
  int slice_depth = 0;
  std::uint64_t prefixes_per_slice = 1;  ///< as for tasks, among these prefixes below one task
  /// A job may count one task of another job: an opened task. These are the depth of that job, its
  /// prefixes in a task, and the number of the task. 0 prefixes: the job is no opened task.
  int of_depth = 0;
  std::uint64_t of_prefixes_per_task = 0;
  std::uint64_t of_task = 0;

  /// The order of lines in slices: the one with which they have as many nodes as their task.
  [[nodiscard]] LineOrder order_below() const { return best_order(problem); }
  [[nodiscard]] bool is_opened() const { return of_prefixes_per_task > 0; }
  /// The job whose task it is.
  [[nodiscard]] Job opened_from() const;
  /// All prefixes of the job, from the first. @param keep_going  as for PrefixStream; those of a
  /// task that is opened are already looked for here
  [[nodiscard]] JobPrefixes prefixes(const KeepGoing& keep_going = {}) const;

  friend bool operator==(const Job&, const Job&) = default;
};

/// The prefixes of a job, or those below a list of prefixes, in their order.
class JobPrefixes {
 public:
  using List = std::shared_ptr<const std::vector<Prefix>>;

  JobPrefixes(const Job& job, const KeepGoing& keep_going);
  JobPrefixes(const Problem& problem, List above, int depth, LineOrder order, KeepGoing keep_going)
      : problem_(problem),
        above_(std::move(above)),
        depth_(depth),
        order_(order),
        keep_going_(std::move(keep_going)) {}

  /// As those of PrefixStream.
  bool next(Prefix& prefix);
  std::uint64_t skip(std::uint64_t count);

 private:
  bool open();

  Problem problem_;
  List above_{};
  std::size_t opened_ = 0;  ///< of these
  int depth_;
  LineOrder order_;
  KeepGoing keep_going_;
  std::optional<PrefixStream> stream_{};
};

inline JobPrefixes Job::prefixes(const KeepGoing& keep_going) const {
  return {*this, keep_going};
}

/// The fields of a job as files have them.
struct JobField {
  std::string_view name;
  std::string_view setting{};  ///< key of the one that may be left out if a job goes on
  bool is_needed = true;       ///< in a file; else an absent one has its default value

  friend bool operator==(const JobField&, const JobField&) = default;
};

/// visit(JobField, value, parser of its values) for each field of a Job.
/// @param words  of its sequence, visited in place of the sequence
template <class AnyJob, class AnyWords, class Visit>
void for_each_field(AnyJob& job, AnyWords& words, const Visit& visit) {
  visit(JobField{"n"}, job.problem.n, InRange<int>{1, max_lines});
  visit(JobField{word_names[0]}, words[0], sequence_word(0));
  visit(JobField{word_names[1]}, words[1], sequence_word(1));
  visit(JobField{"symmetry"}, job.symmetry, one_of_names<Symmetry>());
  visit(JobField{"depth", "depth"}, job.depth, InRange<int>{0, max_lines});
  visit(JobField{"prefixes_per_task", "tasks"}, job.prefixes_per_task,
        InRange<std::uint64_t>{1, max_prefixes});
  visit(JobField{"stream"}, job.stream_revision, InRange<int>{0, 1'000'000});
  for (const std::size_t key : {std::size_t{2}, std::size_t{3}}) {
    visit(JobField{word_names[key], "", words[key] != usual_words[key]}, words[key],
          sequence_word(key));
  }
  visit(JobField{"order", "order", job.order != LineOrder::rows}, job.order,
        one_of_names<LineOrder>());
  visit(JobField{"of_depth", "", job.is_opened()}, job.of_depth, InRange<int>{0, max_lines});
  visit(JobField{"of_prefixes_per_task", "", job.is_opened()}, job.of_prefixes_per_task,
        InRange<std::uint64_t>{1, max_prefixes_per_task});
  visit(JobField{"of_task", "", job.is_opened()}, job.of_task,
        InRange<std::uint64_t>{0, max_prefixes});
  visit(JobField{"slice_depth", "slice_seconds", job.slice_depth > 0}, job.slice_depth,
        InRange<int>{1, max_lines});
  visit(JobField{"prefixes_per_slice", "slice_seconds", job.slice_depth > 0},
        job.prefixes_per_slice, InRange<std::uint64_t>{1, max_prefixes_per_task});
}

/// All of them, with their values.
std::vector<std::pair<JobField, std::string>> texts_of_fields(const Job& job);

/// Whether a job is possible: its ranges and combinations, but not the stream's revision.
bool is_possible(const Job& job);

/// For messages and logs: "symmetry full, order fewest, depth 5", "... depths 5 and 8" with slices;
/// of rows "symmetry full, depth 5, slices of depth 8", as in logs of 1.0.
std::string describe_cut(const Job& job);

/// "n=18 board=square quantity=solutions symmetry=full depth=5 prefixes_per_task=12 stream=1", as
/// in the header of a checkpoint.
std::string to_string(const Job& job);

/// The same job whose tasks are not cut into slices. Its tasks have the same counts.
Job without_slices(Job job);

}  // namespace nqueens
