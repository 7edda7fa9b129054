// Runs work, and says so if it takes more than a second.
#pragma once

#include <spdlog/spdlog.h>

#include <chrono>
#include <future>
#include <system_error>

#include "system/signals.hpp"

namespace nqueens {

/// Said of the walk over all prefixes of a job.
inline constexpr const char* long_walk =
    "enumerating the prefixes and weighing the tasks; with a great depth this takes minutes";

/// For such a walk: a signal ends it.
inline bool goes_on() {
  return !signal_requests().stop();
}

inline void log_long_walk() {
  spdlog::info(long_walk);
}

/// What `work` returns or throws. After a second it calls `notice`, unless the system has no room
/// for the thread that this takes.
template <class Work, class Notice>
auto with_notice(const Work& work, const Notice& notice) {
  std::future<decltype(work())> pending;
  try {
    pending = std::async(std::launch::async, [&work] { return work(); });
  } catch (const std::system_error&) {
    return work();
  }
  if (pending.wait_for(std::chrono::seconds(1)) == std::future_status::timeout) {
    notice();
  }
  return pending.get();
}

}  // namespace nqueens
