// Locks, loads and saves of a run, with their log lines.

#include "session/keeper.hpp"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/text.hpp"
#include "judge/names.hpp"
#include "judge/result_file.hpp"
#include "nqueens/error.hpp"
#include "system/file.hpp"
#include "system/signals.hpp"

namespace nqueens {
namespace {

/// Whether a checkpoint, result or log of runs has this name.
bool is_taken(const std::filesystem::path& name) {
  std::error_code ignored;
  return has_generations(name) || has_generations(second_path(name)) ||
         std::filesystem::exists(result_path(name), ignored) ||
         std::filesystem::exists(run_log_path(name), ignored);
}

/// Renames a checkpoint, its result and its log of runs.
void move_all(const std::filesystem::path& name, const std::filesystem::path& aside) {
  const auto move = [](const std::string& what, const std::filesystem::path& from,
                       const std::filesystem::path& to) {
    std::error_code error;
    std::filesystem::rename(from, to, error);
    if (!error) {
      spdlog::info("the old {} is now {}", what, to.string());
    } else if (error != std::errc::no_such_file_or_directory) {
      throw file_error(ExitCode::checkpoint, "rename", from, error.value());
    }
  };
  move("result", result_path(name), result_path(aside));
  move("log of runs", run_log_path(name), run_log_path(aside));
  if (rename_checkpoint(name, aside)) {
    spdlog::info("the old checkpoint is now {}", aside.string());
  }
}

}  // namespace

void CheckpointKeeper::lock(const std::function<void()>& while_waiting) {
  if (!enabled()) {
    return;
  }
  if (first_ != nullptr) {
    lock_ = first_->lock_;
    cannot_lock_ = first_->cannot_lock_;
    return;
  }
  // In a chain of jobs the previous one may still be saving.
  const bool in_batch_job = !batch_job().empty();
  const LockTimes times{.wait_for_end = std::chrono::minutes(in_batch_job ? 10 : 0)};
  const auto wait = [&, is_announced = false]() mutable {
    if (!std::exchange(is_announced, true)) {
      spdlog::info(
          "another run has the lock of {}; waiting {}until it has given no sign of life for "
          "a minute",
          path().string(), in_batch_job ? "ten minutes for its end, or " : "");
    }
    while_waiting();
    return true;
  };
  try {
    lock_ = std::make_shared<LockFile>(first_path(path()), times, wait);
  } catch (const CannotLock& error) {
    cannot_lock_ = error;
    return;
  }
  if (!lock_->note().empty()) {
    spdlog::warn("{}", lock_->note());
  }
  remove_leftovers(path());
  remove_leftovers(second_path(path()));  // the lock covers it, too
}

void CheckpointKeeper::require_lock(StartMode start) const {
  if (!cannot_lock_) {
    return;
  }
  const std::string folder = folder_of(path()).string();
  const bool is_misnamed = cannot_lock_->code() == ExitCode::usage;
  if (!is_misnamed && start != StartMode::resume && access(folder.c_str(), W_OK | X_OK) != 0 &&
      (errno == EACCES || errno == EROFS || errno == EPERM)) {
    throw Error(ExitCode::checkpoint,
                "cannot save '" + path().string() + "': " + std::strerror(errno) +
                    "; make the folder '" + folder +
                    "' writable, or give 'nqueens count' another file with --checkpoint FILE, or "
                    "none with --no-checkpoint");
  }
  throw Error(*cannot_lock_);
}

std::optional<LoadedCheckpoint> CheckpointKeeper::load(StartMode start) const {
  if (!enabled()) {
    return std::nullopt;
  }
  if (start == StartMode::fresh) {
    refuse_irregular("replace", path());
    return std::nullopt;
  }
  const std::string advice = "name another checkpoint, or start over with 'nqueens count --fresh'";
  auto loaded = load_checkpoint(path(), lock_ ? BadFiles::set_aside : BadFiles::leave,
                                "restore a good one, " + advice, goes_on);
  if (const auto second = second_path(path()); !loaded && has_generations(second)) {
    throw Error(ExitCode::checkpoint, "'" + second.string() + "' is the second count of '" +
                                          path().string() + "', which is not there; restore it, " +
                                          advice);
  }
  if (!loaded && start == StartMode::resume) {
    throw Error(ExitCode::checkpoint, "checkpoint '" + path().string() +
                                          "' does not exist; start the job with 'nqueens count', "
                                          "a small board with --checkpoint FILE");
  }
  if (loaded) {
    for (const std::string& warning : loaded->warnings) {
      spdlog::warn("{}", warning);
    }
  }
  return loaded;
}

void CheckpointKeeper::move_aside() const {
  const std::filesystem::path aside = name_aside(path(), std::time(nullptr), is_taken);
  move_all(path(), aside);
  move_all(second_path(path()), second_path(aside));
}

void CheckpointKeeper::save(const Checkpoint& checkpoint) {
  const auto begin = Clock::now();
  try {
    lock_->require_held();
    // Checks the lock again just before the rename, since writing may take long.
    warn_once(save_checkpoint(path(), settings_.generations, checkpoint,
                              [this] { lock_->require_held(); }));
    saved_ = true;
    save_fault_.clear();
    saved_at_ = std::time(nullptr);
  } catch (const Error& error) {
    saved_ = false;
    save_fault_ = error.what();
    if (error.code() == ExitCode::checkpoint) {
      throw;  // another run has the lock now
    }
    spdlog::warn("saving failed, and the older generations are intact: {}", error.what());
  }
  tried_ = Clock::now();
  save_seconds_ = seconds_since(begin);
  if (saved_) {
    spdlog::debug("saved {} in {:.2f} s", path().string(), save_seconds_);
  }
}

bool CheckpointKeeper::write_result(const RunResult& result, bool counted_now) {
  constexpr std::size_t max_bytes = 1U << 24U;
  if (!enabled()) {
    return true;
  }
  try {
    const std::filesystem::path file = behind_links(result_path(path()));
    std::error_code ignored;
    const ResultComparison held =
        std::filesystem::exists(file, ignored)
            ? compare_result(result, read_regular(file, max_bytes).value_or(""))
            : ResultComparison{};
    if (held.is_same && !counted_now) {
      return true;
    }
    if (!held.fault.empty()) {
      const bool stays = cannot_lock_ || !holds_something_else(file, "{}");
      const auto aside = stays ? file : set_aside(file);
      if (!stays && aside == file) {
        throw Error(ExitCode::runtime_error,
                    "'" + file.string() + "' is no result and cannot be renamed; move it away");
      }
      spdlog::warn("'{}' {}{}{}", file.string(), held.fault,
                   cannot_lock_ ? "" : "; it is written again",
                   stays ? "" : ", and the old one is now " + aside.string());
    }
    warn_once(cannot_lock_ ? "the result file is not written: " + std::string(cannot_lock_->what())
                           : write_atomically(file, as_line(to_json(result))));
    return true;
  } catch (const Error& error) {
    spdlog::warn("{}", error.what());
    return false;
  }
}

void CheckpointKeeper::warn_once(const std::string& warning) {
  if (!warning.empty() && !std::exchange(has_warned_, true)) {
    spdlog::warn("{}", warning);
  }
}

void CheckpointKeeper::touch() {
  if (lock_) {
    lock_->touch();
  }
}

}  // namespace nqueens
