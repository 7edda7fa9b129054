// Benchmarks as tables and as JSON.

#include "nqueens/report/benchmark.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace nqueens {
namespace {

KernelBenchmark result_of(const char* kernel, double rate) {
  return {.kernel = kernel,
          .instruction_set = "any",
          .n = 16,
          .whole_board = true,
          .prefixes = 1814,
          .runs = 5,
          .seconds = 0.5,
          .solutions_per_second = rate,
          .children_per_second = 2 * rate,
          .children = 76'175'014,
          .clock_hz = {},
          .cycles_per_child = {}};
}

TEST(Benchmark, ComparesEveryKernelWithTheScalarOne) {
  const std::vector<KernelBenchmark> results = {result_of("avx2", 160e6),
                                                result_of("scalar", 16e6)};
  const std::string text = to_text(results);
  EXPECT_NE(text.find("n=16, 1814 prefixes, the whole board"), std::string::npos) << text;
  EXPECT_NE(text.find("10.00"), std::string::npos) << text;
  EXPECT_NE(text.find("unknown"), std::string::npos) << text;  // the clock
  EXPECT_EQ(to_text(std::vector{results.front()}).find("10.00"), std::string::npos);
}

TEST(Benchmark, IsAnArrayInJson) {
  std::vector<KernelBenchmark> results = {result_of("avx2", 160e6)};
  results.front().clock_hz = 3e9;
  const auto json = nlohmann::json::parse(to_json(results));
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0]["kernel"], "avx2");
  EXPECT_EQ(json[0]["children"], "76175014");
  EXPECT_EQ(json[0]["clock_hz"], 3e9);
  EXPECT_TRUE(json[0]["cycles_per_child"].is_null());
}

TEST(Benchmark, OfNothingIsNothing) {
  EXPECT_EQ(to_text({}), "");
  EXPECT_EQ(to_json({}), "[]");
}

}  // namespace
}  // namespace nqueens
