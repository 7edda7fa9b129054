// Whole runs of master and workers on threads, with a transport that misbehaves.

#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <latch>
#include <optional>
#include <sstream>
#include <thread>

#include "faulty_transport.hpp"
#include "nqueens/core/error.hpp"
#include "nqueens/core/known_counts.hpp"
#include "nqueens/kernel/kernel.hpp"
#include "nqueens/serve/ranks.hpp"
#include "nqueens/serve/serve.hpp"
#include "nqueens/serve/worker.hpp"
#include "support/boards.hpp"

namespace nqueens {
namespace {

Plan plan_of(const Problem& problem) {
  return make_plan(make_job({.problem = problem}));
}

Plan plan_of(int n) {
  return plan_of(Problem{.n = n});
}

/// What is logged as long as this lives.
class CapturedLog {
 public:
  CapturedLog() {
    auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(text_);
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("test", std::move(sink)));
  }
  CapturedLog(const CapturedLog&) = delete;
  CapturedLog& operator=(const CapturedLog&) = delete;
  ~CapturedLog() { spdlog::set_default_logger(before_); }

  /// The lines with a text in them.
  [[nodiscard]] std::vector<std::string> lines(const std::string& with) const {
    std::istringstream stream(text_.str());
    std::vector<std::string> found;
    for (std::string line; std::getline(stream, line);) {
      if (line.find(with) != std::string::npos) {
        found.push_back(line);
      }
    }
    return found;
  }

 private:
  std::ostringstream text_;
  std::shared_ptr<spdlog::logger> before_ = spdlog::default_logger();
};

/// A process that does nothing until it is killed.
class SleepingProcess {
 public:
  SleepingProcess() : pid_(fork()) {
    if (pid_ == 0) {
      while (true) {
        pause();
      }
    }
    identity = this_process();
    identity.pid = pid_;
    identity.start_time = start_time_of(pid_);
  }
  SleepingProcess(const SleepingProcess&) = delete;
  SleepingProcess& operator=(const SleepingProcess&) = delete;
  ~SleepingProcess() { end(); }

  /// Kills it, if that has not been done. @return the signal that ended it
  int end() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, &status_, 0);
      pid_ = 0;
    }
    return WTERMSIG(status_);
  }

  ProcessIdentity identity;

 private:
  /// Field 22 of its stat; its name has no spaces.
  static std::uint64_t start_time_of(pid_t pid) {
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string field;
    for (int i = 0; i < 22; ++i) {
      stat >> field;
    }
    return std::stoull(field);
  }

  pid_t pid_;
  int status_ = 0;
};

/// Messages to a worker that a test plays, until the one that dismisses it.
template <class Body>
std::vector<Body> collect_until_dismissed(Transport& transport) {
  std::vector<Body> bodies;
  while (true) {
    const auto envelope = transport.receive(std::chrono::seconds(20));
    if (!envelope || std::holds_alternative<Dismiss>(envelope->message)) {
      return bodies;
    }
    if (const auto* body = std::get_if<Body>(&envelope->message)) {
      bodies.push_back(*body);
    }
  }
}

/// Waits for a message of a kind, passing over others.
template <class Body>
std::optional<Body> next_message(Transport& transport) {
  while (auto envelope = transport.receive(std::chrono::seconds(20))) {
    if (const auto* body = std::get_if<Body>(&envelope->message)) {
      return *body;
    }
  }
  return std::nullopt;
}

/// A worker that takes two batches and never answers. @return the number of its tasks
std::size_t hang(Transport& transport, const Hello& hello, std::latch& has_work) {
  transport.send(0, hello);
  transport.send(0, Ready{.kernel = "hung"});
  std::size_t tasks = 0;
  for (int i = 0; i < 2; ++i) {
    tasks += next_message<Batch>(transport).value_or(Batch{}).tasks.size();
  }
  has_work.count_down();
  for (const Batch& batch : collect_until_dismissed<Batch>(transport)) {
    tasks += batch.tasks.size();
  }
  return tasks;
}

/// A hook that ends a run some time from now.
std::function<bool()> time_limit(double seconds) {
  const auto start = std::chrono::steady_clock::now();
  return [start, seconds] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() >=
           seconds;
  };
}

