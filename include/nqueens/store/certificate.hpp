// Certificate: a finished count as a text to publish with its number, from which any part of it can
// be counted again, by this program or by one that the reader writes.
//
// docs/certificate.md specifies the format: header lines, the rule by which the job was cut into
// prefixes in words that need no other source, a line for each group of prefixes with its subtotal
// and its checksum, and the SHA-256 of the whole. The same count gives the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nqueens/core/count.hpp"
#include "nqueens/job/job.hpp"

namespace nqueens {

/// Most groups of a certificate. Its size is below 1 MB for every job.
inline constexpr std::uint64_t max_certificate_groups = 10'000;

/// Largest file that is looked at.
inline constexpr std::size_t max_certificate_bytes = 2'000'000;

/// A run of consecutive prefixes, the tasks of which are all in this group.
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
  std::uint64_t tasks_per_group = 1;  ///< of all groups but the last, which may have fewer
  Count above;          ///< placements on the rows that the prefixes fill; 0 for other quantities
  Count total;          ///< what was counted: above and all groups
  std::string kernels;  ///< those that took part, separated by commas
  std::string program;  ///< name and version of the program that made the certificate
  std::vector<CertificateGroup> groups;

  /// How many tasks the prefixes make, and how many groups these.
  [[nodiscard]] std::uint64_t tasks_of_prefixes() const;
  [[nodiscard]] std::uint64_t groups_of_tasks() const;
  /// The group of that number, still without its count.
  [[nodiscard]] CertificateGroup bounds_of_group(std::uint64_t number) const;

  friend bool operator==(const Certificate&, const Certificate&) = default;
};

/// The file's bytes.
std::string encode(const Certificate& certificate);

/// The inverse of encode(): bytes that it does not give for any certificate are refused. The groups
/// then are those of the job's tasks, they add up to the total, and all checksums are right. What
/// is not looked at is whether the job has that many prefixes, and whether any number is true: that
/// takes counting. Throws Error(checkpoint) that says what is wrong, without the file's name.
Certificate decode_certificate(std::string_view bytes);

}  // namespace nqueens
