// Runs work, and announces it if it takes more than a second.
#pragma once

#include <spdlog/spdlog.h>

#include <chrono>
#include <future>
#include <system_error>

namespace nqueens {

/// Said of the walk over all prefixes of a job.
inline constexpr const char* walk_announcement =
    "enumerating the prefixes and weighing the tasks; with a great depth this takes minutes";

inline void announce_walk() {
  spdlog::info(walk_announcement);
}

/// What `work` returns or throws. After a second it calls `announce`, unless the system has no room
/// for the thread that this takes.
template <class Work, class Announce>
auto announced(const Work& work, const Announce& announce) {
  std::future<decltype(work())> pending;
  try {
    pending = std::async(std::launch::async, [&work] { return work(); });
  } catch (const std::system_error&) {
    return work();
  }
  if (pending.wait_for(std::chrono::seconds(1)) == std::future_status::timeout) {
    announce();
  }
  return pending.get();
}

}  // namespace nqueens
