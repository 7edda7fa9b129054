// The processors that this process may run on.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace nqueens {

/// Their numbers; empty if there are more than a cpu_set_t holds.
std::vector<int> allowed_processors();

int online_processors();

/// How much of all processors the cgroups of this process may use: 2.5 of 64, say; infinite without
/// a quota.
/// @param root  of the files of the system
double cpu_quota(const std::filesystem::path& root = "/");

/// How many threads can run at a time on these processors: at most the quota, rounded up, and at
/// least one.
int within_quota(int processors);

/// The same for all that are allowed.
int usable_processors();

/// "the CPU quota of this container or job is 2.5 of 64 processors", if that is what limits them.
std::optional<std::string> describe_quota();

/// Keeps the calling thread on one of the processors if it may; does nothing if the list is empty.
void stay_on_one(const std::vector<int>& processors, int thread);

/// Upper limit of --threads.
inline constexpr int max_threads = 4096;

/// Calls work(0), work(1) ... each on a thread of its own, and `meanwhile` ten times a second until
/// all have ended. If one of them throws, or there are no more threads, calls `stop`, which is to
/// end all work, from any thread; and throws that when all have ended.
void on_threads(int threads, const std::function<void(int thread)>& work,
                const std::function<void()>& meanwhile, const std::function<void()>& stop);

/// The model of this machine's processors: "AMD EPYC 9454 48-Core Processor". What /proc/cpuinfo
/// has no name for: "aarch64", with the numbers of implementer and part if it has them.
/// @param root  of the files of the system
std::string processor_model(const std::filesystem::path& root = "/");

int current_processor();

/// How many threads compete for each processor of this machine now, from 1 to 20. It is 1 if the
/// system does not say. Time limits for other processes are multiplied by it.
/// @param processors  of the machine
/// @param root  of the files of the system
double crowding(int processors = online_processors(), const std::filesystem::path& root = "/");

}  // namespace nqueens
