// A process on a machine.
#pragma once

#include <cstdint>
#include <string>

namespace nqueens {

struct ProcessIdentity {
  std::string host;
  std::string space;  ///< boot id and namespaces, or empty; pids compare only if known and equal
  std::int64_t pid = 0;
  std::uint64_t start_time = 0;  ///< clock ticks after boot, to tell reused pids apart; 0: unknown

  friend bool operator==(const ProcessIdentity&, const ProcessIdentity&) = default;
};

}  // namespace nqueens
