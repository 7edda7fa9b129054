#include "nqueens/run/verify.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <exception>
#include <fstream>
#include <iterator>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <utility>

#include "checkpoint_keeper.hpp"
#include "conflict.hpp"
#include "count_result.hpp"
#include "nqueens/core/error.hpp"
#include "nqueens/kernel/kernel.hpp"
#include "nqueens/run/count_job.hpp"
#include "nqueens/run/master.hpp"
#include "nqueens/store/certificate.hpp"
#include "nqueens/store/checkpoint.hpp"

namespace nqueens {
namespace {

using Clock = std::chrono::steady_clock;

/// A worker's work between two messages; less than in a count, since samples are small.
constexpr double batch_seconds = 0.5;

/// Some of the numbers, drawn at random, in ascending order.
std::vector<std::uint64_t> draw(const std::vector<std::uint64_t>& numbers, const VerifyRequest& request,
                                std::uint64_t seed) {
  const auto all = static_cast<std::uint64_t>(numbers.size());
  std::uint64_t sample = request.sample.value_or(all);
  if (request.fraction) {
    sample = static_cast<std::uint64_t>(std::ceil(*request.fraction * static_cast<double>(all)));
  }
  std::vector<std::uint64_t> drawn;
  std::mt19937_64 random(seed);
  std::ranges::sample(numbers, std::back_inserter(drawn), static_cast<std::ptrdiff_t>(std::min(sample, all)),
                      random);
  return drawn;
}

/// A line of progress every ten seconds.
class ProgressLog {
 public:
  template <class Done>
  void tick(const Done& done, std::uint64_t chosen, const std::string& unit) {
    if (Clock::now() - told_ >= std::chrono::seconds(10)) {
      told_ = Clock::now();
      spdlog::info("{} of {} {} counted again", done(), chosen, unit);
    }
  }

 private:
  Clock::time_point told_ = Clock::now();
};

/// What both kinds of verification share.
class Verification {
 public:
  Verification(Transport& transport, const VerifyRequest& request, Requests& requests)
      : transport_(transport), request_(request), requests_(requests) {
    outcome_.report.emplace();
    report().file = request.file.string();
    report().seed =
        request.seed.value_or(std::uint64_t{std::random_device{}()} << 32 | std::random_device{}());
  }
  virtual ~Verification() = default;
  Verification(const Verification&) = delete;
  Verification& operator=(const Verification&) = delete;

  VerifyOutcome run() {
    try {
      prepare();
    } catch (...) {
      dismiss_workers(transport_);
      throw;
    }
    try {
      serve();
    } catch (...) {
      outcome_.failure = std::current_exception();
    }
    return std::move(outcome_);
  }

 protected:
  /// Reads the file and makes queue_ and job_.
  virtual void prepare() = 0;
  /// Counted again so far.
  [[nodiscard]] virtual std::uint64_t checked() const = 0;
  virtual void tick() {}
  virtual void save() {}
  /// Writes what was found into the report.
  virtual void conclude() = 0;

  [[nodiscard]] VerifyReport& report() { return *outcome_.report; }

  Transport& transport_;
  const VerifyRequest& request_;
  Requests& requests_;
  Job job_;
  std::unique_ptr<WorkQueue> queue_;

 private:
  void serve() {
    spdlog::info("counting {} of {} {} of {} again (seed {})", report().chosen, report().units, report().unit,
                 report().file, report().seed);
    if (queue_->finished()) {
      dismiss_workers(transport_);
    } else {
      work();
    }
    report().checked = checked();
    conclude();
  }

  void work() {
    MasterOptions options;
    options.kernel = request_.kernel;
    options.dispatch.batch_seconds = batch_seconds;
    options.end_on_unsettled = false;
    ProgressLog progress;
    Master master(transport_, job_, *queue_, requests_, options,
                  {.save = [this] { save(); },
                   .tick =
                       [&] {
                         tick();
                         progress.tick([this] { return checked(); }, report().chosen, report().unit);
                       }});
    const auto note = [&] {
      outcome_.everyone_left = master.everyone_left();
      outcome_.hung_workers = master.hung_workers();
      report().kernel_seconds = master.worker_seconds();
    };
    try {
      const MasterEnd end = master.run();
      note();
      if (end == MasterEnd::no_workers) {
        const std::string why =
            master.failure().empty() ? "" : " (the last one said: " + master.failure() + ")";
        throw Error(ExitCode::runtime_error, "no worker is left" + why);
      }
      report().stopped = end != MasterEnd::finished;
    } catch (...) {
      note();
      throw;
    }
  }

  VerifyOutcome outcome_;
};

/// Tasks of a checkpoint.
class CheckpointVerification final : public Verification {
 public:
  CheckpointVerification(Transport& transport, const VerifyRequest& request, Requests& requests)
      : Verification(transport, request, requests),
        keeper_(request.repair ? CheckpointSettings{.path = request.file} : CheckpointSettings{}) {}

