// Workers whose master is silent, dead, or not there yet.

#include <array>

#include "whole_run.hpp"

namespace nqueens::test {
namespace {

TEST(MasterAndWorkers, AWorkerWhoseMasterFallsSilentLeaves) {
  const auto transports = make_local_transports(2);
  const Requests requests;
  EXPECT_EQ(run_worker(*transports[1], requests, {.patience = std::chrono::milliseconds(200)}),
            WorkerEnd::orphaned);
}

TEST(MasterAndWorkers, AWorkerLeavesSoonWhenItsMastersProcessIsDead) {
  SleepingProcess dead;
  dead.end();
  for (const bool busy : {false, true}) {
    const auto transports = make_local_transports(2);
    transports[0]->send(1, Hello{.process = dead.identity});
    if (busy) {
      const Plan plan = plan_of(18);
      Batch batch{.problem = {.n = 18}, .units = {{.unit = {.task = 0}, .prefixes = {}}}};
      SliceSource source(plan.job);
      for (TaskId task = 0; task < plan.tasks(); ++task) {
        source.append_prefixes({.task = task}, batch.units[0].prefixes);
      }
      transports[0]->send(1, Welcome{.problem = {.n = 18}, .kernel = "plain"});
      transports[0]->send(1, batch);
    }
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(run_worker(*transports[1], Requests{}), WorkerEnd::orphaned);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
  }
}

/// The master may have to wait for a checkpoint's lock before it serves anybody.
TEST(MasterAndWorkers, PingsKeepWorkersThatAreNotServedYet) {
  const auto transports = make_local_transports(3);
  const Requests requests;
  std::array<WorkerEnd, 3> ends{};
  {
    std::vector<std::jthread> workers;
    for (const std::size_t rank : {1U, 2U}) {
      workers.emplace_back([&transports, &requests, &ends, rank] {
        ends[rank] = run_worker(*transports[rank], requests, {.patience = std::chrono::seconds(2)});
      });
    }
    for (int i = 0; i < 30; ++i) {
      ping_workers(*transports[0]);
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    for (const int rank : {1, 2}) {
      transports[0]->send(rank, Dismiss{.finalize = true});
    }
  }
  EXPECT_EQ(ends[1], WorkerEnd::dismissed);
  EXPECT_EQ(ends[2], WorkerEnd::dismissed);
  while (const auto envelope = transports[0]->receive(std::chrono::milliseconds(0))) {
    EXPECT_FALSE(std::holds_alternative<Ping>(envelope->message)) << "holds nothing, long ago";
  }
}

/// The master welcomes it before the plan is made, and once more when it reads its Hello.
TEST(MasterAndWorkers, AWorkerThatIsWelcomedTwiceIsReadyOnce) {
  const auto transports = make_local_transports(2);
  const Requests requests;
  std::jthread worker([&] { run_worker(*transports[1], requests); });
  for (int i = 0; i < 2; ++i) {
    welcome_workers(*transports[0], {.n = 8}, "scalar");
  }
  EXPECT_TRUE(next_message<Ready>(*transports[0]));
  transports[0]->send(1, Ping{});
  const auto next = transports[0]->receive(std::chrono::seconds(20));
  EXPECT_TRUE(next && std::holds_alternative<Ping>(next->message));
  transports[0]->send(1, Dismiss{.finalize = true});
}

}  // namespace
}  // namespace nqueens::test
