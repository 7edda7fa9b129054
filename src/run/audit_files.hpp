// What an audit looks at: the files of a folder, and what two checkpoints have in common.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "queue/snapshot.hpp"

namespace nqueens {

/// The files of a folder: checkpoints by their names, certificates by their first line.
struct JobFiles {
  std::vector<std::filesystem::path> checkpoints{};
  std::vector<std::filesystem::path> certificates{};
  std::vector<std::filesystem::path> alone{};  ///< logs and results without a checkpoint
};

JobFiles files_of(const std::filesystem::path& folder);

/// The tasks that both have done, and those of them with different counts.
struct Overlap {
  std::uint64_t tasks = 0;
  std::uint64_t differ = 0;
};

Overlap overlap_of(const QueueSnapshot& left, const QueueSnapshot& right);

}  // namespace nqueens