 private:
  void prepare() override {
    keeper_.lock([] {});
    LoadedCheckpoint loaded =
        load_existing_checkpoint(request_.file, request_.repair ? BadFiles::set_aside : BadFiles::leave);
    for (const std::string& warning : loaded.warnings) {
      spdlog::warn("{}", warning);
    }
    checkpoint_ = std::move(loaded.checkpoint);
    report().file = loaded.file.string();
    job_ = checkpoint_.job;
    report().problem = job_.problem();
    const Plan plan = plan_of(job_, checkpoint_.queue.done.size(), loaded.file);
    compare_second(checkpoint_.queue);
    queue_ = std::make_unique<WorkQueue>(plan.costs, LeasePolicy{}, job_.problem().parts());
    queue_->restore(std::move(checkpoint_.queue));
    queue_->leave_out([](TaskId) { return false; });
    queue_->set_check_policy(
        {.fraction = 0,
         .seed = 0,
         .settle = request_.repair,
         .another_kernel = request_.kernel == "auto",
         .same_search = [problem = job_.problem()](std::string_view a, std::string_view b) {
           return same_search(a, b, problem);
         }});
    std::vector<TaskId> done;
    for (TaskId task = 0; task < queue_->snapshot().done.size(); ++task) {
      if (queue_->snapshot().done[task]) {
        done.push_back(task);
      }
    }
    if (done.empty() && !queue_->snapshot().done.empty()) {
      throw Error(ExitCode::checkpoint, "checkpoint '" + loaded.file.string() +
                                            "' has no finished task yet; there is nothing to count again");
    }
    report().unit = "tasks";
    report().units = done.size();
    std::vector<TaskId> chosen = draw(done, request_, report().seed);
    report().chosen = chosen.size();
    std::ranges::shuffle(chosen, std::mt19937_64(report().seed));
    for (const TaskId task : chosen) {
      queue_->check(task);
    }
  }

  /// Where both counts are whole they can be compared without any counting.
  void compare_second(const QueueSnapshot& first) {
    const auto& second = checkpoint_.second;
    report().second_agrees.reset();
    if (second && first.finished() && second->queue.finished()) {
      report().second_agrees = total_of(job_, first) == total_of(second->job, second->queue);
    }
  }

  [[nodiscard]] std::uint64_t checked() const override {
    return queue_->checks().opened_tasks() - queue_->checks().open_tasks();
  }

  /// A wrong count makes all that comes from its host suspect.
  void tick() override {
    keeper_.touch();
    if (!request_.repair) {
      return;
    }
    for (; looked_at_ < queue_->disputes().size(); ++looked_at_) {
      const Dispute& dispute = queue_->disputes()[looked_at_];
      const QueueSnapshot& snapshot = queue_->snapshot();
      const std::string& host = snapshot.origins[dispute.votes.front().record.origin].host;
      const bool was_wrong = !dispute.winner || !queue_->checks().agree(snapshot, dispute.votes.front(),
                                                                        dispute.votes[*dispute.winner]);
      if (was_wrong && suspects_.insert(host).second) {
        suspect(host);
      }
    }
  }

  void suspect(const std::string& host) {
    const std::uint64_t suspects = queue_->suspect_host(host);
    report().chosen = queue_->checks().opened_tasks();
    spdlog::warn(
        "{} has counted wrong: {} tasks from there that no other host has confirmed are counted again",
        host.empty() ? "an unknown host" : host, suspects);
  }

  /// What is decided is corrected; all else stays as it was, however the run ends: it can be verified again.
  void save() override {
    if (!request_.repair) {
      return;
    }
    const std::vector<Dispute> disputes = queue_->disputes_by_task();
    Checkpoint saved = checkpoint_;
    saved.queue = repaired_queue(disputes);
    saved.saved_at = std::time(nullptr);
    saved.check_seconds += queue_->state().check_seconds;
    saved.worker_seconds += queue_->state().check_seconds;
    saved.disputes += static_cast<std::uint64_t>(
        std::ranges::count_if(disputes, [](const Dispute& dispute) { return dispute.winner.has_value(); }));
    keeper_.save(saved);
    if (has_changed(disputes) && keeper_.saved()) {
      std::error_code ignored;  // the result that was written from wrong counts
      std::filesystem::remove(result_path(request_.file), ignored);
    }
  }

  /// The tasks on which no two counts agree are to be counted anew.
  [[nodiscard]] QueueSnapshot repaired_queue(const std::vector<Dispute>& disputes) const {
    QueueSnapshot queue = queue_->snapshot();
    for (const Dispute& dispute : disputes) {
      if (!dispute.winner) {
        queue.clear(dispute.task);
      }
    }
    return queue;
  }

  /// Whether a count in the file was wrong, or nobody knows whether it was.
  [[nodiscard]] static bool has_changed(const std::vector<Dispute>& disputes) {
    return std::ranges::any_of(disputes,
                               [](const Dispute& dispute) { return dispute.winner != std::size_t{0}; });
  }

