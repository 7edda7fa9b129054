// The events of a job's runs, and the lines of NAME.run.jsonl that hold them.
//
// Each line is a JSON object with "time" and "event". Shares are parts of the expected work, 0 to
// 1. Counts are strings, since JSON readers round at 2^53.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nqueens {

/// A run begins.
struct RunStart {
  std::string version;
  std::string command;
  std::string host;  ///< of the master
  std::int64_t process = 0;
  std::string problem;  ///< "n=20"
  std::string cut;      ///< "symmetry all, depth 4"
  std::string part{};   ///< "2/5"; empty: the whole job
  std::uint64_t tasks = 0;
  std::uint64_t tasks_done = 0;  ///< before this run
  double share_done = 0;         ///< likewise
  std::string count{"0"};        ///< likewise
  std::uint64_t start = 1;       ///< the number of this run
  std::vector<int> ranks{};      ///< the workers of each

  friend bool operator==(const RunStart&, const RunStart&) = default;
};

/// Workers that have become ready since the last such line.
struct RunWorkers {
  struct Group {
    int rank = 0;
    std::string host;
    std::string kernel;
    int workers = 0;

    friend bool operator==(const Group&, const Group&) = default;
  };
  std::vector<Group> groups;

  friend bool operator==(const RunWorkers&, const RunWorkers&) = default;
};

/// Units by their time in the kernel: 2^k up to 2^(k + 1) seconds.
using LengthHistogram = std::map<int, std::uint64_t>;
/// That k, from -20 to 40.
int length_class(double seconds);

/// What has happened since the last such line, and how things stand.
struct RunRate {
  /// What a rank has done since ranks were last listed.
  struct Rank {
    int rank = 0;
    std::uint64_t units = 0;  ///< tasks and slices, also those counted once more
    double busy = 0;          ///< seconds in the kernel, of all its workers
    double here = 0;          ///< seconds that its workers were there

    friend bool operator==(const Rank&, const Rank&) = default;
  };
  double seconds = 0;  ///< since the last line, or the start
  double share_done = 0;
  std::uint64_t tasks_done = 0;
  std::string count;        ///< so far
  std::uint64_t units = 0;  ///< first counts of tasks and slices
  std::uint64_t confirmed = 0;
  std::uint64_t retries = 0;  ///< leases that ended without a result
  int workers = 0;            ///< at work now
  int idle = 0;               ///< of these, without work
  int lost = 0;               ///< in this run
  double busy = 0;            ///< seconds in the kernel, of all workers
  LengthHistogram lengths{};  ///< of the first counts
  std::vector<Rank> ranks{};
  std::uint64_t left_out = 0;  ///< incidents without a line

  friend bool operator==(const RunRate&, const RunRate&) = default;
};

/// Something that a chart of faults shows, or a save.
struct RunIncident {
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
std::string_view to_string(RunIncident::Kind kind);

/// A run ends without a result.
struct RunStop {
  std::string reason;
  bool saved = false;

  friend bool operator==(const RunStop&, const RunStop&) = default;
};

/// The job is counted.
struct RunFinish {
  std::string result;  ///< the JSON object of the result file

  friend bool operator==(const RunFinish&, const RunFinish&) = default;
};

struct RunEvent {
  double time = 0;  ///< seconds since 1970-01-01 UTC
  std::variant<RunStart, RunWorkers, RunRate, RunIncident, RunStop, RunFinish> body;

  friend bool operator==(const RunEvent&, const RunEvent&) = default;
};

/// One line without its end. What is no UTF-8 becomes U+FFFD.
std::string encode(const RunEvent& event);

/// The inverse; nothing where the line holds no such event, for example since it is torn.
std::optional<RunEvent> decode_run_event(std::string_view line);

}  // namespace nqueens
