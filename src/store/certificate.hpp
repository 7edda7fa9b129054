// Certificate: a finished count as a text to publish. Anybody can count any group of it again, with
// this program or their own.
//
// docs/certificate.md specifies the format: header lines, the rule that cut the job into prefixes
// in words, a line for each group of prefixes with its subtotal and checksum, the SHA-256 of what
// is counted, where the count comes from, and the SHA-256 of the whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "job/job.hpp"
#include "nqueens/number.hpp"
#include "store/checkpoint.hpp"

namespace nqueens {

/// Most groups of a certificate, which keeps it below 1 MB for every job.
inline constexpr std::uint64_t max_certificate_groups = 10'000;

/// Largest file that is read.
inline constexpr std::size_t max_certificate_bytes = 2'000'000;

/// As few as make no more groups than a certificate may have.
std::uint64_t tasks_per_group_of(std::uint64_t tasks);

/// Consecutive prefixes, in whole tasks.
struct CertificateGroup {
  std::uint64_t first = 0;  ///< ordinals in the job's prefix stream, both inclusive
  std::uint64_t last = 0;
  Count count;  ///< sum over the group's tasks

  friend bool operator==(const CertificateGroup&, const CertificateGroup&) = default;
};

struct Certificate {
  Job job;
  std::uint64_t prefixes = 0;
  std::uint64_t tasks = 0;
  std::uint64_t tasks_per_group = 1;  ///< the last group may have fewer
  Count above;  ///< placements on the rows that the prefixes fill; 0 for other quantities
  Count total;  ///< above plus all groups
  std::optional<Job> second{};  ///< of a second count, which has the same total
  std::vector<CertificateGroup> groups;
  std::vector<std::string> provenance{};  ///< provenance_line()

  /// The number of tasks that the prefixes make, and of groups that the tasks make.
  [[nodiscard]] std::uint64_t tasks_of_prefixes() const;
  [[nodiscard]] std::uint64_t groups_of_tasks() const;
  /// The group with this number, without its count.
  [[nodiscard]] CertificateGroup bounds_of_group(std::uint64_t number) const;

  friend bool operator==(const Certificate&, const Certificate&) = default;
};

/// A line that says where a count comes from: what is not printable ASCII becomes a question mark,
/// and what is longer than 1000 characters is cut.
std::string provenance_line(const std::string& name, const std::string& value);

/// SHA-256 of what is counted: the job, the groups, the total, the second count. Nothing else
/// changes it, such as who counted, where and when.
std::string count_hash(const Certificate& certificate);

/// The file's bytes.
std::string encode(const Certificate& certificate);

/// The inverse of encode(), which refuses all other bytes. The groups are those of the job's tasks
/// and add up to the total, and all checksums are right. Does not check the number of prefixes or
/// any count. Throws Error(checkpoint) with what is wrong, without the file's name.
Certificate decode_certificate(std::string_view bytes);

/// The names of what a certificate says and nobody can count again: its second count, and where it
/// comes from. "second_count, started, ended"
std::string unchecked_in(const Certificate& certificate);

/// The certificate of a finished checkpoint, without a second count and provenance.
/// @param prefixes  of the job, if they are known; to enumerate them takes seconds for the largest
/// jobs
/// Throws Error(checkpoint) with what is wrong, without the file's name: not finished, or
/// inconsistent.
Certificate make_certificate(const Checkpoint& checkpoint,
                             std::optional<std::uint64_t> prefixes = {});

/// The rule that cuts a job into prefixes, in words: what is counted, how to find the prefixes,
/// their order and weights, and what is added up. For this job alone, and complete: nobody needs
/// more to count a group again. Lines begin with '#' and have at most 100 characters.
std::string certificate_rule(const Job& job);

}  // namespace nqueens