/// A hook that ends a run half a second after something has come: what must not follow has time to.
std::function<bool()> a_while_after(std::function<bool()> has_come) {
  return [has_come = std::move(has_come), limit = std::function<bool()>()]() mutable {
    if (!limit && has_come()) {
      limit = time_limit(0.5);
    }
    return limit && limit();
  };
}

/// One master and some workers, with short deadlines.
struct WholeRun {
  explicit WholeRun(int n, int workers, test::Faults faults = {}, std::uint64_t seed = 1)
      : WholeRun(Problem{.n = n}, workers, faults, seed) {}

  WholeRun(const Problem& problem, int workers, test::Faults faults, std::uint64_t seed)
      : WholeRun(plan_of(problem), workers, faults, seed) {}

  WholeRun(Plan its_plan, int workers, test::Faults faults = {}, std::uint64_t seed = 1,
           CountStart start = {})
      : plan(std::move(its_plan)), queue(add(plan, std::move(start))) {
    std::uint64_t rank = 0;
    for (auto& transport : make_local_transports(workers + 1)) {
      transports.push_back(std::make_unique<test::FaultyTransport>(
          std::move(transport), rank == 0 ? test::Faults{} : faults, seed + rank));
      ++rank;
    }
    options.ping_interval_seconds = 0.2;
  }

  const WorkQueue& add(const Plan& counted, CountStart start = {}) {
    start.leases.grace_seconds = 0.3;
    scheduler.add(counted.job, counted.costs, std::move(start));
    return scheduler.queue(scheduler.counts() - 1);
  }

  /// With real workers.
  ServeEnd go() {
    std::vector<std::jthread> threads;
    for (std::size_t rank = 1; rank < transports.size(); ++rank) {
      threads.emplace_back([this, rank] {
        if (rank > 1 && others_may_start != nullptr) {
          others_may_start->wait();
        }
        run_worker(*transports[rank], worker_requests);
      });
    }
    const Served served = serve_and_dismiss();
    everyone_left = served.ending.everyone_left;
    return served.end;
  }

  Served serve_only() {
    return serve(*transports[0], scheduler, requests, options,
                 {.save = [this](const Workforce&) { ++saves; },
                  .tick = [this](const Workforce&) { tick(); },
                  .out_of_time = out_of_time});
  }

  /// As a program does that has nothing more to tell at the end.
  Served serve_and_dismiss() {
    Served served = serve_only();
    if (!served.ending.everyone_left) {
      dismiss_workers(*transports[0], false);
    }
    return served;
  }

  std::latch* others_may_start = nullptr;  ///< workers but the first wait for it
  Plan plan;
  Scheduler scheduler{{.batch_seconds = 0.05}};
  const WorkQueue& queue;
  Requests requests;         ///< the master's
  Requests worker_requests;  ///< as on ranks of their own, which each get the launcher's signal
                             ///< themselves
  ServeOptions options;
  std::vector<std::unique_ptr<Transport>> transports;
  std::function<void()> tick = [] {};
  std::function<bool()> out_of_time = [] { return false; };
  int saves = 0;
  bool everyone_left = false;
};

TEST(MasterAndWorkers, CountRightWhateverTheNumberOfWorkers) {
  for (const int workers : {1, 2, 5}) {
    WholeRun run(12, workers);
    EXPECT_EQ(run.go(), ServeEnd::finished);
    EXPECT_EQ(run.queue.state().count, *known_count({.n = 12}));
    EXPECT_TRUE(run.everyone_left);
    EXPECT_EQ(run.saves, 1);
  }
}

TEST(MasterAndWorkers, CountRightWhenResultsAreLost) {
  const std::uint64_t seed = test::test_seed();
  WholeRun run(11, 3, {.lose = 0.2}, seed);
  EXPECT_EQ(run.go(), ServeEnd::finished) << "seed " << seed;
  EXPECT_EQ(run.queue.state().count, *known_count({.n = 11})) << "seed " << seed;
}

TEST(MasterAndWorkers, CountRightWhenResultsComeTwiceAndLate) {
  const std::uint64_t seed = test::test_seed();
  WholeRun run(12, 3, {.lose = 0, .repeat = 0.5, .delay = 0.3}, seed);
  EXPECT_EQ(run.go(), ServeEnd::finished) << "seed " << seed;
  EXPECT_EQ(run.queue.state().count, *known_count({.n = 12})) << "seed " << seed;
  EXPECT_GT(run.queue.state().duplicates, 0U) << "seed " << seed;
}

