// Looks at one kind of files after the other, and says what each check has shown.

#include "evidence/verify.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "core/number.hpp"
#include "evidence/beside.hpp"
#include "evidence/hold.hpp"
#include "evidence/source.hpp"
#include "judge/total.hpp"
#include "run/notice.hpp"
#include "serve/all_workers.hpp"
#include "store/certificate.hpp"
#include "store/checkpoint_files.hpp"

namespace nqueens {
namespace {

class Look {
 public:
  /// @param sample  what to count again; none: nothing
  /// @param ping  called now and then
  Look(Findings& findings, const Sample* sample, std::function<void()> ping)
      : findings_(findings), sample_(sample), ping_(std::move(ping)) {}

  /// Looks at all files. @return what is to be counted again
  std::vector<RecountRequest> at(const Sources& sources) {
    for (const auto& path : sources.checkpoints) {
      findings_.guarded(path, [&] { look_at_checkpoint(path, sources.has_folder); });
    }
    joined_.clear();
    for (const auto& file : sources.certificates) {
      findings_.guarded(file, [&] { look_at_certificate(file); });
    }
    compare_totals();
    for (const auto& file : sources.alone) {
      findings_.guarded(file, [&] { look_at_one_alone(file, finished_, findings_); });
    }
    for (const auto& file : sources.others) {
      findings_.add(Verdict::said, file, "not looked at");
    }
    for (const CertifiedCount& each : finished_) {
      look_at_second(each);
    }
    if (!goes_on()) {
      findings_.stop();
      return {};
    }
    return std::move(requests_);
  }

 private:
  // --- checkpoints

  /// Checkpoints of one job, and what all of them have.
  struct Joined {
    Job job;
    JoinedRecords records;
    std::vector<std::string> files{};
  };

  /// @param takes_all  also generations older than the newest whole one
  void look_at_checkpoint(const std::filesystem::path& path, bool takes_all) {
    std::optional<Checkpoint> found;
    std::filesystem::path its_file;
    Plan plan;
    for (int generation = 0; generation < max_generations; ++generation) {
      const std::filesystem::path file = generation_path(path, generation);
      if (!std::filesystem::exists(file) || (found && !takes_all)) {
        continue;
      }
      findings_.guarded(file, [&] {
        LoadedCheckpoint loaded = load_generation(file, goes_on);
        Checkpoint& checkpoint = loaded.checkpoint;
        if (loaded.is_forged) {
          findings_.disagrees(file, loaded.warnings.back(), true);
        }
        if (found && checkpoint.job != found->job) {
          findings_.disagrees(file, "is of another job than " + findings_.name_of(its_file), false);
          return;
        }
        if (!found) {
          plan =
              with_notice([&] { return plan_of(checkpoint.job, checkpoint.queue, file, goes_on); },
                          log_long_walk, ping_);
        }
        hold(file, checkpoint);
        if (!found) {
          found = std::move(checkpoint);
          its_file = file;
        }
      });
    }
    if (!found) {
      return;
    }
    say_what_is_proved(its_file, *found, plan.prefixes);
    if (auto certificate = look_beside(path, *found, plan.prefixes, findings_)) {
      finished_.push_back({.file = its_file, .certificate = std::move(*certificate)});
    }
    const Progress sums = progress_of(found->queue);
    if (sums.tasks_done + sums.slices_done > 0 && sample_ != nullptr) {
      requests_.push_back({.file = its_file});
    }
  }

  /// Holds the tasks of a checkpoint against those of the files before.
  void hold(const std::filesystem::path& file, const Checkpoint& checkpoint) {
    const Job job = without_slices(checkpoint.job);
    const QueueSnapshot& queue = checkpoint.queue;
    auto seen = std::ranges::find(joined_, job, &Joined::job);
    if (seen == joined_.end()) {
      joined_.push_back({.job = job, .records = JoinedRecords(job, queue.done.size())});
      seen = std::prev(joined_.end());
    }
    const JoinedRecords::Tally tasks = seen->records.add_tasks(queue);
    const std::string others = first_forty(seen->files, [](const auto& name) { return name; });
    if (tasks.conflicts > 0) {
      findings_.disagrees(
          file, "has other counts of " + amount_of(tasks.conflicts, "task") + " than " + others,
          true);
    }
    if (const std::uint64_t same = tasks.known + tasks.confirmed; same > 0) {
      findings_.add(Verdict::proved, file,
                    "has the same counts of " + amount_of(same, "task") + " as " + others);
    }
    if (tasks.added > 0) {
      seen->files.push_back(findings_.name_of(file));
    }
  }

