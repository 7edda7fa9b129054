// Processes in /proc.

#include "system/process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "core/number.hpp"
#include "core/text.hpp"

namespace nqueens {
namespace {

/// The fields of the first thread's stat after the command name, which is in parentheses and may
/// have any text. Unlike /proc/PID/stat, this file is not faked by an emulator of another processor
/// (qemu-user).
std::optional<std::istringstream> stat_after_name(std::int64_t pid) {
  const std::string number = std::to_string(pid);
  std::ifstream file("/proc/" + number + "/task/" + number + "/stat");
  std::string line;
  if (!std::getline(file, line)) {
    return std::nullopt;
  }
  const auto end_of_name = line.rfind(')');
  if (end_of_name == std::string::npos) {
    return std::nullopt;
  }
  return std::istringstream(line.substr(end_of_name + 1));
}

struct Stat {
  char state = '?';
  std::uint64_t start_time = 0;
};

std::optional<Stat> read_stat(std::int64_t pid) {
  auto fields = stat_after_name(pid);
  if (!fields) {
    return std::nullopt;
  }
  Stat stat;
  *fields >> stat.state;
  std::string skipped;
  for (int field = 4; field <= 21; ++field) {
    *fields >> skipped;
  }
  *fields >> stat.start_time;
  return *fields ? std::optional<Stat>(stat) : std::nullopt;
}

std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) {
    return "unknown";
  }
  return name.data();
}

/// Empty if /proc does not show it, since all such machines look the same.
const std::string& process_space() {
  static const std::string space = [] {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string boot_id;
    std::getline(file, boot_id);
    std::error_code error;
    const auto pids = std::filesystem::read_symlink("/proc/self/ns/pid", error);
    // Start times differ between time namespaces. Old kernels have none.
    const auto times = std::filesystem::read_symlink("/proc/self/ns/time", error);
    return boot_id.empty() || pids.empty() ? "" : boot_id + "/" + pids.string() + times.string();
  }();
  return space;
}

/// The strings in a file, each followed by a zero byte. Empty if it cannot be read.
std::vector<std::string> texts_in(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::vector<std::string> texts;
  for (std::string text; std::getline(stream, text, '\0');) {
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace

ProcessIdentity this_process() {
  const std::int64_t pid = getpid();
  const auto stat = read_stat(pid);
  return {.host = host_name(),
          .space = process_space(),
          .pid = pid,
          .start_time = stat ? stat->start_time : 0};
}

Liveness liveness(const ProcessIdentity& process) {
  if (process.pid <= 0) {
    return Liveness::unknown;
  }
  if (process.space != process_space()) {  // first, since the others are system calls
    return Liveness::unknown;
  }
  if (process.pid == getpid() && process == this_process()) {
    return Liveness::alive;
  }
  if (process.space.empty()) {
    return Liveness::unknown;
  }
  if (kill(static_cast<pid_t>(process.pid), 0) != 0 && errno == ESRCH) {
    return Liveness::dead;
  }
  const auto stat = read_stat(process.pid);
  if (!stat) {
    return Liveness::unknown;
  }
  if (stat->state == 'Z' || stat->state == 'X') {
    return Liveness::dead;
  }
  if (stat->start_time == 0 || process.start_time == 0) {
    return Liveness::unknown;
  }
  return stat->start_time == process.start_time ? Liveness::alive : Liveness::dead;
}

std::optional<double> waiting_seconds(const ProcessIdentity& process) {
  if (liveness(process) != Liveness::alive) {
    return std::nullopt;
  }
  std::optional<double> sum;
  std::error_code error;
  const std::string tasks = "/proc/" + std::to_string(process.pid) + "/task";
  for (std::filesystem::directory_iterator task(tasks, error), end; !error && task != end;
       task.increment(error)) {
    double running = 0;
    double waiting = 0;
    if (std::ifstream(task->path() / "schedstat") >> running >> waiting && running > 0) {
      sum = sum.value_or(0) + waiting / 1e9;
    }
  }
  return sum;
}

std::int64_t parent_of(std::int64_t pid) {
  auto fields = stat_after_name(pid);
  char state = '?';
  std::int64_t parent = 0;
  return fields && *fields >> state >> parent ? parent : 0;
}

void occupy_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) {
      // open() returns the lowest free number.
      [[maybe_unused]] const int opened =
          open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
    }
  }
}

std::string command_line() {
  std::string line;
  for (const std::string& word : texts_in("/proc/self/cmdline")) {
    line += (line.empty() ? "" : " ") + shell_quoted(word);
  }
  return line;
}

std::set<std::string> values_beside(const std::string& entry, const std::string& variable) {
  const std::string name = variable + "=";
  std::set<std::string> values;
  std::error_code error;
  // Processes that end meanwhile are skipped.
  for (std::filesystem::directory_iterator process("/proc", error), end; !error && process != end;
       process.increment(error)) {
    const std::string pid = process->path().filename();
    if (pid.find_first_not_of("0123456789") != std::string::npos) {
      continue;
    }
    // empty for other users' processes
    const auto environment = texts_in(process->path() / "environ");
    const auto value = std::ranges::find_if(
        environment, [&name](const std::string& each) { return each.starts_with(name); });
    if (value != environment.end() && std::ranges::find(environment, entry) != environment.end()) {
      values.insert(value->substr(name.size()));
    }
  }
  return values;
}

std::optional<int> number_of_open_file(const std::string& path) {
  if (path == "/dev/stderr") {
    return STDERR_FILENO;
  }
  for (const std::string& folder : {std::string("/dev/fd/"), std::string("/proc/self/fd/"),
                                    "/proc/" + std::to_string(getpid()) + "/fd/"}) {
    if (path.starts_with(folder)) {
      return number_from<int>(path.substr(folder.size()));
    }
  }
  return std::nullopt;
}

}  // namespace nqueens
