// The stages of workers, against a model of independent flags; and what the user is told of ranks,
// threads and hosts.

#include "serve/all_workers.hpp"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "support/boards.hpp"
#include "system/process.hpp"

namespace nqueens {
namespace {

using Stage = WorkerTable::Stage;

/// A process on another machine, which may live or not.
ProcessIdentity far_away() {
  return {.host = "far", .space = "away", .pid = 1, .start_time = 1};
}

/// A process on this machine whose id now belongs to another one.
ProcessIdentity dead_process() {
  ProcessIdentity process = this_process();
  ++process.start_time;
  return process;
}

TEST(WaitsForProcessors, AreAskedOfEachWorkerOfAProcess) {
  if (!waiting_seconds(this_process())) {
    GTEST_SKIP() << "this kernel does not tell";
  }
  WorkerTable workers(4);
  workers.greet(1, far_away());
  workers.greet(2, this_process());
  workers.greet(3, this_process());
  workers.greet(4, dead_process());
  WaitsForProcessors waits;
  EXPECT_EQ(waits.since_asked(workers, 1, 1), 0) << "it is unknown";
  EXPECT_EQ(waits.since_asked(workers, 4, 1), 0);
  const double first = waits.since_asked(workers, 2, 1);
  EXPECT_LE(first, *waiting_seconds(this_process()) / 2) << "two workers share it";
  EXPECT_EQ(waits.since_asked(workers, 2, 1), 0);
  EXPECT_EQ(waits.since_asked(workers, 3, 1), first) << "the other one was not asked";
}

TEST(AllWorkers, ALastWordStaysTheLast) {
  WorkerTable workers(3);
  workers.greet(1, far_away());
  workers.depart(1, Stage::failed);
  workers.set_aside(1);
  EXPECT_FALSE(workers[1].can_be_told()) << "it waits to be dismissed";
  workers.greet(2, far_away());
  workers.depart(2, Stage::left);
  workers.set_aside(2);
  EXPECT_FALSE(workers[2].can_be_told());
  workers.greet(3, far_away());
  workers.set_aside(3);
  EXPECT_TRUE(workers[3].can_be_told());
  workers.depart(3, Stage::left);
  EXPECT_TRUE(all_wait(workers));
  EXPECT_EQ(workers.lost(), 1U);
  EXPECT_EQ(workers.at_stage(Stage::left), 0U);
}

TEST(AllWorkers, ADeadOneThatSaidGoodbyeIsLostAllTheSame) {
  WorkerTable workers(1);
  workers.greet(1, dead_process());
  workers.hear(1, 0);
  EXPECT_TRUE(workers.depart(1, Stage::lost));
  workers.depart(1, Stage::left);
  EXPECT_EQ(workers.lost(), 1U);
  EXPECT_EQ(workers.at_stage(Stage::left), 0U);
  EXPECT_TRUE(all_gone(workers));
  EXPECT_FALSE(all_wait(workers));
}

TEST(AllWorkers, DescribesKernelsWhenAllWorkersHadOne) {
  WorkerTable workers(3);
  for (const WorkerId id : {1, 2, 3}) {
    workers.greet(id, far_away());
    EXPECT_EQ(describe_kernels(workers), "");
    EXPECT_TRUE(workers.ready(id, id == 2 ? "avx2" : "avx512"));
    EXPECT_TRUE(workers.ready(id, id == 2 ? "avx2" : "avx512")) << "said twice";
  }
  EXPECT_EQ(describe_kernels(workers), "kernel avx2 on worker 2, avx512 on workers 1,3");
}

/// Everything to know about a worker, as independent flags.
struct Flags {
  bool spoken = false;
  bool known = false;
  bool ready = false;
  bool lost = false;
  bool goodbye = false;
  bool set_aside = false;
  bool dead = false;
};

enum class Event { hello, ready, lose, set_aside, failure, goodbye, death, count };

/// Plays an event on both, as the master would.
void play(Event event, WorkerTable& workers, Flags& flags) {
  const bool is_message = event == Event::hello || event == Event::ready ||
                          event == Event::failure || event == Event::goodbye;
  if (is_message) {
    flags.spoken = true;
    const bool is_back = flags.lost && !flags.goodbye && !flags.dead;
    flags.lost = flags.lost && !is_back;
    workers.hear(1, 0);
    EXPECT_EQ(workers[1].stage == Stage::lost && !is_dead(workers[1]), is_back);
    if (is_back) {
      workers.come_back(1);
    }
  }
  switch (event) {
    case Event::hello:
      flags.known = true;
      workers.greet(1, flags.dead ? dead_process() : far_away());
      break;
    case Event::ready:
      flags.ready = flags.ready || flags.known;
      EXPECT_EQ(workers.ready(1, "kernel"),
                flags.known || flags.lost || flags.goodbye || flags.set_aside);
      break;
    case Event::lose:
      EXPECT_EQ(workers.depart(1, Stage::lost), !flags.lost && !flags.goodbye);
      flags.lost = flags.lost || !flags.goodbye;
      break;
    case Event::set_aside:
      flags.set_aside = true;
      workers.set_aside(1);
      break;
    case Event::failure:
      flags.lost = flags.lost || !flags.goodbye;
      flags.goodbye = true;
      workers.depart(1, Stage::failed);
      break;
    case Event::goodbye:
      flags.goodbye = true;
      workers.depart(1, Stage::left);
      break;
    case Event::death:
      if (flags.known) {
        flags.dead = true;
        workers.greet(1, dead_process());
      }
      break;
    case Event::count: break;
  }
}

void expect_same(const WorkerTable& workers, const Flags& flags, const std::string& history) {
  const bool here = !flags.lost && !flags.goodbye && !flags.set_aside;
  EXPECT_EQ(workers.working(), flags.ready && here) << history;
  EXPECT_EQ(workers.possible(), here) << history;
  EXPECT_EQ(workers.lost(), flags.lost) << history;
  EXPECT_EQ(workers.at_stage(Stage::left), flags.goodbye && !flags.lost && !flags.set_aside)
      << history;
  EXPECT_EQ(workers.nobody_came(), !flags.spoken) << history;
  EXPECT_EQ(all_gone(workers), flags.spoken && (flags.goodbye || flags.dead)) << history;
  EXPECT_EQ(all_wait(workers), flags.goodbye && !flags.dead) << history;
  EXPECT_EQ(somebody_stays(workers), !flags.lost && !flags.goodbye) << history;
  EXPECT_EQ(workers.hosts().size(), workers.working()) << history;
}

TEST(AllWorkers, SaysWhatIndependentFlagsWouldInRandomHistories) {
  static constexpr const char* names[] = {"hello",   "ready",   "lose", "set aside",
                                          "failure", "goodbye", "death"};
  test::SeededRandom random;
  for (int trial = 0; trial < 20'000 && !testing::Test::HasFailure(); ++trial) {
    WorkerTable workers(1);
    Flags flags;
    std::string history;
    play(Event::hello, workers, flags);
    for (std::uint64_t length = random() % 8; length > 0 && !testing::Test::HasFailure();
         --length) {
      const auto event = static_cast<Event>(random() % static_cast<std::uint64_t>(Event::count));
      history += std::string(" ") + names[static_cast<int>(event)];
      play(event, workers, flags);
      expect_same(workers, flags, history);
    }
  }
}

/// Ranks with so many workers each, all on one host of eight processors that they may use.
std::vector<Rank> on_one_host(const std::vector<int>& workers) {
  std::vector<Rank> ranks;
  for (const int number : workers) {
    ranks.push_back({.workers = number,
                     .processors = 8,
                     .host_ranks = static_cast<int>(workers.size()),
                     .host_processors = 8});
  }
  return ranks;
}

TEST(Ranks, AreDescribedWithTheirThreadsAndHosts) {
  EXPECT_EQ(describe_ranks(on_one_host({1})), "1 thread");
  EXPECT_EQ(describe_ranks(on_one_host({8})), "8 threads");
  EXPECT_EQ(describe_ranks(on_one_host({4, 4})), "2 ranks of 4 threads on 1 host");
  EXPECT_EQ(describe_ranks(on_one_host({1, 1, 1})), "3 ranks of 1 thread on 1 host");
  EXPECT_EQ(describe_ranks(on_one_host({1, 3, 2})), "3 ranks of 1 to 3 threads on 1 host");
  EXPECT_EQ(describe_ranks(on_one_host({0, 4})),
            "1 rank of 4 threads on 1 host, beside the master alone on rank 0");
  std::vector<Rank> with_devices = on_one_host({6, 4});
  with_devices[0].devices = 0b101;
  EXPECT_EQ(describe_ranks(with_devices), "2 ranks of 4 threads on 1 host and 2 devices");
  std::vector<Rank> far = on_one_host({4, 4, 4});
  far[1].host = far[2].host = 1;
  EXPECT_EQ(describe_ranks(far), "3 ranks of 4 threads on 2 hosts");
}

TEST(Ranks, AreACrowdWhereProcessorsAreFewer) {
  EXPECT_EQ(describe_oversubscription(on_one_host({8}), false), std::nullopt);
  EXPECT_EQ(describe_oversubscription(on_one_host({0, 4, 4}), true), std::nullopt);
  EXPECT_EQ(describe_oversubscription(on_one_host({4, 5}), true),
            "the host of rank 0 has 9 workers for 8 processors");
  EXPECT_EQ(describe_oversubscription(on_one_host({9}), false),
            "rank 0 has 9 threads and may use 8 processors");
  // As mpirun binds two ranks: each to a core of its own.
  std::vector<Rank> bound = on_one_host({1, 2});
  bound[0].processors = bound[1].processors = 1;
  EXPECT_EQ(
      describe_oversubscription(bound, true),
      "rank 1 has 2 threads and may use 1 processor; if mpirun bound it, give --bind-to none; "
      "if srun, --cpus-per-task");
  // Two hosts, of which only the second has too few.
  std::vector<Rank> far = on_one_host({8, 8, 8});
  far[1].host = far[2].host = 1;
  EXPECT_EQ(describe_oversubscription(far, true),
            "the host of rank 1 has 16 workers for 8 processors");
}

}  // namespace
}  // namespace nqueens
