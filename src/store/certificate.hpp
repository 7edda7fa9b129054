// Certificate: a finished count as a text to publish. Anybody can count any group of it again, with
// this program or their own.
//
// docs/certificate.md specifies the format: header lines, the rule that cut the job into prefixes
// in words, a line for each group of prefixes with its subtotal and checksum, and the SHA-256 of
// the whole. The same count gives the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
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
  Count above;          ///< placements on the rows that the prefixes fill; 0 for other quantities
  Count total;          ///< above plus all groups
  std::string kernels;  ///< that counted, separated by commas
  std::string program;  ///< that made the certificate, with its version
  std::vector<CertificateGroup> groups;

  /// The number of tasks that the prefixes make, and of groups that the tasks make.
  [[nodiscard]] std::uint64_t tasks_of_prefixes() const;
  [[nodiscard]] std::uint64_t groups_of_tasks() const;
  /// The group with this number, without its count.
  [[nodiscard]] CertificateGroup bounds_of_group(std::uint64_t number) const;

  friend bool operator==(const Certificate&, const Certificate&) = default;
};

/// The file's bytes.
std::string encode(const Certificate& certificate);

/// The inverse of encode(), which refuses all other bytes. The groups are those of the job's tasks
/// and add up to the total, and all checksums are right. Does not check the number of prefixes or
/// any count. Throws Error(checkpoint) with what is wrong, without the file's name.
Certificate decode_certificate(std::string_view bytes);

/// The certificate of a finished checkpoint. Enumerates the job's prefixes, which takes seconds for
/// the largest jobs.
/// @param program  name and version
/// Throws Error(checkpoint) with what is wrong, without the file's name: not finished, or
/// inconsistent.
Certificate make_certificate(const Checkpoint& checkpoint, const std::string& program);

/// Throws Error(wrong_answer) if the total differs from the published one or from that of a
/// finished second count.
/// @param second  none if there is none
void require_no_contradiction(const Certificate& certificate, const Checkpoint* second);

/// The rule that cuts a job into prefixes, in words: what is counted, how to find the prefixes,
/// their order and weights, and what is added up. For this job alone, and complete: nobody needs
/// more to count a group again. Lines begin with '#' and have at most 100 characters.
std::string certificate_rule(const Job& job);

}  // namespace nqueens
