// Signals keep their handlers, whatever a library does.

#include "system/signals.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <optional>
#include <thread>

namespace nqueens {
namespace {

void ours(int /*signal*/) {}
void of_a_library(int /*signal*/) {}

TEST(SignalGuard, PutsBackTheHandlersThatALibraryHasTaken) {
  const auto before = std::signal(SIGUSR1, ours);
  const auto ignored_before = std::signal(SIGUSR2, SIG_IGN);
  {
    const SignalGuard guard;
    std::signal(SIGUSR1, of_a_library);
    std::signal(SIGUSR2, of_a_library);
  }
  EXPECT_EQ(std::signal(SIGUSR1, before), ours);
  EXPECT_EQ(std::signal(SIGUSR2, ignored_before), SIG_IGN);
}

/// Two drivers are loaded at once, of which one returns late.
TEST(SignalGuard, DoesNotWaitForThatOfAnotherThread) {
  const auto before = std::signal(SIGUSR1, ours);
  auto slow = std::make_optional<SignalGuard>();
  std::signal(SIGUSR1, of_a_library);
  std::thread([] { const SignalGuard guard; }).join();
  EXPECT_EQ(std::signal(SIGUSR1, of_a_library), ours);
  slow.reset();
  EXPECT_EQ(std::signal(SIGUSR1, before), ours);
}

}  // namespace
}  // namespace nqueens
