// Counts a sample of a checkpoint or certificate again.

#include "run/verify.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <ctime>
#include <iterator>
#include <numeric>
#include <random>
#include <set>
#include <utility>

#include "core/error.hpp"
#include "core/number.hpp"
#include "job/slices.hpp"
#include "kernel/kernel.hpp"
#include "run/checkpoint_keeper.hpp"
#include "run/count_result.hpp"
#include "serve/roster.hpp"
#include "serve/serve.hpp"
#include "store/certificate.hpp"
#include "store/checkpoint_files.hpp"
#include "store/header.hpp"
#include "system/clock.hpp"
#include "system/regular_file.hpp"

namespace nqueens {
namespace {

/// Seconds of work in a batch; fewer than in a count, since samples are small.
constexpr double batch_seconds = 0.5;

/// Draws some of the units at random, in their order.
template <class Unit>
std::vector<Unit> draw(const std::vector<Unit>& units, const VerifyRequest& request,
                       std::uint64_t seed) {
  const auto all = static_cast<std::uint64_t>(units.size());
  std::uint64_t sample = request.sample.value_or(all);
  if (request.fraction) {
    sample = static_cast<std::uint64_t>(std::ceil(*request.fraction * static_cast<double>(all)));
  }
  std::vector<Unit> drawn;
  std::mt19937_64 random(seed);
  std::ranges::sample(units, std::back_inserter(drawn),
                      static_cast<std::ptrdiff_t>(std::min(sample, all)), random);
  return drawn;
}

/// The common part of both kinds of verification.
class Verification {
 public:
  Verification(Transport& transport, const VerifyRequest& request, Requests& requests,
               Ending& ending)
      : transport_(transport),
        request_(request),
        requests_(requests),
        ending_(ending),
        scheduler_({.batch_seconds = batch_seconds, .suspect_hosts = request.repair}) {
    report_.file = request.file.string();
    report_.seed =
        request.seed.value_or(std::uint64_t{std::random_device{}()} << 32 | std::random_device{}());
  }
  virtual ~Verification() = default;
  Verification(const Verification&) = delete;
  Verification& operator=(const Verification&) = delete;

  VerifyReport run() {
    prepared(transport_, [this] { prepare(); });
    spdlog::info("counting {} of {} of {} again (seed {})", report_.chosen,
                 amount_of(report_.units, report_.unit), report_.file, report_.seed);
    if (queue().finished()) {
      ending_ = {};
      dismiss_workers(transport_);
    } else {
      work();
    }
    report_.checked = checked();
    conclude();
    return std::move(report_);
  }

 protected:
  /// Reads the file and gives the scheduler its count.
  virtual void prepare() = 0;
  /// How many are counted again so far.
  [[nodiscard]] virtual std::uint64_t checked() const = 0;
  virtual void tick() {}
  virtual void save() {}
  /// Writes the findings into the report.
  virtual void conclude() = 0;

  [[nodiscard]] const WorkQueue& queue() const { return scheduler_.queue(); }

  Transport& transport_;
  const VerifyRequest& request_;
  Requests& requests_;
  Ending& ending_;
  Scheduler scheduler_;
  VerifyReport report_;

 private:
  void work() {
    ServeOptions options;
    options.kernel = request_.kernel;
    options.log_kernels = request_.kernel != "auto" || request_.is_certificate;
    options.end_on_unsettled = false;
    ProgressReporter progress(request_.progress, request_.under_launcher);
    const auto start = Clock::now();
    const Served served =
        serve(transport_, scheduler_, requests_, options,
              {.save = [this](const Workforce&) { save(); },
               .tick =
                   [&](const Workforce&) {
                     tick();
                     if (const double seconds = seconds_since(start); progress.due(seconds)) {
                       progress.update(seconds, progress_text());
                     }
                   }});
    progress.finish();
    ending_ = served.ending;
    report_.kernel_seconds = scheduler_.kernel_seconds();
    require_no_failure(served);
    report_.stopped = served.end != ServeEnd::finished;
  }

  [[nodiscard]] std::string progress_text() const {
    return std::to_string(checked()) + " of " + amount_of(report_.chosen, report_.unit) +
           " counted again";
  }
};

/// Tasks of a checkpoint, and slices of those in progress.
class CheckpointVerification final : public Verification {
 public:
  CheckpointVerification(Transport& transport, const VerifyRequest& request, Requests& requests,
                         Ending& ending)
      : Verification(transport, request, requests, ending),
        keeper_(request.repair ? CheckpointSettings{.path = request.file} : CheckpointSettings{}) {}

