// Written without waiting for the disk: after a crash of the machine nobody needs it.

#include "run/live_file.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "core/error.hpp"
#include "run/count_result.hpp"
#include "system/atomic_file.hpp"
#include "system/process.hpp"
#include "system/regular_file.hpp"

namespace nqueens {

namespace {

LiveReport report_of(const ProgressSnapshot& snapshot, const CheckpointKeeper& keeper) {
  const ProcessIdentity self = this_process();
  return {.host = self.host,
          .process = self.pid,
          .updated_at = std::time(nullptr),
          .saved_at = keeper.saved_at(),
          .next_save_at = keeper.next_save_at(),
          .share_done = snapshot.share_done,
          .tasks = snapshot.tasks,
          .tasks_done = snapshot.tasks_done,
          .count = to_string(snapshot.count),
          .rate = counted_a_second(snapshot),
          .time_left = time_left(snapshot),
          .eta_seconds = eta_seconds(snapshot),
          .workers = snapshot.workers,
          .lost = snapshot.lost_workers};
}

}  // namespace

std::filesystem::path live_path(const std::filesystem::path& checkpoint) {
  return path_beside(checkpoint, ".live.json");
}

LiveFile::LiveFile(const std::filesystem::path& checkpoint)
    : path_(checkpoint.empty() ? checkpoint : live_path(checkpoint)),
      started_at_(std::time(nullptr)) {}

bool LiveFile::due() const {
  constexpr double interval_seconds = 5;
  return !path_.empty() && (!written_ || seconds_since(*written_) >= interval_seconds);
}

void LiveFile::write(const ProgressSnapshot& snapshot, const CheckpointKeeper& keeper,
                     std::vector<LiveWorkers> groups) {
  written_ = Clock::now();
  LiveReport report = report_of(snapshot, keeper);
  report.started_at = started_at_;
  report.groups = std::move(groups);
  try {
    AtomicFile file(path_);
    file.write(to_json(report) + "\n");
    file.commit();
  } catch (const Error&) {  // NOLINT(bugprone-empty-catch)
  }
}

void LiveFile::remove() {
  std::error_code ignored;
  if (written_) {
    std::filesystem::remove(path_, ignored);
  }
}

std::optional<LiveState> read_live(const std::filesystem::path& checkpoint) {
  const std::filesystem::path path = live_path(checkpoint);
  constexpr std::size_t max_bytes = 1U << 24U;
  const std::string text = read_regular(path, max_bytes).value_or("");
  std::error_code error;
  const auto written = std::filesystem::last_write_time(path, error);
  auto report = live_from_json(text);
  if (error || !report) {
    return std::nullopt;
  }
  const std::chrono::duration<double> age = std::filesystem::file_time_type::clock::now() - written;
  return LiveState{.report = *std::move(report), .age_seconds = std::max(age.count(), 0.0)};
}

std::optional<LiveState> watch_live(const std::filesystem::path& checkpoint) {
  constexpr double longest_look_seconds = 12;
  const Clock::time_point begin = Clock::now();
  std::optional<LiveState> live = read_live(checkpoint);
  while (live && !live->is_fresh() && seconds_since(begin) < longest_look_seconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    std::optional<LiveState> later = read_live(checkpoint);
    if (later && later->report.updated_at != live->report.updated_at) {
      later->age_seconds = 0;
    }
    live = std::move(later);
  }
  return live;
}

}  // namespace nqueens
