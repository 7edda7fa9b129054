// Sorts the files of a folder by what they are, and compares checkpoints.

#include "run/audit_files.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "run/count_result.hpp"
#include "run/job_page.hpp"
#include "run/status.hpp"
#include "store/checkpoint_files.hpp"
#include "store/header.hpp"
#include "system/file.hpp"
#include "system/unpacked_file.hpp"

namespace nqueens {
namespace {

bool is_certificate(const std::filesystem::path& file) {
  try {
    return UnpackedFile(file).read().starts_with(certificate_start);
  } catch (const Error&) {
    return false;
  }
}

/// The files that an audit compares with these checkpoints, and they themselves.
std::set<std::filesystem::path> files_beside(const std::vector<std::filesystem::path>& names) {
  std::set<std::filesystem::path> files;
  for (const std::filesystem::path& name : names) {
    for (int generation = 0; generation < max_generations; ++generation) {
      files.insert(generation_path(name, generation));
    }
    files.merge(std::set{result_path(name), run_log_path(name), report_path(name)});
  }
  return files;
}

bool same_count(const UnitRecords& left, const UnitRecords& right, TaskId task) {
  return left.records[task].count() == right.records[task].count() &&
         std::ranges::equal(left.placed_by(task), right.placed_by(task));
}

}  // namespace

JobFiles files_of(const std::filesystem::path& folder) {
  JobFiles files;
  for (const std::filesystem::path& name : checkpoints_in(folder)) {
    if (has_generations(name)) {
      files.checkpoints.push_back(name);
    }
    if (const auto second = second_path(name); second != name && has_generations(second)) {
      files.checkpoints.push_back(second);
    }
  }
  const std::set<std::filesystem::path> beside = files_beside(files.checkpoints);
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::filesystem::path& file = entry.path();
    const std::string name = file.filename().string();
    std::error_code ignored;
    const bool is_file = entry.is_regular_file(ignored);
    if (is_file && is_certificate(file)) {
      files.certificates.push_back(file);
    } else if (is_file && !beside.contains(file) &&
               (name.ends_with(run_log_extension) || name.ends_with(result_extension))) {
      files.alone.push_back(file);
    } else if (!is_file || !beside.contains(file)) {
      files.others.push_back(file);
    }
  }
  std::ranges::sort(files.certificates);
  std::ranges::sort(files.alone);
  std::ranges::sort(files.others);
  return files;
}

Overlap overlap_of(const QueueSnapshot& left, const QueueSnapshot& right) {
  Overlap overlap;
  for (TaskId task = 0; task < std::min(left.done.size(), right.done.size()); ++task) {
    if (left.done[task] && right.done[task]) {
      ++overlap.tasks;
      overlap.differ += same_count(left, right, task) ? 0 : 1;
    }
  }
  return overlap;
}

std::map<std::filesystem::path, Overlap> SeenTasks::add(const std::filesystem::path& file,
                                                        const Job& job, QueueSnapshot&& queue) {
  const std::size_t tasks = queue.done.size();
  const auto seen = std::ranges::find(jobs_, job, &Seen::job);
  if (seen == jobs_.end()) {
    jobs_.push_back({.job = job,
                     .queue = std::move(queue),
                     .files = {file},
                     .owners = std::vector<std::uint32_t>(tasks)});
    return {};
  }
  std::map<std::filesystem::path, Overlap> overlaps;
  const auto number = static_cast<std::uint32_t>(seen->files.size());
  seen->files.push_back(file);
  for (TaskId task = 0; task < tasks; ++task) {
    if (!queue.done[task]) {
      continue;
    }
    if (seen->queue.done[task]) {
      Overlap& overlap = overlaps[seen->files[seen->owners[task]]];
      ++overlap.tasks;
      overlap.differ += same_count(seen->queue, queue, task) ? 0 : 1;
    } else {
      seen->queue.set(task, queue.records[task], queue.placed_by(task));
      seen->owners[task] = number;
    }
  }
  return overlaps;
}

}  // namespace nqueens
