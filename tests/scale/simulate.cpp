// simulate [KEY=VALUE]...: a count of the default job on a cluster, as the master's own scheduler
// has it; for docs/cluster.md. The times of slices are drawn from those measured here and now on a
// small board; the rate of a worker is solutions a second of one core.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string>
#include <string_view>

#include "core/sequence.hpp"
#include "job/plan.hpp"
#include "kernel/kernel.hpp"
#include "prices.hpp"
#include "queue/units.hpp"
#include "simulation.hpp"

namespace {

using namespace nqueens;

constexpr const char* usage =
    "usage: simulate [KEY=VALUE]...\n"
    "  n=27        board; 25 to 28\n"
    "  nodes=1000  of the cluster\n"
    "  threads=128 workers on each, devices included\n"
    "  devices=0   of a node's workers\n"
    "  speed=100   of a device, in workers\n"
    "  batch=1     seconds of work in a message, at least\n"
    "  slice=0     the longest that a slice should take, as --slice-seconds; 0: the default\n"
    "  save=300    seconds between checkpoints\n"
    "  deaths=0    of nodes, by node and hour\n"
    "  slow=0      share of the workers that are slow\n"
    "  factor=2    how slow\n"
    "  wall=0      hours of a run; 0: no limit\n"
    "  runs=1000   most runs\n"
    "  done=0      share of the work that is done before\n"
    "  seed=1      of chance\n"
    "  prices=0    1: measures what rank 0 takes for a message, a unit and a saved record\n";

constexpr double solutions_per_second = 270e6;  // of one core at N = 27, docs/results.md
constexpr int measured_n = 20;
constexpr std::uint64_t measured_stride = 16;
/// Cuts the tasks of that board into as many slices as those of N = 27.
constexpr double measured_slice_seconds = 0.011;
constexpr double solutions_of_28 = 2.57e18;  // by the ratios of the counts before

/// True over expected work of slices, relative to their mean. Work is what the kernel visits, to
/// which its time is proportional; unlike time it is the same on a busy machine.
std::vector<float> measure_ratios() {
  const Plan plan = make_plan(make_job({.problem = {.n = measured_n},
                                        .symmetry = {},
                                        .depth = {},
                                        .tasks = {},
                                        .slice_seconds = measured_slice_seconds}));
  SliceSource source(plan.job);
  const auto kernel = choose_kernel("auto").make({.n = measured_n});
  std::vector<double> work;
  std::vector<double> expected;
  for (TaskId task = 0; task < plan.tasks(); task += measured_stride) {
    const std::uint64_t slices = source.cut(task).slices;
    for (SliceId slice = 0; slice < slices; ++slice) {
      std::vector<Prefix> prefixes;
      source.append_prefixes({.task = task, .slice = slices > 1 ? slice : UnitId::whole}, prefixes);
      std::vector<std::uint64_t> completions(prefixes.size());
      const std::uint64_t before = kernel->nodes();
      kernel->count(prefixes, completions);
      work.push_back(static_cast<double>(kernel->nodes() - before));
      expected.push_back(static_cast<double>(plan.costs[task]) / static_cast<double>(slices));
    }
  }
  const double mean = std::accumulate(work.begin(), work.end(), 0.0) /
                      std::accumulate(expected.begin(), expected.end(), 0.0);
  std::vector<float> ratios;
  for (std::size_t i = 0; i < work.size(); ++i) {
    ratios.push_back(static_cast<float>(work[i] / expected[i] / mean));
  }
  const double mean_ratio =
      std::accumulate(ratios.begin(), ratios.end(), 0.0) / static_cast<double>(ratios.size());
  for (float& ratio : ratios) {
    ratio /= static_cast<float>(mean_ratio);
  }
  return ratios;
}

/// The first tasks are done, up to this share of the work.
QueueSnapshot done_before(const Plan& plan, double share) {
  QueueSnapshot snapshot(plan.tasks(), 0);
  Units units(plan.costs, 0, {}, {});
  const OriginId origin = snapshot.origins.add({.kernel = "first", .host = "before"});
  double cost = 0;
  while (cost < share * plan.total_cost) {
    const TaskId task = units.take().value().task;
    const UnitRecord record{.count = 1, .nodes = 1, .origin = origin, .confirmed_by = origin};
    snapshot.set(task, record, {});
    cost += static_cast<double>(plan.costs[task]);
  }
  return snapshot;
}

void print(const scale::Report& report, double real_seconds) {
  std::printf("%s in %d runs, %.0f s; in the kernel %.2f %%; tail %.1f s\n",
              report.finished ? "finished" : "NOT finished", report.runs, report.seconds,
              100 * report.kernel_share, report.tail_seconds);
  std::printf("units %llu, mean %.2f s, longest %.1f s; tail in mean units %.2f\n",
              static_cast<unsigned long long>(report.units), report.mean_unit_seconds,
              report.longest_unit_seconds, report.tail_seconds / report.mean_unit_seconds);
  std::printf(
      "messages/s %.0f, busiest %.0f; master busy %.1f %%, at most %.1f %%; policy %.2f us a "
      "message\n",
      report.messages_per_second, report.busiest_messages_rate, 100 * report.master_share,
      100 * report.busiest_share,
      1e6 * report.policy_seconds / (report.messages_per_second * report.seconds));
  std::printf("deaths %d, retries %llu, checks %llu, duplicates %llu\n", report.deaths,
              static_cast<unsigned long long>(report.retries),
              static_cast<unsigned long long>(report.checks),
              static_cast<unsigned long long>(report.duplicates));
  std::printf("slowest save %.1f s, tasks in progress %llu with %llu slices\n", report.save_seconds,
              static_cast<unsigned long long>(report.max_in_progress),
              static_cast<unsigned long long>(report.max_slices));
  std::printf("tasks done %llu; played in %.0f s, %.0f s of them in the scheduler\n",
              static_cast<unsigned long long>(report.tasks_done), real_seconds,
              report.policy_seconds);
}

}  // namespace

