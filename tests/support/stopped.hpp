// A signal that asks this process to stop, as long as this lives.
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
