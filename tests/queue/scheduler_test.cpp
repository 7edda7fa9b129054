// The scheduling policy, call by call, and in random histories of workers that come, die, are late
// and lie.

#include "nqueens/queue/scheduler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "queue/histories.hpp"
#include "support/boards.hpp"

namespace nqueens {
namespace {

constexpr double forever = std::numeric_limits<double>::infinity();

TaskResult result_of(TaskId task, double seconds = 1, std::uint64_t wrong_by = 0) {
  return {.task = task,
          .count = Count{100 + task + wrong_by},
          .nodes = 1,
          .seconds = seconds,
          .kernel = "avx512"};
}

/// One count of equal tasks, and workers of one host.
struct OneCount {
  explicit OneCount(std::size_t tasks, SchedulerPolicy policy = {}, CountStart start = {})
      : scheduler(policy) {
    scheduler.add({}, std::vector<float>(tasks, 1000.0F), std::move(start));
  }

  void arrive(std::initializer_list<WorkerId> workers) {
    for (const WorkerId worker : workers) {
      scheduler.arrive(worker, "a", "avx512");
    }
  }

  /// Twenty tasks have taken so long.
  void measure(double seconds) {
    for (TaskId task = 0; task < 20; ++task) {
      scheduler.take(99, 0, result_of(task, seconds));
    }
  }

  [[nodiscard]] const WorkQueue& queue() const { return scheduler.queue(0); }

  /// Tasks of the next batch, which is for that worker; none where no worker is to get one.
  std::size_t next(WorkerId worker) {
    const auto assignment = scheduler.next(0);
    EXPECT_EQ(assignment ? assignment->worker : worker, worker);
    return assignment ? assignment->tasks.size() : 0;
  }

  [[nodiscard]] bool nobody_is_next() { return !scheduler.next(0).has_value(); }

