// NAME.live.json: the state of a run, for `status`, replaced every few seconds.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "report/live.hpp"
#include "report/progress.hpp"
#include "run/checkpoint_keeper.hpp"
#include "system/clock.hpp"

namespace nqueens {

/// n20.ckpt -> n20.live.json, beside it.
std::filesystem::path live_path(const std::filesystem::path& checkpoint);

/// Removes the file at its end, unless its process is killed. What cannot be written is left out:
/// only `status` misses it.
class LiveFile {
 public:
  /// @param checkpoint  empty: nothing is written
  explicit LiveFile(const std::filesystem::path& checkpoint);
  ~LiveFile() { remove(); }
  LiveFile(const LiveFile&) = delete;
  LiveFile& operator=(const LiveFile&) = delete;

  /// Every five seconds, and at first.
  [[nodiscard]] bool due() const;
  void write(const ProgressSnapshot& snapshot, const CheckpointKeeper& keeper,
             std::vector<LiveWorkers> groups);
  void remove();

 private:
  std::filesystem::path path_;
  std::int64_t started_at_;  ///< in seconds since 1970-01-01 UTC
  std::optional<Clock::time_point> written_;
};

/// What a run wrote last.
struct LiveState {
  LiveReport report;
  double age_seconds = 0;  ///< of the file, by the clock of this machine; at least 0

  /// It is renewed every five seconds.
  [[nodiscard]] bool is_fresh() const { return age_seconds < 30; }
};

/// Nothing where no run has left such a file.
std::optional<LiveState> read_live(const std::filesystem::path& checkpoint);

/// The same for a run on another machine, whose clock may be wrong: looks at a file that seems to
/// be old until it is renewed, at most for 12 s.
std::optional<LiveState> watch_live(const std::filesystem::path& checkpoint);

}  // namespace nqueens
