// Workers that hang, fail, are late or have left, in whole runs on threads.

#include <atomic>
#include <optional>

#include "core/sequence.hpp"
#include "support/text.hpp"
#include "whole_run.hpp"

namespace nqueens::test {
namespace {

struct Ended {
  Served served;
  std::size_t tasks_of_hung = 0;
};

/// A run to its end in which the first of two workers takes tasks and never answers.
Ended finish_beside_hung(WholeRun& run, const Hello& hello) {
  Ended ended;
  std::latch has_work(1);
  std::jthread hung([&] { ended.tasks_of_hung = hang(*run.transports[1], hello, has_work); });
  const std::jthread good([&run, &has_work] {
    has_work.wait();
    run_worker(*run.transports[2], run.requests);
  });
  ended.served = run.serve_and_dismiss();
  hung.join();
  EXPECT_EQ(ended.served.end, ServeEnd::finished);
  return ended;
}

/// Its leases end, the other one does its tasks, and one line tells of all of them.
TEST(MasterAndWorkers, AHungWorkersTasksAreDoneByOthers) {
  const CapturedLog log;
  WholeRun run(11, 2);
  const auto& [served, tasks] = finish_beside_hung(run, Hello{});
  EXPECT_EQ(run.queue.progress().count, *known_count({.n = 11}));
  EXPECT_GT(run.queue.state().retries, 0U);
  EXPECT_EQ(run.all_workers->lost(), 1U);
  EXPECT_FALSE(run.pool->everyone_left);
  EXPECT_TRUE(run.pool->hung_workers.empty()) << "it has not said which process it is";
  const auto lines = log.lines("is lost");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_TRUE(has(lines[0], "has ended; " + std::to_string(tasks) +
                                (tasks == 1 ? " task goes" : " tasks go") + " to others"));
}

/// Under a plain mpirun the first that left alone would take rank 0 along, its answer untold.
TEST(MasterAndWorkers, WhereOneIsMissingTheOthersStayUntilTheAnswerIsTold) {
  WholeRun run(11, 2);
  std::latch has_work(1);
  std::jthread hung([&run, &has_work] { hang(*run.transports[1], Hello{}, has_work); });
  std::atomic<bool> has_left = false;
  std::jthread good([&] {
    has_work.wait();
    EXPECT_EQ(run_worker(*run.transports[2], run.worker_requests), WorkerEnd::without_finalize);
    has_left = true;
  });
  run.out_of_time = time_limit(1);
  const Served served = run.serve_only();
  EXPECT_FALSE(run.pool->everyone_left);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_FALSE(has_left);
  dismiss_workers(*run.transports[0], false);
}

/// The result comes first: a launcher may end all ranks when one is killed.
TEST(MasterAndWorkers, AHungProcessOutlivesTheRunAndIsKilledOnRequest) {
  SleepingProcess process;
  WholeRun run(11, 2);
  const Served served = finish_beside_hung(run, {.process = process.identity}).served;
  EXPECT_EQ(liveness(process.identity), Liveness::alive);
  ASSERT_EQ(run.pool->hung_workers.size(), 1);
  EXPECT_EQ(run.pool->hung_workers.front().process, process.identity);
  EXPECT_EQ(run.pool->hung_workers.front().workers, std::vector<int>{1});

  std::vector<WorkersOfProcess> reused = run.pool->hung_workers;
  ++reused.front().process.start_time;
  kill_processes(reused);
  EXPECT_EQ(liveness(process.identity), Liveness::alive) << "another process has got that number";
  kill_processes(run.pool->hung_workers);
  for (int i = 0; i < 100 && liveness(process.identity) == Liveness::alive; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // a signal takes its time
  }
  EXPECT_NE(liveness(process.identity), Liveness::alive);
}

/// Its Hello was lost: its counts would be of no host.
TEST(MasterAndWorkers, AWorkerThatNobodyKnowsGetsNoWork) {
  WholeRun run(20, 2);
  const std::size_t batches = batches_after(
      run,
      [](Transport& transport) {
        transport.send(0, Ready{.kernel = "unknown", .processor = ""});
        transport.send(0, Goodbye{});
      },
      0);
  EXPECT_EQ(batches, 0U);
}

/// Its answer to a ping may have been on its way.
TEST(MasterAndWorkers, AWorkerThatFailedGetsNoMoreWork) {
  WholeRun run(20, 2);
  const std::size_t batches = batches_after(
      run,
      [](Transport& transport) {
        take_batches(transport, 2);
        transport.send(0, Failure{.reason = "out of memory"});
        transport.send(0, Ping{});
      },
      1);
  EXPECT_EQ(batches, 0U);
}

TEST(MasterAndWorkers, ALostWorkerThatSpeaksAgainGetsWorkAgain) {
  WholeRun run(20, 2);
  std::latch is_lost(1);
  run.tick = [&run, &is_lost] {
    if (run.lost > 0 && !is_lost.try_wait()) {
      is_lost.count_down();
    }
  };
  std::atomic<bool> has_work = false;
  run_beside(
      run,
      [&](Transport& transport) {
        take_batches(transport, 2);
        is_lost.wait();
        transport.send(0, Ping{.batches = 0});
        has_work = next_message<Batch>(transport).has_value();
        transport.send(0, Goodbye{});
        collect_until_dismissed<Batch>(transport);
      },
      std::nullopt, [&has_work, limit = time_limit(120)] { return has_work || limit(); });
  EXPECT_TRUE(has_work);
}

/// It has nothing to say meanwhile.
TEST(MasterAndWorkers, WhatALostWorkerHeldGoesAtOnceToOneThatWaits) {
  WholeRun run(make_plan(make_job({.problem = {.n = 8}, .tasks = 1})), 2);
  std::latch has_work(1);
  std::atomic<bool> is_given = false;
  std::jthread hung([&] {
    take_batches(*run.transports[1], 1);
    has_work.count_down();
    collect_until_dismissed<Batch>(*run.transports[1]);
  });
  std::jthread waits([&] {
    has_work.wait();
    is_given = take_batches(*run.transports[2], 1) == 1;
    run.transports[2]->send(0, Goodbye{});
  });
  run.out_of_time = [&is_given, limit = time_limit(120)] { return is_given || limit(); };
  EXPECT_EQ(run.serve_and_dismiss().end, ServeEnd::out_of_time);
  EXPECT_TRUE(is_given);
}

TEST(MasterAndWorkers, ALateWorkerGetsNoBatchBehindThoseThatItHolds) {
  WholeRun run(18, 2);
  run.options.kernel = "plain";  // many small tasks, whose leases are short
  std::size_t batches = 0;
  run_beside(
      run,
      [&batches](Transport& transport) {
        take_batches(transport, 0);
        while (const auto envelope = transport.receive(std::chrono::seconds(20))) {
          if (std::holds_alternative<Dismiss>(envelope->message)) {
            return;
          }
          if (std::holds_alternative<Leave>(envelope->message)) {
            transport.send(0, Goodbye{});
          }
          if (std::holds_alternative<Ping>(envelope->message)) {
            transport.send(0, Results{});  // a sign of life, but no end of a batch
          }
          batches += std::holds_alternative<Batch>(envelope->message) ? 1 : 0;
        }
      },
      std::nullopt,
      [&run, late = a_while_after([&run] { return run.queue.state().retries > 0; })] {
        return late() && run.lost == 0;  // its sign of life may take its time
      });
  EXPECT_GT(run.queue.state().retries, 0U);
  EXPECT_EQ(batches, 2U);
}

/// A worker that is in the middle of a long prefix when the last task is done.
TEST(MasterAndWorkers, ALateGoodbyeIsWaitedForUnlessASignalHurries) {
  for (const bool hurry : {false, true}) {
    WholeRun run(8, 2);
    std::jthread slow([&run, hurry] {
      run.transports[1]->send(0, Hello{});
      next_message<Leave>(*run.transports[1]);
      if (!hurry) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1200));
        run.transports[1]->send(0, Goodbye{});
      }
      next_message<Dismiss>(*run.transports[1]);
    });
    std::jthread good([&run] { run_worker(*run.transports[2], run.worker_requests); });
    if (hurry) {
      run.requests.stop_signal = SIGTERM;
    }
    const Served served = run.serve_and_dismiss();
    EXPECT_EQ(served.end, hurry ? ServeEnd::stopped : ServeEnd::finished);
    EXPECT_EQ(run.pool->everyone_left, !hurry);
  }
}