 private:
  void prepare() override {
    keeper_.lock([] {});
    keeper_.require_lock(StartMode::resume);
    LoadedCheckpoint loaded = load_existing_checkpoint(
        request_.file, request_.repair ? BadFiles::set_aside : BadFiles::leave);
    for (const std::string& warning : loaded.warnings) {
      spdlog::warn("{}", warning);
    }
    checkpoint_ = std::move(loaded.checkpoint);
    report_.file = loaded.file.string();
    const Job& job = checkpoint_.job;
    report_.problem = job.problem;
    Plan plan = plan_of(job, checkpoint_.queue, loaded.file);
    const std::vector<UnitId> done = units_of(checkpoint_.queue);
    if (done.empty() && plan.tasks() > 0) {
      throw Error(ExitCode::checkpoint,
                  "checkpoint '" + loaded.file.string() +
                      "' has no finished task or slice yet; there is nothing to count again");
    }
    report_.unit =
        checkpoint_.queue.in_slices.empty() ? VerifyUnit::task : VerifyUnit::task_or_slice;
    report_.units = done.size();
    std::vector<UnitId> chosen = draw(done, request_, report_.seed);
    report_.chosen = chosen.size();
    std::ranges::shuffle(chosen, std::mt19937_64(report_.seed));
    scheduler_.begin(job, std::move(plan.costs),
                     {.snapshot = std::move(checkpoint_.queue),
                      .checks = {.fraction = 0,
                                 .settle = request_.repair,
                                 .another_kernel = request_.kernel == "auto",
                                 .same_search = same_search(job.problem)},
                      .wanted = [](TaskId) { return false; },
                      .to_check = std::move(chosen)});
  }

  /// What is done.
  [[nodiscard]] static std::vector<UnitId> units_of(const QueueSnapshot& queue) {
    std::vector<UnitId> units;
    for (TaskId task = 0; task < queue.done.size(); ++task) {
      if (queue.done[task]) {
        units.push_back({.task = task});
      }
    }
    for (const auto& [task, slices] : queue.in_slices) {
      for (SliceId slice = 0; slice < slices.done.size(); ++slice) {
        if (slices.done[slice]) {
          units.push_back({.task = task, .slice = slice});
        }
      }
    }
    return units;
  }

  [[nodiscard]] std::uint64_t checked() const override {
    return queue().checks().counts().opened - queue().checks().counts().open;
  }

  void tick() override {
    keeper_.touch();
    report_.chosen = queue().checks().counts().opened;
  }

  /// Corrects what is settled. Everything else stays as it was, however the run ends.
  void save() override {
    if (!request_.repair) {
      return;
    }
    const std::vector<Dispute> disputes = queue().checks().disputes_by_unit();
    Checkpoint saved = checkpoint_;
    saved.queue = repaired_queue(disputes);
    saved.saved_at = std::time(nullptr);
    saved.runs.check_seconds += queue().state().check_seconds;
    saved.runs.worker_seconds += queue().state().check_seconds;
    saved.runs.disputes += static_cast<std::uint64_t>(std::ranges::count_if(
        disputes, [](const Dispute& dispute) { return dispute.winner.has_value(); }));
    keeper_.save(saved);
    if (has_changed(disputes) && keeper_.saved()) {
      std::error_code ignored;  // removes the result of wrong counts
      std::filesystem::remove(result_path(request_.file), ignored);
    }
  }

  /// Units on which no two counts agree are not done.
  [[nodiscard]] QueueSnapshot repaired_queue(const std::vector<Dispute>& disputes) const {
    QueueSnapshot repaired = queue().units().snapshot();
    for (const Dispute& dispute : disputes) {
      if (!dispute.winner) {
        repaired.clear(dispute.unit);
      }
    }
    return repaired;
  }

  /// Whether a count in the file was or may be wrong.
  [[nodiscard]] static bool has_changed(const std::vector<Dispute>& disputes) {
    return std::ranges::any_of(
        disputes, [](const Dispute& dispute) { return dispute.winner != std::size_t{0}; });
  }

  void conclude() override {
    report_.chosen = queue().checks().counts().opened;
    report_.confirmed = queue().checks().counts().confirmed;
    const std::vector<Dispute> disputes = queue().checks().disputes_by_unit();
    report_.conflicts = disputes;
    report_.origins = queue().units().origins();
    report_.suspects.assign(scheduler_.suspect_hosts().begin(), scheduler_.suspect_hosts().end());
    report_.repaired =
        request_.repair && has_changed(disputes) && keeper_.saved() && !report_.stopped;
    if (request_.repair && !keeper_.saved()) {
      throw Error(ExitCode::runtime_error, "the repaired checkpoint could not be saved; '" +
                                               request_.file.string() + "' is as it was");
    }
  }

