// Creates, watches, takes over and removes locks.

#include "system/lock_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <sstream>
#include <string_view>
#include <thread>

#include "core/number.hpp"
#include "core/text.hpp"
#include "system/file.hpp"

namespace nqueens {
namespace {

constexpr std::chrono::milliseconds watch_step{200};

/// A lock that exists but cannot be read passes for just removed, at most this often.
constexpr int max_vanished = 100;

std::string random_token() {
  std::random_device random;
  return formatted("%x%x", random(), random());
}

std::string lock_content(const LockHolder& holder) {
  const ProcessIdentity& process = holder.process;
  std::ostringstream content;
  content << "host=" << process.host << "\nspace=" << process.space << "\npid=" << process.pid
          << "\nstart_time=" << process.start_time << "\nbatch_job=" << one_line(holder.batch_job)
          << "\ntoken=" << holder.token << '\n';
  return content.str();
}

/// The holder in a lock, with unknown fields if it is empty or damaged; nothing for other files.
std::optional<LockHolder> parse_holder(const std::string& content) {
  constexpr std::string_view start = "host=";
  // A power failure may leave zeros.
  const bool is_damaged = content.find_first_not_of('\0') == std::string::npos;
  if (!is_damaged && content.substr(0, start.size()) != start.substr(0, content.size())) {
    errno = EEXIST;
    return std::nullopt;
  }
  LockHolder holder;
  std::istringstream stream(content);
  for (std::string line; std::getline(stream, line);) {
    const auto equals = line.find('=');
    const std::string key = line.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : line.substr(equals + 1);
    if (key == "host") {
      holder.process.host = value;
    } else if (key == "space") {
      holder.process.space = value;
    } else if (key == "pid") {
      holder.process.pid = std::strtoll(value.c_str(), nullptr, 10);
    } else if (key == "start_time") {
      holder.process.start_time = std::strtoull(value.c_str(), nullptr, 10);
    } else if (key == "batch_job") {
      holder.batch_job = value;
    } else if (key == "token") {
      holder.token = value;
    }
  }
  return holder;
}

/// Last change of a file in seconds, by the file server's clock.
std::optional<double> changed_at(const std::filesystem::path& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) {
    return std::nullopt;
  }
  return static_cast<double>(status.st_mtim.tv_sec) +
         1e-9 * static_cast<double>(status.st_mtim.tv_nsec);
}

std::optional<LockHolder> read_lock(const std::filesystem::path& path) {
  constexpr std::size_t max_bytes = 1U << 16U;
  const auto content = read_regular(path, max_bytes);
  return content ? parse_holder(*content) : std::nullopt;
}

/// Creates a file. @return 0 or errno; an incomplete file is removed
int create_exclusively(const std::filesystem::path& path, std::string_view content) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    return errno;
  }
  const int number = write_all(descriptor, content) ? 0 : errno;
  if (close(descriptor) != 0 || number != 0) {
    std::remove(path.c_str());
    return number != 0 ? number : EIO;
  }
  return 0;
}

/// Creates a lock atomically, by a link to a complete file. If links do not work here, the complete
/// file shows that the folder is writable and has room, and the lock is written in place.
/// @return 0 or errno
int create_lock(const std::filesystem::path& path, const std::string& token) {
  std::filesystem::path prepared = path;
  prepared += ".new." + token;
  const std::string content =
      lock_content({.process = this_process(), .batch_job = batch_job(), .token = token});
  if (const int number = create_exclusively(prepared, content); number != 0) {
    return number;
  }
  int number = link(prepared.c_str(), path.c_str()) == 0 ? 0 : errno;
  std::remove(prepared.c_str());
  if (number != 0 && number != EEXIST) {
    number = create_exclusively(path, content);
  }
  // A network file system may report failure after success, because it lost the reply.
  const auto holder = number == EEXIST ? read_lock(path) : std::nullopt;
  return holder && holder->token == token ? 0 : number;
}

std::string describe(const LockHolder& holder) {
  std::string text = holder.process.pid > 0 ? "process " + std::to_string(holder.process.pid) +
                                                  " on host " + holder.process.host
                                            : "an unknown process";
  if (!holder.batch_job.empty()) {
    text += ", batch job " + holder.batch_job;
  }
  return text;
}

Error in_use(const std::filesystem::path& checkpoint, const LockHolder& holder) {
  return {ExitCode::checkpoint, "checkpoint '" + checkpoint.string() + "' is in use by " +
                                    describe(holder) + "; wait for it to end, or remove '" +
                                    lock_path(checkpoint).string() +
                                    "' if you know that it is dead"};
}

