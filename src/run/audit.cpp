// Looks at the files of a folder, one kind after the other, and says what each check has shown.

#include "run/audit.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "core/number.hpp"
#include "run/audit_files.hpp"
#include "run/count_result.hpp"
#include "run/report.hpp"
#include "run/second_count.hpp"
#include "serve/roster.hpp"
#include "store/certificate.hpp"
#include "store/checkpoint_files.hpp"
#include "system/file.hpp"

namespace nqueens {
namespace {

constexpr std::size_t max_text_bytes = 1U << 26U;

class Audit {
 public:
  explicit Audit(const VerifyRequest& request) : request_(request) {
    report_.folder = request.file.string();
  }

  /// Looks at all files. @return what is to be counted again
  std::vector<VerifyRequest> look() {
    const JobFiles files = files_of(request_.file);
    if (files.checkpoints.empty() && files.certificates.empty() && files.alone.empty()) {
      throw Error(
          ExitCode::checkpoint,
          "'" + report_.folder + "' holds no checkpoint, certificate, log or result of a job");
    }
    for (const auto& path : files.checkpoints) {
      guarded(path, [&] { look_at_checkpoint(path); });
    }
    for (const auto& file : files.certificates) {
      guarded(file, [&] { certificates_.emplace_back(file, read_certificate(file)); });
    }
    require_one_problem();
    compare_checkpoints();
    for (const auto& [file, certificate] : certificates_) {
      guarded(file, [&, &file = file, &certificate = certificate] {
        look_at_certificate(file, certificate);
      });
    }
    for (const auto& file : files.alone) {
      guarded(file, [&] { look_at_one_alone(file); });
    }
    return std::move(requests_);
  }

  AuditReport take(const std::vector<VerifyReport>& reports) {
    for (const VerifyReport& report : reports) {
      report_.seed = report.seed;
      report_.stopped = report_.stopped || report.stopped;
      const std::filesystem::path file = report.file;
      add(Verdict::counted, file, confirmed_line(report));
      for (const std::string& conflict : conflict_lines(report)) {
        disagrees(file, conflict, true);
      }
    }
    return std::move(report_);
  }

 private:
  /// A checkpoint whose newest whole generation was read.
  struct Found {
    std::filesystem::path path;
    Checkpoint checkpoint;
  };

  void add(Verdict verdict, const std::filesystem::path& file, const std::string& text,
           bool is_count = false) {
    report_.lines.push_back(
        {.verdict = verdict, .file = file.filename().string(), .text = text, .is_count = is_count});
  }

  void disagrees(const std::filesystem::path& file, const std::string& why, bool is_count) {
    add(Verdict::disagrees, file, why, is_count);
  }

  void guarded(const std::filesystem::path& file, const std::function<void()>& look) {
    try {
      look();
    } catch (const Error& error) {
      const bool is_wrong = error.code() == ExitCode::wrong_answer;
      add(is_wrong ? Verdict::disagrees : Verdict::unusable, file, error.what(), is_wrong);
    }
  }

  [[nodiscard]] VerifyRequest request_for(const std::filesystem::path& file, bool of_certificate,
                                          std::uint64_t sample) const {
    VerifyRequest request = request_;
    request.file = file;
    request.is_certificate = of_certificate;
    if (!request.counts_all && !request.sample && !request.fraction) {
      request.sample = sample;
    }
    return request;
  }

  // --- checkpoints

  void look_at_checkpoint(const std::filesystem::path& path) {
    std::optional<Found> found;
    for (int generation = 0; generation < max_generations; ++generation) {
      const std::filesystem::path file = generation_path(path, generation);
      if (!std::filesystem::exists(file)) {
        continue;
      }
      guarded(file, [&] {
        Checkpoint checkpoint = read_checkpoint(file);
        if (!found) {
          found = Found{.path = file, .checkpoint = std::move(checkpoint)};
        } else {
          compare_with(*found, file, checkpoint);
        }
      });
    }
    if (!found) {
      return;
    }
    const Plan plan =
        plan_of(found->checkpoint.job, found->checkpoint.queue, found->path);  // or throws
    say_what_is_proved(*found, plan.prefixes);
    guarded(path, [&] { look_beside(path, *found, plan.prefixes); });
    if (totals(found->checkpoint.queue).tasks_done > 0) {
      requests_.push_back(request_for(found->path, false, VerifyRequest::default_tasks));
    }
    checkpoints_.push_back(*std::move(found));
  }

