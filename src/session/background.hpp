// Runs work in another thread, and says so if it takes more than a second.
//
// A walk over the prefixes of a large board takes seconds, of a great depth minutes. This thread
// must be free meanwhile: only it may call MPI, and workers leave that hear nothing.
#pragma once

#include <spdlog/spdlog.h>

#include <chrono>
#include <future>
#include <system_error>
#include <utility>

namespace nqueens {

/// Said of the walk over all prefixes of a job.
inline constexpr const char* long_walk =
    "enumerating the prefixes and weighing the tasks; with a great depth this takes minutes";

inline void log_long_walk() {
  spdlog::info(long_walk);
}

/// What `work` returns or throws. It runs in another thread. This one calls `notice` after a
/// second, and `meanwhile` each second: the workers leave if they hear nothing for two minutes. If
/// the system has no room for a thread it calls neither.
/// @param meanwhile  Session::ping(), if there are workers
template <class Work, class Notice, class Meanwhile>
auto with_notice(const Work& work, const Notice& notice, Meanwhile&& meanwhile) {
  std::future<decltype(work())> pending;
  try {
    pending = std::async(std::launch::async, [&work] { return work(); });
  } catch (const std::system_error&) {
    return work();
  }
  for (bool is_said = false;
       pending.wait_for(std::chrono::seconds(1)) == std::future_status::timeout; meanwhile()) {
    if (!std::exchange(is_said, true)) {
      notice();
    }
  }
  return pending.get();
}

}  // namespace nqueens