  void say_what_is_proved(const std::filesystem::path& file, const Checkpoint& checkpoint,
                          std::uint64_t prefixes) {
    const Progress sums = progress_of(checkpoint.queue);
    const std::string job = to_string(checkpoint.job.problem) + " (" +
                            describe_cut(checkpoint.job) + ": " + amount_of(prefixes, "prefix") +
                            ", " + amount_of(checkpoint.queue.done.size(), "task") + ")";
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
    findings_.add(Verdict::proved, file,
                  "undamaged; " + state + " add up to " + to_string(sums.count + above));
    findings_.add(
        Verdict::said, file,
        std::string("who counted, when and how long") +
            (sums.tasks_confirmed > 0
                 ? "; that " + amount_of(sums.tasks_confirmed, "task") + " had been counted twice"
                 : ""));
  }

  // --- certificates

  void look_at_certificate(const std::filesystem::path& file) {
    RecountRequest::Drawn drawn;
    std::optional<CertificateSample> sample;
    const Certificate certificate =
        read_certificate(file, [&](const Certificate& each) -> CertificateReader::Visitor {
          drawn.plan = plan_of_prefixes(each, ping_);
          if (sample_ == nullptr) {
            return {};
          }
          const bool takes_all = !sample_->units && !sample_->fraction;
          drawn.draws = takes_all ? 0 : sample_->draws_of(each.tasks);
          sample.emplace(each, drawn.draws, sample_->seed);
          return [&drawn, &sample, takes_all](TaskId task, const CertifiedTask& said) {
            if (takes_all || sample->takes(said)) {
              drawn.tasks.emplace_back(task, said);
            }
          };
        });
    drawn.plan.job = job_to_verify(certificate, file);
    findings_.add(Verdict::proved, file,
                  "its words are those of its job (" + amount_of(certificate.prefixes, "prefix") +
                      ", " + amount_of(certificate.tasks, "task") + "), and it adds up to " +
                      to_string(certificate.total));
    if (const std::string fault = fault_of(total_of(certificate)); !fault.empty()) {
      findings_.disagrees(file, fault, true);
    }
    if (!is_shown(file, certificate) && sample_ != nullptr) {
      requests_.push_back({.file = file, .drawn = std::move(drawn)});
    }
    finished_.push_back({.file = file, .certificate = certificate, .is_text = true});
  }

  /// Holds a certificate against the first file that counts the same.
  /// @return whether a file that was looked at has all its tasks
  bool is_shown(const std::filesystem::path& file, const Certificate& certificate) {
    for (const auto& [other, theirs, is_text] : finished_) {
      const std::string name = findings_.name_of(other);
      if (theirs.count_sha256 == certificate.count_sha256) {
        findings_.add(Verdict::proved, file, "its tasks are those of " + name);
        return true;
      }
      if (!is_text && theirs.job == certificate.job) {
        findings_.disagrees(file, "its tasks are not those of " + name, true);
        return false;
      }
      if (is_text && count_the_same(theirs.job, certificate.job)) {
        hold_certificates(other, file, findings_);
        return false;
      }
      if (is_text && count_the_same(certificate.job, theirs.job)) {
        hold_certificates(file, other, findings_);
        return false;
      }
    }
    if (certificate.job.is_opened()) {
      findings_.add(Verdict::said, file,
                    "that task " + std::to_string(certificate.job.of_task) +
                        " of another certificate is the sum; verify both");
    }
    return false;
  }

  /// The second count of a certificate is a file of its own, or the author's word.
  void look_at_second(const CertifiedCount& count) {
    const auto& [file, certificate, is_text] = count;
    if (!is_text) {
      return;  // look_beside() has
    }
    Certificate said = certificate;
    if (certificate.second) {
      const auto found = std::ranges::find_if(finished_, [&](const CertifiedCount& each) {
        return each.certificate.job == *certificate.second;
      });
      if (found != finished_.end()) {
        const Count total = found->certificate.total;
        const std::string name = findings_.name_of(found->file);
        said.second.reset();
        if (total == certificate.total) {
          findings_.add(Verdict::proved, file, "its second count is the total of " + name);
        } else {
          findings_.disagrees(file, "its second count is " + to_string(total) + " by " + name,
                              true);
        }
      }
    }
    if (const std::string unchecked = unchecked_in(said); !unchecked.empty()) {
      findings_.add(Verdict::said, file, unchecked);
    }
  }

