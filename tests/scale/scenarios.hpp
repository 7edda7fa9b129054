// The clusters that tests play: workers with tasks or slices of five seconds on the average.
#pragma once

#include "simulation.hpp"

namespace nqueens::scale {

/// A real job, whose tasks take five seconds on the average, and up to 20 times that.
inline Scenario scenario_of(int workers) {
  static const Plan plan =
      make_plan(make_job({.problem = {.n = 20}, .symmetry = {}, .depth = {}, .tasks = 6'000}));
  Scenario scenario;
  scenario.workers = workers;
  scenario.workers_per_host = 10;
  scenario.plan = plan;
  scenario.seconds_per_cost = 5 * static_cast<double>(plan.tasks()) / plan.total_cost;
  scenario.ratios = {0.6F, 0.8F, 1.0F, 1.2F, 1.4F};
  scenario.policy.batch_seconds = 60;
  return scenario;
}

/// The same with tasks that are cut: slices take five seconds on the average.
inline Scenario scenario_in_slices(int workers) {
  static const Plan plan = make_plan(make_job({.problem = {.n = 18},
                                               .symmetry = {},
                                               .depth = {},
                                               .tasks = 1'000,
                                               .slice_seconds = 0.0015}));
  Scenario scenario = scenario_of(workers);
  scenario.plan = plan;
  SliceSource source(plan.job);
  std::uint64_t slices = 0;
  for (TaskId task = 0; task < plan.tasks(); ++task) {
    slices += source.cut(task).slices;
  }
  scenario.seconds_per_cost = 5 * static_cast<double>(slices) / plan.total_cost;
  return scenario;
}

/// A device and 15 processors on each of four hosts, some of these slow.
/// @param speed  of a device, in processors
inline Scenario scenario_of_devices(double speed) {
  Scenario scenario = scenario_in_slices(64);
  scenario.workers_per_host = 16;
  scenario.devices_per_host = 1;
  scenario.device_speed = speed;
  scenario.slow_share = 0.1;
  scenario.slow_factor = 3;
  scenario.policy.batch_seconds = 1;
  return scenario;
}

/// 16 devices of 50 G solutions a second beside 64 cores of 0.27 G: on one host, or 4 on each of
/// four. A slice takes a core 20 seconds on the average, as for N = 27.
inline Scenario scenario_of_many_devices(int hosts) {
  Scenario scenario = scenario_in_slices(80);
  scenario.seconds_per_cost *= 4;
  scenario.workers_per_host = 80 / hosts;
  scenario.devices_per_host = 16 / hosts;
  scenario.device_speed = 50 / 0.27;
  scenario.policy.batch_seconds = 1;
  return scenario;
}

}  // namespace nqueens::scale
