// What an audit looks at: the files of a folder, and what two checkpoints have in common.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

#include "job/job.hpp"
#include "queue/snapshot.hpp"

namespace nqueens {

/// The files of a folder: checkpoints by their names, certificates by their first line.
struct JobFiles {
  std::vector<std::filesystem::path> checkpoints{};
  std::vector<std::filesystem::path> certificates{};
  std::vector<std::filesystem::path> alone{};   ///< logs and results without a checkpoint
  std::vector<std::filesystem::path> others{};  ///< that nothing of an audit looks at
};

JobFiles files_of(const std::filesystem::path& folder);

/// The tasks that both have done, and those of them with different counts.
struct Overlap {
  std::uint64_t tasks = 0;
  std::uint64_t differ = 0;
};

Overlap overlap_of(const QueueSnapshot& left, const QueueSnapshot& right);

/// The tasks of each job in all files so far, each as the first file has it.
class SeenTasks {
 public:
  /// Takes the tasks of a file. @return what it has in common with each earlier file
  std::map<std::filesystem::path, Overlap> add(const std::filesystem::path& file, const Job& job,
                                               QueueSnapshot&& queue);

 private:
  struct Seen {
    Job job;
    QueueSnapshot queue;
    std::vector<std::filesystem::path> files;
    std::vector<std::uint32_t> owners;  ///< by task, a number of files
  };
  std::vector<Seen> jobs_;
};

}  // namespace nqueens
