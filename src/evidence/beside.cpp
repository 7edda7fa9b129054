// Compares results and logs of runs with the counts they report.

#include "evidence/beside.hpp"

#include <algorithm>

#include "judge/finished.hpp"
#include "judge/log_file.hpp"
#include "judge/names.hpp"
#include "judge/result_file.hpp"
#include "store/checkpoint_files.hpp"
#include "system/file.hpp"
#include "system/signals.hpp"

namespace nqueens {
namespace {

constexpr std::size_t max_text_bytes = 1U << 26U;

bool is_there(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::exists(file, ignored);
}

/// Compares the result in a file with the actual result.
/// @param shown_by  file with the actual result
void hold_result(const std::filesystem::path& file, const std::string& json,
                 const RunResult& result, const std::filesystem::path& shown_by,
                 Findings& findings) {
  const ResultComparison held = compare_result(result, json);
  if (!held.fault.empty()) {
    findings.disagrees(file, held.fault, held.is_other_number);
  } else if (!held.other.empty()) {
    findings.disagrees(file, "has another " + held.other, false);
  } else if (!held.is_of_job) {
    findings.add(Verdict::unusable, file, "is no result of this job: it lacks " + held.missing);
  } else {
    findings.add(Verdict::proved, file,
                 (held.missing.empty() ? "its job, number and hash are those of "
                                       : "its job and number are those of ") +
                     findings.name_of(shown_by));
    findings.add(Verdict::said, file,
                 (held.missing.empty() ? "" : "no files here show its " + held.missing + "; ") +
                     "times, hosts, processors and commands");
  }
}

class Beside {
 public:
  Beside(const std::filesystem::path& path, const Checkpoint& checkpoint, Findings& findings)
      : path_(path), checkpoint_(checkpoint), findings_(findings) {}

  std::optional<Certificate> look(std::uint64_t prefixes, bool with_log) {
    std::optional<RunResult> result;
    std::optional<Certificate> certificate;
    if (checkpoint_.finished()) {
      std::optional<LoadedCheckpoint> second;
      findings_.guarded(second_path(path_), [&] { second = finished_second(); });
      findings_.guarded(path_, [&] {
        FinishedCount judged = judge(checkpoint_, second ? &second->checkpoint : nullptr, prefixes);
        certificate = std::move(judged.certificate);
        result = std::move(judged.result);
        look_at_number(*result);
      });
    }
    if (is_there(result_path(path_))) {
      findings_.guarded(result_path(path_), [&] { look_at_result(result); });
    }
    if (const auto log = run_log_path(path_); with_log && is_there(log)) {
      findings_.guarded(log, [&] { look_at_log(log, result); });
    }
    return certificate;
  }

 private:
  void look_at_number(const RunResult& result) {
    if (!is_consistent(result)) {
      findings_.disagrees(path_, result.fault, true);
    } else if (result.agrees) {
      findings_.add(Verdict::proved, path_, "its number is the published one, " + result.sequence);
    } else {
      findings_.add(Verdict::said, path_, "no published number to compare with");
    }
    if (result.second && result.second->agrees) {
      findings_.add(Verdict::proved, path_,
                    "the second count, by another decomposition (" +
                        describe_cut(result.second->job) + "), is the same");
    }
  }

  std::optional<LoadedCheckpoint> finished_second() {
    auto loaded = load_second(behind_links(path_), checkpoint_.job);
    if (loaded && loaded->is_forged) {
      findings_.disagrees(loaded->file, loaded->warnings.back(), true);
    } else if (loaded && !loaded->checkpoint.finished()) {
      findings_.add(Verdict::said, loaded->file,
                    "is not finished, so it confirms nothing of " + findings_.name_of(path_));
    }
    return loaded && loaded->checkpoint.finished() ? std::move(loaded) : std::nullopt;
  }

  void look_at_result(const std::optional<RunResult>& result) {
    const std::filesystem::path file = result_path(path_);
    const auto json = read_regular(file, max_text_bytes);
    if (!json) {
      findings_.add(Verdict::unusable, file, "cannot be read");
    } else if (!result) {
      say_too_early(file);
    } else {
      hold_result(file, *json, *result, path_, findings_);
    }
  }

  /// Reports a result although the checkpoint, as read before, is not finished.
  void say_too_early(const std::filesystem::path& file) {
    if (load_existing_checkpoint(path_, BadFiles::leave, goes_on).checkpoint.finished()) {
      findings_.add(Verdict::said, file, "the job ended while it was looked at; verify it again");
    } else {
      findings_.disagrees(file, "has a result, but the checkpoint is not finished", false);
    }
  }

  void look_at_log(const std::filesystem::path& log, const std::optional<RunResult>& result) {
    const RunState state = read_log(log);
    const LogComparison held = compare_log(state, checkpoint_, result ? &*result : nullptr);
    if (held.is_too_early) {
      say_too_early(log);
    } else if (!held.fault.empty()) {
      findings_.disagrees(log, held.fault, held.is_other_number);
    } else if (!state.runs.empty()) {
      findings_.add(Verdict::proved, log,
                    held.is_same ? "its runs name this job, and its result is the same"
                                 : "its runs name this job");
      findings_.add(Verdict::said, log,
                    std::string("all times, hosts, processors and commands") +
                        (result && !held.is_same ? "; it lacks the result" : ""));
    }
  }

  const std::filesystem::path& path_;
  const Checkpoint& checkpoint_;
  Findings& findings_;
};

}  // namespace

std::optional<Certificate> look_beside(const std::filesystem::path& path,
                                       const Checkpoint& checkpoint, std::uint64_t prefixes,
                                       bool with_log, Findings& findings) {
  return Beside(path, checkpoint, findings).look(prefixes, with_log);
}

void look_at_one_alone(const std::filesystem::path& file, std::span<const CertifiedCount> shown,
                       Findings& findings) {
  std::optional<std::string> json;
  RunState log;
  if (file.extension() == ".jsonl") {
    log = read_log(file);
    json = log.result;
  } else {
    json = read_regular(file, max_text_bytes);
  }
  const auto total = json ? total_of_result(*json) : std::nullopt;
  const std::string fault = json && !json->empty() ? fault_of_result(*json) : "";
  if (!json) {
    findings.add(Verdict::unusable, file, "cannot be read");
  } else if (!fault.empty()) {
    findings.disagrees(file, fault, total && !fault_of_total(*total).empty());
  } else {
    const auto is_of_job = [&](const CertifiedCount& each) {
      return total && total->job.problem == each.certificate.job.problem &&
             !each.certificate.job.is_opened() &&
             !compare_result(result_of_certificate(each.certificate), *json).is_other_job;
    };
    const auto contradicts = [&](const CertifiedCount& each) {
      return total && total->job.problem == each.total.job.problem && !each.total.job.is_opened() &&
             !same_total(*total, each.total);
    };
    const auto found = std::ranges::find_if(shown, is_of_job);
    const auto other = std::ranges::find_if(shown, contradicts);
    if (found == shown.end() && other != shown.end()) {
      findings.disagrees(file,
                         "has the number " + to_string(total->count) + ", but " +
                             findings.name_of(other->file) + " has " +
                             to_string(other->certificate.total),
                         true);
    } else if (found == shown.end()) {
      findings.add(Verdict::said, file,
                   "all of it: no usable checkpoint or certificate of this job is here");
    } else {
      hold_result(file, *json, result_of_certificate(found->certificate), found->file, findings);
      const auto other_job = fault_of_certified_starts(log, found->certificate.job);
      if (!other_job.empty()) {
        findings.disagrees(file, other_job, false);
      }
    }
  }
}

}  // namespace nqueens
