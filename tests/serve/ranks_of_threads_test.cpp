// Whole counts over a rank 0 whose workers are threads beside the master, and another rank whose
// workers a relay serves.

#include <atomic>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include "core/sequence.hpp"
#include "net/pipe_wire.hpp"
#include "whole_run.hpp"

namespace nqueens::test {
namespace {

std::vector<std::jthread> start_workers(std::span<const std::unique_ptr<Transport>> transports,
                                        const Requests& requests, std::atomic<int>& running) {
  std::vector<std::jthread> threads;
  for (const auto& transport : transports.subspan(1)) {
    ++running;
    threads.emplace_back([&transport, &requests, &running] {
      EXPECT_EQ(run_worker(*transport, requests), WorkerEnd::dismissed);
      --running;
    });
  }
  return threads;
}

TEST(RanksOfThreads, CountTogether) {
  constexpr int workers = 2;
  const Problem problem{.n = 13};
  const Plan plan = plan_of(problem);
  Scheduler scheduler{{.batch_seconds = 0.005}};
  scheduler.begin(plan.job, plan.costs, {});
  Requests requests;
  Pipe down;
  Pipe up;
  PipeWire first(0, {{workers}, {workers}}, up, down);
  PipeWire second(1, {{workers}, {workers}}, down, up);

  std::jthread other_rank([&] {
    const auto transports = make_local_transports(workers + 1);
    std::atomic<int> running = 0;
    const auto threads = start_workers(transports, requests, running);
    relay(second, *transports.front(), [&running] { return running == 0; });
  });
  const auto own = make_local_transports(workers + 1);
  std::atomic<int> running = 0;
  const auto threads = start_workers(own, requests, running);
  const auto transport = make_transport(first, own.front().get());
  WorkerPool pool{.transport = *transport, .ranks = {}, .requests = requests};
  const Served served = serve(pool, scheduler, {}, {});
  EXPECT_EQ(served.end, ServeEnd::finished);
  EXPECT_TRUE(pool.everyone_left);
  EXPECT_EQ(scheduler.workers().lost(), 0U);
  EXPECT_EQ(scheduler.queue().progress().count, *known_count(problem));
}

}  // namespace
}  // namespace nqueens::test
