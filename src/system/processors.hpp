// Processors that this process may use.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace nqueens {

/// Numbers of the processors; empty if there are more than a cpu_set_t holds.
std::vector<int> allowed_processors();

int online_processors();

/// How many processors the cgroups of this process may use, such as 2.5 of 64; infinite without
/// quota.
/// @param root  of the system's files
double cpu_quota(const std::filesystem::path& root = "/");

/// How many threads can run at once on these processors: at most the quota, rounded up, and at
/// least one.
int within_quota(int processors);

/// The same for all allowed processors.
int usable_processors();

/// "the CPU quota of this container or job is 2.5 of 64 processors"; nothing if the quota is no
/// limit.
std::optional<std::string> describe_quota();

/// Pins the calling thread to one of the processors if allowed; does nothing if the list is empty.
void stay_on_one(const std::vector<int>& processors, int thread);

/// Upper limit of --threads.
inline constexpr int max_threads = 4096;

/// Calls work(0), work(1) ... each on its own thread, and `meanwhile` ten times a second until all
/// have ended. If one throws or no thread can be started (Error(runtime_error)), calls `stop` from
/// any thread, which must end all work, and rethrows when all have ended.
void on_threads(int threads, const std::function<void(int thread)>& work,
                const std::function<void()>& meanwhile, const std::function<void()>& stop);

/// The processor model, such as "AMD EPYC 9454 48-Core Processor". A name without a number, as
/// virtual machines give it, tells no kind: "AMD EPYC (family 25, model 17)". If /proc/cpuinfo has
/// no name: "aarch64", with the numbers of implementer and part if known.
/// @param root  of the system's files
std::string processor_model(const std::filesystem::path& root = "/");

int current_processor();

/// How many threads compete for each processor of this machine, from 1 to 20; 1 if unknown.
/// Multiply time limits for other processes by it.
/// @param processors  of the machine
/// @param root  of the system's files
double crowding(int processors = online_processors(), const std::filesystem::path& root = "/");

}  // namespace nqueens
