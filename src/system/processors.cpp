// The processors of this machine, by the numbers of the system's scheduler.

#include "system/processors.hpp"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <future>
#include <sstream>
#include <thread>

namespace nqueens {
namespace {

int all_allowed() {
  const std::size_t allowed = allowed_processors().size();
  return allowed > 0 ? static_cast<int>(allowed)
                     : static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
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
                           &set);  // if this fails, the thread may only move
  }
}

void on_threads(int threads, const std::function<void(int thread)>& work,
                const std::function<void()>& meanwhile) {
  std::vector<std::future<void>> all;
  for (int thread = 0; thread < threads; ++thread) {
    all.push_back(std::async(std::launch::async, work, thread));
  }
  for (std::future<void>& each : all) {
    while (each.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready) {
      meanwhile();
    }
    each.get();
  }
}

int current_processor() {
  return sched_getcpu();
}

}  // namespace nqueens
