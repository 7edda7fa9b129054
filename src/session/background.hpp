// Runs long work in another thread, so that this one can ping the workers.
//
// Enumerating the prefixes of a large board takes seconds, at great depth minutes. This thread
// stays free meanwhile: only it may call MPI, and workers that get no message for two minutes exit.
#pragma once

#include <spdlog/spdlog.h>

#include <chrono>
#include <future>
#include <system_error>
#include <utility>

namespace nqueens {

/// Logged when enumerating all prefixes of a job takes long.
inline constexpr const char* long_walk =
    "enumerating the prefixes and weighing the tasks; with a great depth this takes minutes";

inline void log_long_walk() {
  spdlog::info(long_walk);
}

/// Runs `work` in another thread; returns or throws what it does. This thread calls `notice` after
/// one second and `meanwhile` every second, since workers exit after two minutes without a message.
/// If no thread can be started, `work` runs in this one, without these calls.
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
