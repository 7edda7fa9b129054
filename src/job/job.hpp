// A job: what is counted, and how it is cut into tasks.
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

/// Most prefixes of a job: to enumerate them takes ten seconds, with `fewest` a minute.
inline constexpr std::uint64_t max_prefixes = 1'000'000'000;

/// Most prefixes of a task: about 11 MB in its message.
inline constexpr std::uint64_t max_prefixes_per_task = 100'000;

class JobPrefixes;

/// The identity of a job: runs with equal values can continue from one another's checkpoints.
/// Ranks, kernels and machines are not part of it.
struct Job {
  Problem problem;
  Symmetry symmetry = Symmetry::full;   ///< symmetries of the prefix stream
  int depth = 0;                        ///< fewest queens in a prefix, 0 to n
  std::uint64_t prefixes_per_task = 1;  ///< task t has the ordinals t * this up to (t + 1) * this
  int stream_revision = nqueens::stream_revision;
  LineOrder order = LineOrder::rows;  ///< of lines; omitted in files if it is `rows`
  /// Fewest queens in a prefix of a slice, more than `depth`. 0 if tasks are not cut into slices.
  int slice_depth = 0;
  std::uint64_t prefixes_per_slice = 1;  ///< as for tasks, among the prefixes below one task
  /// If this job is an opened task, one task of another job: the depth of that job, its prefixes
  /// per task, and the number of the task. Otherwise of_prefixes_per_task is 0.
  int of_depth = 0;
  std::uint64_t of_prefixes_per_task = 0;
  std::uint64_t of_task = 0;

  /// The order of lines in slices. With it, they have as many nodes as their task.
  [[nodiscard]] LineOrder order_below() const { return best_order(problem); }
  [[nodiscard]] bool is_opened() const { return of_prefixes_per_task > 0; }
  /// The job that this one is a task of.
  [[nodiscard]] Job opened_from() const;
  /// All prefixes of the job. @param keep_going  as for PrefixStream. An opened task is searched
  /// for already here
  [[nodiscard]] JobPrefixes prefixes(const KeepGoing& keep_going = {}) const;

  friend bool operator==(const Job&, const Job&) = default;
};

/// The prefixes of a job, or those below a list of prefixes, in order.
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

  /// As in PrefixStream.
  bool next(Prefix& prefix);
  std::uint64_t skip(std::uint64_t count);

 private:
  bool open();

  Problem problem_;
  List above_{};
  std::size_t opened_ = 0;  ///< of above_
  int depth_;
  LineOrder order_;
  KeepGoing keep_going_;
  std::optional<PrefixStream> stream_{};
};

inline JobPrefixes Job::prefixes(const KeepGoing& keep_going) const {
  return {*this, keep_going};
}

/// A field of a job, as in files.
struct JobField {
  std::string_view name;
  std::string_view setting{};  ///< key of the setting; may be omitted to continue a job
  bool is_needed = true;       ///< in a file; other fields have defaults

  friend bool operator==(const JobField&, const JobField&) = default;
};

/// visit(JobField, value, parser of values) for each field of a Job.
/// @param words  of its sequence, visited in its place
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

/// All fields with their values.
std::vector<std::pair<JobField, std::string>> texts_of_fields(const Job& job);

/// Whether ranges and combinations of a job are valid; ignores the stream's revision.
bool is_possible(const Job& job);

/// For messages and logs: "symmetry full, order fewest, depth 5", with slices "... depths 5 and 8";
/// with order `rows`, as in logs of 1.0, "symmetry full, depth 5, slices of depth 8".
std::string describe_cut(const Job& job);

/// "n=18 board=square quantity=solutions symmetry=full depth=5 prefixes_per_task=12 stream=1", as
/// in the header of a checkpoint.
std::string to_string(const Job& job);

/// The same job without slices. Its tasks have the same counts.
Job without_slices(Job job);

}  // namespace nqueens