/// Else it would take the silence for the master's death and end on its own.
TEST(MasterAndWorkers, AWorkerThatSaidGoodbyeStillHearsOfItsMaster) {
  WholeRun run(20, 2);
  std::atomic<int> pings = 0;
  const auto limit = time_limit(120);
  run_beside(
      run,
      [&pings](Transport& transport) {
        transport.send(0, Hello{});
        transport.send(0, Goodbye{});
        while (next_message<Ping>(transport) && ++pings < 2) {
        }
        collect_until_dismissed<Ping>(transport);
      },
      0, [&] { return pings >= 2 || limit(); });
  EXPECT_GE(pings, 2);
}

/// Slurm may send it to the ranks of some hosts only: the others must not count on alone.
TEST(MasterAndWorkers, AWorkerThatGotSigusr1StopsTheRun) {
  WholeRun run(20, 2);
  std::jthread told([&run] {
    run.transports[1]->send(0, Hello{});
    run.transports[1]->send(0, Goodbye{.stop_signal = SIGUSR1, .from_outside = true});
    next_message<Dismiss>(*run.transports[1]);
  });
  std::jthread good([&run] { run_worker(*run.transports[2], run.worker_requests); });
  run.out_of_time = time_limit(120);
  EXPECT_EQ(run.serve_and_dismiss().end, ServeEnd::stopped);
  EXPECT_EQ(run.requests.stop_signal, SIGUSR1);
  EXPECT_TRUE(run.requests.from_outside);
}

}  // namespace
}  // namespace nqueens::test
