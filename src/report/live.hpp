// What a run says of itself every few seconds, in NAME.live.json beside its checkpoint.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nqueens {

/// The workers of a rank; of a host where there are many ranks.
struct LiveWorkers {
  int rank = 0;  ///< the first of a host
  int workers = 0;
  std::string host;
  std::string kernel;
  std::uint64_t units = 0;  ///< tasks and slices that it has counted in this run
  double busy_seconds = 0;  ///< in the kernel, of all its workers
  double heard = 0;         ///< seconds since 1970 of its last result; 0: none yet

  friend bool operator==(const LiveWorkers&, const LiveWorkers&) = default;
};

struct LiveReport {
  std::string host;  ///< of the master
  std::int64_t process = 0;
  std::int64_t started_at = 0;  ///< seconds since 1970-01-01 UTC, as all times here
  std::int64_t updated_at = 0;
  std::int64_t saved_at = 0;  ///< 0: not yet
  std::int64_t next_save_at = 0;
  double share_done = 0;  ///< of the expected work
  std::uint64_t tasks = 0;
  std::uint64_t tasks_done = 0;
  std::string count;      ///< so far, in digits
  double rate = 0;        ///< counted a second in this run
  std::string time_left;  ///< in words
  std::optional<double> eta_seconds{};
  int workers = 0;  ///< at work now
  int lost = 0;     ///< in this run
  std::vector<LiveWorkers> groups{};

  friend bool operator==(const LiveReport&, const LiveReport&) = default;
};

/// One JSON object on one line.
std::string to_json(const LiveReport& report);

/// The inverse; nothing where the text is no such object, for example since it is another
/// program's.
std::optional<LiveReport> live_from_json(std::string_view text);

/// Several "name: value" lines and a table of the workers.
/// @param age_seconds  since the report was written
std::string to_text(const LiveReport& report, double age_seconds);

}  // namespace nqueens