  /// All finished counts of a board have one number, however they were cut.
  void compare_totals() {
    for (const auto& [file, certificate, is_text] : finished_) {
      if (certificate.job.is_opened()) {
        continue;
      }
      const auto counts_it = [&](const CertifiedCount& each) {
        return !each.certificate.job.is_opened() &&
               each.certificate.job.problem == certificate.job.problem;
      };
      const auto& [first, theirs, first_is_text] = *std::ranges::find_if(finished_, counts_it);
      if (theirs.total != certificate.total) {
        findings_.disagrees(file,
                            "adds up to " + to_string(certificate.total) + ", but " +
                                findings_.name_of(first) + " to " + to_string(theirs.total),
                            true);
      } else if (theirs.job != certificate.job) {
        findings_.add(Verdict::proved, file, "its total is that of " + findings_.name_of(first));
      }
    }
  }

  Findings& findings_;
  const Sample* sample_;
  std::function<void()> ping_;
  std::vector<Joined> joined_;
  std::vector<CertifiedCount> finished_;
  std::vector<RecountRequest> requests_;
};

/// The only folder that is named, or none.
std::filesystem::path folder_of(const std::vector<std::filesystem::path>& files) {
  std::error_code ignored;
  return files.size() == 1 && std::filesystem::is_directory(files.front(), ignored)
             ? files.front()
             : std::filesystem::path();
}

}  // namespace

Findings verify(WorkerPool& pool, VerifyRequest request) {
  Sample& sample = request.sample;
  if (sample.seed.empty()) {
    sample.seed = any_seed();
  }
  if (request.repairs) {
    const RecountRequest repair = {.file = request.files.front(), .repairs = true};
    Findings findings;
    add_findings(count_again(pool, std::span(&repair, 1), sample).front(), findings);
    const LoadedCheckpoint now = load_existing_checkpoint(repair.file, BadFiles::leave);
    const std::string fault = now.is_forged               ? now.warnings.back()
                              : now.checkpoint.finished() ? fault_of(total_of(now.checkpoint))
                                                          : std::string();
    if (!fault.empty()) {
      findings.disagrees(now.file, fault, true);
    }
    return findings;
  }
  const auto ping = pinging(pool.transport);
  Findings findings(folder_of(request.files), ping);
  const std::vector<RecountRequest> requests = prepared(
      pool.transport, [&] { return Look(findings, &sample, ping).at(sources_of(request.files)); });
  try {
    for (const Recount& recount : count_again(pool, requests, sample)) {
      add_findings(recount, findings);
    }
  } catch (const Error& error) {
    findings.stop();
    if (goes_on()) {
      findings.add(Verdict::unusable, request.files.front(),
                   std::string("not counted again: ") + error.what());
    }
  }
  return findings;
}

Findings compare(const std::array<std::filesystem::path, 2>& certificates) {
  std::vector<Job> jobs;
  for (const auto& file : certificates) {
    try {
      jobs.push_back(read_certificate(file).job);
    } catch (const Error&) {  // else it is a finding
      if (!std::filesystem::exists(file)) {
        throw;
      }
    }
  }
  const auto name = [&](std::size_t side) { return "'" + certificates[side].string() + "'"; };
  const auto described = [](const Job& job) {
    return (job.is_opened() ? "task " + std::to_string(job.of_task) + " of depth " +
                                  std::to_string(job.of_depth) + " of "
                            : "") +
           to_string(job.problem);
  };
  if (jobs.size() == 2 && !count_the_same(jobs[0], jobs[1])) {
    throw Error(
        ExitCode::usage,
        count_the_same(jobs[1], jobs[0])
            ? name(0) + " is an opened task of " + name(1) + "; name the whole certificate first"
            : name(0) + " counts " + described(jobs[0]) + ", " + name(1) + " counts " +
                  described(jobs[1]) + "; name two of one count");
  }
  Findings findings;
  Look(findings, nullptr, [] {}).at({.certificates = {certificates.begin(), certificates.end()}});
  return findings;
}

}  // namespace nqueens
