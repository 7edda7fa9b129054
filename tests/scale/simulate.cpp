// simulate WORKERS [N [TASK_SECONDS]]: a run of the default job for N (27) on so many workers, as
// the master's own scheduler has it; for docs/cluster.md. The times of tasks
// are drawn from those measured here and now at N = 18; the rate of a worker is solutions a second
// of one core.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "nqueens/core/known_counts.hpp"
#include "nqueens/job/plan.hpp"
#include "nqueens/kernel/kernel.hpp"
#include "simulation.hpp"

namespace {

using namespace nqueens;

constexpr double solutions_per_second = 270e6;  // of one core at N = 27, docs/results.md
constexpr int measured_n = 18;
constexpr double most_ticks =
    5'000;  // longer steps for runs of weeks, or nobody waits for their end

/// True over expected work of each task of a board, relative to their mean. Work is what the kernel
/// visits, to which its time is proportional; unlike time it is the same on a busy machine.
std::vector<float> measure_ratios() {
  const Plan plan = make_plan(make_job(
      {.problem = {.n = measured_n}, .symmetry = Symmetry::full, .depth = {}, .tasks = {}}));
  TaskSource source(plan.job);
  const auto kernel = choose_kernel("auto").make({.n = measured_n});
  std::vector<double> work(plan.tasks());
  for (TaskId task = 0; task < plan.tasks(); ++task) {
    std::vector<Prefix> prefixes;
    source.append_prefixes(task, prefixes);
    std::vector<std::uint64_t> completions(prefixes.size());
    const std::uint64_t before = kernel->nodes();
    kernel->count(prefixes, completions);
    work[task] = static_cast<double>(kernel->nodes() - before);
  }
  const double mean = std::accumulate(work.begin(), work.end(), 0.0) / plan.total_cost;
  std::vector<float> ratios;
  for (TaskId task = 0; task < plan.tasks(); ++task) {
    ratios.push_back(
        static_cast<float>(work[task] / (static_cast<double>(plan.costs[task]) * mean)));
  }
  return ratios;
}

void print(const char* name, const scale::Scenario& scenario) {
  const scale::Report report = scale::simulate(scenario);
  std::printf(
      "| %s | %d | %.0f s | %.2f %% | %.0f s = %.2f | %.0f (%.0f) | %.1f %% | %.2f us | %d | %llu "
      "|\n",
      name, scenario.workers, report.seconds, 100 * report.kernel_share, report.tail_seconds,
      report.tail_seconds / report.mean_task_seconds, report.messages_per_second,
      report.busiest_messages_rate, 100 * report.master_share,
      1e6 * report.policy_seconds / (report.messages_per_second * report.seconds), report.deaths,
      static_cast<unsigned long long>(report.retries));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int workers = argc > 1 ? std::atoi(argv[1]) : 0;
  const int n = argc > 2 ? std::atoi(argv[2]) : 27;
  const auto count = known_count({.n = n});
  if (workers < 1 || n < 1 || n > max_board || !count) {
    std::fprintf(stderr, "usage: simulate WORKERS [N [TASK_SECONDS]], N with a published count\n");
    return 2;
  }
  const Plan plan = make_plan(
      make_job({.problem = {.n = n}, .symmetry = Symmetry::full, .depth = {}, .tasks = {}}));
  scale::Scenario scenario;
  scenario.workers = workers;
  scenario.plan = plan;
  scenario.seconds_per_cost =
      static_cast<double>(count->low()) / solutions_per_second / plan.total_cost;
  scenario.ratios = measure_ratios();
  scenario.tick_seconds =
      std::max(tick_seconds, scenario.seconds_per_cost * plan.total_cost / workers / most_ticks);
  scenario.policy.batch_seconds = argc > 3 ? std::atof(argv[3]) : 60;
  std::printf("n=%d, %zu tasks\n\n", n, plan.costs.size());
  std::printf(
      "| scenario | workers | time | in the kernel | tail, in mean tasks | messages/s (busiest) | "
      "master "
      "busy "
      "| policy a message | deaths | retries |\n|--|--|--|--|--|--|--|--|--|--|\n");
  print("calm", scenario);
  scale::Scenario slow = scenario;
  slow.slow_share = 0.2;
  slow.slow_factor = 2;
  print("a fifth at half speed", slow);
  scale::Scenario deaths = scenario;
  deaths.deaths_per_worker_hour = 0.01;
  print("1 % die in an hour", deaths);
  scale::Scenario bad = scenario;
  bad.slow_share = 0.001;
  bad.slow_factor = 10;
  bad.deaths_per_worker_hour = 0.01;
  print("and 1 in 1000 at a tenth", bad);
}
