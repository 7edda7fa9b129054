#include "nqueens/queue/dispatcher.hpp"

#include <gtest/gtest.h>

namespace nqueens {
namespace {

/// A queue that has measured one second for a task.
WorkQueue measured_queue(std::size_t tasks, double task_seconds) {
  WorkQueue queue(std::vector<float>(tasks, 1000.0F));
  for (TaskId task = 0; task < 20; ++task) {
    queue.complete({.task = task, .count = Count{1}, .nodes = 1, .seconds = task_seconds});
  }
  return queue;
}

TEST(Dispatcher, BeginsWithSingleTasksUntilTheirTimeIsKnown) {
  WorkQueue queue(std::vector<float>(100, 1000.0F));
  Dispatcher dispatcher(queue);
  dispatcher.join(1);
  EXPECT_EQ(dispatcher.next_batch(1, 0).size(), 1U);
}

TEST(Dispatcher, GivesAWorkerTwoBatchesAndNoMore) {
  WorkQueue queue(std::vector<float>(100, 1000.0F));
  Dispatcher dispatcher(queue);
  dispatcher.join(1);
  EXPECT_EQ(dispatcher.hungry(), std::vector<WorkerId>{1});
  EXPECT_FALSE(dispatcher.next_batch(1, 0).empty());
  EXPECT_FALSE(dispatcher.next_batch(1, 0).empty());
  EXPECT_TRUE(dispatcher.next_batch(1, 0).empty());
  EXPECT_TRUE(dispatcher.hungry().empty());
  dispatcher.batch_finished(1);
  EXPECT_FALSE(dispatcher.next_batch(1, 0).empty());
}

TEST(Dispatcher, GivesLongBatchesOneAtATime) {
  WorkQueue queue = measured_queue(1000, 20);
  Dispatcher dispatcher(queue, {.batch_seconds = 60});
  dispatcher.join(1);
  EXPECT_FALSE(dispatcher.next_batch(1, 0).empty());
  EXPECT_TRUE(dispatcher.next_batch(1, 0).empty());
  EXPECT_TRUE(dispatcher.hungry().empty());
  dispatcher.batch_finished(1);
  EXPECT_FALSE(dispatcher.next_batch(1, 0).empty());
}

TEST(Dispatcher, NamesTheWorkerThatMayCheck) {
  WorkQueue queue(std::vector<float>(1, 1000.0F));
  queue.set_check_policy({.fraction = 1, .seed = 1});
  Dispatcher dispatcher(queue);
  for (const WorkerId worker : {1, 2}) {
    dispatcher.join(worker, "a");
  }
  EXPECT_EQ(dispatcher.next_batch(1, 0).size(), 1U);
  queue.complete({.task = 0, .count = Count{1}, .nodes = 1, .seconds = 1, .kernel = "avx512"},
                 {.worker = 1, .host = "a"});
  dispatcher.batch_finished(1);
  EXPECT_TRUE(dispatcher.next_batch(1, 0).empty());
  EXPECT_EQ(dispatcher.hungry(), (std::vector<WorkerId>{1, 2}));
  EXPECT_EQ(dispatcher.next_batch(2, 0).size(), 1U);
  EXPECT_TRUE(dispatcher.hungry().empty());
}

TEST(Dispatcher, NamesIdleWorkersFirstAndNoMoreThanThereAreTasksFor) {
  WorkQueue queue(std::vector<float>(4, 1000.0F));
  Dispatcher dispatcher(queue);
  for (const WorkerId worker : {1, 2, 3}) {
    dispatcher.join(worker);
  }
  dispatcher.next_batch(1, 0);
  EXPECT_EQ(dispatcher.hungry(), (std::vector<WorkerId>{2, 3, 1}));
  dispatcher.next_batch(2, 0);
  EXPECT_EQ(dispatcher.hungry(), (std::vector<WorkerId>{3, 1}));
  dispatcher.next_batch(3, 0);
  EXPECT_EQ(dispatcher.hungry().size(), 1U);
  dispatcher.next_batch(3, 0);
  EXPECT_TRUE(dispatcher.hungry().empty());
}

TEST(Dispatcher, SignsOfLifeGetRarerAmongThousands) {
  EXPECT_EQ(ping_interval_seconds(100, 20), 20);
  EXPECT_EQ(ping_interval_seconds(6000, 20), 30);
  EXPECT_EQ(ping_interval_seconds(1'000'000, 20), 50);
  EXPECT_EQ(ping_interval_seconds(1'000'000, 90), 90);
}

TEST(Dispatcher, SizesBatchesByTheMeasuredTime) {
  WorkQueue queue = measured_queue(100'000, 0.01);
  Dispatcher dispatcher(queue, {.batch_seconds = 1});
  dispatcher.join(1);
  EXPECT_NEAR(static_cast<double>(dispatcher.next_batch(1, 0).size()), 100, 2);
}

TEST(Dispatcher, MakesBatchesSmallWhenLittleIsLeft) {
  WorkQueue queue = measured_queue(100, 0.01);
  Dispatcher dispatcher(queue, {.batch_seconds = 1000});
  for (int worker = 1; worker <= 4; ++worker) {
    dispatcher.join(worker);
  }
  EXPECT_EQ(dispatcher.next_batch(1, 0).size(), 5U);  // 80 to do, 4 workers, a quarter of each share
  while (!dispatcher.next_batch(2, 0).empty()) {
    dispatcher.batch_finished(2);
  }
  EXPECT_EQ(queue.state().todo, 0U);
}

TEST(Dispatcher, HonoursTheLimitOfTasks) {
  WorkQueue queue = measured_queue(100'000, 0.01);
  Dispatcher dispatcher(queue, {.batch_seconds = 1, .most_tasks = 7});
  dispatcher.join(1);
  EXPECT_EQ(dispatcher.next_batch(1, 0).size(), 7U);
}

TEST(Dispatcher, GivesNothingToAWorkerThatLeftAndTakesItsTasksBack) {
  WorkQueue queue(std::vector<float>(10, 1000.0F));
  Dispatcher dispatcher(queue);
  dispatcher.join(1);
  dispatcher.next_batch(1, 0);
  EXPECT_EQ(dispatcher.leave(1), 1U);
  EXPECT_TRUE(dispatcher.next_batch(1, 0).empty());
  dispatcher.batch_finished(1);
  EXPECT_EQ(dispatcher.workers(), 0U);
}

TEST(Dispatcher, GivesALateWorkerNothingBehindTheBatchesThatItStillHolds) {
  WorkQueue queue(std::vector<float>(10, 1000.0F));
  Dispatcher dispatcher(queue);
  dispatcher.join(1);
  dispatcher.join(2);
  dispatcher.next_batch(1, 0);
  dispatcher.next_batch(1, 0);
  EXPECT_EQ(dispatcher.suspend(1), 2U);
  EXPECT_EQ(dispatcher.workers(), 1U);
  dispatcher.batch_finished(1);
  EXPECT_TRUE(dispatcher.next_batch(1, 0).empty()) << "before it is back";
  EXPECT_EQ(dispatcher.hungry(), std::vector<WorkerId>{2});
  dispatcher.join(1);
  EXPECT_FALSE(dispatcher.next_batch(1, 0).empty());
  EXPECT_TRUE(dispatcher.next_batch(1, 0).empty()) << "it still works on one of the old batches";
  EXPECT_EQ(queue.state().leased, 1U);
}

TEST(Dispatcher, BelievesAWorkerThatSaysHowManyBatchesItHolds) {
  WorkQueue queue(std::vector<float>(10, 1000.0F));
  Dispatcher dispatcher(queue);
  dispatcher.holds(1, 0);
  EXPECT_EQ(dispatcher.workers(), 0U);
  dispatcher.join(1);
  dispatcher.next_batch(1, 0);
  dispatcher.next_batch(1, 0);
  dispatcher.holds(1, 1);  // the other batch, or the word of its end, was lost on the way
  EXPECT_FALSE(dispatcher.next_batch(1, 0).empty());
  EXPECT_TRUE(dispatcher.next_batch(1, 0).empty());
}

}  // namespace
}  // namespace nqueens
