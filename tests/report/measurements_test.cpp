// What bench, selftest and plan print.

#include "report/measurements.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/error.hpp"

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
          .children_per_second = 2 * rate,
          .children = 76'175'014,
          .clock_hz = {},
          .cycles_per_child = {}};
}

TEST(Benchmark, ComparesEveryKernelWithTheScalarOne) {
  const KernelBenchmark fast = result_of("avx2", 160e6);
  const KernelBenchmark scalar = result_of("scalar", 16e6);
  EXPECT_EQ(table_head(fast).find("n=16, 1814 prefixes, the whole board"), 0U);
  EXPECT_NE(table_row(fast, &scalar).find("10.00"), std::string::npos);
  EXPECT_EQ(table_row(fast, nullptr).find("10.00"), std::string::npos);
  EXPECT_NE(table_row(fast, nullptr).find("unknown"), std::string::npos);  // the clock
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
  EXPECT_EQ(json[0]["children"], "76175014");
  EXPECT_EQ(json[0]["clock_hz"], 3e9);
  EXPECT_TRUE(json[0]["cycles_per_child"].is_null());
}

TEST(Benchmark, OfNothingIsNothing) {
  EXPECT_EQ(to_json(std::span<const KernelBenchmark>()), "[]");
}

BurnInReport sample() {
  return {
      .host = "node7",
      .threads = 2,
      .seconds = 60.25,
      .seed = 18'446'744'073'709'551'615U,
      .kernels = {{.kernel = "avx512", .comparisons = 123'456, .seconds = 70.5, .mismatches = 1},
                  {.kernel = "scalar", .comparisons = 789, .seconds = 50, .mismatches = 0}},
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
  EXPECT_EQ(json["kernels"][1]["seconds"], 50);
  EXPECT_EQ(json["kernels"][0]["mismatches"], 1);
  EXPECT_EQ(json["first_mismatch"], *sample().first_mismatch);
}

TEST(BurnInReport, NoMismatchIsNull) {
  BurnInReport report = sample();
  report.first_mismatch.reset();
  EXPECT_TRUE(nlohmann::json::parse(to_json(report))["first_mismatch"].is_null());
}

TEST(BurnInReport, TheTableHasALineAKernel) {
  EXPECT_EQ(to_text(sample()),
            "node7: 2 threads, 60.2 s, seed 18446744073709551615\n"
            "kernel           comparisons   seconds  mismatches\n"
            "avx512                123456      70.5           1\n"
            "scalar                   789      50.0           0\n");
}

constexpr double hour = 3600;

Projection example() {
  Projection projection{.job = {.problem = {.n = 24}},
                        .script = "slurm/count.sbatch",
                        .arguments = "n24.toml",
                        .tasks = 1000,
                        .longest_share = 6e-5,
                        .estimate = {.count = {.estimate = 3e14, .low = 2.7e14, .high = 3.3e14},
                                     .core_seconds = {.estimate = 1e6, .low = 9e5, .high = 1.1e6}},
                        .rate = {},
                        .machine = {.nodes = 4, .cores_per_node = 25, .limit_seconds = 2 * hour},
                        .kernel = "avx2",
                        .seed = 7};
  projection.estimate.prefixes = 320;
  return projection;
}

TEST(Projection, SharesTheTimeAmongCoresAndStarts) {
  const Projection projection = example();
  EXPECT_NEAR(projection.wall_seconds().estimate, 1e4, 100);  // with what is counted twice
  EXPECT_NEAR(projection.wall_seconds().high, 1.1e4, 110);
  EXPECT_EQ(projection.starts(), 2);  // 1.4 times the limit
  EXPECT_DOUBLE_EQ(projection.solutions_per_second(), 3e8);
  EXPECT_DOUBLE_EQ(projection.task_seconds(), 1000);
}

TEST(Projection, TakesAtLeastTheLongestUnit) {
  Projection crowd = example();
  crowd.machine.nodes = 1'000'000;
  EXPECT_DOUBLE_EQ(crowd.unit_seconds(), 60);
  EXPECT_DOUBLE_EQ(crowd.wall_seconds().low, 60);
  EXPECT_DOUBLE_EQ(crowd.wall_seconds().high, 60);
  crowd.rate = 1e8;
  EXPECT_DOUBLE_EQ(crowd.unit_seconds(), 180);
}

TEST(Projection, WithoutALimitAsksForOneThatFits) {
  Projection projection = example();
  projection.machine.limit_seconds = std::numeric_limits<double>::infinity();
  EXPECT_EQ(projection.starts(), 1);
  EXPECT_NE(projection.sbatch().find(" --time=04:00:00 "), std::string::npos);
  projection.machine.nodes = 1;
  EXPECT_NE(projection.sbatch().find(" --time=15:30:00 "), std::string::npos);
  projection.machine.cores_per_node = 10;
  EXPECT_NE(projection.sbatch().find(" --time=1-15:00:00 "), std::string::npos);
}

TEST(Projection, RefusesALimitThatAUnitDoesNotFitInto) {
  Projection projection = example();
  projection.machine.limit_seconds = 130;
  EXPECT_NO_THROW(check_limit(projection));
  projection.longest_share = 8e-5;
  EXPECT_THROW(check_limit(projection), Error);
}

TEST(Projection, TakesTheRateOfTheUser) {
  Projection projection = example();
  projection.rate = 1e8;
  EXPECT_DOUBLE_EQ(projection.core_seconds().estimate, 3e6);
  EXPECT_DOUBLE_EQ(projection.core_seconds().high, 3.3e6);
}

TEST(Projection, WritesTheLimitAsSlurmReadsIt) {
  Projection projection = example();
  const std::string command = "sbatch --nodes=4 --ntasks-per-node=1 --cpus-per-task=25 --time=";
  EXPECT_EQ(projection.sbatch(), command + "02:00:00 slurm/count.sbatch n24.toml");
  projection.machine.limit_seconds = 25 * hour + 61;
  EXPECT_EQ(projection.sbatch(), command + "1-01:01:01 slurm/count.sbatch n24.toml");
}

TEST(Projection, SaysInWordsThatACountIsHuge) {
  Projection projection = example();
  EXPECT_EQ(to_text(projection).find("core-years"), std::string::npos);
  projection.estimate.core_seconds = {.estimate = 1e10, .low = 9e9, .high = 1.1e10};
  EXPECT_NE(to_text(projection).find("317 core-years"), std::string::npos);
}

TEST(Projection, HasTheSameFiguresAsJson) {
  const auto json = nlohmann::json::parse(to_json(example()));
  EXPECT_EQ(json["solutions"]["low"], 2.7e14);
  EXPECT_EQ(json["core_hours"]["high"], 1.1e6 / hour);
  EXPECT_EQ(json["starts"], 2);
  EXPECT_EQ(json["unit_seconds"], 60);
  EXPECT_EQ(json["seed"], "7");
}

}  // namespace
}  // namespace nqueens
