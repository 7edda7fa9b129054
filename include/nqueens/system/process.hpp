// Which process on which machine: for locks, and to tell a dead worker from a slow one.
#pragma once

#include <cstdint>
#include <string>

namespace nqueens {

struct ProcessIdentity {
  std::string host;   ///< host name
  std::string space;  ///< boot id and pid namespace: pids compare only where this is equal
  std::int64_t pid = 0;
  std::uint64_t start_time =
      0;  ///< clock ticks after boot (field 22 of /proc/PID/stat): tells reused pids

  friend bool operator==(const ProcessIdentity&, const ProcessIdentity&) = default;
};

ProcessIdentity this_process();

enum class Liveness { alive, dead, unknown /* another machine or pid namespace */ };

/// Whether that process still runs; a zombie counts as dead.
Liveness liveness(const ProcessIdentity& process);

}  // namespace nqueens
