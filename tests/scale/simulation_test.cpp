// The simulation of clusters: all tasks are done, and the end is told right.

#include <gtest/gtest.h>

#include "scenarios.hpp"

namespace nqueens::scale {
namespace {

/// Each unit once, and once more what chance chooses.
void expect_counted_once(const Report& report, const Scenario& scenario) {
  const CheckPolicy checks{.fraction = scenario.check_fraction, .seed = scenario.seed};
  SliceSource source(scenario.plan.job);
  std::uint64_t count = 0;
  std::uint64_t checked = 0;
  for (TaskId task = 0; task < scenario.plan.tasks(); ++task) {
    const std::uint64_t slices = source.cut(task).slices;
    checked += checks.chooses(task) ? slices : 0;
    for (SliceId slice = 0; slice < slices; ++slice) {
      count += unit_count({.task = task, .slice = slices > 1 ? slice : UnitId::whole});
    }
  }
  EXPECT_TRUE(report.finished);
  EXPECT_EQ(report.tasks_done, scenario.plan.tasks());
  EXPECT_EQ(report.count, count);
  EXPECT_GE(report.checks, checked);
  if (report.runs == 1) {
    EXPECT_EQ(report.checks, checked);
  }
}

/// Also that hardly a lease ends, and nobody works on alone at the end.
Report busy_to_the_end(const Scenario& scenario) {
  const Report report = simulate(scenario);
  expect_counted_once(report, scenario);
  EXPECT_LT(report.retries, report.units / 100);
  EXPECT_LT(report.tail_seconds, report.longest_unit_seconds);
  return report;
}

TEST(Simulation, CountsEveryTaskOnceAndKeepsWorkersBusy) {
  const Scenario scenario = scenario_of(100);
  const Report report = simulate(scenario);
  expect_counted_once(report, scenario);
  EXPECT_GT(report.checks, 0U);
  EXPECT_EQ(report.retries, 0U);
  EXPECT_GT(report.kernel_share, 0.98);
  EXPECT_LT(report.tail_seconds, report.mean_unit_seconds);
}

TEST(Simulation, IsTheSameForTheSameSeed) {
  Scenario scenario = scenario_of(100);
  scenario.deaths_per_worker_hour = 0.1;
  const Report first = simulate(scenario);
  EXPECT_EQ(simulate(scenario).seconds, first.seconds);
  scenario.seed = 2;
  EXPECT_NE(simulate(scenario).seconds, first.seconds);
}

TEST(Simulation, CountsEveryTaskOnceThoughWorkersDieAndLag) {
  Scenario scenario = scenario_of(100);
  scenario.deaths_per_worker_hour = 0.2;
  scenario.slow_share = 0.1;
  scenario.slow_factor = 3;
  const Report report = simulate(scenario);
  expect_counted_once(report, scenario);
  EXPECT_GT(report.deaths, 0);
  EXPECT_GT(report.retries, 0U);
}

TEST(Simulation, CountsEverySliceOnceAndEndsWithinTwo) {
  const Scenario scenario = scenario_in_slices(100);
  const Report report = simulate(scenario);
  expect_counted_once(report, scenario);
  EXPECT_GT(report.units, 10 * scenario.plan.tasks());
  EXPECT_GT(report.kernel_share, 0.98);
  EXPECT_LT(report.tail_seconds, 2 * report.longest_unit_seconds);
}

TEST(Simulation, CountsEverySliceOnceThoughHostsDieAndWorkersLag) {
  Scenario scenario = scenario_in_slices(100);
  scenario.hosts_die = true;
  scenario.deaths_per_worker_hour = 1;
  scenario.slow_share = 0.1;
  scenario.slow_factor = 10;
  const Report report = simulate(scenario);
  expect_counted_once(report, scenario);
  EXPECT_GE(report.deaths, scenario.workers_per_host);
  EXPECT_GT(report.retries, 0U);
}

TEST(Simulation, DevicesAndProcessorsAreBusyToTheEnd) {
  for (const double speed : {3.0, 100.0}) {
    SCOPED_TRACE(speed);
    const Report report = busy_to_the_end(scenario_of_devices(speed));
    EXPECT_GT(report.device_share, 0.97);
    EXPECT_GT(report.kernel_share, 0.85);
  }
}

/// All together take no longer than their speed and the last slice of a processor ask for.
TEST(Simulation, SixteenDevicesBesideProcessorsAreAsFastAsTheyTogether) {
  for (const int hosts : {1, 4}) {
    SCOPED_TRACE(hosts);
    const Scenario scenario = scenario_of_many_devices(hosts);
    const Report report = busy_to_the_end(scenario);
    EXPECT_EQ(report.retries, 0U);
    const double seconds = scenario.seconds_per_cost * scenario.plan.total_cost;
    const double ideal =
        (1 + scenario.check_fraction) * seconds / (64 + 16 * scenario.device_speed);
    EXPECT_LT(report.seconds, ideal + report.longest_unit_seconds);
  }
}

TEST(Simulation, AWallLimitCostsTheUnfinishedSlicesOnly) {
  Scenario scenario = scenario_in_slices(100);
  const Report whole = simulate(scenario);
  scenario.wall_seconds = whole.seconds / 5;
  const Report report = simulate(scenario);
  expect_counted_once(report, scenario);
  EXPECT_GT(report.runs, 5);
  EXPECT_GT(report.max_in_progress, 0U);
  const double lost = report.runs * (report.longest_unit_seconds + scenario.start_seconds);
  EXPECT_LT(report.seconds, whole.seconds + lost);
}

TEST(Simulation, TheLastRunMayLeaveTheCountUnfinished) {
  Scenario scenario = scenario_in_slices(100);
  scenario.wall_seconds = 60;
  scenario.max_runs = 2;
  const Report report = simulate(scenario);
  EXPECT_FALSE(report.finished);
  EXPECT_EQ(report.runs, 2);
  EXPECT_LT(report.tasks_done, scenario.plan.tasks());
}

TEST(Simulation, EndsWhenAllWorkersAreDead) {
  Scenario scenario = scenario_of(5);
  scenario.deaths_per_worker_hour = 1000;
  const Report report = simulate(scenario);
  EXPECT_FALSE(report.finished);
  EXPECT_EQ(report.deaths, 5);
}

}  // namespace
}  // namespace nqueens::scale
