// What `plan` prints.

#include "report/projection.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace nqueens {
namespace {

constexpr double hour = 3600;

Projection example() {
  Projection projection{.job = {.problem = {.n = 24}},
                        .arguments = "n24.toml",
                        .tasks = 1000,
                        .longest_slice = 6e9,
                        .estimate = {.count = {.estimate = 3e14, .low = 2.7e14, .high = 3.3e14},
                                     .core_seconds = {.estimate = 1e6, .low = 9e5, .high = 1.1e6}},
                        .rate = {},
                        .machine = {.nodes = 4, .cores_per_node = 25, .limit_seconds = 2 * hour},
                        .kernel = "avx2",
                        .seed = 7};
  projection.estimate.prefixes = 320;
  projection.estimate.expected_nodes = 1e14;
  return projection;
}

TEST(Projection, SharesTheTimeAmongCoresAndStarts) {
  const Projection projection = example();
  EXPECT_NEAR(projection.wall_seconds(), 1e4, 100);  // with what is counted twice
  Projection crowd = projection;
  crowd.machine.nodes = 1'000'000;
  EXPECT_EQ(crowd.wall_seconds(), crowd.slice_seconds().value_or(crowd.task_seconds()));
  EXPECT_EQ(projection.starts(), 2);  // 1.4 times the limit
  EXPECT_DOUBLE_EQ(projection.solutions_per_second(), 3e8);
  EXPECT_DOUBLE_EQ(projection.task_seconds(), 1000);
}

TEST(Projection, WithoutALimitStartsOnce) {
  Projection projection = example();
  projection.machine.limit_seconds = std::numeric_limits<double>::infinity();
  EXPECT_EQ(projection.starts(), 1);
  EXPECT_EQ(projection.sbatch().find("--time"), std::string::npos);
}

TEST(Projection, TakesTheRateOfTheUser) {
  Projection projection = example();
  projection.rate = 1e8;
  EXPECT_DOUBLE_EQ(projection.core_seconds().estimate, 3e6);
  EXPECT_DOUBLE_EQ(projection.core_seconds().high, 3.3e6);
}

TEST(Projection, HasSlicesWhereTheJobHas) {
  Projection projection = example();
  EXPECT_FALSE(projection.slice_seconds());
  projection.job.slice_depth = 9;
  EXPECT_DOUBLE_EQ(projection.slice_seconds().value(), 60);
  projection.rate = 1e8;
  EXPECT_DOUBLE_EQ(projection.slice_seconds().value(), 180);
}

TEST(Projection, WritesTheLimitAsSlurmReadsIt) {
  Projection projection = example();
  const std::string command = "sbatch --nodes=4 --cpus-per-task=25 --time=";
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
  EXPECT_EQ(json["slice_seconds"], nullptr);
  EXPECT_EQ(json["seed"], "7");
}

}  // namespace
}  // namespace nqueens
