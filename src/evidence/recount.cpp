// Lets workers count units of a checkpoint or certificate again.

#include "evidence/recount.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <ctime>
#include <iterator>
#include <random>

#include "core/number.hpp"
#include "core/sha256.hpp"
#include "device/devices.hpp"
#include "judge/names.hpp"
#include "kernel/kernel.hpp"
#include "nqueens/error.hpp"
#include "session/background.hpp"
#include "session/incidents.hpp"
#include "store/checkpoint_files.hpp"
#include "system/file.hpp"

namespace nqueens {
namespace {

/// Seconds of work in a batch; shorter than in a count, since samples are small.
constexpr double batch_seconds = 0.5;

/// A number derived from the text.
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

class Recounting {
 public:
  /// @param is_last  no other file follows
  Recounting(Session& session, const RecountRequest& request, const Sample& sample, bool is_last)
      : session_(session),
        request_(request),
        sample_(sample),
        is_last_(is_last),
        scheduler_({.batch_seconds = batch_seconds, .suspect_hosts = request.repairs},
                   session.workers()) {
    recount_.file = request.file;
    recount_.seed = sample.seed;
    recount_.is_certificate = request.drawn.has_value();
  }

  Recount run() {
    if (request_.drawn) {
      of_certificate(*request_.drawn);
    } else {
      of_checkpoint();
    }
    return std::move(recount_);
  }

 private:
  /// Counts tasks again, and slices of tasks in progress.
  void of_checkpoint() {
    CheckpointKeeper keeper(request_.repairs ? CheckpointSettings{.path = request_.file}
                                             : CheckpointSettings{});
    const Checkpoint checkpoint = begin_checkpoint(keeper);
    const CheckCounts& counts = queue().checks().counts();
    Serving how{.keeper = &keeper, .out_of_time = [&] {
                  recount_.chosen = counts.opened;
                  return false;
                }};
    if (request_.repairs) {
      how.save = [&] { repair(checkpoint, keeper); };
    }
    serve_all([&counts] { return counts.opened - counts.open; }, std::move(how));
    recount_.chosen = counts.opened;
    recount_.confirmed = counts.confirmed;
    recount_.conflicts = queue().checks().disputes_by_unit();
    recount_.suspects.assign(scheduler_.suspect_hosts().begin(), scheduler_.suspect_hosts().end());
    recount_.repaired = request_.repairs && (is_forged_ || has_changed(recount_.conflicts)) &&
                        keeper.saved() && !recount_.stopped;
    if (request_.repairs && !keeper.saved()) {
      throw Error(ExitCode::runtime_error, "the repaired checkpoint could not be saved; '" +
                                               request_.file.string() + "' is as it was");
    }
  }

  /// Counts tasks as if new.
  void of_certificate(const RecountRequest::Drawn& drawn) {
    recount_.units = drawn.plan.tasks();
    recount_.chosen = drawn.tasks.size();
    recount_.draws = drawn.draws;
    recount_.draws_by_nodes = draws_by_nodes(drawn.plan.job, drawn.draws);
    std::vector<bool> wanted(recount_.units);
    for (const auto& [task, said] : drawn.tasks) {
      wanted[task] = true;
      recount_.drawn.push_back(task);
    }
    scheduler_.begin(drawn.plan.job, drawn.plan.costs,
                     {.checks = {.of_real_counts = true},
                      .wanted = [&wanted](TaskId task) { return wanted[task]; },
                      .keep_going = goes_on});
    serve_all([&] { return queue().progress().tasks_done; }, {});
    for (const auto& [task, said] : drawn.tasks) {
      if (queue().units().is_done({.task = task})) {
        compare(task, said, queue().units().tasks().records.records[task]);
      }
    }
  }

  void compare(TaskId task, const CertifiedTask& said, const UnitRecord& record) {
    recount_.nodes_differ += record.nodes == said.nodes ? 0 : 1;
    if (record.count == said.count) {
      ++recount_.confirmed;
      return;
    }
    const UnitRecord author = {.count = said.count, .nodes = said.nodes};
    recount_.conflicts.push_back(
        {.unit = {.task = task}, .votes = {{.record = author}, {.record = record}}, .winner = {}});
  }

