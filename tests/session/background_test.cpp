// What goes on while prefixes are walked.

#include "session/background.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace nqueens {
namespace {

/// Workers leave if they hear nothing for two minutes, and a walk may take longer.
TEST(WithNotice, CallsMeanwhileWhileItWorks) {
  std::atomic<int> calls = 0;
  int notices = 0;
  const auto waits_for_calls = [&calls] {
    for (int i = 0; i < 6000 && calls < 2; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return calls.load();
  };
  EXPECT_GE(with_notice(
                waits_for_calls, [&] { ++notices; }, [&] { ++calls; }),
            2);
  EXPECT_EQ(notices, 1);
}

}  // namespace
}  // namespace nqueens
