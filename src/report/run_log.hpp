// The log of runs of a job, NAME.run.jsonl: its events and lines.
//
// A killed run leaves at most one torn line, which must not make others unreadable. So each line is
// a JSON object with "time" and "event". Every start appends its own lines. Lines of older versions
// must stay readable: fields may be added, but not renamed. Shares are fractions of the expected
// work, 0 to 1. Counts are strings, since JSON readers round above 2^53.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/names.hpp"
#include "queue/progress.hpp"

namespace nqueens {

/// What the threads of a rank or one of its devices have counted; or the sum of several.
struct WorkerShare {
  int rank = 0;    ///< the first rank
  int device = 0;  ///< 0: threads; 1, 2, ..: devices
  int ranks = 1;
  int workers = 0;
  std::string host{};
  std::string kernel{};
  std::uint64_t units = 0;  ///< tasks and slices, including recounts
  double busy = 0;          ///< seconds in the kernel, of all workers
  double processor = 0;     ///< processor time of the workers; 0 for a device
  double here = 0;          ///< seconds during which workers were present
  double heard = 0;         ///< time of the last result, in seconds since 1970; 0: none yet

  /// Fraction of the time present that was spent in the kernel.
  [[nodiscard]] double busy_share() const;
  /// Adds what these workers counted at another time.
  void count(const WorkerShare& more);
  /// Adds other workers.
  void join(const WorkerShare& others);

  friend bool operator==(const WorkerShare&, const WorkerShare&) = default;
};

/// A merged file. The lines of its log of runs follow, with starts renumbered.
struct RunInput {
  static constexpr std::string_view name = "input";
  std::string file{};
  double started = 0;  ///< its first start, in seconds since 1970
  double ended = 0;    ///< end of its last start

  friend bool operator==(const RunInput&, const RunInput&) = default;
};

struct RunStart {
  static constexpr std::string_view name = "start";
  std::string version{};
  std::string compiler{};  ///< with flags
  std::string mpi{};
  std::string command{};
  std::string host{};  ///< of the master
  std::int64_t process = 0;
  std::string problem{};           ///< "n=20"
  std::string cut{};               ///< "symmetry full, depth 4"
  std::string part{};              ///< "2/5"; empty: the whole job
  Progress before{};               ///< tasks, share and count only
  std::vector<double> expected{};  ///< estimate, low and high of the count if it was sampled
  std::uint64_t start = 1;         ///< one more than the starts in the checkpoint
  std::vector<int> ranks{};        ///< workers by rank

  friend bool operator==(const RunStart&, const RunStart&) = default;
};

/// Workers that became ready since the previous such line.
struct RunWorkers {
  static constexpr std::string_view name = "workers";
  std::vector<WorkerShare> groups{};
  std::set<std::string> processors{};  ///< models not yet named in this run

  friend bool operator==(const RunWorkers&, const RunWorkers&) = default;
};

/// Units by their time in the kernel: key k is for 2^k up to 2^(k + 1) seconds.
using LengthHistogram = std::map<int, std::uint64_t>;
/// The key k, from -20 to 40.
int length_class(double seconds);

/// The state, and what happened since the previous such line.
struct RunRate {
  static constexpr std::string_view name = "rate";
  Progress now{};
  std::uint64_t units = 0;  ///< first counts of tasks and slices
  std::uint64_t confirmed = 0;
  double busy = 0;                   ///< seconds in the kernel, of all workers
  LengthHistogram lengths{};         ///< of the first counts
  std::vector<WorkerShare> ranks{};  ///< their work since they were last listed
  std::uint64_t left_out = 0;        ///< incidents without a line

  friend bool operator==(const RunRate&, const RunRate&) = default;
};

/// The state for `status`: while a run counts, its last line, which the next one replaces.
struct RunNow {
  static constexpr std::string_view name = "now";
  Progress now{};
  double saved_at = 0;  ///< in seconds since 1970; 0: not yet
  double next_save_at = 0;
  std::vector<WorkerShare> groups{};  ///< their work in this run, by rank or by host

  friend bool operator==(const RunNow&, const RunNow&) = default;
};

/// An event in the chart of faults, or a save.
struct RunIncident {
  static constexpr std::string_view name = "incident";
  enum class Kind : std::uint8_t {
    lost,
    back,
    set_aside,
    suspect,  ///< a host
    disputed,
    settled,
    unsettled,
    save,
    save_failed,
  };
  Kind kind = Kind::lost;
  std::string text{};
  double seconds = 0;  ///< duration of a save

  friend bool operator==(const RunIncident&, const RunIncident&) = default;
};
template <>
inline constexpr std::array<std::string_view, 9> names_of<RunIncident::Kind> = {
    "lost",    "back",      "set_aside", "suspect",    "disputed",
    "settled", "unsettled", "save",      "save_failed"};

/// The run ended without a result.
struct RunStop {
  static constexpr std::string_view name = "stop";
  std::string reason{};
  bool saved = false;

  friend bool operator==(const RunStop&, const RunStop&) = default;
};

struct RunFinish {
  static constexpr std::string_view name = "finish";
  std::string result{};  ///< the JSON object of the result file

  friend bool operator==(const RunFinish&, const RunFinish&) = default;
};

struct RunEvent {
  double time = 0;  ///< seconds since 1970-01-01 UTC
  std::variant<RunInput, RunStart, RunWorkers, RunRate, RunNow, RunIncident, RunStop, RunFinish>
      body;

  friend bool operator==(const RunEvent&, const RunEvent&) = default;
};

/// One line without newline, with seconds to the millisecond. Bytes that are not UTF-8 become
/// U+FFFD.
std::string encode(RunEvent event);

/// The inverse; nothing if the line is torn or no such event.
std::optional<RunEvent> decode_run_event(std::string_view line);

/// Whether the line is a rate or an incident, which are most lines of a log. Searches the text, so
/// it may miss lines that other programs wrote.
bool is_of_many(std::string_view line);

}  // namespace nqueens
