// `verify` checks all named files by themselves, against published numbers, against each other, and
// by counting a sample again. `compare` does so for two certificates, without counting. Only a
// repair writes anything.
#pragma once

#include <array>
#include <filesystem>
#include <vector>

#include "evidence/recount.hpp"
#include "judge/finding.hpp"

namespace nqueens {

struct VerifyRequest {
  std::vector<std::filesystem::path> files;  ///< and folders; of any number of boards
  Sample sample{};  ///< of each file, with one seed; of certificates only if no checkpoint has
                    ///< their tasks
  /// The only file is a checkpoint: before it is examined, conflicts are counted until two counts
  /// agree, and saved.
  bool repairs = false;
};

/// Verifies as rank 0 with the workers of a session. Throws Error: checkpoint if a file is missing
/// or a folder has no files of a job; for a repair, also like count_again().
Findings verify(Session& session, VerifyRequest request);

/// Compares two certificates; the second may be an opened task of the first. Throws Error: usage if
/// they count different things, checkpoint if one is unusable.
Findings compare_certificates(const std::array<std::filesystem::path, 2>& certificates);

}  // namespace nqueens
