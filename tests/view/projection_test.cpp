// What `plan` prints.

#include "view/projection.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "support/projection.hpp"

namespace nqueens {
namespace {

TEST(Projection, WritesTheLimitAsSlurmReadsIt) {
  Projection projection = test::example_projection();
  const std::string command = "sbatch --nodes=4 --ntasks-per-node=1 --cpus-per-task=25 --time=";
  EXPECT_EQ(sbatch(projection), command + "02:00:00 slurm/count.sbatch n24.toml");
  projection.machine.limit_seconds = 25 * test::hour + 61;
  EXPECT_EQ(sbatch(projection), command + "1-01:01:01 slurm/count.sbatch n24.toml");
}

TEST(Projection, SaysInWordsThatACountIsHuge) {
  Projection projection = test::example_projection();
  EXPECT_EQ(to_text(projection).find("core-years"), std::string::npos);
  projection.estimate.core_seconds = {.estimate = 1e10, .low = 9e9, .high = 1.1e10};
  EXPECT_NE(to_text(projection).find("317 core-years"), std::string::npos);
}

TEST(Projection, NamesTheLongestSliceAndShortTimes) {
  Projection projection = test::example_projection();
  projection.tasks = 100'000'000;
  projection.job.slice_depth = 9;
  EXPECT_NE(to_text(projection).find(", on average 10 ms of a core, the longest slice about 1:00 "),
            std::string::npos);
  EXPECT_NE(to_text(projection).find("as fast as these are now within 10 %"), std::string::npos);
}

TEST(Projection, HasTheSameFiguresAsJson) {
  const auto json = nlohmann::json::parse(to_json(test::example_projection()));
  EXPECT_EQ(json["solutions"]["low"], 2.7e14);
  EXPECT_DOUBLE_EQ(json["core_hours"]["high"].get<double>(), 1.21e6 / test::hour);
  EXPECT_EQ(json["starts"], 2);
  EXPECT_EQ(json["unit_seconds"], 60);
  EXPECT_EQ(json["seed"], "7");
}

}  // namespace
}  // namespace nqueens
