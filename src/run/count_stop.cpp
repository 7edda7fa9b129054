// The log lines of starts and stops.

#include "run/count_stop.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdint>
#include <functional>

#include "core/number.hpp"
#include "core/timestamp.hpp"
#include "job/plan.hpp"
#include "run/fresh_file.hpp"

namespace nqueens {
namespace {

/// Where nothing was finished, the same once more would end like it.
std::string advice(const CountRequest& request, const JobCounts& counts) {
  if (counts.has_progressed()) {
    return advice_to_go_on(request.start) + " to go on";
  }
  const Job& job = counts.queue().job();
  const std::string text = std::string("no ") + (job.slice_depth > 0 ? "slice" : "task") +
                           " was finished: give it more time";
  if (request.again || request.start == StartMode::resume || counts.queue().state().nodes > 0) {
    return text + "; " + advice_to_go_on(request.start) + " to go on";
  }
  constexpr double finer = 10;
  const double now = request.settings.count.slice_seconds.value_or(0);
  return text + fmt::format(", or start over in finer slices with --fresh --slice-seconds {:.2g}",
                            (now > 0 ? now : default_slice_seconds(job)) / finer);
}

}  // namespace

void log_start(const CountRequest& request, const JobCounts& counts, const CheckpointKeeper& keeper,
               const SavedFile& saved, std::optional<Count> first_count) {
  const QueueState state = counts.queue().state();
  const std::string problem = to_string(counts.job().problem);
  const std::string part =
      request.settings.run.part ? ", part " + to_string(*request.settings.run.part) : "";
  if (saved.file.empty()) {
    spdlog::info("{}: {}, {}, {}{}{}",
                 first_count ? "the first count is " + to_string(*first_count) +
                                   "; counting again by another decomposition"
                             : "starting " + problem,
                 amount_of(state.tasks, "task"), amount_of(counts.prefixes(), "prefix"),
                 describe_cut(counts.job()), part,
                 keeper.enabled() ? ", saved in " + keeper.path().string() : "");
  } else if (counts.scheduler().finished()) {
    spdlog::info("{} is finished already: {}, saved {}", problem, saved.file.string(),
                 format_time(saved.time));
  } else {
    spdlog::info("resuming {} from {}: {}, {} of {}{}{}, saved {}", problem, saved.file.string(),
                 format_share(state.share_done()), state.done, amount_of(state.tasks, "task"),
                 counts.slices_text(), part, format_time(saved.time));
  }
}

std::string stop_reason(const JobCounts& counts, const Served& served, const Requests& requests) {
  const QueueState state = counts.queue().state();
  if (state.todo + state.todo_checks + state.leased == 0) {
    return "the counts of a task differ";
  }
  if (served.end == ServeEnd::out_of_time) {
    return "time limit";
  }
  return requests.stop() ? stop_cause(requests.stop_signal) : "signal to the workers";
}

void log_stop(const CountRequest& request, const JobCounts& counts, const CheckpointKeeper& keeper,
              const std::string& reason) {
  const QueueState state = counts.queue().state();
  // Doubtful tasks are not in the checkpoint.
  const auto doubtful = counts.queue().checks().doubtful();
  const auto tasks_in_doubt = std::ranges::count_if(doubtful, std::not_fn(&UnitId::is_slice));
  const std::uint64_t done = state.done - static_cast<std::uint64_t>(tasks_in_doubt);
  const std::string tasks = amount_of(state.tasks, "task");
  if (!keeper.enabled()) {
    spdlog::error("stopped ({}) at {} of {}{}; without a checkpoint they are lost", reason, done,
                  tasks, counts.slices_text());
  } else if (!keeper.saved()) {
    spdlog::error(
        "stopped ({}) at {} of {}{}; the last save failed, and what was counted since the "
        "save before it is lost",
        reason, done, tasks, counts.slices_text());
  } else {
    spdlog::info("stopped ({}) and saved to {}: {}, {} of {}{}; {}", reason, keeper.path().string(),
                 format_share(state.share_done()), done, tasks, counts.slices_text(),
                 advice(request, counts));
  }
}

std::string advice_without_workers(const CountRequest& request, const CheckpointKeeper& keeper) {
  if (!keeper.enabled()) {
    return "; run again with --checkpoint FILE so that nothing is lost";
  }
  return (keeper.saved() ? "; what was counted is in '"
                         : "; the last save failed, and the one before it is in '") +
         keeper.path().string() + "'; " + advice_to_go_on(request.start);
}

}  // namespace nqueens