  void say_what_is_proved(const Found& found, std::uint64_t prefixes) {
    const Checkpoint& checkpoint = found.checkpoint;
    const QueueTotals sums = totals(checkpoint.queue);
    const Count total = sums.count + count_above_tasks(checkpoint.job);
    add(Verdict::proved, found.path,
        "is whole; " + std::to_string(sums.tasks_done) + " of " +
            amount_of(checkpoint.queue.done.size(), "task") + " of " +
            to_string(checkpoint.job.problem) + " (" + describe_cut(checkpoint.job) +
            ") add up to " + to_string(total) + ", and its " + amount_of(prefixes, "prefix") +
            " make that many tasks");
    add(Verdict::said, found.path,
        "who counted, when and how long; that " + amount_of(sums.tasks_confirmed, "task") +
            " had been counted twice");
  }

  /// The published count, the second count, the log of runs; then the result file and the page.
  void look_beside(const std::filesystem::path& path, const Found& found, std::uint64_t prefixes) {
    const RunPage page = run_page(path);
    for (const std::string& fault : page.faults) {
      disagrees(path, fault,
                std::ranges::find(page.status->faults, fault) != page.status->faults.end());
    }
    const bool is_right = page.faults.empty();
    if (!page.history.runs.empty() && is_right) {
      add(Verdict::proved, run_log_path(path), "is of this job, and its result is the same");
      add(Verdict::said, run_log_path(path), "all times, hosts, processors and commands");
    }
    if (found.checkpoint.finished()) {
      look_at_number(path, found, page, prefixes);
    } else if (std::filesystem::exists(result_path(path))) {
      disagrees(result_path(path), "has a result, but the checkpoint is not finished", false);
    }
  }

  void look_at_number(const std::filesystem::path& path, const Found& found, const RunPage& page,
                      std::uint64_t prefixes) {
    RunResult result = result_of(found.checkpoint);
    if (result.agrees == true) {
      add(Verdict::proved, path, "is the number of " + result.sequence);
    } else if (!result.agrees) {
      add(Verdict::said, path, "no published number to compare with");
    }
    if (const auto& second = page.status->second; !second.empty() && second[0].finished()) {
      const LoadedCheckpoint loaded = *load_second(path, found.checkpoint.job);
      result.second = compare(result, result_of(loaded.checkpoint));
      if (result.second->agrees) {
        add(Verdict::proved, path,
            "the second count, by another decomposition (" + describe_cut(loaded.checkpoint.job) +
                "), is the same");
      }
    }
    if (is_consistent(result)) {
      result.count_sha256 = count_hash(certificate_of(found.checkpoint, result, prefixes));
    }
    look_at_text(result_path(path),
                 [&](const std::string& json) { compare_file(result, json, path); });
    look_at_text(report_path(path), [&](const std::string& html) {
      const std::string made = to_html(page);
      if (html == made) {
        add(Verdict::proved, report_path(path), "is what 'report' makes of these files");
      } else if (html.find(number_line_of(page)) == std::string::npos) {
        disagrees(report_path(path), "has not this number; 'nqueens report' makes it again", false);
      } else {
        add(Verdict::said, report_path(path),
            "all but its number: 'report' makes something else of these files now");
      }
    });
  }

  void compare_file(const RunResult& result, const std::string& json,
                    const std::filesystem::path& path) {
    const HeldResult held = compare(result, json);
    if (!held.fault.empty()) {
      disagrees(result_path(path), held.fault, false);
    } else if (const auto hash = hash_in_result(json); hash && hash != result.count_sha256) {
      disagrees(result_path(path), "has another count_sha256, " + *hash, false);
    } else {
      add(Verdict::proved, result_path(path), "is the result of this checkpoint");
    }
  }

  void look_at_text(const std::filesystem::path& file,
                    const std::function<void(const std::string&)>& look) {
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) {
      if (const auto text = read_regular(file, max_text_bytes)) {
        look(*text);
      } else {
        add(Verdict::unusable, file, "cannot be read");
      }
    }
  }

  void compare_with(const Found& found, const std::filesystem::path& file,
                    const Checkpoint& other) {
    const std::string with = found.path.filename().string();
    if (other.job != found.checkpoint.job) {
      disagrees(file, "is of another job than " + with, false);
      return;
    }
    const Overlap overlap = overlap_of(found.checkpoint.queue, other.queue);
    if (overlap.differ > 0) {
      disagrees(file, "has other counts of " + amount_of(overlap.differ, "task") + " than " + with,
                true);
    } else if (overlap.tasks > 0) {
      add(Verdict::proved, file,
          "has the same counts of " + amount_of(overlap.tasks, "task") + " as " + with);
    }
  }

