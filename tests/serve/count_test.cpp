// Whole runs on threads: the count is right, and ends when it is asked to.

#include <optional>
#include <set>

#include "core/sequence.hpp"
#include "kernel/kernel.hpp"
#include "support/boards.hpp"
#include "whole_run.hpp"

namespace nqueens::test {
namespace {

TEST(MasterAndWorkers, CountRightWhateverTheNumberOfWorkers) {
  for (const int workers : {1, 2, 5}) {
    WholeRun run(12, workers);
    EXPECT_EQ(run.go(), ServeEnd::finished);
    EXPECT_EQ(run.queue.progress().count, *known_count({.n = 12}));
    EXPECT_TRUE(run.pool->everyone_left);
    EXPECT_EQ(run.saves, 1);
  }
}

TEST(MasterAndWorkers, CountRightWhenResultsAreLostAndComeTwiceAndLate) {
  const SeededRandom random;
  const std::vector<Faults> all = {Faults{.lose = 0.2}, Faults{.repeat = 0.5, .delay = 0.3},
                                   Faults{.lose = 0.1, .repeat = 0.3, .delay = 0.3}};
  at_once(all, [&random](const Faults& faults) {
    const int n = faults.lose > 0 ? 11 : 12;
    WholeRun run(n, 3, faults, random.seed);
    EXPECT_EQ(run.go(), ServeEnd::finished);
    EXPECT_EQ(run.queue.progress().count, *known_count({.n = n}));
    EXPECT_TRUE(faults.lose > 0 || run.queue.state().duplicates > 0);
  });
}

TEST(MasterAndWorkers, CountEverySequenceWhenEverythingGoesWrongAtOnce) {
  const SeededRandom random;
  const Faults faults{.lose = 0.1, .repeat = 0.3, .delay = 0.3};
  at_once(test::small_boards(), [&](const Problem& problem) {
    WholeRun run(problem, 4, faults, random.seed);
    EXPECT_EQ(run.go(), ServeEnd::finished);
    EXPECT_EQ(run.queue.progress().count + count_above_tasks(run.plan.job), *known_count(problem));
  });
  WholeRun placements({.n = 9, .sequence = Sequence::placements}, 4, faults, random.seed);
  EXPECT_EQ(placements.go(), ServeEnd::finished);
  const std::vector<Count> above = placements_above_tasks(placements.plan.job);
  const std::vector<Count> below = placed_by_row(placements.queue.units().snapshot());
  const std::vector<std::uint64_t> all = test::placed_by_row({.n = 9});
  for (std::size_t row = 0; row < all.size(); ++row) {
    EXPECT_EQ(above[row] + below[row], Count{all[row]}) << "row " << row;
  }
}

/// Whatever a worker knows of its board is that of its batch.
TEST(MasterAndWorkers, CountAnotherBoardWithTheSameWorkers) {
  const SeededRandom random;
  WholeRun run(11, 2, {.lose = 0, .repeat = 0.5, .delay = 0.3}, random.seed);
  const Problem torus{.n = 11, .sequence = Sequence::torus};
  Scheduler next{{.batch_seconds = 0.05}, run.all_workers};
  const WorkQueue& other = WholeRun::begin(next, plan_of(torus));
  run.next = &next;
  EXPECT_EQ(run.go(), ServeEnd::finished);
  EXPECT_EQ(run.queue.progress().count, *known_count({.n = 11}));
  EXPECT_EQ(other.progress().count, *known_count(torus));
}

/// Late results of the first job come while the second is counted, whose tasks are others.
TEST(MasterAndWorkers, CountAgainWithOtherKernels) {
  const SeededRandom random;
  WholeRun run(11, 2, {.lose = 0, .repeat = 0.5, .delay = 0.3}, random.seed);
  const Plan second =
      make_plan(*second_job(run.plan.job, run.plan.tasks(), SecondCut::depth, std::nullopt));
  EXPECT_NE(second.prefixes, run.plan.prefixes);
  Scheduler next{{.batch_seconds = 0.05, .other_kernels = true}, run.all_workers};
  const WorkQueue& again = WholeRun::begin(next, second);
  run.next = &next;
  EXPECT_EQ(run.go(), ServeEnd::finished);
  EXPECT_EQ(run.queue.progress().count, *known_count({.n = 11}));
  EXPECT_EQ(again.progress().count, *known_count({.n = 11}));
  const auto kernels_of = [](const QueueSnapshot& snapshot) {
    std::set<std::string> names;
    for (std::size_t task = 0; task < snapshot.records.size(); ++task) {
      names.insert(snapshot.origins[snapshot.records[task].origin].kernel);
    }
    return names;
  };
  EXPECT_EQ(kernels_of(run.queue.units().snapshot()).size(), 1U);
  EXPECT_NE(kernels_of(run.queue.units().snapshot()), kernels_of(again.units().snapshot()));
}

TEST(MasterAndWorkers, StopAndGoOnFromTheSnapshot) {
  WholeRun first(16, 2);
  first.options.kernel = "plain";  // slow: seconds of work
  first.out_of_time = [&first] { return first.queue.progress().tasks_done > 0; };
  ASSERT_EQ(first.go(), ServeEnd::out_of_time);
  EXPECT_TRUE(first.pool->everyone_left);
  EXPECT_GE(first.saves, 1);
  WholeRun second(first.plan, 3, {}, 1, {.snapshot = first.queue.units().snapshot()});
  EXPECT_EQ(second.go(), ServeEnd::finished);
  EXPECT_EQ(second.queue.progress().count, *known_count({.n = 16}));
}

TEST(MasterAndWorkers, ARequestToStopEndsTheRunSoon) {
  WholeRun run(20, 2);
  std::optional<std::chrono::steady_clock::time_point> asked;
  run.tick = [&] {
    if (run.queue.progress().tasks_done > 0 && !asked) {
      asked = std::chrono::steady_clock::now();
      run.requests.stop_signal = 15;
    }
  };
  EXPECT_EQ(run.go(), ServeEnd::stopped);
  ASSERT_TRUE(asked);
  EXPECT_LT(std::chrono::steady_clock::now() - *asked, std::chrono::seconds(60));
  EXPECT_GT(run.queue.progress().tasks_done, 0U);
}

/// Under a launcher the workers may get the signal, and be gone, before the master gets its own.
TEST(MasterAndWorkers, ARequestToTheWorkersAloneStopsTheRunToo) {
  WholeRun run(20, 2);
  run.tick = [&run] {
    if (run.queue.progress().tasks_done > 0) {
      run.worker_requests.stop_signal = 15;
    }
  };
  EXPECT_EQ(run.go(), ServeEnd::stopped);
  EXPECT_TRUE(run.pool->everyone_left);
  EXPECT_GE(run.saves, 1);
}

TEST(MasterAndWorkers, ARequestToSaveSavesAndGoesOn) {
  WholeRun run(12, 2);
  run.requests.save = true;
  EXPECT_EQ(run.go(), ServeEnd::finished);
  EXPECT_EQ(run.saves, 2);
}

/// One prefix is the whole board of 20 rows here: minutes.
TEST(MasterAndWorkers, ALongPrefixIsInterruptedByTheEndOfTheRun) {
  CountSettings settings;
  settings.problem.n = 20;
  settings.symmetry = Symmetry::none;
  settings.depth = 0;
  WholeRun run(make_plan(make_job(settings)), 1);
  const std::jthread worker([&run] { run_worker(*run.transports[1], run.worker_requests); });
  const auto start = std::chrono::steady_clock::now();
  run.out_of_time = time_limit(0.3);
  const Served served = run.serve_and_dismiss();
  EXPECT_EQ(served.end, ServeEnd::out_of_time);
  EXPECT_TRUE(run.pool->everyone_left);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

/// A worker that says something every millisecond, from then on.
class Talker final : public Transport {
 public:
  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int size() const override { return 2; }
  void send(int /*to*/, const Message& /*message*/) override {}
  std::optional<Envelope> receive(std::chrono::milliseconds /*wait*/) override {
    ++said;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return Envelope{.from = 1, .message = Ping{}};
  }
  bool flush(std::chrono::milliseconds /*wait*/) override { return true; }
  void abandon() override {}

  int said = 0;
};

/// Saves, limits and signals are not for the time when no worker has anything to say.
TEST(MasterAndWorkers, AMasterHasTimeForMoreThanToListen) {
  Talker talker;
  Scheduler scheduler;
  const Plan plan = test::plan_of(12);
  scheduler.begin(plan.job, plan.costs);
  Requests requests;
  ServeOptions options;
  options.farewell_seconds = 0;
  int looks = 0;
  WorkerPool pool{.transport = talker, .ranks = {}, .requests = requests};
  const Served served =
      serve(pool, scheduler, options, {.out_of_time = [&looks] { return ++looks > 5; }});
  EXPECT_EQ(served.end, ServeEnd::out_of_time);
  EXPECT_LT(talker.said, 5 * 300);
}

TEST(MasterAndWorkers, AnUnknownKernelEndsTheRunWithItsReason) {
  WholeRun run(8, 2);
  run.options.kernel = "vax";
  std::vector<std::jthread> threads;
  for (std::size_t rank = 1; rank < run.transports.size(); ++rank) {
    threads.emplace_back([&run, rank] { run_worker(*run.transports[rank], run.requests); });
  }
  const Served served = run.serve_and_dismiss();
  EXPECT_EQ(served.end, ServeEnd::no_workers);
  EXPECT_NE(served.last_failure.find("'vax' is unknown"), std::string::npos);
}

TEST(MasterAndWorkers, AMasterWithoutWorkersGivesUp) {
  WholeRun run(8, 1);
  run.options.hello_seconds = 0.2;
  const Served served = run.serve_and_dismiss();
  EXPECT_EQ(served.end, ServeEnd::no_workers);
}

TEST(MasterAndWorkers, TheLogSaysWhichRanksRunWhichKernel) {
  const CapturedLog log;
  WholeRun run(18, 3);
  run.options.kernel = "plain";  // minutes
  run.out_of_time = [&log] { return !log.lines("kernel ").empty(); };
  EXPECT_EQ(run.go(), ServeEnd::out_of_time);
  ASSERT_EQ(log.lines("kernel plain on workers 1-3").size(), 1U);
}

TEST(Ranks, AreDescribedByRanges) {
  EXPECT_EQ(describe_workers(std::vector<int>{64}), "worker 64");
  EXPECT_EQ(describe_workers(std::vector<int>{1, 2}), "workers 1-2");
  EXPECT_EQ(describe_workers(std::vector<int>{1, 3}), "workers 1,3");
  EXPECT_EQ(describe_workers(std::vector<int>{1, 2, 3, 5, 7, 8}), "workers 1-3,5,7-8");
}

}  // namespace
}  // namespace nqueens::test
