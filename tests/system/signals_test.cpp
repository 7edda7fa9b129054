// Signals keep their handlers, whatever a library does.

#include "system/signals.hpp"

#include <gtest/gtest.h>

#include <csignal>

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

}  // namespace
}  // namespace nqueens
