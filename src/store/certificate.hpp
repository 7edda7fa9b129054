// Certificate: a finished count as a text to publish. Anybody can count any task of it again, with
// this program or their own.
//
// docs/certificate.md specifies the format: a header, the rule that cut the job into prefixes in
// words, where the count comes from, and a line for each task with its count. It may be large, so
// it is written and read in pieces.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "job/job.hpp"
#include "nqueens/number.hpp"
#include "store/checkpoint.hpp"
#include "store/lines.hpp"

namespace nqueens {

/// What a certificate says of a task.
struct CertifiedTask {
  Count count;
  std::uint64_t nodes = 0;  ///< its cost, as the author says

  friend bool operator==(const CertifiedTask&, const CertifiedTask&) = default;
};

/// All but its tasks.
struct Certificate {
  Job job;
  std::uint64_t prefixes = 0;
  std::uint64_t tasks = 0;
  Count above{};                ///< placements on the rows that the prefixes fill; else 0
  Count total{};                ///< above plus all tasks
  std::optional<Job> second{};  ///< of a second count, which has the same total
  Count nodes{};                ///< of all tasks
  std::string count_sha256{};   ///< of what is counted: the job, its numbers, the counts of tasks
  std::string table_sha256{};   ///< of the lines of its tasks
  std::vector<std::string> provenance{};  ///< provenance_line()

  friend bool operator==(const Certificate&, const Certificate&) = default;
};

/// A line that says where a count comes from: what is not printable ASCII becomes a question mark,
/// and what is longer than 1000 characters is cut.
std::string provenance_line(const std::string& name, const std::string& value);

/// The names of what a certificate says and nobody can count again: its second count, and where it
/// comes from. "second_count, started, ended"
std::string unchecked_in(const Certificate& certificate);

/// The task with a number from 0.
using TaskSource = std::function<CertifiedTask(std::uint64_t task)>;
TaskSource tasks_of(const Checkpoint& checkpoint);

/// The certificate of a finished checkpoint, without a second count and provenance.
/// @param prefixes  of the job, if they are known; to enumerate them takes seconds for the largest
/// jobs
/// Throws Error(checkpoint) with what is wrong, without the file's name: not finished, or
/// inconsistent.
Certificate make_certificate(const Checkpoint& checkpoint,
                             std::optional<std::uint64_t> prefixes = {});

/// Finds the total, the nodes and both hashes of a certificate that has its other numbers.
void add_up(Certificate& certificate, const TaskSource& tasks);

/// Writes the bytes of a file, in pieces.
/// @param tasks  those by which it was added up
void write_certificate(const Certificate& certificate, const TaskSource& tasks,
                       const std::function<void(std::string_view)>& write);

/// Reads the bytes of a file once, in pieces, and refuses what write_certificate() does not write.
/// Throws Error(checkpoint) with what is wrong, without the file's name. Does not check the number
/// of prefixes or any count.
class CertificateReader {
 public:
  using Visitor = std::function<void(std::uint64_t task, const CertifiedTask&)>;

  /// Reads all before the tasks.
  /// @param source  the next bytes of the file at each call, none at its end
  explicit CertificateReader(Lines::Source source);

  [[nodiscard]] const Certificate& certificate() const { return certificate_; }

  /// Reads the rest. Only then are the sums and hashes known to be right.
  void read_tasks(const Visitor& visit = {});

 private:
  Lines lines_;
  Certificate certificate_;
};

/// How many draws of a sample are by the nodes of tasks; the others are of all tasks alike. Half,
/// but none if the job's order makes even tasks.
std::uint64_t draws_by_nodes(const Job& job, std::uint64_t draws);

/// Whether its tasks are so even that all draws are alike: see LineOrder, and least_default_depth
/// of job/plan.cpp.
inline bool has_even_tasks(const Job& job) {
  return job.order == LineOrder::fewest && job.depth >= 4;
}

/// The tasks of a sample that nobody has chosen, in their order, each once.
/// @param draws  some of them by nodes
/// @param seed  words that were not known when the certificate was made
class CertificateSample {
 public:
  CertificateSample(const Certificate& certificate, std::uint64_t draws, const std::string& seed);

  /// Whether the next task is in it. Asks for each task in turn.
  bool takes(const CertifiedTask& next);

 private:
  std::vector<Uint128> lots_;         ///< those that are not reached, in descending order
  std::vector<std::uint64_t> tasks_;  ///< likewise
  std::uint64_t task_ = 0;            ///< the next one
  Uint128 lot_ = 0;                   ///< the first one of the next task
};

/// A sample is said to notice what it would show with this probability.
inline constexpr double sought_probability = 0.95;

/// The least wrong share that `draws` draws notice.
double share_noticed(std::uint64_t draws);

/// The rule that cuts a job into prefixes, in words: what is counted, how to find the prefixes,
/// their order and weights, and what is added up. For this job alone, and complete: nobody needs
/// more to count a task again. Lines begin with '#' and have at most 100 characters.
std::string certificate_rule(const Job& job);

}  // namespace nqueens
