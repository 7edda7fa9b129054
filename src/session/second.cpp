// Files and requests of second counts.

#include "session/second.hpp"

#include <spdlog/spdlog.h>

#include <ctime>

#include "core/number.hpp"
#include "judge/finished.hpp"
#include "judge/names.hpp"
#include "nqueens/error.hpp"

namespace nqueens {
namespace {

/// Whether the second count that has begun is another than the one requested.
bool differs(const Job& begun, Job wanted, bool has_slice_seconds) {
  if (!has_slice_seconds) {  // keep the slices of the one that has begun
    wanted.slice_depth = begun.slice_depth;
    wanted.prefixes_per_slice = begun.prefixes_per_slice;
  }
  return wanted != begun;
}

/// Saves the second count as a job without results, unless it has begun.
void begin_second(const CountRequest& second, const CheckpointKeeper& first) {
  CheckpointSettings settings = second.settings.checkpoint;
  CheckpointKeeper keeper(settings, &first);
  keeper.lock([] {});  // the lock of the first count
  if (!has_generations(settings.path)) {
    keeper.require_lock(second.start);
    const Job& job = *second.again;
    const std::uint64_t prefixes = job.prefixes(goes_on).skip(max_prefixes);
    keeper.save({.job = job,
                 .queue = {divide_up(prefixes, job.prefixes_per_task), job.problem.parts()},
                 .saved_at = std::time(nullptr),
                 .runs = {}});
  }
}

}  // namespace

std::optional<CountRequest> second_request(const JobRun& first) {
  const CountRequest& request = first.request;
  const bool has_checkpoint = first.keeper.enabled();
  const auto wanted = request.settings.run.double_check;
  CountRequest second = request;
  CheckpointSettings& checkpoint = second.settings.checkpoint;
  checkpoint.path = second_path(checkpoint.path);
  if (wanted == SecondCut::none) {
    if (has_checkpoint && has_generations(checkpoint.path)) {
      spdlog::warn("the second count is given up");
      CheckpointKeeper(checkpoint).move_aside();
    }
    return std::nullopt;
  }
  const auto begun =
      has_checkpoint ? load_second(request.settings.checkpoint.path, first.job()) : std::nullopt;
  if (!wanted && !begun) {
    return std::nullopt;
  }
  const auto slice_seconds = request.settings.count.slice_seconds;
  if (wanted) {
    second.again =
        second_job(first.job(), first.queue().progress().tasks, *wanted, slice_seconds, goes_on);
    if (!begun && !second.again) {
      spdlog::warn("this board has no other decomposition: it is not counted twice");
      return std::nullopt;
    }
  }
  if (begun && second.again &&
      differs(begun->checkpoint.job, *second.again, slice_seconds.has_value())) {
    spdlog::warn("the second count goes on as it began: {}; --double-check=none gives it up",
                 describe_cut(begun->checkpoint.job));
  }
  if (begun) {
    second.again = begun->checkpoint.job;
  }
  second.settings.run.check_fraction = 0;
  if (has_checkpoint) {
    begin_second(second, first.keeper);
  }
  return second;
}

}  // namespace nqueens