  /// Serves the scheduler's units.
  /// @param checked  returns how many are counted again so far
  void serve_all(const std::function<std::uint64_t()>& checked, Serving how) {
    spdlog::info("counting {} of {} of {} again (seed {})", recount_.chosen,
                 amount_of(recount_.units, recount_.unit), recount_.file.string(), recount_.seed);
    if (!queue().finished()) {
      how.kernel = sample_.kernel;
      how.is_last = is_last_;
      how.progress = sample_.progress;
      how.show = [&](ProgressReporter& bar, double seconds) {
        bar.update(seconds, std::to_string(checked()) + " of " +
                                amount_of(recount_.chosen, recount_.unit) + " counted again");
      };
      const bool has_kernels = sample_.kernel != "auto" || recount_.is_certificate;
      how.tell = [&, has_kernels](const ServeEvent& event) {
        // Otherwise other kernels count the tasks than the workers announce.
        if (has_kernels || !std::holds_alternative<AllReady>(event)) {
          say(event, scheduler_, false);
        }
      };
      const Served served = session_.serve(scheduler_, how);
      recount_.kernel_seconds = scheduler_.times().kernel;
      require_no_failure(served);
      recount_.stopped = served.end != ServeEnd::finished;
    }
    recount_.checked = checked();
    recount_.origins = queue().units().origins();
  }

  /// @return the checkpoint without its queue
  Checkpoint begin_checkpoint(CheckpointKeeper& keeper) {
    keeper.lock([&] {
      session_.ping();
      if (!goes_on()) {
        throw Error(ExitCode::runtime_error,
                    "stopped while waiting for the lock of '" + keeper.path().string() + "'");
      }
    });
    keeper.require_lock(StartMode::resume);
    LoadedCheckpoint loaded = load_existing_checkpoint(
        request_.file, request_.repairs ? BadFiles::set_aside : BadFiles::leave, goes_on);
    for (const std::string& warning : loaded.warnings) {
      spdlog::warn("{}", warning);
    }
    is_forged_ = loaded.is_forged;
    const Job& job = loaded.checkpoint.job;
    QueueSnapshot& queue = loaded.checkpoint.queue;
    Plan plan = with_notice([&] { return plan_of(job, queue, loaded.file, goes_on); },
                            log_long_walk, [&] { keeper.touch(), session_.ping(); });
    const std::vector<UnitId> done = units_of(queue);
    recount_.unit = queue.in_slices.empty() ? RecountUnit::task : RecountUnit::task_or_slice;
    recount_.units = done.size();
    recount_.chosen = std::min(sample_.draws_of(done.size()), recount_.units);
    std::vector<UnitId> chosen;
    const std::uint64_t seed = number_of(sample_.seed);
    std::ranges::sample(done, std::back_inserter(chosen),
                        static_cast<std::ptrdiff_t>(recount_.chosen), std::mt19937_64(seed));
    std::ranges::shuffle(chosen, std::mt19937_64(seed));
    scheduler_.begin(job, std::move(plan.costs),
                     {.snapshot = std::move(queue),
                      .checks = {.fraction = 0,
                                 .settle = request_.repairs,
                                 .another_kernel = sample_.kernel == "auto",
                                 .same_search = same_search(job.problem),
                                 .is_of_device = is_of_device,
                                 .of_real_counts = true},
                      .wanted = [](TaskId) { return false; },
                      .to_check = std::move(chosen),
                      .keep_going = goes_on});
    return std::move(loaded.checkpoint);
  }

  /// Corrects settled units and marks unsettled ones as not done. Changes nothing else, however the
  /// run ends.
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
    checkpoint.saved_at = std::time(nullptr);
    checkpoint.runs.check_seconds += queue().state().check_seconds;
    checkpoint.runs.kernel_seconds += scheduler_.times().kernel;
    checkpoint.runs.device_seconds += scheduler_.times().device;
    keeper.save(checkpoint);
    if ((is_forged_ || has_changed(disputes)) && keeper.saved()) {
      std::error_code ignored;  // removes the result of wrong counts
      std::filesystem::remove(result_path(request_.file), ignored);
      set_older_aside(request_.file);
    }
  }

  [[nodiscard]] const WorkQueue& queue() const { return scheduler_.queue(); }

  Session& session_;
  const RecountRequest& request_;
  const Sample& sample_;
  bool is_last_;
  Scheduler scheduler_;
  Recount recount_;
  bool is_forged_ = false;  ///< LoadedCheckpoint::is_forged; units exclude impossible results
};

}  // namespace

void count_again(Session& session, std::span<const RecountRequest> requests, const Sample& sample,
                 Findings& findings) {
  for (const RecountRequest& request : requests) {
    if (findings.is_stopped()) {
      return;
    }
    const bool is_last = &request == &requests.back();
    try {
      add_findings(Recounting(session, request, sample, is_last).run(), findings);
    } catch (const Error& error) {
      if (request.repairs) {
        throw;
      }
      findings.stop();
      if (goes_on()) {
        findings.add(Verdict::unusable, request.file,
                     std::string("not counted again: ") + error.what());
      }
    }
  }
}

}  // namespace nqueens