TEST(MasterAndWorkers, CountRightWhenEverythingGoesWrongAtOnce) {
  const std::uint64_t seed = test::test_seed();
  WholeRun run(11, 4, {.lose = 0.1, .repeat = 0.3, .delay = 0.3}, seed);
  EXPECT_EQ(run.go(), ServeEnd::finished) << "seed " << seed;
  EXPECT_EQ(run.queue.state().count, *known_count({.n = 11})) << "seed " << seed;
}

TEST(MasterAndWorkers, CountPlacementsAndTheTorusWhenEverythingGoesWrongAtOnce) {
  const std::uint64_t seed = test::test_seed();
  const test::Faults faults{.lose = 0.1, .repeat = 0.3, .delay = 0.3};
  WholeRun torus({.n = 11, .board = Board::torus}, 4, faults, seed);
  EXPECT_EQ(torus.go(), ServeEnd::finished) << "seed " << seed;
  EXPECT_EQ(torus.queue.state().count, *known_count({.n = 11, .board = Board::torus}))
      << "seed " << seed;
  WholeRun placements({.n = 9, .quantity = Quantity::placements}, 4, faults, seed);
  EXPECT_EQ(placements.go(), ServeEnd::finished) << "seed " << seed;
  const std::vector<Count> above = placements_above_tasks(placements.plan.job);
  const std::vector<Count> below = placed_by_row(placements.queue.snapshot());
  const std::vector<std::uint64_t> all = test::placed_by_row(9);
  for (std::size_t row = 0; row < all.size(); ++row) {
    EXPECT_EQ(above[row] + below[row], Count{all[row]}) << "row " << row << " seed " << seed;
  }
}

TEST(MasterAndWorkers, StopAndGoOnFromTheSnapshot) {
  WholeRun first(16, 2);
  first.options.kernel = "plain";  // slow: seconds of work
  first.out_of_time = [&first] { return first.queue.state().done > 0; };
  ASSERT_EQ(first.go(), ServeEnd::out_of_time);
  EXPECT_TRUE(first.everyone_left);
  EXPECT_GE(first.saves, 1);
  WholeRun second(first.plan, 3, {}, 1, {.snapshot = first.queue.snapshot()});
  EXPECT_EQ(second.go(), ServeEnd::finished);
  EXPECT_EQ(second.queue.state().count, *known_count({.n = 16}));
}

TEST(MasterAndWorkers, ARequestToStopEndsTheRunSoon) {
  WholeRun run(20, 2);
  std::optional<std::chrono::steady_clock::time_point> asked;
  run.tick = [&] {
    if (run.queue.state().done > 0 && !asked) {
      asked = std::chrono::steady_clock::now();
      run.requests.stop_signal = 15;
    }
  };
  EXPECT_EQ(run.go(), ServeEnd::stopped);
  ASSERT_TRUE(asked);
  EXPECT_LT(std::chrono::steady_clock::now() - *asked, std::chrono::seconds(60));
  EXPECT_GT(run.queue.state().done, 0U);
}

/// Under a launcher the workers may get the signal, and be gone, before the master gets its own.
TEST(MasterAndWorkers, ARequestToTheWorkersAloneStopsTheRunToo) {
  WholeRun run(20, 2);
  run.tick = [&run] {
    if (run.queue.state().done > 0) {
      run.worker_requests.stop_signal = 15;
    }
  };
  EXPECT_EQ(run.go(), ServeEnd::stopped);
  EXPECT_TRUE(run.everyone_left);
  EXPECT_GE(run.saves, 1);
}

TEST(MasterAndWorkers, ARequestToSaveSavesAndGoesOn) {
  WholeRun run(12, 2);
  run.requests.save = true;
  EXPECT_EQ(run.go(), ServeEnd::finished);
  EXPECT_EQ(run.saves, 2);
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
  EXPECT_NE(served.last_words.find("'vax' is unknown"), std::string::npos);
}

