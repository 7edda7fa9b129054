// Certificate: a finished count as a publishable text. Anybody can recount any task of it, with
// this program or their own.
//
// docs/certificate.md specifies the format: a header, the rule that cuts the job into prefixes in
// words, the provenance, and a line per task with its count. Certificates may be large, so they are
// written and read in pieces.
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

struct CertifiedTask {
  Count count;
  std::uint64_t nodes = 0;  ///< search nodes, on the author's word

  friend bool operator==(const CertifiedTask&, const CertifiedTask&) = default;
};

/// Everything but the tasks.
struct Certificate {
  Job job;
  std::uint64_t prefixes = 0;
  std::uint64_t tasks = 0;
  Count above{};                          ///< placements on the rows that the prefixes fill; else 0
  Count total{};                          ///< above plus all tasks
  std::optional<Job> second{};            ///< the job of a second count with the same total
  Count nodes{};                          ///< of all tasks
  std::string count_sha256{};             ///< of the job, its numbers and the counts of its tasks
  std::string table_sha256{};             ///< of the lines of the tasks
  std::vector<std::string> provenance{};  ///< provenance_line()

  friend bool operator==(const Certificate&, const Certificate&) = default;
};

/// A line of the provenance. Characters other than printable ASCII become question marks; lines are
/// cut after 1000 characters.
std::string provenance_line(const std::string& name, const std::string& value);

/// The names of the fields that nobody can recount, such as "second_count, started, ended".
std::string unchecked_in(const Certificate& certificate);

/// Returns a task by number, from 0.
using TaskSource = std::function<CertifiedTask(std::uint64_t task)>;
TaskSource tasks_of(const Checkpoint& checkpoint);

/// The certificate of a finished checkpoint, without second count and provenance. Throws
/// Error(checkpoint) with the fault, without the file's name: not finished, or inconsistent.
/// @param prefixes  of the job, if known; enumerating them takes seconds for the largest jobs
Certificate make_certificate(const Checkpoint& checkpoint,
                             std::optional<std::uint64_t> prefixes = {});

/// Sets the total, the nodes and the hashes of the count and the table; the rest must be set.
void add_up(Certificate& certificate, const TaskSource& tasks);

/// Writes the file in pieces.
/// @param tasks  the same as for add_up()
void write_certificate(const Certificate& certificate, const TaskSource& tasks,
                       const std::function<void(std::string_view)>& write);

/// Reads a file once, in pieces, and refuses everything that write_certificate() does not write.
/// Throws Error(checkpoint) with the fault, without the file's name. Does not check the number of
/// prefixes or any count.
class CertificateReader {
 public:
  using Visitor = std::function<void(std::uint64_t task, const CertifiedTask&)>;

  /// Reads everything before the tasks.
  /// @param source  returns the next bytes of the file; none at its end
  explicit CertificateReader(Lines::Source source);

  [[nodiscard]] const Certificate& certificate() const { return certificate_; }

  /// Reads the rest, then checks sums and hashes.
  void read_tasks(const Visitor& visit = {});

 private:
  Lines lines_;
  Certificate certificate_;
};

/// How many draws of a sample choose tasks in proportion to their nodes: half, or none if tasks are
/// even. The others choose uniformly.
std::uint64_t draws_by_nodes(const Job& job, std::uint64_t draws);

/// Whether tasks are so even that all draws are uniform: see LineOrder, and least_default_depth of
/// job/plan.cpp.
inline bool has_even_tasks(const Job& job) {
  return job.order == LineOrder::fewest && job.depth >= 4;
}

/// A random sample of tasks, which nobody can choose. Tasks come in order, each once.
/// @param draws  some of them by nodes
/// @param seed  text that was not known when the certificate was made
class CertificateSample {
 public:
  CertificateSample(const Certificate& certificate, std::uint64_t draws, const std::string& seed);

  /// Whether the sample has the next task. Call it for each task in turn.
  bool takes(const CertifiedTask& next);

 private:
  std::vector<Uint128> lots_;         ///< not reached yet, in descending order
  std::vector<std::uint64_t> tasks_;  ///< likewise
  std::uint64_t task_ = 0;
  Uint128 lot_ = 0;  ///< the first lot of the next task
};

/// The probability with which a sample must catch the wrong share that it claims to catch.
inline constexpr double sought_probability = 0.95;

/// The smallest wrong share that `draws` draws catch with this probability.
double share_noticed(std::uint64_t draws);

/// The rule of this job in words: what is counted, how to find the prefixes, their order and
/// weights, and what is added up. It is complete: nobody needs more to recount a task. Lines begin
/// with '#' and have at most 100 characters.
std::string certificate_rule(const Job& job);

}  // namespace nqueens
