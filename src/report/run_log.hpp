// The log of a job's runs, NAME.run.jsonl: its events, and its lines.
//
// A line is whole or torn, whenever the run is killed, and a torn line costs no other. So each is a
// JSON object by itself, with "time" and "event". Each start appends its own, and lines of older
// versions are read for ever: fields are added and none is renamed. Shares are parts of the
// expected work, 0 to 1. Counts are strings, since JSON readers round at 2^53.
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

/// What the threads of a rank have counted, or one of its devices; or several of these together.
struct WorkerShare {
  int rank = 0;    ///< the first of them
  int device = 0;  ///< 0: its threads; 1, 2, ..: its devices
  int ranks = 1;
  int workers = 0;
  std::string host{};
  std::string kernel{};
  std::uint64_t units = 0;  ///< tasks and slices, also those counted once more
  double busy = 0;          ///< seconds in the kernel, of all workers
  double processor = 0;     ///< processor time of these; of a device 0
  double here = 0;          ///< seconds that the workers were there
  double heard = 0;         ///< when the last result came, in seconds since 1970; 0: none yet

  /// Of the time there, what was spent in the kernel.
  [[nodiscard]] double busy_share() const;
  /// Adds what these workers have counted at another time.
  void count(const WorkerShare& more);
  /// Adds other workers.
  void join(const WorkerShare& others);

  friend bool operator==(const WorkerShare&, const WorkerShare&) = default;
};

/// A file that was merged. The lines of its log of runs follow, with their starts numbered anew.
struct RunInput {
  static constexpr std::string_view name = "input";
  std::string file{};
  double started = 0;  ///< its first start, in seconds since 1970
  double ended = 0;    ///< likewise, its last one

  friend bool operator==(const RunInput&, const RunInput&) = default;
};

struct RunStart {
  static constexpr std::string_view name = "start";
  std::string version{};
  std::string compiler{};  ///< and its flags
  std::string mpi{};
  std::string command{};
  std::string host{};  ///< of the master
  std::int64_t process = 0;
  std::string problem{};           ///< "n=20"
  std::string cut{};               ///< "symmetry full, depth 4"
  std::string part{};              ///< "2/5"; empty: the whole job
  Progress before{};               ///< tasks, share and count only
  std::vector<double> expected{};  ///< estimate, low and high of the count, if it was sampled
  std::uint64_t start = 1;         ///< the number of this run
  std::vector<int> ranks{};        ///< the workers of each

  friend bool operator==(const RunStart&, const RunStart&) = default;
};

/// Workers that have become ready since the last such line.
struct RunWorkers {
  static constexpr std::string_view name = "workers";
  std::vector<WorkerShare> groups{};
  std::set<std::string> processors{};  ///< models that no such line of the run has named

  friend bool operator==(const RunWorkers&, const RunWorkers&) = default;
};

/// Units by their time in the kernel: 2^k up to 2^(k + 1) seconds.
using LengthHistogram = std::map<int, std::uint64_t>;
/// That k, from -20 to 40.
int length_class(double seconds);

/// How things stand, and what has happened since the last such line.
struct RunRate {
  static constexpr std::string_view name = "rate";
  Progress now{};
  std::uint64_t units = 0;  ///< first counts of tasks and slices
  std::uint64_t confirmed = 0;
  double busy = 0;                   ///< seconds in the kernel, of all workers
  LengthHistogram lengths{};         ///< of the first counts
  std::vector<WorkerShare> ranks{};  ///< what they did since they were last listed
  std::uint64_t left_out = 0;        ///< incidents without a line

  friend bool operator==(const RunRate&, const RunRate&) = default;
};

/// The state of the run, for `status`: the last line while it counts, which the next one replaces.
struct RunNow {
  static constexpr std::string_view name = "now";
  Progress now{};
  double saved_at = 0;  ///< in seconds since 1970; 0: not yet
  double next_save_at = 0;
  std::vector<WorkerShare> groups{};  ///< what they did in this run, by rank or by host

  friend bool operator==(const RunNow&, const RunNow&) = default;
};

/// Something that a chart of faults shows, or a save.
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
  double seconds = 0;  ///< that a save took

  friend bool operator==(const RunIncident&, const RunIncident&) = default;
};
template <>
inline constexpr std::array<std::string_view, 9> names_of<RunIncident::Kind> = {
    "lost",    "back",      "set_aside", "suspect",    "disputed",
    "settled", "unsettled", "save",      "save_failed"};

/// A run ends without a result.
struct RunStop {
  static constexpr std::string_view name = "stop";
  std::string reason{};
  bool saved = false;

  friend bool operator==(const RunStop&, const RunStop&) = default;
};

/// The job is counted.
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

/// One line without its end, with seconds to the millisecond. What is no UTF-8 becomes U+FFFD.
std::string encode(RunEvent event);

/// The inverse; nothing if the line holds no such event, for example since it is torn.
std::optional<RunEvent> decode_run_event(std::string_view line);

/// Whether the line is a rate or an incident, of which a log has most. It searches the text, and so
/// may miss a line that another program has written.
bool is_of_many(std::string_view line);

}  // namespace nqueens
