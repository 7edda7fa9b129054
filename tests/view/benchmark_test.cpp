// What `bench` and `selftest` print.

#include "view/benchmark.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace nqueens {
namespace {

KernelBenchmark result_of(const char* kernel, double rate) {
  return {.kernel = kernel,
          .instruction_set = "any",
          .problem = {.n = 16},
          .whole_board = true,
          .prefixes = 1814,
          .runs = 5,
          .seconds = 0.5,
          .solutions_per_second = rate,
          .nodes_per_second = 2 * rate,
          .nodes = 76'175'014,
          .clock_hz = {},
          .cycles_per_node = {}};
}

TEST(Benchmark, ComparesEveryKernelWithTheScalarOne) {
  const KernelBenchmark fast = result_of("avx2", 160e6);
  const KernelBenchmark scalar = result_of("scalar", 16e6);
  EXPECT_EQ(table_head(fast).find("n=16, 1814 prefixes, the whole board"), 0U);
  EXPECT_NE(table_row(fast, &scalar).find("10.00"), std::string::npos);
  EXPECT_EQ(table_row(fast, nullptr).find("10.00"), std::string::npos);
  EXPECT_NE(table_row(fast, nullptr).find("unknown"), std::string::npos);  // the clock
}

TEST(Benchmark, IsATable) {
  KernelBenchmark result = result_of("avx2", 160e6);
  result.whole_board = false;
  EXPECT_EQ(table_head(result),
            "n=16, 1814 prefixes, a sample of the board; millions of solutions and of nodes a "
            "second\n"
            "kernel             median       min       max  runs  seconds  x scalar  Mnodes/s  "
            "cycles/node          nodes\n");
  result.cycles_per_node = 9.375;
  const std::string row = table_row(result, nullptr);
  EXPECT_TRUE(row.ends_with("         -     320.0         9.38       76175014\n")) << row;
  EXPECT_EQ(row.size(), table_head(result).size() - table_head(result).find('\n') - 1);
  result.device = "device 1";
  result.trunk_seconds = 0.25;
  EXPECT_EQ(table_row(result, nullptr), row) << "both times, or none";
  result.waiting_seconds = 0.5;
  EXPECT_EQ(table_row(result, nullptr),
            row + "of a run on device 1 0.250 s in trunks, 0.500 s waiting for the device\n");
}

TEST(Benchmark, SaysMedianLeastAndMost) {
  KernelBenchmark result = result_of("avx2", 160e6);
  result.min_solutions_per_second = 151e6;
  result.max_solutions_per_second = 163e6;
  EXPECT_EQ(table_row(result, nullptr).find("avx2                160.0     151.0     163.0     5"),
            0U);
}

TEST(Benchmark, IsAnArrayInJson) {
  std::vector<KernelBenchmark> results = {result_of("avx2", 160e6)};
  results.front().clock_hz = 3e9;
  const auto json = nlohmann::json::parse(to_json(results));
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0]["kernel"], "avx2");
  EXPECT_EQ(json[0]["nodes"], "76175014");
  EXPECT_EQ(json[0]["clock_hz"], 3e9);
  EXPECT_TRUE(json[0]["cycles_per_node"].is_null());
}

TEST(Benchmark, OfNothingIsNothing) {
  EXPECT_EQ(to_json(std::span<const KernelBenchmark>()), "[]");
}

BurnInReport sample() {
  return {.host = "node7",
          .threads = 2,
          .seconds = 60.25,
          .seed = 18'446'744'073'709'551'615U,
          .devices = {{.number = 3, .name = "NVIDIA H200", .driver = "CUDA 550", .units = 132}},
          .kernels = {{.kernel = "avx512",
                       .comparisons = 123'456,
                       .nodes = 141'000'000'000,
                       .seconds = 70.5,
                       .mismatches = 1},
                      {.kernel = "opencl", .device = 3, .comparisons = 789, .seconds = 50}},
          .first_mismatch = "kernel avx512 on processor 1 of node7 \"counts\" 5"};
}

TEST(BurnInReport, JsonHasEveryField) {
  const auto json = nlohmann::json::parse(to_json(sample()));
  EXPECT_EQ(json["host"], "node7");
  EXPECT_EQ(json["threads"], 2);
  EXPECT_EQ(json["seconds"], 60.25);
  EXPECT_EQ(json["seed"], "18446744073709551615");  // more than a double holds
  EXPECT_EQ(json["kernels"].size(), 2U);
  EXPECT_EQ(json["kernels"][0]["kernel"], "avx512");
  EXPECT_EQ(json["kernels"][0]["comparisons"], 123'456);
  EXPECT_EQ(json["kernels"][0]["nodes"], "141000000000");
  EXPECT_TRUE(json["kernels"][0]["device"].is_null());
  EXPECT_EQ(json["kernels"][1]["device"], 3);
  EXPECT_EQ(json["devices"][0]["compute_units"], 132);
  EXPECT_EQ(json["kernels"][1]["seconds"], 50);
  EXPECT_EQ(json["devices"][0]["driver"], "CUDA 550");
  EXPECT_EQ(json["kernels"][0]["mismatches"], 1);
  EXPECT_EQ(json["first_mismatch"], *sample().first_mismatch);
}

TEST(BurnInReport, NoMismatchIsNull) {
  BurnInReport report = sample();
  report.first_mismatch.reset();
  EXPECT_TRUE(nlohmann::json::parse(to_json(report))["first_mismatch"].is_null());
}

TEST(BurnInReport, TheTableHasALineADeviceAndAKernel) {
  EXPECT_EQ(to_text(sample()),
            "node7: 2 threads, 60.2 s, seed 18446744073709551615\n"
            "device 3 (NVIDIA H200): CUDA 550, 132 compute units\n"
            "kernel          device  comparisons   seconds  M nodes/s  mismatches\n"
            "avx512                       123456      70.5     2000.0           1\n"
            "opencl               3          789      50.0        0.0           0\n");
}

}  // namespace
}  // namespace nqueens