/// Removes the lock of a holder believed dead. Two runs may try this, and the first may have a new
/// lock when the second gets here. So the removed lock is checked, and put back if it is another.
void break_lock(const std::filesystem::path& path, const LockHolder& judged,
                const std::string& token) {
  std::filesystem::path taken = path;
  taken += ".broken." + token;
  if (std::rename(path.c_str(), taken.c_str()) != 0) {
    return;  // another run was faster
  }
  const auto found = read_lock(taken);
  if (found && found->token != judged.token) {
    if (link(taken.c_str(), path.c_str()) != 0 && errno != EEXIST) {
      create_exclusively(path, lock_content(*found));
    }
  }
  std::remove(taken.c_str());
}

}  // namespace

std::filesystem::path lock_path(const std::filesystem::path& checkpoint) {
  std::filesystem::path path = checkpoint;
  path += ".lock";
  return path;
}

std::string batch_job() {
  for (const char* name :
       {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "JOB_ID", "OAR_JOB_ID", "FLUX_JOB_ID"}) {
    if (const char* job = std::getenv(name); job != nullptr && *job != '\0') {
      return job;
    }
  }
  return "";
}

LockFile::LockFile(const std::filesystem::path& checkpoint, LockTimes times,
                   const std::function<bool()>& keep_waiting)
    : path_(lock_path(checkpoint)), times_(times), token_(random_token()), touched_(Clock::now()) {
  int vanished = 0;         // failed reads of the lock
  std::string watched;      // token and last change of the watched lock
  Clock::time_point since;  // of its last change
  const Clock::time_point began = touched_;
  while (true) {
    const int number = create_lock(path_, token_);
    if (number == 0) {
      return;
    }
    if (number != EEXIST) {
      const bool is_misnamed = number == ENOENT || number == ENOTDIR;
      throw CannotLock(file_error(is_misnamed ? ExitCode::usage : ExitCode::checkpoint, "write",
                                  checkpoint, number));
    }
    const auto changed = changed_at(path_);
    const auto holder = read_lock(path_);
    if (!holder && changed && errno == EEXIST) {
      throw Error(ExitCode::checkpoint, "'" + path_.string() +
                                            "' is no lock of nqueens; move it away, or name "
                                            "another checkpoint");
    }
    if (!holder || !changed) {
      if (++vanished > max_vanished) {
        throw file_error(ExitCode::checkpoint, "read", path_, errno);
      }
      continue;  // just removed
    }
    Liveness life = liveness(holder->process);
    if (life == Liveness::alive && holder->process.start_time == 0) {
      // Without a start time, a dead process with the same number looks alive, as in a restarted
      // container.
      life = Liveness::unknown;
    }
    const std::string now_seen = holder->token + "/" + std::to_string(*changed);
    const bool is_touched = !watched.empty() && now_seen != watched;
    if (life == Liveness::alive || is_touched) {
      if (Clock::now() - began >= times_.wait_for_end) {
        throw in_use(checkpoint, *holder);
      }
      watched.clear();
    }
    if (watched.empty()) {
      since = Clock::now();
    }
    watched = now_seen;
    const bool stale = life == Liveness::dead || Clock::now() - since >= times_.stale_after;
    if (stale) {
      note_ = "took over the lock of " + describe(*holder) + ", which is gone";
      break_lock(path_, *holder, token_);
      watched.clear();
    } else if (!keep_waiting()) {
      throw in_use(checkpoint, *holder);
    } else {
      std::this_thread::sleep_for(std::min(watch_step, times_.stale_after));
    }
  }
}

LockFile::~LockFile() {
  const auto holder = read_lock(path_);
  if (holder && holder->token == token_) {
    std::remove(path_.c_str());
  }
}

void LockFile::touch() {
  const auto now = Clock::now();
  if (now - touched_ < times_.touch_every) {
    return;
  }
  touched_ = now;
  utimensat(AT_FDCWD, path_.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
}

void LockFile::require_held() const {
  const auto holder = read_lock(path_);
  if (holder ? holder->token == token_ : access(path_.c_str(), F_OK) == 0 || errno != ENOENT) {
    return;  // ours, or unreadable just now, which does not prove another run
  }
  throw Error(ExitCode::checkpoint,
              "the lock '" + path_.string() + "' " +
                  (holder ? "was taken over by " + describe(*holder) : std::string("is gone")) +
                  "; this run stops and writes nothing more");
}

std::optional<LockHolder> lock_holder(const std::filesystem::path& checkpoint) {
  const std::filesystem::path path = lock_path(checkpoint);
  auto holder = read_lock(path);
  const auto changed = changed_at(path);
  if (!holder || !changed || liveness(holder->process) == Liveness::dead) {
    return std::nullopt;
  }
  holder->age_seconds = std::max(wall_time() - *changed, 0.0);
  return holder;
}

}  // namespace nqueens
