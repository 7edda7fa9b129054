// Counts a sample of a checkpoint or certificate again.

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <iterator>
#include <memory>
#include <random>
#include <utility>

#include "core/number.hpp"
#include "core/sha256.hpp"
#include "device/devices.hpp"
#include "judge/names.hpp"
#include "judge/total.hpp"
#include "kernel/kernel.hpp"
#include "nqueens/error.hpp"
#include "report/progress.hpp"
#include "run/certificate_file.hpp"
#include "run/checkpoint_keeper.hpp"
#include "run/notice.hpp"
#include "run/verification.hpp"
#include "run/words.hpp"
#include "serve/all_workers.hpp"
#include "store/certificate.hpp"
#include "store/checkpoint_files.hpp"
#include "system/clock.hpp"
#include "system/file.hpp"

namespace nqueens {
namespace {

/// Seconds of work in a batch; fewer than in a count, since samples are small.
constexpr double batch_seconds = 0.5;

/// How many of all units to draw.
std::uint64_t sample_of(const VerifyRequest& request, std::uint64_t all) {
  return request.fraction
             ? static_cast<std::uint64_t>(std::ceil(*request.fraction * static_cast<double>(all)))
             : request.sample.value_or(all);
}

/// The same words give the same number.
std::uint64_t number_of(const std::string& words) {
  return std::stoull(sha256(words).substr(0, 16), nullptr, 16);
}

std::vector<UnitId> units_of(const QueueSnapshot& queue) {
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

/// Whether a count in the file was or may be wrong.
bool has_changed(const std::vector<Dispute>& disputes) {
  return std::ranges::any_of(
      disputes, [](const Dispute& dispute) { return dispute.winner != std::size_t{0}; });
}

std::string fault_of_finished(const Checkpoint& checkpoint) {
  const std::string fault = checkpoint.finished() ? fault_of(total_of(checkpoint)) : std::string();
  return fault.empty() ? "" : "it " + fault;
}

/// A place in a row of verifications with the same workers.
struct Turn {
  std::shared_ptr<WorkerTable> workers;
  std::uint32_t number = 0;
  bool is_last = true;
};

class Verification {
 public:
  Verification(WorkerPool& pool, const VerifyRequest& request, Turn turn)
      : pool_(pool),
        request_(request),
        turn_(std::move(turn)),
        scheduler_({.batch_seconds = batch_seconds, .suspect_hosts = request.repair},
                   turn_.workers) {
    report_.file = request.file.string();
    report_.seed = request.seed.empty() ? any_seed() : request.seed;
    report_.is_certificate = request.is_certificate;
  }

  /// Tasks, and slices of those in progress.
  VerifyReport of_checkpoint() {
    CheckpointKeeper keeper(request_.repair ? CheckpointSettings{.path = request_.file}
                                            : CheckpointSettings{});
    const Checkpoint checkpoint =
        prepared(pool_.transport, [&] { return begin_checkpoint(keeper); });
    const CheckCounts& counts = queue().checks().counts();
    count_again([&counts] { return counts.opened - counts.open; },
                {.save =
                     [&] {
                       if (request_.repair) {
                         repair(checkpoint, keeper);
                       }
                     },
                 .out_of_time =
                     [&] {
                       keeper.touch();
                       report_.chosen = counts.opened;
                       return false;
                     }});
    report_.chosen = counts.opened;
    report_.confirmed = counts.confirmed;
    report_.conflicts = queue().checks().disputes_by_unit();
    report_.suspects.assign(scheduler_.suspect_hosts().begin(), scheduler_.suspect_hosts().end());
    report_.repaired = request_.repair && (report_.is_forged || has_changed(report_.conflicts)) &&
                       keeper.saved() && !report_.stopped;
    if (request_.repair && !keeper.saved()) {
      throw Error(ExitCode::runtime_error, "the repaired checkpoint could not be saved; '" +
                                               request_.file.string() + "' is as it was");
    }
    return std::move(report_);
  }

  /// Tasks, which are counted as new.
  VerifyReport of_certificate() {
    prepared(pool_.transport, [&] { begin_certificate(); });
    count_again([&] { return queue().progress().tasks_done; });
    for (const auto& [task, certified] : certified_) {
      if (!queue().units().is_done({.task = task})) {
        continue;
      }
      const TaskRecord record = queue().units().tasks().records.records[task];
      report_.nodes_differ += record.nodes == certified.nodes ? 0 : 1;
      if (record.count() == certified.count) {
        ++report_.confirmed;
      } else {
        const TaskRecord said = {.count_high = certified.count.high(),
                                 .count_low = certified.count.low(),
                                 .nodes = certified.nodes};
        report_.conflicts.push_back({.unit = {.task = task},
                                     .votes = {{.record = said}, {.record = record}},
                                     .winner = {}});
      }
    }
    return std::move(report_);
  }

 private:
  /// Counts what the scheduler has.
  /// @param checked  how many are counted again so far
  void count_again(const std::function<std::uint64_t()>& checked, ServeHooks hooks = {}) {
    spdlog::info("counting {} of {} of {} again (seed {})", report_.chosen,
                 amount_of(report_.units, report_.unit), report_.file, report_.seed);
    if (queue().finished()) {
      if (turn_.is_last) {  // else another job needs the workers
        let_go(pool_, scheduler_);
      }
    } else {
      ServeOptions options;
      options.job = turn_.number;
      options.another_job_follows = !turn_.is_last;
      options.kernel = request_.kernel;
      const bool has_kernels = request_.kernel != "auto" || request_.is_certificate;
      ProgressReporter progress(request_.progress, pool_.under_launcher);
      const auto start = Clock::now();
      hooks.tell = [&](const ServeEvent& event) {
        // Else each task is counted by another kernel than before.
        if (has_kernels || !std::holds_alternative<AllReady>(event)) {
          say(event, scheduler_, false);
        }
      };
      hooks.out_of_time = [&, before = std::move(hooks.out_of_time)] {
        if (const double seconds = seconds_since(start); progress.due(seconds)) {
          progress.update(seconds, std::to_string(checked()) + " of " +
                                       amount_of(report_.chosen, report_.unit) + " counted again");
        }
        return before();
      };
      const Served served = serve(pool_, scheduler_, options, hooks);
      progress.finish();
      report_.kernel_seconds = scheduler_.times().worker;
      require_no_failure(served);
      report_.stopped = served.end != ServeEnd::finished;
    }
    report_.checked = checked();
    report_.origins = queue().units().origins();
  }

  /// @return the checkpoint without its queue
  Checkpoint begin_checkpoint(CheckpointKeeper& keeper) {
    keeper.lock([ping = pinging(pool_.transport), &keeper]() mutable {
      ping();
      if (!goes_on()) {
        throw Error(ExitCode::runtime_error,
                    "stopped while waiting for the lock of '" + keeper.path().string() + "'");
      }
    });
    keeper.require_lock(StartMode::resume);
    LoadedCheckpoint loaded = load_existing_checkpoint(
        request_.file, request_.repair ? BadFiles::set_aside : BadFiles::leave, goes_on);
    for (const std::string& warning : loaded.warnings) {
      spdlog::warn("{}", warning);
    }
    report_.file = loaded.file.string();
    report_.is_forged = loaded.is_forged;
    const Job& job = loaded.checkpoint.job;
    QueueSnapshot& queue = loaded.checkpoint.queue;
    report_.problem = job.problem;
    report_.fault = fault_of_finished(loaded.checkpoint);
    Plan plan =
        with_notice([&] { return plan_of(job, queue, loaded.file, goes_on); }, log_long_walk,
                    [&, ping = pinging(pool_.transport)]() mutable { keeper.touch(), ping(); });
    const std::vector<UnitId> done = units_of(queue);
    if (done.empty() && plan.tasks() > 0) {
      throw Error(ExitCode::checkpoint,
                  "checkpoint '" + loaded.file.string() +
                      "' has no finished task or slice yet; there is nothing to count again");
    }
    report_.unit = queue.in_slices.empty() ? VerifyUnit::task : VerifyUnit::task_or_slice;
    report_.units = done.size();
    report_.chosen = std::min(sample_of(request_, done.size()), report_.units);
    std::vector<UnitId> chosen;
    std::ranges::sample(done, std::back_inserter(chosen),
                        static_cast<std::ptrdiff_t>(report_.chosen),
                        std::mt19937_64(number_of(report_.seed)));
    std::ranges::shuffle(chosen, std::mt19937_64(number_of(report_.seed)));
    scheduler_.begin(job, std::move(plan.costs),
                     {.snapshot = std::move(queue),
                      .checks = {.fraction = 0,
                                 .settle = request_.repair,
                                 .another_kernel = request_.kernel == "auto",
                                 .same_search = same_search(job.problem),
                                 .is_of_device = is_of_device,
                                 .of_real_counts = true},
                      .wanted = [](TaskId) { return false; },
                      .to_check = std::move(chosen),
                      .keep_going = goes_on});
    return std::move(loaded.checkpoint);
  }

  /// Corrects what is settled; units on which no two counts agree are not done. Everything else
  /// stays as it was, however the run ends.
  void repair(Checkpoint checkpoint, CheckpointKeeper& keeper) {
    const std::vector<Dispute> disputes = queue().checks().disputes_by_unit();
    checkpoint.queue = queue().units().snapshot();
    for (const Dispute& dispute : disputes) {
      if (dispute.winner) {
        ++checkpoint.runs.disputes;
      } else {
        checkpoint.queue.clear(dispute.unit);
      }
    }
    report_.fault = fault_of_finished(checkpoint);
    checkpoint.saved_at = std::time(nullptr);
    checkpoint.runs.check_seconds += queue().state().check_seconds;
    checkpoint.runs.worker_seconds += scheduler_.times().worker;
    checkpoint.runs.device_seconds += scheduler_.times().device;
    keeper.save(checkpoint);
    if ((report_.is_forged || has_changed(disputes)) && keeper.saved()) {
      std::error_code ignored;  // removes the result of wrong counts
      std::filesystem::remove(result_path(request_.file), ignored);
    }
  }

  /// Chooses tasks, and has them counted.
  void begin_certificate() {
    const bool takes_all = !request_.sample && !request_.fraction;
    std::optional<CertificateSample> sample;
    Plan plan;
    const Certificate certificate = read_certificate(request_.file, [&](const Certificate& each) {
      plan = plan_of_prefixes(each, pinging(pool_.transport));
      ping_workers(pool_.transport);
      report_.draws = takes_all ? 0 : sample_of(request_, each.tasks);
      sample.emplace(each, report_.draws, report_.seed);
      return [&](TaskId task, const CertifiedTask& certified) {
        if (takes_all || sample->takes(certified)) {
          certified_.emplace_back(task, certified);
        }
      };
    });
    ping_workers(pool_.transport);
    plan.job = job_to_verify(certificate, request_.file);
    report_.problem = plan.job.problem;
    report_.unchecked = unchecked_in(certificate);
    report_.units = certificate.tasks;
    std::vector<bool> wanted(certificate.tasks);
    for (const auto& [task, certified] : certified_) {
      wanted[task] = true;
      report_.drawn.push_back(task);
    }
    report_.chosen = certified_.size();
    scheduler_.begin(plan.job, std::move(plan.costs),
                     {.checks = {.of_real_counts = true},
                      .wanted = [&wanted](TaskId task) { return wanted[task]; },
                      .keep_going = goes_on});
  }

  [[nodiscard]] const WorkQueue& queue() const { return scheduler_.queue(); }

  WorkerPool& pool_;
  const VerifyRequest& request_;
  Turn turn_;
  Scheduler scheduler_;
  VerifyReport report_;
  std::vector<std::pair<TaskId, CertifiedTask>> certified_;  ///< those to count
};

}  // namespace

VerifyReport verify(WorkerPool& pool, const VerifyRequest& request) {
  return std::move(verify(pool, std::span(&request, 1)).front());
}

std::vector<VerifyReport> verify(WorkerPool& pool, std::span<const VerifyRequest> requests) {
  const auto workers = std::make_shared<WorkerTable>(pool.transport.size() - 1);
  std::vector<VerifyReport> reports;
  for (const VerifyRequest& request : requests) {
    const auto number = static_cast<std::uint32_t>(reports.size());
    Verification verification(
        pool, request,
        {.workers = workers, .number = number, .is_last = number + 1 == requests.size()});
    reports.push_back(request.is_certificate ? verification.of_certificate()
                                             : verification.of_checkpoint());
    if (reports.back().stopped) {
      break;
    }
  }
  if (requests.empty()) {
    dismiss_workers(pool.transport);
  }
  return reports;
}

}  // namespace nqueens
