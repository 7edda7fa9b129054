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
  expect_figures(scenario_of(100), {311.14, 2.29, 6105, 27, 0, 0, 9816});
}

TEST(Policy, OfSlices) {
  expect_figures(scenario_in_slices(100), {627.10, 9.86, 12325, 129, 8, 8, 18739});
}

/// The same work in batches of a second, and of ten minutes.
TEST(Policy, OfShortAndLongBatches) {
  Scenario scenario = scenario_in_slices(100);
  scenario.policy.batch_seconds = 1;
  expect_figures(scenario, {628.43, 9.92, 12325, 129, 26, 24, 24552});
  scenario.policy.batch_seconds = 600;
  expect_figures(scenario, {627.63, 11.56, 12325, 129, 0, 0, 18760});
}

TEST(Policy, OfAFewWorkersOfOneHost) {
  Scenario scenario = scenario_in_slices(8);
  scenario.check_fraction = 0.05;
  expect_figures(scenario, {8063.81, 10.59, 12863, 667, 9, 6, 19102});
}

TEST(Policy, OfSlowWorkers) {
  for (const auto& [factor, figures] :
       {std::pair(1.5, Figures{655.47, 8.30, 12325, 129, 10, 10, 18994}),
        {3, {693.06, 11.66, 12325, 129, 4, 4, 19372}},
        {20, {726.17, 8.13, 12325, 129, 187, 91, 19845}}}) {
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
  expect_figures(scenario, {665.65, 9.92, 12325, 129, 23, 8, 19086});
}

TEST(Policy, OfHostsThatDie) {
  Scenario scenario = scenario_in_slices(100);
  scenario.hosts_die = true;
  scenario.deaths_per_worker_hour = 1;
  expect_figures(scenario, {809.43, 9.93, 12325, 129, 265, 10, 19590});
}

TEST(Policy, OfDevicesBesideProcessors) {
  for (const auto& [speed, figures] :
       {std::pair(3.0, Figures{925.61, 0.64, 12325, 129, 18, 18, 24527}),
        {20, {496.37, 0.14, 12325, 129, 14, 14, 15208}},
        {100, {140.04, 1.84, 12325, 129, 0, 0, 4204}}}) {
    expect_figures(scenario_of_devices(speed), figures);
  }
}

/// Tasks of a minute on the average: batches are a task then.
TEST(Policy, OfLongTasks) {
  Scenario scenario = scenario_of(100);
  scenario.seconds_per_cost *= 12;
  expect_figures(scenario, {3652.65, 27.66, 6105, 27, 0, 0, 41938});
}

TEST(Policy, OfThousandsOfWorkers) {
  Scenario scenario = scenario_of(6'000);
  scenario.slow_share = 0.05;
  scenario.slow_factor = 4;
  expect_figures(scenario, {439.31, 434.83, 6105, 27, 36, 34, 186240});
}

TEST(Policy, OfARunInManyParts) {
  Scenario scenario = scenario_in_slices(100);
  scenario.wall_seconds = 200;
  expect_figures(scenario, {640.25, 7.89, 12326, 130, 8, 8, 19630});
}

}  // namespace
}  // namespace nqueens::scale
