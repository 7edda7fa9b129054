// What is said of a count beside it: results, logs of runs, a second count. Nobody can count these
// again, so each is held against what the checkpoint or certificate of its job shows.
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

/// Looks at the published number, the second count, the log of runs and the result. A fault of one
/// keeps no other from being looked at.
/// @param path  of the checkpoint
/// @param prefixes  of its job
/// @param with_log  false: it is older than a repair
/// @return the certificate of a finished checkpoint; nothing if none can be made
std::optional<Certificate> look_beside(const std::filesystem::path& path,
                                       const Checkpoint& checkpoint, std::uint64_t prefixes,
                                       bool with_log, Findings& findings);

/// A count that is finished, and the file that shows it: its certificate, or a checkpoint of which
/// one can be made.
struct CertifiedCount {
  std::filesystem::path file;
  Certificate certificate;
  Total total;           ///< of a certificate without numbers by row
  bool is_text = false;  ///< the file is a certificate
};

/// Looks at a log of runs or a result without a checkpoint, and holds it against certificates.
void look_at_one_alone(const std::filesystem::path& file, std::span<const CertifiedCount> shown,
                       Findings& findings);

}  // namespace nqueens
