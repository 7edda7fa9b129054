// Looks at the files of a folder, one kind after the other, and says what each check has shown.

#include "run/audit.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "core/number.hpp"
#include "judge/finished.hpp"
#include "judge/names.hpp"
#include "run/certificate_file.hpp"
#include "run/notice.hpp"
#include "serve/all_workers.hpp"
#include "store/certificate.hpp"
#include "store/checkpoint_files.hpp"

namespace nqueens {
namespace {

class Audit {
 public:
  Audit(const VerifyRequest& request, const std::function<void()>& ping)
      : request_(request), ping_(ping), lines_(ping) {
    report_.folder = request.file.string();
    report_.seed = request.seed;
  }

  /// Looks at all files. @return what is to be counted again
  std::vector<VerifyRequest> look() {
    const JobFiles files = files_of(request_.file);
    if (files.checkpoints.empty() && files.certificates.empty() && files.alone.empty()) {
      throw Error(
          ExitCode::checkpoint,
          "'" + report_.folder +
              "' holds no checkpoint, certificate, log or result of a job; name the folder of one");
    }
    for (const auto& path : files.checkpoints) {
      lines_.guarded(path, [&] { look_at_checkpoint(path); });
    }
    for (const auto& file : files.certificates) {
      lines_.guarded(file, [&] {
        certificates_.push_back({file, read_certificate(file, [this](const Certificate& header) {
                                   plan_of_prefixes(header, ping_);
                                   return CertificateReader::Visitor{};
                                 })});
      });
    }
    seen_ = {};
    for (std::size_t i = 0; i < certificates_.size(); ++i) {
      lines_.guarded(certificates_[i].file, [&] { look_at_certificate(i); });
    }
    compare_totals();
    for (const auto& file : files.alone) {
      lines_.guarded(file, [&] { look_at_one_alone(file, certificates_, lines_); });
    }
    for (const auto& file : files.others) {
      lines_.add(Verdict::said, file, "not looked at");
    }
    report_.stopped = !goes_on();
    return report_.stopped ? std::vector<VerifyRequest>{} : std::move(requests_);
  }

  void take(const std::vector<VerifyReport>& reports) {
    for (const VerifyReport& report : reports) {
      report_.stopped = report_.stopped || report.stopped;
      const std::filesystem::path file = report.file;
      if (report.confirmed == report.chosen) {
        lines_.add(Verdict::counted, file, confirmed_line(report));
      } else if (report.conflicts.empty()) {
        lines_.add(Verdict::said, file, confirmed_line(report) + " before it was stopped");
      } else {
        lines_.disagrees(file, confirmed_line(report), true);
      }
      if (const std::string line = nodes_line(report); !line.empty()) {
        lines_.add(Verdict::said, file, line);
      }
      for (const std::string& conflict : conflict_lines(report)) {
        lines_.disagrees(file, conflict, true);
      }
    }
  }

  /// Counting again has failed.
  void take(const Error& error) {
    report_.stopped = true;
    if (goes_on()) {
      lines_.add(Verdict::unusable, request_.file,
                 std::string("not counted again: ") + error.what());
    }
  }

  AuditReport report() {
    report_.lines = lines_.take();
    return std::move(report_);
  }

 private:
  [[nodiscard]] VerifyRequest request_for(const std::filesystem::path& file,
                                          bool of_certificate) const {
    VerifyRequest request = request_;
    request.file = file;
    request.is_certificate = of_certificate;
    if (!request.counts_all && !request.sample && !request.fraction) {
      request.sample = VerifyRequest::default_tasks;
    }
    return request;
  }

  // --- checkpoints

  void look_at_checkpoint(const std::filesystem::path& path) {
    std::optional<Checkpoint> found;
    std::filesystem::path its_file;
    for (int generation = 0; generation < max_generations; ++generation) {
      const std::filesystem::path file = generation_path(path, generation);
      if (!std::filesystem::exists(file)) {
        continue;
      }
      lines_.guarded(file, [&] {
        Checkpoint checkpoint = read_checkpoint(file, goes_on);
        if (!found) {
          found = std::move(checkpoint);
          its_file = file;
        } else if (checkpoint.job != found->job) {
          lines_.disagrees(file, "is of another job than " + its_file.filename().string(), false);
        } else {
          say_overlap(file, overlap_of(found->queue, checkpoint.queue), its_file);
        }
      });
    }
    if (!found) {
      return;
    }
    const Plan plan = plan_of(found->job, found->queue, its_file, goes_on);  // or throws
    say_what_is_proved(its_file, *found, plan.prefixes);
    look_beside(path, *found, plan.prefixes, lines_);
    if (progress_of(found->queue).tasks_done > 0) {
      requests_.push_back(request_for(its_file, false));
    }
    if (found->finished()) {
      finished_.push_back(
          {.file = its_file, .certificate = make_certificate(*found, plan.prefixes)});
    }
    const Job job = without_slices(found->job);
    for (const auto& [other, overlap] : seen_.add(its_file, job, std::move(found->queue))) {
      say_overlap(its_file, overlap, other);
    }
  }

