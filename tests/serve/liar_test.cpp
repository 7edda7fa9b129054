// Workers that count wrong or send what cannot be, in whole runs on threads.

#include "core/sequence.hpp"
#include "kernel/kernel.hpp"
#include "support/text.hpp"
#include "whole_run.hpp"

namespace nqueens::test {
namespace {

/// A worker that speaks the protocol and counts a task differently whenever it is asked.
TEST(MasterAndWorkers, ATaskOnWhichNoTwoCountsAgreeStopsTheRun) {
  WholeRun run(10, 1);
  std::jthread liar([&run] {
    Transport& transport = *run.transports[1];
    take_batches(transport, 0);
    const auto report = [&transport](std::uint64_t solutions) {
      transport.send(0, Results{.results = {{.unit = {.task = 0},
                                             .count = Count{solutions},
                                             .nodes = 1,
                                             .seconds = 0.1}},
                                .batch_finished = false});
    };
    for (std::uint64_t solutions = 1; solutions <= 6; ++solutions) {
      report(solutions);
    }
    while (true) {
      const auto envelope = transport.receive(std::chrono::seconds(10));
      if (!envelope || std::holds_alternative<Dismiss>(envelope->message)) {
        return;
      }
    }
  });
  const Served served = run.serve_and_dismiss();
  ASSERT_TRUE(served.failure);
  EXPECT_TRUE(
      has(error_of(ExitCode::wrong_answer, [&served] { std::rethrow_exception(served.failure); }),
          "task 0 was counted with different results: 1 with"));
}

TEST(MasterAndWorkers, AWorkerWhoseResultCannotBeIsSetAsideAndTheRunGoesOn) {
  for (const UnitResult& result : {UnitResult{.unit = {.task = 999'999'999}, .count = {}},
                                   UnitResult{.unit = {.task = 0}, .count = {}, .placed = {1}}}) {
    const CapturedLog log;
    WholeRun run(20, 2);
    const std::size_t batches = batches_after(
        run,
        [&](Transport& transport) {
          take_batches(transport, 2);
          transport.send(0, Results{.results = {result}, .batch_finished = true});
          next_message<Leave>(transport);
          transport.send(0, Goodbye{});
        },
        0);
    EXPECT_EQ(batches, 0U);
    EXPECT_EQ(log.lines("worker 1 on  is set aside: ").size(), 1U);
    EXPECT_GT(run.queue.progress().tasks_done, 0U) << "the other worker counts";
  }
}

TEST(MasterAndWorkers, ResultsOfAnotherJobAreNotTaken) {
  const CapturedLog log;
  WholeRun run(20, 2);
  run.options.job = 1;
  std::atomic<bool> has_played = false;
  run_beside(
      run,
      [&](Transport& transport) {
        take_batches(transport, 1);
        const UnitResult impossible{.unit = {.task = 999'999'999}, .count = {}};
        transport.send(0, Results{.results = {impossible}, .batch_finished = true, .job = 0});
        EXPECT_TRUE(next_message<Batch>(transport)) << "its batch is done all the same";
        has_played = true;
        collect_until_dismissed<Batch>(transport);
      },
      std::nullopt,
      a_while_after([&] { return has_played && run.queue.progress().tasks_done > 0; }));
  EXPECT_TRUE(log.lines("set aside").empty());
}

/// A run in which the first of the workers adds one to each of its counts.
struct RunWithALiar : WholeRun {
  RunWithALiar(int workers, double check_fraction)
      : WholeRun(plan_of({.n = 11}), workers, {}, 1, {.checks = checks(check_fraction)}) {
    transports[1] = std::make_unique<LyingTransport>(std::move(transports[1]), lies);
    others_may_start = &lies;
  }

  static CheckPolicy checks(double fraction) {
    return {.fraction = fraction,
            .seed = 1,
            .same_search = [](std::string_view left, std::string_view right) {
              return same_search(left, right, {.n = 11});
            }};
  }

  std::latch lies{3};
};

TEST(MasterAndWorkers, AWorkerThatIsOutvotedTwiceIsSetAsideAndItsTasksAreCountedAgain) {
  const CapturedLog log;
  RunWithALiar run(3, 1);
  EXPECT_EQ(run.go(), ServeEnd::finished);
  EXPECT_EQ(run.queue.progress().count, *known_count({.n = 11}));
  EXPECT_EQ(progress_of(run.queue.trusted_snapshot()).count, *known_count({.n = 11}));
  EXPECT_EQ(log.lines("worker 1 on " + this_process().host + " is set aside").size(), 1U);
  EXPECT_TRUE(run.pool->everyone_left);
}

TEST(MasterAndWorkers, WithoutChecksALiarIsBelieved) {
  RunWithALiar run(3, 0);
  EXPECT_EQ(run.go(), ServeEnd::finished);
  EXPECT_GT(run.queue.progress().count, *known_count({.n = 11}));
}

/// With its farewell a late worker contradicts what was counted: then there is no total yet.
TEST(MasterAndWorkers, ARunIsNotFinishedWhereTheLastWordIsAContradiction) {
  WholeRun run(10, 2);
  std::jthread late([&run] {
    Transport& transport = *run.transports[2];
    transport.send(0, Hello{});
    while (auto envelope = transport.receive(std::chrono::seconds(20))) {
      if (std::holds_alternative<Leave>(envelope->message)) {
        transport.send(
            0,
            Results{.results = {{.unit = {.task = 0}, .count = Count{1'000'000}, .kernel = "late"}},
                    .batch_finished = false});
        transport.send(0, Goodbye{});
      } else if (std::holds_alternative<Dismiss>(envelope->message)) {
        return;
      }
    }
  });
  std::jthread good([&run] { run_worker(*run.transports[1], run.worker_requests); });
  const Served served = run.serve_and_dismiss();
  EXPECT_EQ(served.end, ServeEnd::stopped);
  EXPECT_EQ(progress_of(run.queue.trusted_snapshot()).tasks_done + 1, run.plan.tasks());
}

}  // namespace
}  // namespace nqueens::test
