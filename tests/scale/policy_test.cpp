// What the scheduling policy comes to: the figures of some clusters. A change of a rule or of a
// constant of the scheduler moves some of them, and whoever makes it sees here what it costs.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

#include "scenarios.hpp"

namespace nqueens::scale {
namespace {

struct Figures {
  double seconds = 0;       ///< of the whole run
  double tail_seconds = 0;  ///< since a worker first found nothing to do
  std::uint64_t units = 0;
  std::uint64_t checks = 0;
  std::uint64_t retries = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t messages = 0;
};

std::string text(const Figures& figures) {
  char line[200];
  std::snprintf(line, sizeof line, "{%.2f, %.2f, %llu, %llu, %llu, %llu, %llu}", figures.seconds,
                figures.tail_seconds, static_cast<unsigned long long>(figures.units),
                static_cast<unsigned long long>(figures.checks),
                static_cast<unsigned long long>(figures.retries),
                static_cast<unsigned long long>(figures.duplicates),
                static_cast<unsigned long long>(figures.messages));
  return line;
}

/// The logarithm of another library may differ in its last digit, which is no change of policy.
void expect_figures(const Scenario& scenario, const Figures& expected) {
  const Report report = simulate(scenario);
  ASSERT_TRUE(report.finished);
  const Figures found{.seconds = report.seconds,
                      .tail_seconds = report.tail_seconds,
                      .units = report.units,
                      .checks = report.checks,
                      .retries = report.retries,
                      .duplicates = report.duplicates,
                      .messages = static_cast<std::uint64_t>(
                          std::llround(report.messages_per_second * report.seconds))};
  EXPECT_EQ(text(found), text(expected));
}

TEST(Policy, OfWholeTasks) {
  expect_figures(scenario_of(100), {287.53, 2.97, 5620, 24, 0, 0, 8993});
}

TEST(Policy, OfSlices) {
  expect_figures(scenario_in_slices(100), {626.99, 5.82, 12382, 124, 0, 0, 18904});
}

/// The same work in batches of a second, and of ten minutes.
TEST(Policy, OfShortAndLongBatches) {
  Scenario scenario = scenario_in_slices(100);
  scenario.policy.batch_seconds = 1;
  expect_figures(scenario, {634.95, 11.51, 12382, 124, 16, 16, 24619});
  scenario.policy.batch_seconds = 600;
  expect_figures(scenario, {627.08, 7.73, 12382, 124, 0, 0, 18858});
}

TEST(Policy, OfAFewWorkersOfOneHost) {
  Scenario scenario = scenario_in_slices(8);
  scenario.check_fraction = 0.05;
  expect_figures(scenario, {8130.10, 13.31, 12988, 730, 22, 14, 19293});
}

TEST(Policy, OfSlowWorkers) {
  for (const auto& [factor, figures] :
       {std::pair(1.5, Figures{671.53, 13.56, 12382, 124, 21, 21, 19260}),
        {3, {707.98, 7.75, 12382, 124, 14, 12, 19657}},
        {20, {751.03, 7.67, 12382, 124, 192, 90, 20173}}}) {
    Scenario scenario = scenario_in_slices(100);
    scenario.slow_share = 0.2;
    scenario.slow_factor = factor;
    expect_figures(scenario, figures);
  }
}

TEST(Policy, OfWorkersThatDie) {
  Scenario scenario = scenario_in_slices(100);
  scenario.deaths_per_worker_hour = 0.2;
  scenario.slow_share = 0.1;
  scenario.slow_factor = 3;
  expect_figures(scenario, {680.35, 13.52, 12382, 124, 13, 0, 19303});
}

TEST(Policy, OfHostsThatDie) {
  Scenario scenario = scenario_in_slices(100);
  scenario.hosts_die = true;
  scenario.deaths_per_worker_hour = 1;
  expect_figures(scenario, {805.43, 6.39, 12382, 124, 239, 11, 19620});
}

TEST(Policy, OfDevicesBesideProcessors) {
  for (const auto& [speed, figures] :
       {std::pair(3.0, Figures{947.68, 4.24, 12382, 124, 18, 16, 24647}),
        {20, {450.82, 0.28, 12382, 124, 6, 6, 13851}},
        {100, {141.46, 3.68, 12382, 124, 2, 2, 4267}}}) {
    expect_figures(scenario_of_devices(speed), figures);
  }
}

/// Tasks of a minute on the average: batches are a task then.
TEST(Policy, OfLongTasks) {
  Scenario scenario = scenario_of(100);
  scenario.seconds_per_cost *= 12;
  expect_figures(scenario, {3399.81, 33.10, 5620, 24, 0, 0, 39703});
}

TEST(Policy, OfThousandsOfWorkers) {
  Scenario scenario = scenario_of(6'000);
  scenario.slow_share = 0.05;
  scenario.slow_factor = 4;
  expect_figures(scenario, {90.79, 85.71, 5620, 24, 65, 63, 53912});
}

TEST(Policy, OfARunInManyParts) {
  Scenario scenario = scenario_in_slices(100);
  scenario.wall_seconds = 200;
  expect_figures(scenario, {648.31, 13.50, 12382, 124, 0, 0, 19827});
}

}  // namespace
}  // namespace nqueens::scale
