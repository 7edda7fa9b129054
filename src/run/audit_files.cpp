// Sorts the files of a folder by what they are, compares checkpoints, and compares with each the
// files beside it.

#include <algorithm>
#include <optional>
#include <set>

#include "core/number.hpp"
#include "core/sequence.hpp"
#include "judge/finished.hpp"
#include "judge/names.hpp"
#include "judge/result_file.hpp"
#include "run/audit.hpp"
#include "run/certificate_file.hpp"
#include "run/job_run.hpp"
#include "run/log_file.hpp"
#include "run/notice.hpp"
#include "run/status.hpp"
#include "store/checkpoint_files.hpp"
#include "system/file.hpp"

namespace nqueens {
namespace {

constexpr std::size_t max_text_bytes = 1U << 26U;

bool is_there(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::exists(file, ignored);
}

/// The files that an audit compares with these checkpoints, and they themselves.
std::set<std::filesystem::path> files_beside(const std::vector<std::filesystem::path>& names) {
  std::set<std::filesystem::path> files;
  for (const std::filesystem::path& name : names) {
    for (int generation = 0; generation < max_generations; ++generation) {
      files.insert(generation_path(name, generation));
    }
    files.merge(std::set{result_path(name), run_log_path(name)});
  }
  return files;
}

bool same_count(const UnitRecords& left, const UnitRecords& right, TaskId task) {
  return left.records[task].count() == right.records[task].count() &&
         left.records.parts(task) == right.records.parts(task);
}

/// Holds what a file says of a result against the result itself.
/// @param shown_by  the file that the result is from
void hold(const std::filesystem::path& file, const std::string& json, const RunResult& result,
          const std::filesystem::path& shown_by, AuditLines& lines) {
  const ResultComparison held = compare(result, json);
  if (!held.fault.empty()) {
    lines.disagrees(file, held.fault, held.is_other_number);
  } else if (!held.other.empty()) {
    lines.disagrees(file, "has another " + held.other, false);
  } else if (!held.is_of_job) {
    lines.add(Verdict::unusable, file, "is no result of this job: it lacks " + held.missing);
  } else {
    lines.add(Verdict::proved, file,
              (held.missing.empty() ? "its job, number and hash are those of "
                                    : "its job and number are those of ") +
                  shown_by.filename().string());
    lines.add(Verdict::said, file,
              (held.missing.empty() ? "" : "no files here show its " + held.missing + "; ") +
                  "times, hosts, processors and commands");
  }
}

class Beside {
 public:
  Beside(const std::filesystem::path& path, const Checkpoint& checkpoint, AuditLines& lines)
      : path_(path), checkpoint_(checkpoint), lines_(lines) {}

  void look(std::uint64_t prefixes) {
    const bool is_finished = checkpoint_.finished();
    std::optional<RunResult> result;
    if (is_finished) {
      std::optional<LoadedCheckpoint> second;
      lines_.guarded(second_path(path_), [&] { second = finished_second(); });
      lines_.guarded(path_, [&] {
        result = judge(checkpoint_, second ? &second->checkpoint : nullptr, prefixes).result;
        look_at_number(*result);
      });
    }
    if (is_there(result_path(path_))) {
      lines_.guarded(result_path(path_), [&] { look_at_result(result); });
    }
    if (const auto log = run_log_path(path_); is_there(log)) {
      lines_.guarded(log, [&] { look_at_log(log, result); });
    }
  }

 private:
  void look_at_number(const RunResult& result) {
    if (!is_consistent(result)) {
      lines_.disagrees(path_, result.fault, true);
    } else if (result.agrees) {
      lines_.add(Verdict::proved, path_, "its number is the published one, " + result.sequence);
    } else {
      lines_.add(Verdict::said, path_, "no published number to compare with");
    }
    if (result.second && result.second->agrees) {
      lines_.add(Verdict::proved, path_,
                 "the second count, by another decomposition (" + describe_cut(result.second->job) +
                     "), is the same");
    }
  }

  std::optional<LoadedCheckpoint> finished_second() {
    auto loaded = load_second(behind_links(path_), checkpoint_.job);
    if (loaded && loaded->is_forged) {
      lines_.disagrees(loaded->file, loaded->warnings.back(), true);
    }
    return loaded && loaded->checkpoint.finished() ? std::move(loaded) : std::nullopt;
  }

