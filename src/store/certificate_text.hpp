// Shared by the writer and the reader of certificates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/sha256.hpp"
#include "store/certificate.hpp"

namespace nqueens {

/// The words in certificate_rule.txt are part of the format.
inline constexpr int oldest_certificate = 3;
inline constexpr int newest_certificate = 4;
/// 1.0 reads format 3, and knows no other order of lines than `rows`.
inline int certificate_format(const Job& job) {
  return job.order == LineOrder::rows ? oldest_certificate : newest_certificate;
}

inline constexpr std::string_view nothing = "none";
inline constexpr std::string_view agrees = " agrees ";
inline constexpr std::string_view table_line = "table: FIRST_PREFIX COUNT NODES";
inline constexpr std::size_t longest_provenance_line = 1000;

/// The lines from "job" to "total", which the hash of the count covers.
std::string counted_header(const Certificate& certificate);

/// Appends the line of a task, without its newline.
void add_line(std::string& text, std::uint64_t first_prefix, const CertifiedTask& task);

/// Both hashes of the tasks, which must be added in order.
class TableHashes {
 public:
  explicit TableHashes(const Certificate& certificate) {
    counted_.add(counted_header(certificate));
  }

  /// @return the task's line without newline; valid until the next call
  std::string_view add(std::uint64_t first_prefix, const CertifiedTask& task);

  [[nodiscard]] std::string count_sha256() const { return counted_.digits(); }
  [[nodiscard]] std::string table_sha256() const { return table_.digits(); }

 private:
  Sha256 counted_;
  Sha256 table_;
  std::string line_;
};

}  // namespace nqueens
