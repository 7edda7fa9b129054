// Asks this process to stop while it lives, like a signal.
#pragma once

#include <csignal>

#include "system/signals.hpp"

namespace nqueens::test {

class Stopped {
 public:
  Stopped() { signal_requests().stop_signal = SIGTERM; }
  ~Stopped() { signal_requests().stop_signal = 0; }
  Stopped(const Stopped&) = delete;
  Stopped& operator=(const Stopped&) = delete;
};

}  // namespace nqueens::test