  void say_what_is_proved(const std::filesystem::path& file, const Checkpoint& checkpoint,
                          std::uint64_t prefixes) {
    const Progress sums = progress_of(checkpoint.queue);
    const std::string tasks = amount_of(checkpoint.queue.done.size(), "task");
    const std::string job = to_string(checkpoint.job.problem) + " (" +
                            describe_cut(checkpoint.job) + ": " + amount_of(prefixes, "prefix") +
                            ", " + tasks + ")";
    const auto& part = checkpoint.part;
    std::string state =
        "not finished: " + std::to_string(sums.tasks_done) + " tasks of " + job + " are done and";
    if (checkpoint.finished()) {
      state = "finished: all tasks of " + job;
    } else if (part && progress_of(checkpoint.queue, *part).finished()) {
      state = "part " + to_string(*part) + " is complete: " + amount_of(sums.tasks_done, "task") +
              " of " + job;
    } else if (part) {
      state = "part " + to_string(*part) + ", " + state;
    }
    const Count above = checkpoint.finished() ? count_above_tasks(checkpoint.job) : Count{};
    lines_.add(Verdict::proved, file,
               "undamaged; " + state + " add up to " + to_string(sums.count + above));
    lines_.add(Verdict::said, file,
               std::string("who counted, when and how long") +
                   (sums.tasks_confirmed > 0 ? "; that " + amount_of(sums.tasks_confirmed, "task") +
                                                   " had been counted twice"
                                             : ""));
  }

  void say_overlap(const std::filesystem::path& file, const Overlap& overlap,
                   const std::filesystem::path& other) {
    const std::string with = other.filename().string();
    if (overlap.differ > 0) {
      lines_.disagrees(
          file, "has other counts of " + amount_of(overlap.differ, "task") + " than " + with, true);
    } else if (overlap.tasks > 0) {
      lines_.add(Verdict::proved, file,
                 "has the same counts of " + amount_of(overlap.tasks, "task") + " as " + with);
    }
  }

  // --- certificates

  /// A finished checkpoint of this job, or a certificate that was looked at before.
  [[nodiscard]] const CertifiedCount* finished_of(const Job& job) const {
    const auto found = std::ranges::find_if(
        finished_, [&](const CertifiedCount& each) { return each.certificate.job == job; });
    return found == finished_.end() ? nullptr : &*found;
  }

  void look_at_certificate(std::size_t number) {
    const auto& [file, certificate] = certificates_[number];
    job_to_verify(certificate, file);
    lines_.add(Verdict::proved, file,
               "its words are those of its job (" + amount_of(certificate.prefixes, "prefix") +
                   "), and its " + amount_of(certificate.tasks, "task") + " add up to " +
                   to_string(certificate.total));
    const CertifiedCount* const found = finished_of(certificate.job);
    const bool is_same =
        found != nullptr && found->certificate.count_sha256 == certificate.count_sha256;
    if (is_same) {
      lines_.add(Verdict::proved, file,
                 "its tasks are those of " + found->file.filename().string());
    } else {
      requests_.push_back(request_for(file, true));
    }
    if (found != nullptr && !is_same) {
      lines_.disagrees(file, "its tasks are not those of " + found->file.filename().string(), true);
    }
    if (certificate.job.is_opened()) {
      lines_.add(Verdict::said, file,
                 "that task " + std::to_string(certificate.job.of_task) +
                     " of another certificate is the sum; 'nqueens compare' "
                     "looks at both");
    } else if (found == nullptr) {
      finished_.push_back({.file = file, .certificate = certificate});
    }
    look_at_second(file, certificate);
  }

  /// The second count is a certificate or a checkpoint of its own, or the author's word.
  void look_at_second(const std::filesystem::path& file, const Certificate& certificate) {
    Certificate said = certificate;
    if (certificate.second) {
      const auto is_second = [&](const Job& job) { return job == *certificate.second; };
      std::optional<Count> total;
      std::string name;
      if (const CertifiedCount* const found = finished_of(*certificate.second)) {
        total = found->certificate.total;
        name = found->file.filename().string();
      }
      for (const auto& [other_file, other] : certificates_) {
        if (is_second(other.job)) {
          total = other.total;
          name = other_file.filename().string();
        }
      }
      if (total && *total != certificate.total) {
        lines_.disagrees(file, "its second count is " + to_string(*total) + " by " + name, true);
      } else if (total) {
        lines_.add(Verdict::proved, file, "its second count is the total of " + name);
      }
      said.second = total ? std::nullopt : certificate.second;
    }
    if (const std::string unchecked = unchecked_in(said); !unchecked.empty()) {
      lines_.add(Verdict::said, file, unchecked);
    }
  }

  /// All finished counts of a board have one number, however they were cut.
  void compare_totals() {
    std::vector<std::pair<std::filesystem::path, Total>> totals;
    for (const auto* const list : {&finished_, &certificates_}) {
      for (const auto& [file, certificate] : *list) {
        if (!certificate.job.is_opened()) {
          totals.emplace_back(file, total_of(certificate));
        }
      }
    }
    for (const auto& [file, total] : totals) {
      const auto first = std::ranges::find_if(totals, [&total](const auto& each) {
        return each.second.job.problem == total.job.problem;
      });
      if (!same_total(total, first->second)) {
        lines_.disagrees(file,
                         "adds up to " + to_string(total.count) + ", but " +
                             first->first.filename().string() + " to " +
                             to_string(first->second.count),
                         true);
      }
    }
  }

  const VerifyRequest& request_;
  std::function<void()> ping_;
  AuditReport report_;
  AuditLines lines_;
  SeenTasks seen_;
  std::vector<CertifiedCount> finished_;
  std::vector<CertifiedCount> certificates_;
  std::vector<VerifyRequest> requests_;
};

}  // namespace

AuditReport audit(WorkerPool& pool, VerifyRequest request) {
  if (request.seed.empty()) {
    request.seed = any_seed();
  }
  Audit audit(request, pinging(pool.transport));
  const std::vector<VerifyRequest> requests =
      prepared(pool.transport, [&audit] { return audit.look(); });
  try {
    audit.take(verify(pool, requests));
  } catch (const Error& error) {
    audit.take(error);
  }
  return audit.report();
}

}  // namespace nqueens
