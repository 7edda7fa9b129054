// `verify`: all that the user names is held against itself, against what is published, against each
// other, and against a sample that is counted again. `compare` is that for two certificates,
// without counting. Nothing is written, unless it is a repair.
#pragma once

#include <array>
#include <filesystem>
#include <vector>

#include "evidence/recount.hpp"
#include "judge/finding.hpp"

namespace nqueens {

struct VerifyRequest {
  std::vector<std::filesystem::path> files;  ///< and folders, of one board or of several
  Sample sample{};  ///< of each file, with one seed: of each checkpoint, and of each certificate
                    ///< whose tasks no checkpoint has
  bool repairs = false;  ///< the only file, a checkpoint: conflicts are counted until two counts
                         ///< agree, and these are written, before it is looked at
};

/// Verifies as rank 0 with the workers of a session. Throws Error: checkpoint if a file is not
/// there, or a folder holds nothing of a job; as count_again() if the only file is to be repaired.
Findings verify(Session& session, VerifyRequest request);

/// The second one may be an opened task of the first. Throws Error: usage if they count different
/// things, checkpoint if one is unusable.
Findings compare_certificates(const std::array<std::filesystem::path, 2>& certificates);

}  // namespace nqueens
