// Locks, loads and saves of a run, with their log lines.

#include "checkpoint_keeper.hpp"

#include <spdlog/spdlog.h>

#include <utility>

#include "nqueens/core/error.hpp"
#include "nqueens/system/clock.hpp"

namespace nqueens {

void CheckpointKeeper::lock(const std::function<void()>& while_waiting) {
  if (!enabled()) {
    return;
  }
  bool announced = false;
  lock_ = std::make_unique<LockFile>(path(), LockTimes{}, [&] {
    if (!std::exchange(announced, true)) {
      spdlog::info(
          "the lock of {} is held on another machine; waiting a minute to see whether its "
          "holder is alive",
          path().string());
    }
    while_waiting();
    return true;
  });
  if (!lock_->note().empty()) {
    spdlog::warn("{}", lock_->note());
  }
  remove_leftovers(path());
}

std::optional<LoadedCheckpoint> CheckpointKeeper::load(StartMode start) const {
  if (!enabled()) {
    return std::nullopt;
  }
  if (start == StartMode::fresh) {
    require_replaceable(path());
    return std::nullopt;
  }
  auto loaded = load_checkpoint(path(), BadFiles::set_aside);
  if (!loaded && start == StartMode::resume) {
    throw Error(ExitCode::checkpoint, "checkpoint '" + path().string() +
                                          "' does not exist; start the job with 'nqueens count'");
  }
  if (loaded) {
    for (const std::string& warning : loaded->warnings) {
      spdlog::warn("{}", warning);
    }
  }
  return loaded;
}

void CheckpointKeeper::save(const Checkpoint& checkpoint) {
  if (!enabled()) {
    return;
  }
  const auto begin = Clock::now();
  try {
    lock_->require_held();
    // Checks the lock once more just before the rename, since writing may take long.
    save_checkpoint(path(), settings_.generations, checkpoint, [this] { lock_->require_held(); });
    saved_ = true;
  } catch (const Error& error) {
    saved_ = false;
    if (error.code() == ExitCode::checkpoint) {
      throw;  // another run has the lock now
    }
    spdlog::warn("saving failed, and the older generations are intact: {}", error.what());
  }
  save_seconds_ = seconds_since(begin);
  if (saved_) {
    spdlog::debug("saved {} in {:.2f} s", path().string(), save_seconds_);
  }
}

void CheckpointKeeper::touch() {
  if (lock_) {
    lock_->touch();
  }
}

}  // namespace nqueens
