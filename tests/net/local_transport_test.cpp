// The transport between threads: what every transport must do.

#include <gtest/gtest.h>

#include <exception>
#include <mutex>
#include <thread>

#include "transport_scenario.hpp"

namespace nqueens {
namespace {

class LocalTransports : public testing::TestWithParam<int> {};

TEST_P(LocalTransports, DoWhatEveryTransportDoes) {
  const auto transports = make_local_transports(GetParam());
  std::mutex mutex;
  std::string problems;
  {
    std::vector<std::jthread> ranks;
    for (const auto& transport : transports) {
      ranks.emplace_back([&transport, &mutex, &problems] {
        try {
          test::transport_scenario(*transport);
        } catch (const std::exception& error) {
          const std::lock_guard lock(mutex);
          problems += error.what() + std::string("; ");
        }
      });
    }
  }
  EXPECT_EQ(problems, "");
}

INSTANTIATE_TEST_SUITE_P(Sizes, LocalTransports, testing::Values(2, 3, 5));

}  // namespace
}  // namespace nqueens