  void look_at_result(const std::optional<RunResult>& result) {
    const std::filesystem::path file = result_path(path_);
    const auto json = read_regular(file, max_text_bytes);
    if (!json) {
      lines_.add(Verdict::unusable, file, "cannot be read");
    } else if (!result) {
      lines_.disagrees(file, "has a result, but the checkpoint is not finished", false);
    } else {
      hold(file, *json, *result, path_, lines_);
    }
  }

  void look_at_log(const std::filesystem::path& log, const std::optional<RunResult>& result) {
    const RunPage page = run_page(path_);
    const std::vector<std::string>& own = page.status->faults;
    bool is_right = true;
    for (const std::string& fault : page.faults) {
      if (std::ranges::find(own, fault) == own.end()) {
        is_right = false;
        lines_.disagrees(log, fault, page.is_wrong);
      }
    }
    if (page.history.runs.empty() || !is_right) {
      return;
    }
    const std::string& logged = page.history.result;
    const auto part = result ? std::nullopt : part_of_result(logged);
    const bool is_same = (result || part) &&
                         compare(result ? *result : result_of(checkpoint_, *part), logged).is_same;
    lines_.add(
        Verdict::proved, log,
        is_same ? "its runs name this job, and its result is the same" : "its runs name this job");
    lines_.add(Verdict::said, log,
               std::string("all times, hosts, processors and commands") +
                   (result && !is_same ? "; it lacks the result" : ""));
  }

  const std::filesystem::path& path_;
  const Checkpoint& checkpoint_;
  AuditLines& lines_;
};

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
    if (is_certificate(file)) {
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
      seen->queue.set(task, queue.records[task], queue.records.parts(task));
      seen->owners[task] = number;
    }
  }
  return overlaps;
}

void AuditLines::guarded(const std::filesystem::path& file, const std::function<void()>& look) {
  if (!goes_on()) {
    return;
  }
  try {
    before_each_();
    look();
  } catch (const Error& error) {
    if (!goes_on()) {
      return;  // it says nothing of the file
    }
    const bool is_wrong = error.code() == ExitCode::wrong_answer;
    add(is_wrong ? Verdict::disagrees : Verdict::unusable, file, error.what(), is_wrong);
  }
}

void look_beside(const std::filesystem::path& path, const Checkpoint& checkpoint,
                 std::uint64_t prefixes, AuditLines& lines) {
  Beside(path, checkpoint, lines).look(prefixes);
}

void look_at_one_alone(const std::filesystem::path& file, std::span<const CertifiedCount> shown,
                       AuditLines& lines) {
  std::optional<std::string> json;
  if (file.extension() == ".jsonl") {
    json = read_log(file).result;
  } else {
    json = read_regular(file, max_text_bytes);
  }
  const auto total = json ? total_of_result(*json) : std::nullopt;
  const std::string fault = json && !json->empty() ? fault_of_result(*json) : "";
  if (!json) {
    lines.add(Verdict::unusable, file, "cannot be read");
  } else if (!fault.empty()) {
    lines.disagrees(file, fault, total && !fault_of(*total).empty());
  } else {
    const auto is_of_job = [&](const CertifiedCount& each) {
      return total && total->job.problem == each.certificate.job.problem &&
             !each.certificate.job.is_opened() &&
             !compare(result_of(each.certificate), *json).is_other_job;
    };
    const auto contradicts = [&](const CertifiedCount& each) {
      const Total other = total_of(each.certificate);
      return total && total->job.problem == other.job.problem && !other.job.is_opened() &&
             !same_total(*total, other);
    };
    const auto found = std::ranges::find_if(shown, is_of_job);
    const auto other = std::ranges::find_if(shown, contradicts);
    if (found == shown.end() && other != shown.end()) {
      lines.disagrees(file,
                      "has the number " + to_string(total->count) + ", but " +
                          other->file.filename().string() + " has " +
                          to_string(other->certificate.total),
                      true);
    } else if (found == shown.end()) {
      lines.add(Verdict::said, file,
                "all of it: there is no checkpoint or certificate of this job");
    } else {
      hold(file, *json, result_of(found->certificate), found->file, lines);
    }
  }
}

}  // namespace nqueens
