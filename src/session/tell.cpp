// Lines about starts, stops and results.

#include "session/tell.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <random>

#include "core/number.hpp"
#include "job/plan.hpp"
#include "kernel/kernel.hpp"
#include "node/estimate.hpp"
#include "system/processors.hpp"
#include "view/result_words.hpp"

namespace nqueens {
namespace {

/// " and 57 of 120 slices of 2 tasks in progress"; empty if none is done.
std::string slices_text(const JobRun& run) {
  const Progress now = run.queue().progress();
  return now.slices_done == 0
             ? ""
             : " and " + std::to_string(now.slices_done) + " of " + amount_of(now.slices, "slice") +
                   " of " + amount_of(now.tasks_in_progress, "task") + " in progress";
}

/// How to continue from what this start has counted.
std::string advice_to_go_on(const CountRequest& request) {
  return std::string("run the same command again") +
         (request.start == StartMode::fresh ? " without --fresh" : "");
}

/// If nothing was finished, running the same command again would not help either.
std::string advice(const JobRun& run) {
  const CountRequest& request = run.request;
  if (run.has_progressed()) {
    return advice_to_go_on(request) + " to go on";
  }
  const std::string text = std::string("no ") + (run.job().slice_depth > 0 ? "slice" : "task") +
                           " was finished: give it more time";
  if (request.again || request.start == StartMode::resume || run.queue().progress().nodes > 0) {
    return text + "; " + advice_to_go_on(request) + " to go on";
  }
  constexpr double finer = 10;
  const double now = request.settings.count.slice_seconds.value_or(0);
  return text +
         fmt::format(
             ", or start over in finer slices with --fresh --slice-seconds {:.2g}",
             (now > 0 ? now : default_slice_seconds(run.queue().state().total_cost)) / finer);
}

std::string message_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "unknown failure";
  }
}

void warn_of_days(const char* about, double seconds) {
  if (seconds > day_seconds) {
    spdlog::warn(
        "on these workers this count takes {} {}; 'nqueens plan' estimates it for more workers",
        about, format_duration(seconds));
  }
}

}  // namespace

void log_start(const JobRun& run, const std::optional<Count>& first_count) {
  const Progress now = run.queue().progress();
  const std::string problem = to_string(run.job().problem);
  const std::string part = run.part ? ", part " + to_string(*run.part) : "";
  // `file` is set for a new second count, too: its checkpoint is written when the first one starts.
  if (run.history.runs.starts == 1) {
    spdlog::info("{}: {}, {}, {}{}{}",
                 first_count ? "the first count is " + to_string(*first_count) +
                                   "; counting again by another decomposition"
                             : "starting " + problem,
                 amount_of(now.tasks, "task"), amount_of(run.prefixes, "prefix"),
                 describe_cut(run.job()), part,
                 run.keeper.enabled() ? ", saved in " + run.keeper.path().string() : "");
    return;
  }
  const std::string saved = format_time(run.history.saved_at);
  if (run.part && !run.request.settings.run.part) {
    spdlog::info("{} is of part {}, which goes on; --part 1/1 counts the whole board",
                 run.file.string(), to_string(*run.part));
  }
  if (run.scheduler.finished()) {
    spdlog::info("{}{} is finished already: {}, saved {}", problem, part, run.file.string(), saved);
  } else {
    spdlog::info("resuming {} from {}: {}, {} of {}{}{}, saved {}", problem, run.file.string(),
                 format_share(now.share_done), now.tasks_done, amount_of(now.tasks, "task"),
                 slices_text(run), part, saved);
  }
}

std::optional<Interval> log_forecast(JobRun& run) {
  constexpr double max_seconds = 3;
  constexpr double busy_load = 1.1;
  const JobSettings& settings = run.request.settings;
  const WorkerPool& pool = run.session.pool();
  const int workers = pool.transport.size() - 1;
  const std::uint64_t parts = run.part ? run.part->parts : 1;
  const double share = 1 / (static_cast<double>(parts) * workers);
  const double min_seconds = quick_core_seconds(settings.count) * share;
  if (settings.run.limit_seconds.value_or(minute_seconds) < minute_seconds ||
      min_seconds < minute_seconds) {
    return std::nullopt;
  }
  const Problem& problem = run.job().problem;
  const KernelEntry& kernel = choose_kernel(settings.run.kernel, problem.sequence);
  const auto tick = [&](const Estimate& so_far) {
    run.is_to_stop();
    return !pool.requests.stop() && so_far.seconds <= max_seconds;
  };
  const Estimate sampled = estimate(run.job(), kernel,
                                    {.threads = pool.under_launcher ? 1 : usable_processors(),
                                     .seconds = 1,
                                     .seed = std::random_device{}(),
                                     .progress = tick});
  if (sampled.rounds == 0) {
    if (!pool.requests.stop()) {  // a slow kernel, or a busy machine
      warn_of_days("at least", min_seconds);
    }
    return std::nullopt;
  }
  // The log gives the time at the present load: the cores may have other work, too.
  const double seconds = sampled.core_seconds.estimate * share * sampled.load;
  const std::string idle = format_duration(sampled.core_seconds.estimate * share);
  spdlog::info(
      "expecting {:.3g} ({:.3g} to {:.3g}) {}, in about {} on {} {}", sampled.count.estimate,
      sampled.count.low, sampled.count.high, problem.info().quantity(), format_duration(seconds),
      amount_of(static_cast<std::uint64_t>(workers), "worker"),
      sampled.load > busy_load ? "as busy as now (" + idle + " if other work on their cores ends)"
                               : "like these");
  warn_of_days("about", seconds);
  return parts == 1 ? std::optional(sampled.count) : std::nullopt;
}