  void conclude() override {
    report().confirmed = queue_->checks().confirmed_tasks();
    const std::vector<Dispute> disputes = queue_->disputes_by_task();
    for (const Dispute& dispute : disputes) {
      report().conflicts.push_back(describe_conflict(dispute, queue_->snapshot().origins));
    }
    report().suspects.assign(suspects_.begin(), suspects_.end());
    const bool has_repaired = request_.repair && has_changed(disputes) && keeper_.saved();
    report().repaired = has_repaired && !report().stopped;
    if (has_repaired) {
      compare_second(repaired_queue(disputes));
    }
    if (request_.repair && !keeper_.saved()) {
      throw Error(ExitCode::runtime_error, "the repaired checkpoint could not be saved; '" +
                                               request_.file.string() + "' is as it was");
    }
  }

  CheckpointKeeper keeper_;
  Checkpoint checkpoint_;
  std::set<std::string> suspects_;
  std::size_t looked_at_ = 0;  ///< disputes
};

std::string read_certificate(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string bytes(max_certificate_bytes + 1, '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  if (stream.bad() || (bytes.empty() && !std::ifstream(file))) {
    throw Error(ExitCode::checkpoint, "certificate '" + file.string() + "' cannot be read");
  }
  return bytes;
}

/// Groups of a certificate: their tasks are counted as if nobody had counted them before.
class CertificateVerification final : public Verification {
 public:
  using Verification::Verification;

 private:
  void prepare() override {
    const auto refuse = [this](const std::string& why) {
      return Error(ExitCode::checkpoint, "certificate '" + request_.file.string() + "' " + why);
    };
    try {
      certificate_ = decode_certificate(read_certificate(request_.file));
    } catch (const Error& error) {
      throw std::string(error.what()).starts_with("certificate '") ? error : refuse(error.what());
    }
    if (certificate_.tasks > most_tasks(certificate_.job.quantity)) {
      throw refuse("has " + std::to_string(certificate_.tasks) + " tasks, more than a job can have");
    }
    job_ = certificate_.job;
    report().problem = job_.problem();
    ping_workers(transport_);
    const Plan plan = plan_of(job_, certificate_.tasks, request_.file);
    if (plan.prefixes != certificate_.prefixes) {
      throw refuse("has " + std::to_string(certificate_.prefixes) + " prefixes where its rule gives " +
                   std::to_string(plan.prefixes) + ": it is wrong");
    }
    if (const Count above = count_above_tasks(job_); above != certificate_.above) {
      throw refuse("says that " + to_string(certificate_.above) + " is above the prefixes where it is " +
                   to_string(above) + ": it is wrong");
    }
    std::vector<std::uint64_t> groups(certificate_.groups.size());
    std::iota(groups.begin(), groups.end(), 0U);
    chosen_ = draw(groups, request_, report().seed);
    report().unit = "groups";
    report().units = groups.size();
    report().chosen = chosen_.size();
    const std::set<std::uint64_t> wanted(chosen_.begin(), chosen_.end());
    queue_ = std::make_unique<WorkQueue>(plan.costs, LeasePolicy{}, job_.problem().parts());
    queue_->leave_out([&](TaskId task) { return wanted.contains(task / certificate_.tasks_per_group); });
  }

  /// The group's own count, where all its tasks are done.
  [[nodiscard]] std::optional<Count> recount(std::uint64_t group) const {
    const TaskId first = group * certificate_.tasks_per_group;
    const TaskId end = std::min<TaskId>(first + certificate_.tasks_per_group, certificate_.tasks);
    Count sum;
    for (TaskId task = first; task < end; ++task) {
      if (!queue_->snapshot().done[task]) {
        return std::nullopt;
      }
      sum += queue_->snapshot().records[task].count();
    }
    return sum;
  }

  [[nodiscard]] std::uint64_t checked() const override {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(chosen_, [this](std::uint64_t group) { return recount(group).has_value(); }));
  }

  void conclude() override {
    for (const std::uint64_t group : chosen_) {
      const auto count = recount(group);
      if (!count) {
        continue;
      }
      if (*count == certificate_.groups[group].count) {
        ++report().confirmed;
        continue;
      }
      const TaskRecord& record = queue_->snapshot().records[group * certificate_.tasks_per_group];
      report().conflicts.push_back(
          {.number = group,
           .counts = {{.count = to_string(certificate_.groups[group].count),
                       .nodes = "",
                       .origin = "the certificate"},
                      {.count = to_string(*count),
                       .nodes = "",
                       .origin = to_string(queue_->snapshot().origins[record.origin])}},
           .settled = {}});
    }
  }

  Certificate certificate_;
  std::vector<std::uint64_t> chosen_;
};

}  // namespace

VerifyOutcome verify(Transport& transport, const VerifyRequest& request, Requests& requests) {
  if (request.is_certificate) {
    return CertificateVerification(transport, request, requests).run();
  }
  return CheckpointVerification(transport, request, requests).run();
}

}  // namespace nqueens