int main(int argc, char** argv) {
  std::map<std::string, double, std::less<>> keys = {
      {"n", 27},      {"nodes", 1000}, {"threads", 128}, {"devices", 0},
      {"speed", 100}, {"batch", 1},    {"slice", 0},     {"save", 300},
      {"deaths", 0},  {"slow", 0},     {"factor", 2},    {"wall", 0},
      {"runs", 1000}, {"done", 0},     {"seed", 1},      {"prices", 0}};
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const auto equals = argument.find('=');
    const auto key = keys.find(argument.substr(0, equals));
    if (key == keys.end() || equals == std::string_view::npos) {
      std::fputs(usage, stderr);
      return 2;
    }
    key->second = std::atof(argv[i] + equals + 1);
  }
  const int n = static_cast<int>(keys["n"]);
  const auto count = known_count({.n = n});
  if (!count && n != 28) {
    std::fputs(usage, stderr);
    return 2;
  }
  const auto start = std::chrono::steady_clock::now();
  scale::Scenario scenario;
  scenario.plan = make_plan(
      make_job({.problem = {.n = n},
                .symmetry = {},
                .depth = {},
                .tasks = {},
                .slice_seconds = keys["slice"] > 0 ? std::optional(keys["slice"]) : std::nullopt}));
  scenario.workers_per_host = static_cast<int>(keys["threads"]);
  scenario.workers = static_cast<int>(keys["nodes"]) * scenario.workers_per_host;
  scenario.devices_per_host = static_cast<int>(keys["devices"]);
  scenario.device_speed = keys["speed"];
  const double core_seconds =
      (count ? count->approximate() : solutions_of_28) / solutions_per_second;
  scenario.seconds_per_cost = core_seconds / scenario.plan.total_cost;
  if (keys["prices"] > 0) {
    scale::measure_prices(scenario);
    return 0;
  }
  scenario.ratios = measure_ratios();
  scenario.policy.batch_seconds = keys["batch"];
  scenario.save_interval_seconds = keys["save"];
  scenario.deaths_per_worker_hour = keys["deaths"];
  scenario.hosts_die = keys["deaths"] > 0;
  scenario.slow_share = keys["slow"];
  scenario.slow_factor = keys["factor"];
  if (keys["wall"] > 0) {
    scenario.wall_seconds = 3600 * keys["wall"];
  }
  scenario.max_runs = static_cast<int>(keys["runs"]);
  if (keys["done"] > 0) {
    scenario.start = done_before(scenario.plan, keys["done"]);
  }
  scenario.seed = static_cast<std::uint64_t>(keys["seed"]);
  std::printf("n=%d, %llu tasks, %.4g core seconds, %d workers; longest of %zu ratios %.2f\n", n,
              static_cast<unsigned long long>(scenario.plan.tasks()), core_seconds,
              scenario.workers, scenario.ratios.size(),
              static_cast<double>(*std::ranges::max_element(scenario.ratios)));
  std::fflush(stdout);
  const scale::Report report = scale::simulate(scenario);
  print(report, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}
