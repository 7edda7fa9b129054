// Sorts the files of a folder by what they are, and compares checkpoints.

#include "run/audit_files.hpp"

#include <algorithm>
#include <string>

#include "run/count_result.hpp"
#include "run/status.hpp"
#include "store/checkpoint_files.hpp"
#include "store/header.hpp"
#include "system/file.hpp"

namespace nqueens {
namespace {

bool is_certificate(const std::filesystem::path& file) {
  const auto start = read_up_to(file, certificate_start.size());
  return start && *start == certificate_start;
}

}  // namespace

JobFiles files_of(const std::filesystem::path& folder) {
  JobFiles files;
  for (const std::filesystem::path& name : checkpoints_in(folder)) {
    files.checkpoints.push_back(name);
    if (const auto second = second_path(name); second != name && has_generations(second)) {
      files.checkpoints.push_back(second);
    }
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::filesystem::path& file = entry.path();
    const std::string name = file.filename().string();
    if (!entry.is_regular_file()) {
      continue;
    }
    if (is_certificate(file)) {
      files.certificates.push_back(file);
    }
    for (const std::string end : {".run.jsonl", ".result.json"}) {
      const auto checkpoint =
          folder /
          (name.substr(0, name.size() - std::min(name.size(), end.size())) + checkpoint_extension);
      if (name.ends_with(end) && !has_generations(checkpoint)) {
        files.alone.push_back(file);
      }
    }
  }
  std::ranges::sort(files.certificates);
  std::ranges::sort(files.alone);
  return files;
}

Overlap overlap_of(const QueueSnapshot& left, const QueueSnapshot& right) {
  Overlap overlap;
  for (TaskId task = 0; task < std::min(left.done.size(), right.done.size()); ++task) {
    if (left.done[task] && right.done[task]) {
      ++overlap.tasks;
      overlap.differ += left.records[task].count() != right.records[task].count() ||
                                !std::ranges::equal(left.placed_by(task), right.placed_by(task))
                            ? 1
                            : 0;
    }
  }
  return overlap;
}

}  // namespace nqueens
