// Checks statements about a count in the files beside it: results, logs of runs, a second count.
// Nobody can recount these, so each is compared with the checkpoint or certificate of its job.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

#include "judge/finding.hpp"
#include "judge/total.hpp"
#include "store/certificate.hpp"
#include "store/checkpoint.hpp"

namespace nqueens {

/// Checks the published number, the second count, the log of runs and the result. A fault in one
/// does not prevent the others from being checked.
/// @param path  of the checkpoint
/// @param prefixes  of its job
/// @param with_log  false: the log is older than a repair
/// @return the certificate of a finished checkpoint; nothing if none can be made
std::optional<Certificate> look_beside(const std::filesystem::path& path,
                                       const Checkpoint& checkpoint, std::uint64_t prefixes,
                                       bool with_log, Findings& findings);

/// A finished count, and the file that proves it: a certificate, or a checkpoint from which one can
/// be made.
struct CertifiedCount {
  std::filesystem::path file;
  Certificate certificate;
  Total total;           ///< without numbers by row for a certificate
  bool is_text = false;  ///< the file is a certificate
};

/// Checks a log of runs or result without a usable checkpoint against certificates.
void look_at_one_alone(const std::filesystem::path& file, std::span<const CertifiedCount> shown,
                       Findings& findings);

}  // namespace nqueens