  /// Parts, and copies, of one job.
  void compare_checkpoints() {
    for (std::size_t i = 0; i < checkpoints_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Found& other = checkpoints_[i];
        if (checkpoints_[j].checkpoint.job == other.checkpoint.job &&
            overlap_of(checkpoints_[j].checkpoint.queue, other.checkpoint.queue).tasks > 0) {
          compare_with(checkpoints_[j], other.path, other.checkpoint);
          break;
        }
      }
    }
  }

  void require_one_problem() const {
    std::vector<Problem> problems;
    for (const Found& found : checkpoints_) {
      problems.push_back(found.checkpoint.job.problem);
    }
    for (const auto& [file, certificate] : certificates_) {
      problems.push_back(certificate.job.problem);
    }
    const auto other = std::ranges::adjacent_find(problems, std::not_equal_to<>());
    if (other != problems.end()) {
      throw Error(ExitCode::usage, "'" + report_.folder + "' has jobs of " + to_string(*other) +
                                       " and of " + to_string(other[1]) +
                                       "; give each a folder of its own, or name one file");
    }
  }

  // --- certificates

  /// A finished checkpoint whose certificate this is.
  [[nodiscard]] const Found* checkpoint_of(const Job& job) const {
    const auto found = std::ranges::find_if(checkpoints_, [&](const Found& each) {
      return each.checkpoint.finished() && without_slices(each.checkpoint.job) == job;
    });
    return found == checkpoints_.end() ? nullptr : &*found;
  }

  void look_at_certificate(const std::filesystem::path& file, const Certificate& certificate) {
    require_own_prefixes(certificate, file);
    add(Verdict::proved, file,
        "has the words of its job, " + amount_of(certificate.prefixes, "prefix") + " and " +
            amount_of(certificate.tasks, "task") + " as they say, and " +
            amount_of(certificate.groups.size(), "group") + " that add up to " +
            to_string(certificate.total));
    if (const Found* const found = checkpoint_of(certificate.job)) {
      const Certificate own = make_certificate(found->checkpoint, certificate.prefixes);
      const std::string name = found->path.filename().string();
      if (own.groups == certificate.groups) {
        add(Verdict::proved, file, "its groups are those of " + name);
      } else {
        disagrees(file, "its groups are not those of " + name, true);
      }
    } else {
      requests_.push_back(request_for(file, true, VerifyRequest::default_groups));
    }
    look_at_second(file, certificate);
  }

  /// The second count is a certificate or a checkpoint of its own, or the author's word.
  void look_at_second(const std::filesystem::path& file, const Certificate& certificate) {
    Certificate said = certificate;
    if (certificate.second) {
      std::optional<Count> total;
      if (const Found* const found = checkpoint_of(*certificate.second)) {
        total = result_of(found->checkpoint).count;
      }
      for (const auto& [name, other] : certificates_) {
        total = other.job == *certificate.second ? other.total : total;
      }
      if (total && *total != certificate.total) {
        disagrees(file, "its second count is " + to_string(*total) + " by its own files", true);
      } else if (total) {
        add(Verdict::proved, file, "its second count is that of its own files");
      }
      said.second = total ? std::nullopt : certificate.second;
    }
    if (const std::string unchecked = unchecked_in(said); !unchecked.empty()) {
      add(Verdict::said, file, unchecked);
    }
  }

  /// A log of runs or a result without the checkpoint.
  void look_at_one_alone(const std::filesystem::path& file) {
    std::string result;
    if (file.extension() == ".jsonl") {
      result = run_page(file).result;
    } else {
      look_at_text(file, [&](const std::string& json) { result = json; });
    }
    if (const auto fault = result.empty() ? "" : fault_of_result(result); !fault.empty()) {
      disagrees(file, fault, true);
    } else {
      add(Verdict::said, file, "all of it: there is no checkpoint of this job");
    }
  }

  const VerifyRequest& request_;
  AuditReport report_;
  std::vector<Found> checkpoints_;
  std::vector<std::pair<std::filesystem::path, Certificate>> certificates_;
  std::vector<VerifyRequest> requests_;
};

}  // namespace

AuditReport audit(Crew& crew, const VerifyRequest& request) {
  Audit audit(request);
  const std::vector<VerifyRequest> requests =
      prepared(crew.transport, [&audit] { return audit.look(); });
  return audit.take(verify(crew, requests));
}

}  // namespace nqueens