  Scheduler scheduler;
};

TEST(Scheduler, BeginsWithSingleTasksUntilTheirTimeIsKnown) {
  OneCount job(100);
  job.arrive({1});
  EXPECT_EQ(job.next(1), 1U);
}

TEST(Scheduler, GivesAWorkerTwoBatchesAndNoMore) {
  OneCount job(100);
  job.arrive({1});
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_TRUE(job.nobody_is_next());
  job.scheduler.tick(0);
  EXPECT_TRUE(job.nobody_is_next());
  job.scheduler.batch_finished(1);
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_TRUE(job.nobody_is_next());
}

TEST(Scheduler, GivesLongBatchesOneAtATime) {
  OneCount job(1000, {.batch_seconds = 60});
  job.measure(20);
  job.arrive({1});
  EXPECT_GT(job.next(1), 0U);
  EXPECT_TRUE(job.nobody_is_next());
  job.scheduler.tick(0);
  EXPECT_TRUE(job.nobody_is_next());
  job.scheduler.batch_finished(1);
  EXPECT_GT(job.next(1), 0U);
}

/// The one whose result is to be checked may not do so.
TEST(Scheduler, AsksAnIdleWorkerWhenACheckOpens) {
  OneCount job(1, {}, {.checks = {.fraction = 1, .seed = 1}});
  job.arrive({1, 2});
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_TRUE(job.nobody_is_next());
  job.scheduler.take(1, 0, result_of(0));
  job.scheduler.batch_finished(1);
  const auto check = job.scheduler.next(0);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->worker, 2);
  ASSERT_EQ(check->tasks.size(), 1U);
  EXPECT_EQ(check->tasks[0].kernels_to_avoid, std::vector<std::string>{"avx512"});
  EXPECT_TRUE(job.nobody_is_next());
}

/// What came back waits for the next tick, where nobody asks before.
TEST(Scheduler, GivesWhatComesBackToIdleWorkersFirst) {
  OneCount job(3);
  job.arrive({1, 2, 3});
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_EQ(job.next(2), 1U);
  EXPECT_TRUE(job.nobody_is_next());
  EXPECT_EQ(job.scheduler.depart(1), 2U);
  EXPECT_TRUE(job.nobody_is_next());
  EXPECT_TRUE(job.scheduler.tick(0).empty());
  EXPECT_EQ(job.next(3), 1U);
  EXPECT_EQ(job.next(3), 1U);
  EXPECT_TRUE(job.nobody_is_next());
}

TEST(Scheduler, SignsOfLifeGetRarerAmongThousands) {
  EXPECT_EQ(ping_interval_seconds(100, 20), 20);
  EXPECT_EQ(ping_interval_seconds(6000, 20), 30);
  EXPECT_EQ(ping_interval_seconds(1'000'000, 20), 50);
  EXPECT_EQ(ping_interval_seconds(1'000'000, 90), 90);
}

TEST(Scheduler, SizesBatchesByTheMeasuredTime) {
  OneCount job(100'000, {.batch_seconds = 1});
  job.measure(0.01);
  job.arrive({1});
  EXPECT_NEAR(static_cast<double>(job.next(1)), 100, 2);
}

TEST(Scheduler, MakesBatchesSmallWhenLittleIsLeft) {
  OneCount job(100, {.batch_seconds = 1000});
  job.measure(0.01);
  job.arrive({1, 2, 3, 4});
  EXPECT_EQ(job.next(1), 5U);  // 80 to do, 4 workers, a quarter of each share
  while (const auto assignment = job.scheduler.next(0)) {
    job.scheduler.batch_finished(assignment->worker);
  }
  EXPECT_EQ(job.queue().state().todo, 0U);
}

TEST(Scheduler, HonoursTheLimitOfPrefixes) {
  OneCount job(100'000, {.batch_seconds = 1, .most_prefixes = 7});
  job.measure(0.01);
  job.arrive({1});
  EXPECT_EQ(job.next(1), 7U);
}

TEST(Scheduler, GivesNothingToAWorkerThatLeftAndTakesItsTasksBack) {
  OneCount job(10);
  job.arrive({1});
  job.next(1);
  EXPECT_EQ(job.scheduler.depart(1), 1U);
  EXPECT_TRUE(job.nobody_is_next());
  job.scheduler.batch_finished(1);
  EXPECT_TRUE(job.nobody_is_next());
  EXPECT_EQ(job.scheduler.workers(), 0U);
}

TEST(Scheduler, GivesALateWorkerNothingBehindTheBatchesThatItStillHolds) {
  OneCount job(10);
  job.arrive({1});
  job.next(1);
  job.next(1);
  EXPECT_TRUE(job.nobody_is_next());
  const std::vector<Late> late = job.scheduler.tick(forever);
  ASSERT_EQ(late.size(), 1U);
  EXPECT_EQ(late[0].worker, 1);
  EXPECT_EQ(late[0].returned, 2U);
  EXPECT_EQ(job.scheduler.workers(), 0U);
  job.scheduler.batch_finished(1);
  EXPECT_TRUE(job.nobody_is_next()) << "before it is back";
  job.arrive({1});
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_TRUE(job.nobody_is_next()) << "it still works on one of the old batches";
  EXPECT_EQ(job.queue().state().leased, 1U);
}

TEST(Scheduler, BelievesAWorkerThatSaysHowManyBatchesItHolds) {
  OneCount job(10);
  job.scheduler.holds(1, 0);
  EXPECT_EQ(job.scheduler.workers(), 0U);
  job.arrive({1});
  job.next(1);
  job.next(1);
  job.scheduler.holds(1, 1);  // the other batch, or the word of its end, was lost on the way
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_TRUE(job.nobody_is_next());
}

/// A worker holds batches of either count: what it says of them is one number.
TEST(Scheduler, CountsOneAfterTheOtherAndABatchForOne) {
  OneCount job(2);
  job.scheduler.add({}, std::vector<float>(2, 1000.0F));
  job.arrive({1});
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_TRUE(job.nobody_is_next()) << "the first count is not finished";
  job.scheduler.take(1, 0, result_of(0));
  job.scheduler.take(1, 0, result_of(1));
  EXPECT_EQ(job.scheduler.current(), 1U);
  job.scheduler.batch_finished(1);
  const auto again = job.scheduler.next(0);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->worker, 1);
  EXPECT_EQ(again->count_index, 1U);
  ASSERT_EQ(again->tasks.size(), 1U);
  EXPECT_EQ(again->tasks[0].kernels_to_avoid, std::vector<std::string>{"avx512"});
  EXPECT_TRUE(job.nobody_is_next()) << "the end of its other batch was lost";
  job.scheduler.holds(1, 1);
  EXPECT_EQ(job.next(1), 1U);
}

TEST(Scheduler, SetsAsideWhoeverSendsWhatCannotBe) {
  OneCount job(10);
  job.arrive({1});
  job.next(1);
  const Taken taken = job.scheduler.take(1, 0, result_of(10));
  EXPECT_FALSE(taken.completion);
  ASSERT_EQ(taken.set_aside.size(), 1U);
  EXPECT_EQ(taken.set_aside[0].worker, 1);
  EXPECT_TRUE(job.nobody_is_next());
  EXPECT_FALSE(job.scheduler.arrive(1, "a", "avx512"));
  EXPECT_TRUE(job.nobody_is_next());
  EXPECT_FALSE(job.scheduler.take(1, 0, result_of(0)).completion);
  EXPECT_EQ(job.queue().state().leased, 0U);
}

/// Its second wrong count tells against all that it has counted.
TEST(Scheduler, SetsAsideAWorkerThatIsOutvotedTwice) {
  OneCount job(6);
  job.arrive({1, 2, 3});
  for (TaskId task = 0; task < 3; ++task) {
    job.scheduler.take(1, 0, result_of(task, 1, 1));
  }
  const auto settle = [&](TaskId task) {
    job.scheduler.take(2, 0, result_of(task));
    return job.scheduler.take(3, 0, result_of(task));
  };
  EXPECT_TRUE(settle(0).set_aside.empty());
  const Taken second = settle(1);
  EXPECT_EQ(second.completion, Completion::settled);
  ASSERT_NE(second.dispute, nullptr);
  EXPECT_EQ(second.dispute->task, 1U);
  ASSERT_EQ(second.set_aside.size(), 1U);
  EXPECT_EQ(second.set_aside[0].worker, 1);
  EXPECT_EQ(second.set_aside[0].why, "it counted task 0 and task 1 wrong");
  EXPECT_EQ(second.set_aside[0].suspects, 1U) << "task 2";
  EXPECT_EQ(job.scheduler.workers(), 2U);
}

TEST(Scheduler, SuspectsTheHostOfAWrongCountOfAnEarlierRun) {
  for (const bool suspect_hosts : {false, true}) {
    Scheduler scheduler({.suspect_hosts = suspect_hosts});
    QueueSnapshot before(3, 0);
    const OriginId origin = before.origins.add({.kernel = "avx2", .host = "old"});
    for (TaskId task = 0; task < 3; ++task) {
      before.set(task,
                 {.count_low = 100 + task + (task == 0 ? 1 : 0), .nodes = 1, .origin = origin}, {});
    }
    scheduler.add({}, {1, 1, 1}, {.snapshot = before, .to_check = {0}});
    for (const WorkerId worker : {1, 2}) {
      scheduler.arrive(worker, "host" + std::to_string(worker), "avx512");
    }
    EXPECT_EQ(scheduler.take(1, 0, result_of(0)).completion, Completion::disputed);
    const Taken taken = scheduler.take(2, 0, result_of(0));
    EXPECT_EQ(taken.completion, Completion::settled);
    ASSERT_EQ(taken.suspect_host.has_value(), suspect_hosts);
    if (suspect_hosts) {
      EXPECT_EQ(taken.suspect_host->host, "old");
      EXPECT_EQ(taken.suspect_host->suspects, 2U);
      EXPECT_EQ(scheduler.suspect_hosts(), std::set<std::string>{"old"});
    }
    EXPECT_EQ(scheduler.finished(), !suspect_hosts);
  }
}

// ------------------------------------------------------------------------------------------------
// Random histories, shrunk when they fail. Worker 1 lies; the others count right.

enum class Act {
  arrive,
  depart,
  next,
  report,
  lose_report,
  repeat,
  ping,
  tick,
  suspect,
  expect,
  count
};

using Event = test::Event<Act>;

std::string describe(const std::vector<Event>& history) {
  static constexpr const char* names[] = {"arrive", "depart", "next", "report",  "lose",
                                          "repeat", "ping",   "tick", "suspect", "expect"};
  std::ostringstream text;
  for (const Event& event : history) {
    text << names[static_cast<int>(event.act)] << '(' << event.pick % 5 + 1 << ") ";
  }
  return text.str();
}

class Histories {
 public:
  Histories() {
    for (int count = 0; count < 2; ++count) {
      scheduler_.add({}, std::vector<float>(tasks, 1000.0F),
                     {.checks = {.fraction = 0.5, .seed = 1},
                      .leases = {.grace_seconds = 5, .unmeasured_cost_rate = 1000}});
    }
  }

  /// @return what went wrong, or nothing
  std::optional<std::string> play(const std::vector<Event>& history) {
    for (const Event& event : history) {
      now_ += 1;
      step(event.act, static_cast<WorkerId>(event.pick % 5) + 1);
      compare();
      if (problem_) {
        return problem_;
      }
    }
    finish();
    return problem_;
  }

 private:
  struct Worker {
    std::vector<Assignment> held;  ///< the next one to be returned first
    int batches_said = 0;          ///< how many it holds, as far as its messages have come
    std::optional<Assignment> last{};
    bool active = false;
    bool set_aside = false;
  };

  void require(bool holds, const char* problem) {
    if (!holds && !problem_) {
      problem_ = std::string(problem) + " at " + std::to_string(now_);
    }
  }

  void step(Act act, WorkerId id) {
    Worker& worker = workers_[id];
    switch (act) {
      case Act::arrive:
        worker.active = scheduler_.arrive(id, "host" + std::to_string(id % 2), "kernel");
        require(worker.active != worker.set_aside,
                "one that is set aside came back, or another did not");
        break;
      case Act::depart:
        scheduler_.depart(id);
        worker.held.clear();  // its last results may still come
        worker.batches_said = 0;
        worker.active = false;
        break;
      case Act::next: hand_out(1); break;
      case Act::report:
        if (!worker.held.empty()) {
          report(id, worker.held.front());
          worker.last = worker.held.front();
          worker.held.erase(worker.held.begin());
          scheduler_.batch_finished(id);
          worker.batches_said = std::max(worker.batches_said - 1, 0);
        }
        break;
      case Act::lose_report:
        if (!worker.held.empty()) {
          worker.held.erase(worker.held.begin());
        }
        break;
      case Act::repeat:
        if (worker.last) {
          report(id, *worker.last);
        }
        break;
      case Act::ping:
        worker.batches_said = static_cast<int>(worker.held.size());
        scheduler_.holds(id, worker.batches_said);
        break;
      case Act::tick:
        for (const Late& late : scheduler_.tick(now_)) {
          require(workers_[late.worker].active, "one that has nothing is late");
          workers_[late.worker].active = false;
        }
        hand_out(std::numeric_limits<int>::max());
        require(scheduler_.queue(scheduler_.current()).state().todo == 0 ||
                    std::ranges::none_of(workers_,
                                         [](const auto& entry) {
                                           return entry.second.active &&
                                                  entry.second.batches_said == 0;
                                         }),
                "a worker idles while tasks are to do");
        break;
      case Act::suspect: scheduler_.suspect(id); break;
      case Act::expect: scheduler_.expect(static_cast<std::size_t>(id)); break;
      case Act::count: break;
    }
  }

  void compare() {
    const auto active =
        std::ranges::count_if(workers_, [](const auto& entry) { return entry.second.active; });
    require(scheduler_.workers() == static_cast<std::size_t>(active), "another number of workers");
    for (std::size_t count = 0; count < 2; ++count) {
      const WorkQueue& queue = scheduler_.queue(count);
      require(queue.state().count == totals(queue.snapshot()).count,
              "the sum is not that of the records");
    }
  }

  void hand_out(int most) {
    for (int i = 0; i < most; ++i) {
      const auto assignment = scheduler_.next(now_);
      if (!assignment) {
        return;
      }
      Worker& worker = workers_[assignment->worker];
      require(!assignment->tasks.empty(), "a batch of nothing");
      require(worker.active, "work for one that may not get it");
      require(worker.held.size() < 2, "a third batch");
      require(assignment->count_index == 0 || scheduler_.queue(0).finished(),
              "the second count before its time");
      worker.held.push_back(*assignment);
      ++worker.batches_said;
    }
  }

  void report(WorkerId id, const Assignment& batch) {
    for (const Assignment::Task& task : batch.tasks) {
      const Taken taken =
          scheduler_.take(id, batch.count_index, result_of(task.task, 0.1, id == 1 ? 1 : 0));
      require(taken.completion.has_value() != workers_[id].set_aside,
              "a result was believed, or not, wrongly");
      for (const SetAside& entry : taken.set_aside) {
        require(entry.worker == 1, "an honest worker is set aside");
        workers_[entry.worker].set_aside = true;
        workers_[entry.worker].active = false;
        workers_[entry.worker].batches_said = 0;
      }
    }
  }

  /// Whatever happened, honest workers can do the rest, and the sum is right wherever anybody
  /// looked twice.
  void finish() {
    scheduler_.expect(0);
    for (int round = 0; round < 10'000 && !scheduler_.finished() && !problem_; ++round) {
      now_ += 1;
      for (const WorkerId id : {2, 3, 4, 5}) {
        step(Act::arrive, id);
        step(Act::ping, id);
        step(Act::next, id);
        step(Act::report, id);
      }
      step(Act::tick, 2);
    }
    require(scheduler_.finished(), "the counts do not finish");
    for (std::size_t count = 0; count < 2 && !problem_; ++count) {
      const WorkQueue& queue = scheduler_.queue(count);
      for (TaskId task = 0; task < tasks; ++task) {
        const bool is_right = queue.snapshot().records[task].count() == result_of(task).count;
        require(is_right || !queue.checks().is_confirmed(task), "a wrong count is confirmed");
        require(is_right || !workers_[1].set_aside, "one that was set aside is believed");
      }
    }
  }

  static constexpr std::size_t tasks = 8;
  Scheduler scheduler_;
  std::map<WorkerId, Worker> workers_;
  std::optional<std::string> problem_;
  double now_ = 0;
};

std::optional<std::string> failure_of(const std::vector<Event>& history) {
  return Histories().play(history);
}

TEST(Scheduler, KeepsItsRulesInRandomHistories) {
  const std::uint64_t seed = test::test_seed();
  std::mt19937_64 random(seed);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::vector<Event> history = test::random_history<Act>(random, 120);
    if (failure_of(history)) {
      const std::vector<Event> shortest = test::shrunk(history, failure_of);
      FAIL() << *failure_of(shortest) << "; seed " << seed << ", history: " << describe(shortest);
    }
  }
}

}  // namespace
}  // namespace nqueens
