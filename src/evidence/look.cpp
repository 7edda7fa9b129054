// Checks files kind by kind and reports what each check shows.

#include "evidence/look.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/number.hpp"
#include "core/text.hpp"
#include "evidence/beside.hpp"
#include "evidence/hold.hpp"
#include "judge/names.hpp"
#include "judge/total.hpp"
#include "session/background.hpp"
#include "store/certificate.hpp"
#include "store/checkpoint_files.hpp"

namespace nqueens {
namespace {

class Look {
 public:
  Look(Findings& findings, const Sample* sample, bool with_logs, std::function<void()> ping)
      : findings_(findings), sample_(sample), with_logs_(with_logs), ping_(std::move(ping)) {}

  /// Checks all files. @return what to count again
  std::vector<RecountRequest> at(const Sources& sources) {
    checkpoints_ = sources.checkpoints;
    for (const auto& path : sources.checkpoints) {
      const bool is_of_folder =
          std::ranges::find(sources.folders, path.parent_path() / "") != sources.folders.end();
      findings_.guarded(path, [&] { look_at_checkpoint(path, is_of_folder); });
    }
    for (const auto& file : sources.certificates) {
      findings_.guarded(file, [&] { look_at_certificate(file); });
    }
    for (Joined& each : joined_) {
      judge_together(each);
    }
    compare_totals();
    alone_.insert(alone_.end(), sources.alone.begin(), sources.alone.end());
    for (const auto& file : alone_) {
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

  /// Checkpoints of one job and their union.
  struct Joined {
    Job job;
    JoinedRecords records;
    std::vector<std::string> files{};  ///< files that added something
    std::filesystem::path last{};      ///< the last of these files
    bool has_whole = false;            ///< one file has all tasks
  };

  /// @param takes_all  also generations older than the newest undamaged one
  void look_at_checkpoint(const std::filesystem::path& path, bool takes_all) {
    std::optional<Checkpoint> found;
    std::filesystem::path its_file;
    Plan plan;
    for (int generation = 0; generation < max_generations; ++generation) {
      const std::filesystem::path file = generation_path(path, generation);
      std::error_code ignored;
      if (!std::filesystem::exists(file, ignored) || (found && !takes_all)) {
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
        hold_tasks(file, checkpoint);
        if (!found) {
          found = std::move(checkpoint);
          its_file = file;
        }
      });
    }
    if (!found) {
      look_beside_torn(path);
      return;
    }
    say_what_is_proved(its_file, *found, plan.prefixes);
    if (auto certificate = look_beside(path, *found, plan.prefixes, with_logs_, findings_)) {
      finished_.push_back(
          {.file = its_file, .certificate = std::move(*certificate), .total = total_of(*found)});
    }
    const Progress sums = progress_of(found->queue);
    if (sums.tasks_done + sums.slices_done > 0 && sample_ != nullptr) {
      requests_.push_back({.file = its_file});
    }
  }

  /// The log and the result beside a checkpoint that is unusable, and its second count, are on
  /// their own.
  void look_beside_torn(const std::filesystem::path& path) {
    for (const auto& file : {result_path(path), run_log_path(path)}) {
      if (std::error_code ignored; std::filesystem::exists(file, ignored)) {
        alone_.push_back(file);
      }
    }
    const std::filesystem::path second = second_path(path);
    if (has_generations(second) && std::ranges::find(checkpoints_, second) == checkpoints_.end()) {
      findings_.guarded(second, [&] { look_at_checkpoint(second, false); });
    }
  }

  /// Compares the tasks of a checkpoint with those of earlier files.
  void hold_tasks(const std::filesystem::path& file, const Checkpoint& checkpoint) {
    const Job job = without_slices(checkpoint.job);
    const QueueSnapshot& queue = checkpoint.queue;
    auto seen = std::ranges::find(joined_, job, &Joined::job);
    if (seen == joined_.end()) {
      joined_.push_back({.job = job, .records = JoinedRecords(job, queue.done.size())});
      seen = std::prev(joined_.end());
    }
    const JoinedRecords::Tally tasks = seen->records.add_tasks(queue);
    const std::string others = first_forty(seen->files, [](const auto& name) { return name; });
    say_shared(file, tasks.known + tasks.confirmed, tasks.conflicts, others);
    if (tasks.added > 0) {
      seen->files.push_back(findings_.name_of(file));
      seen->last = file;
    }
    seen->has_whole = seen->has_whole || checkpoint.finished();
  }

  /// Reports how many tasks a file shares with others, with the same or another count.
  void say_shared(const std::filesystem::path& file, std::uint64_t same, std::uint64_t differ,
                  const std::string& others) {
    if (differ > 0) {
      findings_.disagrees(
          file, "has other counts of " + amount_of(differ, "task") + " than " + others, true);
    }
    if (same > 0) {
      findings_.add(Verdict::proved, file,
                    "has the same counts of " + amount_of(same, "task") + " as " + others);
    }
  }

  /// Judges the total of parts that together are the whole.
  void judge_together(Joined& joined) {
    if (joined.has_whole) {
      return;
    }
    const Checkpoint all = {.job = joined.job, .queue = joined.records.take(), .runs = {}};
    if (!all.finished() || joined.files.size() < 2) {
      return;
    }
    const std::string names = list_of(joined.files, "and") + " have all tasks, and their sum ";
    if (const std::string fault = fault_of_total(total_of(all)); !fault.empty()) {
      findings_.disagrees(joined.last, names + fault, true);
    } else {
      findings_.add(Verdict::proved, joined.last,
                    names + "adds up to " + to_string(total_of(all).count));
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
    findings_.add(Verdict::proved, file,
                  "undamaged; " + state + " add up to " + to_string(count_so_far(checkpoint)));
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
    std::optional<InCommon> common;
    const Certificate certificate = read_certificate(file, [&](const Certificate& each) {
      drawn.plan = plan_of_prefixes(each, ping_);
      common.emplace(joined_of(each.job));
      const bool takes_all = sample_ != nullptr && !sample_->units && !sample_->fraction;
      drawn.draws = takes_all || sample_ == nullptr ? 0 : sample_->draws_of(each.tasks);
      sample.emplace(each, drawn.draws, sample_ != nullptr ? sample_->seed : "");
      return [&, takes_all](TaskId task, const CertifiedTask& said) {
        common->add(task, said);
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
    const Total total = total_of(certificate);
    if (const std::string fault = fault_of_total(total); !fault.empty()) {
      findings_.disagrees(file, fault, true);
    }
    say_in_common(*common, file);
    hold_certificate(file, certificate);
    const bool is_shown =
        (common->joined != nullptr && common->same == certificate.tasks) ||
        std::ranges::any_of(finished_, [&](const CertifiedCount& each) {
          return each.is_text && each.certificate.count_sha256 == certificate.count_sha256;
        });
    if (!is_shown && sample_ != nullptr) {
      requests_.push_back({.file = file, .drawn = std::move(drawn)});
    }
    finished_.push_back(
        {.file = file, .certificate = certificate, .total = total, .is_text = true});
  }

  /// Tasks that a certificate and checkpoints of its job share.
  struct InCommon {
    const Joined* joined = nullptr;  ///< null: no checkpoints
    std::uint64_t same = 0;
    std::uint64_t differ = 0;
    std::uint64_t nodes_differ = 0;

    explicit InCommon(const Joined* with) : joined(with) {}

    void add(TaskId task, const CertifiedTask& said) {
      if (joined == nullptr || !joined->records.has(task)) {
        return;
      }
      const UnitRecord record = joined->records.record_of(task);
      ++(record.count == said.count ? same : differ);
      nodes_differ += record.nodes == said.nodes ? 0 : 1;
    }
  };

  [[nodiscard]] const Joined* joined_of(const Job& job) const {
    const auto found = std::ranges::find(joined_, job, &Joined::job);
    return found == joined_.end() ? nullptr : &*found;
  }

  void say_in_common(const InCommon& common, const std::filesystem::path& file) {
    if (common.same + common.differ == 0) {
      return;
    }
    const std::string names = list_of(common.joined->files, "and");
    say_shared(file, common.same, common.differ, names);
    if (common.nodes_differ > 0) {
      findings_.add(Verdict::said, file,
                    "other nodes of " + amount_of(common.nodes_differ, "task") + " than " + names);
    }
  }

  /// Compares a certificate with all earlier ones, and an opened task with its job.
  void hold_certificate(const std::filesystem::path& file, const Certificate& certificate) {
    const Job& job = certificate.job;
    bool has_whole = false;
    for (const CertifiedCount& each : finished_) {
      if (!each.is_text) {
        continue;
      }
      const Job& theirs = each.certificate.job;
      has_whole = has_whole || theirs == job || (job.is_opened() && job.opened_from() == theirs);
      if (each.certificate.count_sha256 == certificate.count_sha256) {
        findings_.add(Verdict::proved, file,
                      "its tasks are those of " + findings_.name_of(each.file));
      } else if (count_the_same(theirs, job)) {
        with_notice([&] { hold_certificates(each.file, file, findings_); }, log_long_walk, ping_);
      } else if (count_the_same(job, theirs)) {
        with_notice([&] { hold_certificates(file, each.file, findings_); }, log_long_walk, ping_);
      }
    }
    if (job.is_opened() && !has_whole) {
      hold_against_checkpoints(file, certificate);
    }
  }

  /// Compares an opened task with the checkpoints of its job.
  void hold_against_checkpoints(const std::filesystem::path& file, const Certificate& certificate) {
    const TaskId task = certificate.job.of_task;
    const Joined* const joined = joined_of(certificate.job.opened_from());
    const std::string name = "task " + std::to_string(task);
    if (joined == nullptr || !joined->records.has(task)) {
      findings_.add(Verdict::said, file, "that " + name + " of a count is the sum");
      return;
    }
    hold_opened(file, certificate.total, name + " of " + list_of(joined->files, "and"),
                joined->records.record_of(task).count, findings_);
  }

  /// The second count of a certificate is in another file, or is the author's word.
  void look_at_second(const CertifiedCount& count) {
    if (!count.is_text) {
      return;  // checked by look_beside()
    }
    Certificate said = count.certificate;
    const auto found = std::ranges::find_if(finished_, [&said](const CertifiedCount& each) {
      return said.second == each.certificate.job;
    });
    if (said.second && found != finished_.end()) {
      const std::string name = findings_.name_of(found->file);
      said.second.reset();
      if (same_total(found->total, count.total)) {
        findings_.add(Verdict::proved, count.file, "its second count is the total of " + name);
      } else {
        findings_.disagrees(count.file,
                            "its second count is " + to_string(found->total.count) + " by " + name,
                            true);
      }
    }
    if (const std::string unchecked = unchecked_in(said); !unchecked.empty()) {
      findings_.add(Verdict::said, count.file, unchecked);
    }
  }

  /// All finished counts of a board must have the same total, however they were cut.
  void compare_totals() {
    for (const CertifiedCount& each : finished_) {
      const Job& job = each.certificate.job;
      if (job.is_opened()) {
        continue;
      }
      const auto first = std::ranges::find_if(finished_, [&job](const CertifiedCount& other) {
        return !other.certificate.job.is_opened() && other.certificate.job.problem == job.problem;
      });
      const std::string name = findings_.name_of(first->file);
      if (!same_total(first->total, each.total)) {
        findings_.disagrees(
            each.file,
            "adds up to " + to_string(each.total.count) + ", but " + name + " to " +
                to_string(first->total.count) +
                (first->total.count == each.total.count ? " with other numbers by row" : ""),
            true);
      } else if (first->certificate.job != job) {
        findings_.add(Verdict::proved, each.file, "its total is that of " + name);
      }
    }
  }

  Findings& findings_;
  const Sample* sample_;
  bool with_logs_;
  std::function<void()> ping_;
  std::vector<Joined> joined_;
  std::vector<CertifiedCount> finished_;
  std::vector<std::filesystem::path> checkpoints_;  ///< to look at
  std::vector<std::filesystem::path> alone_;  ///< logs and results without a usable checkpoint
  std::vector<RecountRequest> requests_;
};

}  // namespace

std::vector<RecountRequest> look_at(const Sources& sources, const Sample* sample, bool with_logs,
                                    const std::function<void()>& ping, Findings& findings) {
  return Look(findings, sample, with_logs, ping).at(sources);
}

}  // namespace nqueens