std::string stop_reason(const JobRun& run, const Served& served) {
  if (served.failure) {
    return message_of(served.failure);
  }
  if (served.end == ServeEnd::no_workers) {
    return "no worker is left";
  }
  if (served.end == ServeEnd::finished) {
    return "";
  }
  const QueueState& state = run.queue().state();
  if (state.todo + state.todo_checks + state.leased == 0) {
    return "the counts of a task differ";
  }
  if (served.end == ServeEnd::out_of_time) {
    return "time limit";
  }
  const Requests& requests = run.session.pool().requests;
  return requests.stop() ? stop_cause(requests.stop_signal) : "signal to the workers";
}

void log_processor_time(const Scheduler& scheduler, double elapsed_seconds) {
  const WorkerTable& all = scheduler.workers();
  double possible = 0;
  for (WorkerId id = 1; id <= all.last(); ++id) {
    const bool is_thread = all[id].kind() == WorkerKind::processor && !all[id].kernel.empty();
    possible += is_thread ? elapsed_seconds : 0;
  }
  const double used = scheduler.times().processor;
  if (possible > 0 && used > 0) {
    spdlog::log(elapsed_seconds < 1 ? spdlog::level::debug : spdlog::level::info,
                "CPU time {} of a possible {} ({:.0f} %)", format_duration(used),
                format_duration(possible), 100 * used / possible);
  }
}

void log_stop(const JobRun& run, const std::string& reason) {
  const Progress now = run.queue().progress();
  // Doubtful tasks are not in the checkpoint.
  const auto doubtful = run.queue().checks().doubtful();
  const auto tasks_in_doubt = std::ranges::count_if(doubtful, std::not_fn(&UnitId::is_slice));
  const std::string done =
      std::to_string(now.tasks_done - static_cast<std::uint64_t>(tasks_in_doubt)) + " of " +
      amount_of(now.tasks, "task") + slices_text(run);
  if (!run.keeper.enabled()) {
    spdlog::error(
        "stopped ({}) at {}; without a checkpoint they are lost; --checkpoint FILE saves them",
        reason, done);
  } else if (!run.keeper.saved()) {
    spdlog::error(
        "stopped ({}) at {}; the last save failed, and all work since the save before it is lost",
        reason, done);
  } else {
    spdlog::info("stopped ({}) and saved to {}: {}, {}; {}", reason, run.keeper.path().string(),
                 format_share(now.share_done), done, advice(run));
  }
}

std::string advice_without_workers(const JobRun& run) {
  if (!run.keeper.enabled()) {
    return "; run again with --checkpoint FILE so that nothing is lost";
  }
  return (run.keeper.saved() ? "; what was counted is in '"
                             : "; the last save failed, and the one before it is in '") +
         run.keeper.path().string() + "'; " + advice_to_go_on(run.request);
}

void log_result(const RunResult& result, bool has_checkpoint) {
  if (result.part) {
    spdlog::info("part {} is counted: the sum of its {} is {}; {}", *result.part,
                 amount_of(result.tasks, "task"), to_string(result.count),
                 has_checkpoint ? "'nqueens merge' joins the parts"
                                : "--checkpoint FILE keeps it for 'nqueens merge'");
    return;
  }
  const SequenceInfo& row = result.job.problem.info();
  spdlog::info("counted {} {} for {} in {}, {} of kernel time", to_string(result.count),
               row.noun(result.count == 1U),
               // The noun may name the sequence already.
               to_string(row.stem == row.quantity() ? Problem{.n = result.job.problem.n}
                                                    : result.job.problem),
               format_duration(result.runs.elapsed_seconds),
               kernel_time(result.runs.kernel_seconds, result.runs.device_seconds));
  if (row.by_row) {
    spdlog::info("with mirror images counted once: {}",
                 to_string(mirrored_placements(result.count)));
  }
  if (result.tasks_confirmed > 0) {
    spdlog::info("{}", words_of_checks(result.tasks_confirmed, result.tasks,
                                       result.runs.check_seconds, result.runs.kernel_seconds));
  }
  if (result.second && result.second->agrees) {
    spdlog::info("{}", words_of_second(describe_cut(result.second->job), true));
  }
  if (!result.fault.empty()) {
    spdlog::error("the count {}", result.fault);
  } else if (!result.agrees) {
    spdlog::info("no published count to compare with: {} does not have {}", row.source,
                 to_string(result.job.problem));
    if (result.fundamental) {
      spdlog::info("the count fits the number of symmetric solutions");
    }
  } else {
    spdlog::info("the count agrees with {}", row.source);
  }
  if (result.runs.lost_workers > 0) {
    spdlog::warn("{}", words_of_lost(result.runs.lost_workers));
  }
  if (result.runs.disputes > 0) {
    spdlog::warn("{}", words_of_disputes(result.runs.disputes));
  }
}

}  // namespace nqueens