/// A worker that speaks the protocol and counts a task differently whenever it is asked.
TEST(MasterAndWorkers, ATaskOnWhichNoTwoCountsAgreeStopsTheRun) {
  WholeRun run(10, 1);
  std::jthread liar([&run] {
    Transport& transport = *run.transports[1];
    transport.send(0, Hello{});
    transport.send(0, Ready{.kernel = "liar"});
    const auto report = [&transport](std::uint64_t solutions) {
      transport.send(
          0,
          Results{.results = {{.task = 0, .count = Count{solutions}, .nodes = 1, .seconds = 0.1}},
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
  try {
    std::rethrow_exception(served.failure);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::wrong_answer);
    EXPECT_NE(std::string(error.what()).find("task 0 was counted with different results: 1 with"),
              std::string::npos)
        << error.what();
  }
}

/// A worker that takes tasks and never answers: its leases end and the other one does them.
TEST(MasterAndWorkers, AHungWorkersTasksAreDoneByOthers) {
  WholeRun run(11, 2);
  std::latch has_work(1);
  std::jthread hung([&run, &has_work] { hang(*run.transports[1], Hello{}, has_work); });
  std::jthread good([&run, &has_work] {
    has_work.wait();
    run_worker(*run.transports[2], run.requests);
  });
  const Served served = run.serve_and_dismiss();
  EXPECT_EQ(served.end, ServeEnd::finished);
  EXPECT_EQ(run.queue.state().count, *known_count({.n = 11}));
  EXPECT_GT(run.queue.state().retries, 0U);
  EXPECT_EQ(served.workforce.lost, 1);
  EXPECT_FALSE(served.ending.everyone_left);
  EXPECT_TRUE(served.ending.hung_workers.empty()) << "it has not said which process it is";
}

/// Under a plain mpirun the first that left alone would take rank 0 along, its answer untold.
TEST(MasterAndWorkers, WhereOneIsMissingTheOthersStayUntilTheAnswerIsTold) {
  WholeRun run(8, 2);
  std::latch has_work(1);
  std::jthread hung([&run, &has_work] { hang(*run.transports[1], Hello{}, has_work); });
  std::atomic<bool> has_left = false;
  std::jthread good([&] {
    EXPECT_EQ(run_worker(*run.transports[2], run.worker_requests), WorkerEnd::without_finalize);
    has_left = true;
  });
  run.out_of_time = time_limit(1);
  const Served served = run.serve_only();
  EXPECT_FALSE(served.ending.everyone_left);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_FALSE(has_left);
  dismiss_workers(*run.transports[0], false);
}

/// One prefix is the whole board of 20 rows here: minutes.
TEST(MasterAndWorkers, ALongPrefixIsInterruptedByTheEndOfTheRun) {
  if (choose_kernel("auto").name == "scalar") {
    return;  // it is not interrupted in the middle of a prefix
  }
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
  EXPECT_TRUE(served.ending.everyone_left);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

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
      Batch batch{.tasks = {{.task = 0, .prefixes = {}}}};
      TaskSource source(plan.job);
      for (TaskId task = 0; task < plan.tasks(); ++task) {
        source.append_prefixes(task, batch.tasks[0].prefixes);
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

/// The result comes first: a launcher may end all ranks when one is killed.
TEST(MasterAndWorkers, AHungProcessOutlivesTheRunAndIsKilledOnRequest) {
  SleepingProcess process;
  WholeRun run(11, 2);
  std::latch has_work(1);
  std::jthread hung(
      [&] { hang(*run.transports[1], Hello{.process = process.identity}, has_work); });
  std::jthread good([&run, &has_work] {
    has_work.wait();
    run_worker(*run.transports[2], run.requests);
  });
  const Served served = run.serve_and_dismiss();
  EXPECT_EQ(served.end, ServeEnd::finished);
  EXPECT_EQ(liveness(process.identity), Liveness::alive);
  EXPECT_EQ(served.ending.hung_workers, std::vector<ProcessIdentity>{process.identity});

  ProcessIdentity reused = process.identity;
  ++reused.start_time;
  kill_processes(std::vector<ProcessIdentity>{reused});
  EXPECT_EQ(liveness(process.identity), Liveness::alive) << "another process has got that number";
  kill_processes(served.ending.hung_workers);
  for (int i = 0; i < 100 && liveness(process.identity) == Liveness::alive; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // a signal takes its time
  }
  EXPECT_NE(liveness(process.identity), Liveness::alive);
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
    EXPECT_EQ(served.ending.everyone_left, !hurry);
  }
}

/// A run of a worker that a test plays, at rank 1, beside a good one; ends when the test says so.
void run_beside(WholeRun& run, const std::function<void(Transport&)>& play, int expected_losses,
                const std::function<bool()>& may_end) {
  std::jthread played([&run, &play] { play(*run.transports[1]); });
  std::jthread good([&run] { run_worker(*run.transports[2], run.worker_requests); });
  run.out_of_time = may_end;
  const Served served = run.serve_and_dismiss();
  EXPECT_EQ(served.end, ServeEnd::out_of_time);
  EXPECT_EQ(served.workforce.lost, expected_losses);
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

/// Its Hello was lost: its counts would be of no host.
TEST(MasterAndWorkers, AWorkerThatNobodyKnowsGetsNoWork) {
  WholeRun run(20, 2);
  std::size_t batches = 0;
  std::atomic<bool> has_left = false;
  run_beside(
      run,
      [&](Transport& transport) {
        transport.send(0, Ready{.kernel = "unknown"});
        transport.send(0, Goodbye{});
        has_left = true;
        batches = collect_until_dismissed<Batch>(transport).size();
      },
      0, a_while_after([&] { return has_left && run.queue.state().done > 0; }));
  EXPECT_EQ(batches, 0U);
}

/// Its answer to a ping may have been on its way.
TEST(MasterAndWorkers, AWorkerThatFailedGetsNoMoreWork) {
  WholeRun run(20, 2);
  std::size_t batches = 0;
  std::atomic<bool> has_failed = false;
  run_beside(
      run,
      [&](Transport& transport) {
        transport.send(0, Hello{});
        transport.send(0, Ready{.kernel = "broken"});
        next_message<Batch>(transport);
        next_message<Batch>(transport);
        transport.send(0, Failure{.reason = "out of memory"});
        transport.send(0, Ping{});
        has_failed = true;
        batches = collect_until_dismissed<Batch>(transport).size();
      },
      1, a_while_after([&] { return has_failed.load(); }));
  EXPECT_EQ(batches, 0U);
}

TEST(MasterAndWorkers, AWorkerWhoseResultCannotBeIsSetAsideAndTheRunGoesOn) {
  for (const TaskResult& result : {TaskResult{.task = 999'999'999, .count = {}},
                                   TaskResult{.task = 0, .count = {}, .placed = {1}}}) {
    const CapturedLog log;
    WholeRun run(20, 2);
    std::size_t batches = 0;
    std::atomic<bool> has_left = false;
    run_beside(
        run,
        [&](Transport& transport) {
          transport.send(0, Hello{});
          transport.send(0, Ready{.kernel = "broken"});
          next_message<Batch>(transport);
          next_message<Batch>(transport);
          transport.send(0, Results{.results = {result}, .batch_finished = true});
          next_message<Leave>(transport);
          transport.send(0, Goodbye{});
          has_left = true;
          batches = collect_until_dismissed<Batch>(transport).size();
        },
        0, a_while_after([&] { return has_left && run.queue.state().done > 0; }));
    EXPECT_EQ(batches, 0U);
    EXPECT_EQ(log.lines("worker 1 on  is set aside: ").size(), 1U);
    EXPECT_GT(run.queue.state().done, 0U) << "the other worker counts";
  }
}

TEST(MasterAndWorkers, ALateWorkerGetsNoBatchBehindThoseThatItHolds) {
  WholeRun run(18, 2);
  run.options.kernel = "plain";  // many small tasks, whose leases are short
  std::size_t batches = 0;
  run_beside(
      run,
      [&batches](Transport& transport) {
        transport.send(0, Hello{});
        transport.send(0, Ready{.kernel = "slow"});
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
      0, a_while_after([&run] { return run.queue.state().retries > 0; }));
  EXPECT_GT(run.queue.state().retries, 0U);
  EXPECT_EQ(batches, 2U);
}

TEST(MasterAndWorkers, ALossIsOneLineWithAllTasksThatGoToOthers) {
  const CapturedLog log;
  WholeRun run(11, 2);
  std::size_t tasks = 0;
  {
    std::latch has_work(1);
    std::jthread hung([&] { tasks = hang(*run.transports[1], Hello{}, has_work); });
    std::jthread good([&run, &has_work] {
      has_work.wait();
      run_worker(*run.transports[2], run.requests);
    });
    const Served served = run.serve_and_dismiss();
    EXPECT_EQ(served.end, ServeEnd::finished);
  }
  const auto lines = log.lines("is lost");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_NE(lines[0].find("has ended; " + std::to_string(tasks) + " tasks go to others"),
            std::string::npos)
      << lines[0] << ", which had " << tasks;
}

/// A run in which the first of the workers adds one to each of its counts.
struct RunWithALiar : WholeRun {
  RunWithALiar(int workers, double check_fraction)
      : WholeRun(plan_of({.n = 11}), workers, {}, 1, {.checks = checks(check_fraction)}) {
    transports[1] = std::make_unique<test::LyingTransport>(std::move(transports[1]), lies);
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
  EXPECT_EQ(run.queue.state().count, *known_count({.n = 11}));
  EXPECT_EQ(totals(run.queue.trusted_snapshot()).count, *known_count({.n = 11}));
  EXPECT_EQ(log.lines("worker 1 on " + this_process().host + " is set aside").size(), 1U);
  EXPECT_TRUE(run.everyone_left);
}

TEST(MasterAndWorkers, WithoutChecksALiarIsBelieved) {
  RunWithALiar run(3, 0);
  EXPECT_EQ(run.go(), ServeEnd::finished);
  EXPECT_GT(run.queue.state().count, *known_count({.n = 11}));
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
            0, Results{.results = {{.task = 0, .count = Count{1'000'000}, .kernel = "late"}},
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
  EXPECT_EQ(totals(run.queue.trusted_snapshot()).tasks_done + 1, run.plan.tasks());
}

TEST(MasterAndWorkers, CountAgainWithOtherKernels) {
  WholeRun run(11, 2);
  const Plan second = make_plan(second_job(run.plan.job, run.plan.tasks(), SecondCut::depth));
  EXPECT_NE(second.prefixes, run.plan.prefixes);
  const WorkQueue& again = run.add(second);
  EXPECT_EQ(run.go(), ServeEnd::finished);
  EXPECT_EQ(run.queue.state().count, *known_count({.n = 11}));
  EXPECT_EQ(again.state().count, *known_count({.n = 11}));
  const auto kernels_of = [](const QueueSnapshot& snapshot) {
    std::set<std::string> names;
    for (const TaskRecord& record : snapshot.records) {
      names.insert(snapshot.origins[record.origin].kernel);
    }
    return names;
  };
  EXPECT_EQ(kernels_of(run.queue.snapshot()).size(), 1U);
  EXPECT_NE(kernels_of(run.queue.snapshot()), kernels_of(again.snapshot()));
}

TEST(MasterAndWorkers, TheLogSaysWhichRanksRunWhichKernel) {
  const CapturedLog log;
  WholeRun run(18, 3);
  run.options.kernel = "plain";  // minutes
  run.out_of_time = [&log] { return !log.lines("kernel ").empty(); };
  EXPECT_EQ(run.go(), ServeEnd::out_of_time);
  ASSERT_EQ(log.lines("kernel plain on ranks 1-3").size(), 1U);
}

TEST(Ranks, AreDescribedByRanges) {
  EXPECT_EQ(describe_ranks(std::vector<int>{64}), "rank 64");
  EXPECT_EQ(describe_ranks(std::vector<int>{1, 2}), "ranks 1-2");
  EXPECT_EQ(describe_ranks(std::vector<int>{1, 3}), "ranks 1,3");
  EXPECT_EQ(describe_ranks(std::vector<int>{1, 2, 3, 5, 7, 8}), "ranks 1-3,5,7-8");
}

TEST(MasterAndWorkers, AMasterWithoutWorkersGivesUp) {
  WholeRun run(8, 1);
  run.options.hello_seconds = 0.2;
  const Served served = run.serve_and_dismiss();
  EXPECT_EQ(served.end, ServeEnd::no_workers);
}

}  // namespace
}  // namespace nqueens
