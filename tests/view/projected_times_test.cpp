// The time of a job on a machine.

#include <gtest/gtest.h>

#include <limits>

#include "nqueens/error.hpp"
#include "support/projection.hpp"
#include "support/text.hpp"
#include "view/projection.hpp"

namespace nqueens {
namespace {

TEST(Projection, SharesTheTimeAmongCoresAndStarts) {
  const Projection projection = test::example_projection();
  EXPECT_NEAR(projection.wall_seconds().estimate, 1e4, 100);  // with what is counted twice
  EXPECT_NEAR(projection.wall_seconds().low, 0.9 * 9e3, 90);  // cores that become faster
  EXPECT_NEAR(projection.wall_seconds().high, 1.1 * 1.1e4, 120);
  EXPECT_EQ(projection.starts(), 2);  // 1.4 times the limit
  EXPECT_DOUBLE_EQ(projection.solutions_per_second(), 3e8);
  EXPECT_DOUBLE_EQ(projection.task_seconds(), 1000);
}

TEST(Projection, LosesAMinuteOfEachStart) {
  Projection projection = test::example_projection();
  projection.machine.limit_seconds = 10'050 + 59;
  EXPECT_EQ(projection.starts(), 2);
  projection.machine.limit_seconds = 10'050 + 61;
  EXPECT_EQ(projection.starts(), 1);
}

TEST(Projection, TakesAtLeastTheLongestUnit) {
  Projection crowd = test::example_projection();
  crowd.machine.hosts = 1'000'000;
  EXPECT_DOUBLE_EQ(crowd.unit_seconds(), 60);
  EXPECT_DOUBLE_EQ(crowd.wall_seconds().low, 60);
  EXPECT_DOUBLE_EQ(crowd.wall_seconds().high, 60);
  crowd.rate = 1e8;
  EXPECT_DOUBLE_EQ(crowd.unit_seconds(), 180);
}

TEST(Projection, WithoutALimitAsksForOneThatFits) {
  Projection projection = test::example_projection();
  projection.machine.limit_seconds = std::numeric_limits<double>::infinity();
  EXPECT_EQ(projection.starts(), 1);
  EXPECT_DOUBLE_EQ(projection.slurm_seconds(), 4 * test::hour);
  projection.machine.hosts = 1;
  EXPECT_DOUBLE_EQ(projection.slurm_seconds(), 94 * test::hour / 6);
  projection.machine.cores_per_host = 10;
  EXPECT_DOUBLE_EQ(projection.slurm_seconds(), 39 * test::hour);
}

TEST(Projection, RefusesALimitThatAUnitDoesNotFitInto) {
  Projection projection = test::example_projection();
  projection.machine.limit_seconds = 130;
  EXPECT_NO_THROW(check_limit(projection));
  projection.longest_task = projection.longest_slice = 8e-5;
  const auto fault = [&] {
    return test::error_of(ExitCode::usage, [&] { check_limit(projection); });
  };
  EXPECT_TRUE(test::has(fault(), "the longest task takes 1:20 min of a core"));
  EXPECT_TRUE(test::has(fault(), "a larger --depth"));
  projection.job.slice_depth = 8;
  EXPECT_TRUE(test::has(fault(), "the longest slice takes 1:20 min of a core"));
  EXPECT_TRUE(test::has(fault(), "shorter slices (--slice-seconds)"));
}

TEST(Projection, TakesTheRateOfTheUser) {
  Projection projection = test::example_projection();
  projection.rate = 1e8;
  EXPECT_DOUBLE_EQ(projection.core_seconds().estimate, 3e6);
  EXPECT_DOUBLE_EQ(projection.core_seconds().high, 3.3e6);
}

}  // namespace
}  // namespace nqueens
