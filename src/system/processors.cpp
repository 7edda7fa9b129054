// The processors of this machine, by the numbers of the system's scheduler.

#include "nqueens/system/processors.hpp"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <cstddef>
#include <thread>

namespace nqueens {

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

int usable_processors() {
  const std::size_t allowed = allowed_processors().size();
  return allowed > 0 ? static_cast<int>(allowed)
                     : static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
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

int current_processor() {
  return sched_getcpu();
}

}  // namespace nqueens
