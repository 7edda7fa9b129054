// Allowed processors, and the quota of cgroups: how much of all processors a container or job may
// use.

#include "system/processors.hpp"

#include <pthread.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <future>
#include <sstream>
#include <string_view>
#include <system_error>
#include <thread>

#include "nqueens/error.hpp"

namespace nqueens {
namespace {

int all_allowed() {
  const std::size_t allowed = allowed_processors().size();
  return allowed > 0 ? static_cast<int>(allowed)
                     : static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
}

using Path = std::filesystem::path;

struct Mount {
  std::string root;  ///< the cgroup shown as its top
  Path folder;
};

/// Decodes a name in mountinfo, in which blanks and such are octal: "\\040".
std::string decoded(const std::string& name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '\\' && i + 3 < name.size()) {
      text += static_cast<char>(std::strtol(name.substr(i + 1, 3).c_str(), nullptr, 8));
      i += 3;
    } else {
      text += name[i];
    }
  }
  return text;
}

std::vector<Mount> cgroup_mounts(const Path& root) {
  std::vector<Mount> mounts;
  std::ifstream file(root / "proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    const auto separator = line.find(" - ");
    if (separator == std::string::npos) {
      continue;
    }
    std::istringstream place(line.substr(0, separator));
    std::istringstream kind(line.substr(separator + 3));
    std::string skipped;
    std::string top;
    std::string folder;
    place >> skipped >> skipped >> skipped >> top >> folder;
    std::string type;
    kind >> type;
    if (type == "cgroup2") {
      mounts.push_back(
          {.root = decoded(top), .folder = root / Path(decoded(folder)).relative_path()});
    }
  }
  return mounts;
}

std::string cgroup_of_this_process(const Path& root) {
  constexpr std::string_view start = "0::";  // "0::/job"; other lines are of version 1
  std::ifstream file(root / "proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(start)) {
      return line.substr(start.size());
    }
  }
  return "/";
}

/// The quota of one cgroup, without those above it; infinite if it has none.
double quota_of(const Path& folder) {
  double quota = 0;  // stays 0 for "max", which means no quota
  double period = 0;
  std::ifstream(folder / "cpu.max") >> quota >> period;
  return quota > 0 && period > 0 ? quota / period : INFINITY;
}

}  // namespace

std::vector<int> allowed_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> processors;
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
      if (CPU_ISSET(processor, &set)) {
        processors.push_back(processor);
      }
    }
  }
  return processors;
}

int within_quota(int processors) {
  return std::max(static_cast<int>(std::ceil(std::min<double>(cpu_quota(), processors))), 1);
}

int usable_processors() {
  return within_quota(all_allowed());
}

std::optional<std::string> describe_quota() {
  const double quota = cpu_quota();
  const int allowed = all_allowed();
  if (std::ceil(quota) >= allowed) {
    return std::nullopt;
  }
  std::ostringstream text;
  text << "the CPU quota of this container or job is " << quota << " of " << allowed
       << " processors";
  return text.str();
}

void stay_on_one(const std::vector<int>& processors, int thread) {
  if (!processors.empty()) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processors[static_cast<std::size_t>(thread) % processors.size()], &set);
    pthread_setaffinity_np(pthread_self(), sizeof set,
                           &set);  // on failure the thread may just move
  }
}

void on_threads(int threads, const std::function<void(int thread)>& work,
                const std::function<void()>& meanwhile, const std::function<void()>& stop) {
  const auto or_stop = [&stop](const auto& act) {
    try {
      act();
    } catch (...) {
      stop();
      throw;
    }
  };
  std::vector<std::future<void>> all;  // the destructor waits for all
  or_stop([&] {
    try {
      for (int thread = 0; thread < threads; ++thread) {
        all.push_back(
            std::async(std::launch::async, [&, thread] { or_stop([&] { work(thread); }); }));
      }
    } catch (const std::system_error& error) {
      throw Error(ExitCode::runtime_error, "cannot start " + std::to_string(threads) +
                                               " threads: " + error.code().message() +
                                               "; take fewer");
    }
    for (std::future<void>& each : all) {
      while (each.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready) {
        meanwhile();
      }
    }
  });
  for (std::future<void>& each : all) {
    each.get();
  }
}

std::string processor_model(const std::filesystem::path& root) {
  std::ifstream file(root / "proc/cpuinfo");
  std::string numbers;
  std::string family;  // " (family 25, model 17)", if the file has both
  for (std::string line; std::getline(file, line) && !line.empty();) {  // the first processor
    const auto colon = line.find(": ");
    if (colon == std::string::npos) {
      continue;
    }
    const std::string name = line.substr(0, line.find_last_not_of(" \t", colon - 1) + 1);
    std::string value = line.substr(colon + 2);
    if (name == "cpu family") {
      family = " (family " + value;
    } else if (name == "model" && !family.empty()) {
      family += ", model " + value + ")";
    }
    if (name == "model name") {  // it comes after them
      const bool is_vague = std::ranges::none_of(value.substr(0, value.find('@')),  // the clock
                                                 [](char c) { return c >= '0' && c <= '9'; });
      return is_vague && family.ends_with(')') ? value + family : value;
    }
    if (name == "CPU implementer" || name == "CPU part") {
      numbers += (numbers.empty() ? " " : ":") + value;
    }
  }
  utsname system{};
  return (uname(&system) == 0 ? system.machine : "unknown") + numbers;
}

int current_processor() {
  return sched_getcpu();
}

int online_processors() {
  return std::max(1, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
}

double crowding(int processors, const std::filesystem::path& root) {
  constexpr double most = 20;
  // "0.20 0.18 0.12 3/80 11206": three threads run or are ready, including this one.
  std::ifstream file(root / "proc/loadavg");
  double load = 0;
  double running = 0;
  file >> load >> load >> load >> running;
  return std::clamp(running / processors, 1.0, most);
}

double cpu_quota(const std::filesystem::path& root) {
  double quota = INFINITY;
  for (const Mount& mount : cgroup_mounts(root)) {
    // In a container, the top of the mount may be a cgroup with a longer name outside.
    std::string group = cgroup_of_this_process(root);
    if (mount.root != "/" && (group + "/").starts_with(mount.root + "/")) {
      group.erase(0, mount.root.size());
    }
    Path folder = mount.folder;
    quota = std::min(quota, quota_of(folder));
    for (const Path& name : Path(group).relative_path()) {
      folder /= name;
      quota = std::min(quota, quota_of(folder));
    }
  }
  return quota;
}

}  // namespace nqueens
