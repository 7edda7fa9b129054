// The table of workers: what it adds up as they come, are lost, leave and are back.

#include "queue/worker_table.hpp"

#include <gtest/gtest.h>

#include <string>

#include "queue/queues.hpp"

namespace nqueens {
namespace {

using Stage = WorkerTable::Stage;

TEST(WorkerTable, ThatAreGoneAreNotSlow) {
  WorkerTable workers(2);
  test::arrive(workers, 1, "a");
  test::arrive(workers, 2, "a", "opencl");
  for (const WorkerId worker : {1, 2}) {
    const WorkerKind kind = workers.kind_of(worker);
    EXPECT_EQ(workers.slow(kind), 0U);
    workers.set_slow(worker, true);
    workers.set_slow(worker, true);
    EXPECT_EQ(workers.slow(kind), 1U);
    workers.depart(worker, Stage::lost);
    EXPECT_EQ(workers.slow(kind), 0U);
    workers.come_back(worker);
    EXPECT_EQ(workers.slow(kind), 1U) << "it is as slow as before";
    workers.set_slow(worker, false);
    EXPECT_EQ(workers.slow(kind), 0U);
  }
  workers.depart(1, Stage::lost);
  workers.set_slow(1, true);
  EXPECT_EQ(workers.slow(WorkerKind::processor), 0U) << "it does not work";
}

TEST(WorkerTable, ThatWereLostInTheCountBeforeAreNotLostInThisOne) {
  WorkerTable workers(4);
  for (const WorkerId worker : {1, 2, 3, 4}) {
    test::arrive(workers, worker, "a");
  }
  workers.depart(1, Stage::lost);
  workers.depart(2, Stage::failed);
  EXPECT_EQ(workers.lost(), 2U);
  workers.begin_count();
  EXPECT_EQ(workers.lost(), 0U);
  workers.come_back(1);
  EXPECT_EQ(workers.lost(), 0U);
  workers.depart(1, Stage::lost);
  EXPECT_EQ(workers.lost(), 1U) << "it was back, and is lost in this count";
  workers.depart(3, Stage::lost);
  EXPECT_EQ(workers.lost(), 2U);
  workers.set_aside(3);
  EXPECT_EQ(workers.lost(), 2U);
  workers.come_back(3);
  EXPECT_EQ(workers.lost(), 1U);
  workers.begin_count();
  EXPECT_EQ(workers.lost(), 0U);
}

TEST(WorkerTable, AreListedOnTheHostOfTheirLastGreeting) {
  WorkerTable workers(2);
  test::arrive(workers, 1, "a");
  test::arrive(workers, 2, "a");
  EXPECT_EQ(workers.working_on("a"), 2U);
  workers.greet(1, {.host = "b", .space = {}});
  EXPECT_EQ(workers.working(), 2U) << "a second greeting stops nobody";
  EXPECT_EQ(workers.working_on("a"), 1U);
  EXPECT_EQ(workers.working_on("b"), 1U);
  ASSERT_NE(workers.host_of(1), nullptr);
  EXPECT_EQ(*workers.host_of(1), "b");
  workers.depart(1, Stage::left);
  EXPECT_EQ(workers.working_on("b"), 0U);
  EXPECT_FALSE(workers.hosts().contains("b"));
  EXPECT_EQ(workers.host_of(1), nullptr);
}

/// Else a silent host would have spoken in the future.
TEST(WorkerTable, WereNotHeardBeforeACountBegan) {
  WorkerTable workers(2);
  test::arrive(workers, 1, "a");
  workers.hear(1, 1e6);
  EXPECT_EQ(workers.hosts().at("a").heard, 1e6);
  test::arrive(workers, 2, "b");
  EXPECT_EQ(workers.hosts().at("b").heard, 1e6) << "about when it came";
  workers.depart(2, Stage::left);
  workers.begin_count();
  EXPECT_EQ(workers.hosts().at("a").heard, 0);
  test::arrive(workers, 3, "c");
  EXPECT_EQ(workers.hosts().at("c").heard, 0);
}

TEST(WorkerTable, HaveEachItsStage) {
  WorkerTable workers(3);
  EXPECT_EQ(workers.at_stage(Stage::silent), 3U);
  EXPECT_EQ(workers.possible(), 3U);
  EXPECT_TRUE(workers.nobody_came());
  workers.hear(1, 5);
  workers.hear(1, 6);
  EXPECT_FALSE(workers.nobody_came());
  EXPECT_FALSE(workers.ready(1, "avx2")) << "nobody knows its process";
  workers.greet(1, {.host = "a", .space = {}});
  EXPECT_EQ(workers.at_stage(Stage::greeted), 1U);
  EXPECT_TRUE(workers.ready(1, "avx2"));
  EXPECT_EQ(workers.at_stage(Stage::ready), 1U);
  EXPECT_FALSE(workers.all_had_kernels());
  EXPECT_TRUE(workers.depart(1, Stage::lost));
  EXPECT_FALSE(workers.depart(1, Stage::lost));
  EXPECT_EQ(workers.possible(), 2U);
  workers.depart(1, Stage::left);
  EXPECT_EQ(workers[1].stage, Stage::lost) << "one that is lost stays lost";
  workers.come_back(1);
  EXPECT_EQ(workers[1].stage, Stage::ready);
  workers.depart(1, Stage::left);
  EXPECT_EQ(workers.at_stage(Stage::left), 1U);
  EXPECT_FALSE(workers.depart(1, Stage::lost)) << "it said goodbye";
  workers.come_back(1);
  EXPECT_EQ(workers[1].stage, Stage::left);
  workers.greet(2, {.host = "a", .space = {}});
  workers.depart(2, Stage::lost);
  workers.come_back(2);
  EXPECT_EQ(workers[2].stage, Stage::greeted) << "it never had a kernel";
  for (const WorkerId worker : {2, 3}) {
    test::arrive(workers, worker, "a");
  }
  EXPECT_TRUE(workers.all_had_kernels());
  EXPECT_EQ(workers.last(), 3);
  test::arrive(workers, 5, "a");
  EXPECT_EQ(workers.last(), 5);
  EXPECT_EQ(workers.at_stage(Stage::silent), 1U) << "worker 4";
}

TEST(WorkerTable, AreExpectedAsLongAsTheyMayStillCome) {
  WorkerTable workers(3);
  test::arrive(workers, 1, "a");
  EXPECT_EQ(workers.expected(), 1U);
  EXPECT_FALSE(workers.expects_more());
  workers.expect(2);
  EXPECT_EQ(workers.expected(), 2U);
  EXPECT_TRUE(workers.expects_more());
  test::arrive(workers, 2, "a");
  EXPECT_FALSE(workers.expects_more());
  test::arrive(workers, 3, "a");
  EXPECT_EQ(workers.expected(), 3U);
  EXPECT_FALSE(workers.expects_more());
}

TEST(WorkerTable, HoldBatches) {
  WorkerTable workers(2);
  test::arrive(workers, 1, "a");
  test::arrive(workers, 2, "a");
  EXPECT_EQ(workers.with_batches(0), (std::set<WorkerId>{1, 2}));
  workers.set_batches(1, 1);
  EXPECT_EQ(workers.with_batches(0), std::set<WorkerId>{2});
  EXPECT_EQ(workers.with_batches(1), std::set<WorkerId>{1});
  workers.set_batches(1, 2);
  EXPECT_TRUE(workers.with_batches(1).empty());
  workers.set_batches(1, -1);
  EXPECT_EQ(workers.with_batches(0), (std::set<WorkerId>{1, 2}));
  workers.depart(2, Stage::left);
  EXPECT_EQ(workers.with_batches(0), std::set<WorkerId>{1});
  workers.set_batches(1, 1);
  workers.begin_count();
  EXPECT_EQ(workers.with_batches(0), std::set<WorkerId>{1}) << "those of the count before are over";
}

TEST(WorkerTable, SayWhatTheyCountWith) {
  WorkerTable workers(2);
  test::arrive(workers, 1, "a", "avx2");
  test::arrive(workers, 2, "a", "opencl");
  EXPECT_EQ(workers[1].counts_with(), "avx2");
  EXPECT_EQ(workers[2].counts_with(), "opencl on device 0 (played)");
  EXPECT_EQ(workers.working(WorkerKind::device), 1U);
  EXPECT_EQ(workers.kind_of(unknown_worker), WorkerKind::processor);
  EXPECT_EQ(workers.kind_of(7), WorkerKind::processor);
}

TEST(WorkerTable, SayWhichProcessorTheyHave) {
  WorkerTable workers(1);
  workers.greet(1, {.host = "a", .space = {}});
  ASSERT_TRUE(workers.ready(1, "avx2", "", "a model"));
  EXPECT_EQ(workers[1].processor, "a model");
}

}  // namespace
}  // namespace nqueens