  CheckpointKeeper keeper_;
  Checkpoint checkpoint_;
};

/// Groups of a certificate. Their tasks are counted as new.
class CertificateVerification final : public Verification {
 public:
  using Verification::Verification;

 private:
  void prepare() override {
    const auto refuse = [this](const std::string& why) {
      return Error(ExitCode::checkpoint, "certificate '" + request_.file.string() + "' " + why);
    };
    const auto text = read_up_to(request_.file, max_certificate_bytes + 1);
    if (!text) {
      throw refuse(std::string("cannot be read: ") + std::strerror(errno));
    }
    try {
      certificate_ = decode_certificate(*text);
    } catch (const OtherKind& error) {
      throw Error(ExitCode::checkpoint, "'" + request_.file.string() + "' " + error.what());
    } catch (const Error& error) {
      throw refuse(error.what());
    }
    if (certificate_.tasks > cut_limits(certificate_.job.problem).max_tasks) {
      throw refuse("has " + amount_of(certificate_.tasks, "task") + ", more than a job can have");
    }
    // Slices change no count of a task.
    const Job job = cut_into_slices(certificate_.job, std::nullopt);
    report_.problem = job.problem;
    ping_workers(transport_);
    Plan plan = plan_of(job, certificate_.tasks, request_.file);
    if (plan.prefixes != certificate_.prefixes) {
      throw refuse("has " + amount_of(certificate_.prefixes, "prefix") + " where its rule gives " +
                   std::to_string(plan.prefixes));
    }
    if (const Count above = count_above_tasks(job); above != certificate_.above) {
      throw refuse("says that " + to_string(certificate_.above) +
                   " lies above the prefixes where its rule gives " + to_string(above));
    }
    std::vector<std::uint64_t> groups(certificate_.groups.size());
    std::iota(groups.begin(), groups.end(), 0U);
    chosen_ = draw(groups, request_, report_.seed);
    report_.unit = VerifyUnit::group;
    report_.units = groups.size();
    report_.chosen = chosen_.size();
    const std::set<std::uint64_t> wanted(chosen_.begin(), chosen_.end());
    scheduler_.begin(job, std::move(plan.costs), {.wanted = [&](TaskId task) {
                       return wanted.contains(task / certificate_.tasks_per_group);
                     }});
  }

  /// The new count of a group, if all its tasks are done.
  [[nodiscard]] std::optional<Count> recount(std::uint64_t group) const {
    const TaskId first = group * certificate_.tasks_per_group;
    const TaskId end = std::min<TaskId>(first + certificate_.tasks_per_group, certificate_.tasks);
    Count sum;
    for (TaskId task = first; task < end; ++task) {
      if (!queue().units().tasks().records.done[task]) {
        return std::nullopt;
      }
      sum += queue().units().tasks().records.records[task].count();
    }
    return sum;
  }

  [[nodiscard]] std::uint64_t checked() const override {
    return static_cast<std::uint64_t>(std::ranges::count_if(
        chosen_, [this](std::uint64_t group) { return recount(group).has_value(); }));
  }

  void conclude() override {
    for (const std::uint64_t group : chosen_) {
      const auto count = recount(group);
      if (!count) {
        continue;
      }
      if (*count == certificate_.groups[group].count) {
        ++report_.confirmed;
        continue;
      }
      const TaskRecord& record =
          queue().units().tasks().records.records[group * certificate_.tasks_per_group];
      report_.conflicts.push_back(
          {.unit = {.task = group},
           .votes = {vote_of(certificate_.groups[group].count, unknown_origin),
                     vote_of(*count, record.origin)},
           .winner = {}});
    }
    report_.origins = queue().units().origins();
  }

  static Vote vote_of(Count count, OriginId origin) {
    return {.record = {.count_high = count.high(), .count_low = count.low(), .origin = origin}};
  }

  Certificate certificate_;
  std::vector<std::uint64_t> chosen_;
};

}  // namespace

VerifyReport verify(Transport& transport, const VerifyRequest& request, Requests& requests,
                    Ending& ending) {
  if (request.is_certificate) {
    return CertificateVerification(transport, request, requests, ending).run();
  }
  return CheckpointVerification(transport, request, requests, ending).run();
}

}  // namespace nqueens
