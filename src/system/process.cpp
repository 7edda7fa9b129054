// Processes as /proc shows them.

#include "nqueens/system/process.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace nqueens {
namespace {

/// Fields of /proc/PID/stat after the command's name, which is in parentheses and may have any
/// text.
std::optional<std::istringstream> stat_after_name(std::int64_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
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

std::string process_space() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string boot_id;
  std::getline(file, boot_id);
  std::error_code error;
  return boot_id + "/" + std::filesystem::read_symlink("/proc/self/ns/pid", error).string();
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
  static const std::string here = process_space();
  if (process.pid <= 0 || process.space != here) {
    return Liveness::unknown;
  }
  if (kill(static_cast<pid_t>(process.pid), 0) != 0 && errno == ESRCH) {
    return Liveness::dead;
  }
  const auto stat = read_stat(process.pid);
  const bool gone =
      !stat || stat->state == 'Z' || stat->state == 'X' || stat->start_time != process.start_time;
  return gone ? Liveness::dead : Liveness::alive;
}

}  // namespace nqueens
