// Tasks that are counted more than once: by whom, and which count stands.

#include "nqueens/queue/checks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "nqueens/queue/work_queue.hpp"

namespace nqueens {
namespace {

using Tasks = std::vector<TaskId>;

/// What a worker counts: the kernel's nodes are those of its search, "vector" for avx kernels.
TaskResult counted(TaskId task, std::uint64_t count, const std::string& kernel = "avx512",
                   std::uint64_t nodes = 10) {
  return {.task = task, .count = Count{count}, .nodes = nodes, .seconds = 0.5, .kernel = kernel};
}

CheckPolicy policy(double fraction, bool settle = true) {
  return {.fraction = fraction,
          .seed = 1,
          .settle = settle,
          .another_kernel = true,
          .same_search = [](std::string_view left, std::string_view right) {
            return left == right || (left.starts_with("avx") && right.starts_with("avx"));
          }};
}

/// A queue of one task that is checked, with these workers on these hosts.
WorkQueue queue_of_one(const std::vector<std::pair<WorkerId, std::string>>& workers,
                       double fraction = 1) {
  WorkQueue queue({1000.0F}, {.grace_seconds = 5, .unmeasured_cost_rate = 1000});
  queue.set_check_policy(policy(fraction));
  for (const auto& [worker, host] : workers) {
    queue.arrive(worker, host);
  }
  return queue;
}

/// Has the first worker count the task.
void count_first(WorkQueue& queue, std::uint64_t count, const std::string& host = "a") {
  ASSERT_EQ(queue.next(1, 0), 0U);
  ASSERT_EQ(queue.complete(counted(0, count), {.worker = 1, .host = host}), Completion::accepted);
}

TEST(Checks, ChooseTheirShareOfTheTasksByTheirSeed) {
  Checks checks(100'000);
  const auto chosen = [&checks](double fraction, std::uint64_t seed) {
    checks.set_policy({.fraction = fraction, .seed = seed});
    Tasks tasks;
    for (TaskId task = 0; task < 100'000; ++task) {
      if (checks.chooses(task)) {
        tasks.push_back(task);
      }
    }
    return tasks;
  };
  EXPECT_TRUE(chosen(0, 1).empty());
  EXPECT_EQ(chosen(1, 1).size(), 100'000U);
  // Six standard deviations of the binomial distribution either way.
  EXPECT_NEAR(static_cast<double>(chosen(0.005, 1).size()), 500, 134);
  EXPECT_NEAR(static_cast<double>(chosen(0.5, 1).size()), 50'000, 949);
  EXPECT_EQ(chosen(0.005, 1), chosen(0.005, 1));
  EXPECT_NE(chosen(0.005, 1), chosen(0.005, 2));
}

TEST(Checks, GoToAnotherHostWhereThereIsOne) {
  WorkQueue queue = queue_of_one({{1, "a"}, {2, "a"}, {3, "b"}});
  count_first(queue, 7);
  EXPECT_FALSE(queue.finished());
  EXPECT_EQ(queue.next_check(1, 0), std::nullopt);
  EXPECT_EQ(queue.next_check(2, 0), std::nullopt);
  EXPECT_EQ(queue.next_check(3, 0), 0U);
  EXPECT_EQ(queue.kernels_to_avoid(0), std::vector<std::string>{"avx512"});
  EXPECT_EQ(queue.next_check(3, 0), std::nullopt) << "it is out already";
  EXPECT_EQ(queue.complete(counted(0, 7, "avx2"), {.worker = 3, .host = "b"}),
            Completion::confirmed);
  EXPECT_TRUE(queue.finished());
  EXPECT_EQ(queue.state().checks, 1U);
  EXPECT_DOUBLE_EQ(queue.state().check_seconds, 0.5);
  const TaskRecord& record = queue.snapshot().records[0];
  EXPECT_EQ(to_string(queue.snapshot().origins[record.origin]), "avx512 on a");
  EXPECT_EQ(to_string(queue.snapshot().origins[record.confirmed_by]), "avx2 on b");
  EXPECT_EQ(totals(queue.snapshot()).tasks_confirmed, 1U);
}

TEST(Checks, GoToAnotherWorkerWhereThereIsOneHost) {
  WorkQueue queue = queue_of_one({{1, "a"}, {2, "a"}});
  count_first(queue, 7);
  EXPECT_EQ(queue.next_check(1, 0), std::nullopt);
  EXPECT_EQ(queue.next_check(2, 0), 0U);
}

TEST(Checks, GoToAnotherKernelWhereThereIsOneWorker) {
  WorkQueue queue = queue_of_one({{1, "a"}});
  count_first(queue, 7);
  EXPECT_EQ(queue.next_check(1, 0), 0U);
  EXPECT_EQ(queue.complete(counted(0, 7, "avx2"), {.worker = 1, .host = "a"}),
            Completion::confirmed);
  EXPECT_TRUE(queue.finished());
}

TEST(Checks, WaitForOtherWorkersThatMayStillCome) {
  WorkQueue queue = queue_of_one({{1, "a"}});
  queue.expect(2);
  count_first(queue, 7);
  EXPECT_EQ(queue.next_check(1, 0), std::nullopt);
  EXPECT_EQ(queue.complete(counted(0, 7, "avx2"), {.worker = 1, .host = "a"}), Completion::agrees)
      << "nobody confirms himself";
  EXPECT_EQ(totals(queue.trusted_snapshot()).tasks_done, 1U) << "nobody doubts it";
  queue.arrive(2, "a");
  ASSERT_EQ(queue.next_check(2, 0), 0U);
  EXPECT_EQ(queue.complete(counted(0, 7, "sse4"), {.worker = 2, .host = "a"}),
            Completion::confirmed);
  EXPECT_TRUE(queue.disputes().empty());
  EXPECT_TRUE(queue.finished());
}

TEST(Checks, AreNotDoneByTheSameMessageTwice) {
  WorkQueue queue = queue_of_one({{1, "a"}, {2, "a"}});
  count_first(queue, 7);
  EXPECT_EQ(queue.complete(counted(0, 7), {.worker = 1, .host = "a"}), Completion::duplicate);
  EXPECT_FALSE(queue.finished());
}

/// A worker that was alone when it began to check counts by itself when it ends.
TEST(Checks, AreNoDisputeWhereTheVotesAgreeButAreOfOneWorker) {
  WorkQueue queue = queue_of_one({{1, "a"}});
  count_first(queue, 7);
  EXPECT_EQ(queue.next_check(1, 0), 0U);
  queue.arrive(2, "a");
  EXPECT_EQ(queue.complete(counted(0, 7, "avx2"), {.worker = 1, .host = "a"}), Completion::agrees);
  EXPECT_FALSE(queue.finished());
  EXPECT_EQ(queue.next_check(2, 0), 0U);
  EXPECT_EQ(queue.complete(counted(0, 7, "sse4"), {.worker = 2, .host = "a"}),
            Completion::confirmed);
  EXPECT_TRUE(queue.finished());
  EXPECT_TRUE(queue.disputes().empty());
  EXPECT_EQ(queue.checks().confirmed_tasks(), 1U);
  EXPECT_EQ(totals(queue.snapshot()).tasks_confirmed, 1U);
}

TEST(Checks, AreDoneByALateResultOfAnotherWorker) {
  WorkQueue queue = queue_of_one({{1, "a"}, {2, "a"}});
  count_first(queue, 7);
  EXPECT_EQ(queue.next_check(2, 0), 0U);
  EXPECT_EQ(queue.complete(counted(0, 7), {.worker = 5, .host = "c"}), Completion::confirmed);
  EXPECT_TRUE(queue.finished());
  EXPECT_EQ(queue.complete(counted(0, 7, "avx2"), {.worker = 2, .host = "a"}),
            Completion::duplicate);
}

TEST(Checks, CompareNodesOfOneSearchOnly) {
  WorkQueue other_search = queue_of_one({{1, "a"}, {2, "b"}});
  count_first(other_search, 7);
  EXPECT_EQ(other_search.complete(counted(0, 7, "scalar", 99), {.worker = 2, .host = "b"}),
            Completion::confirmed);
  WorkQueue same_search = queue_of_one({{1, "a"}, {2, "b"}});
  count_first(same_search, 7);
  EXPECT_EQ(same_search.complete(counted(0, 7, "avx2", 99), {.worker = 2, .host = "b"}),
            Completion::disputed);
}

TEST(Checks, LetTwoThatAgreeOutvoteTheFirst) {
  WorkQueue queue = queue_of_one({{1, "a"}, {2, "b"}, {3, "c"}});
  count_first(queue, 7);
  ASSERT_EQ(queue.next_check(2, 0), 0U);
  EXPECT_EQ(queue.complete(counted(0, 8, "avx2"), {.worker = 2, .host = "b"}),
            Completion::disputed);
  EXPECT_FALSE(queue.finished());
  EXPECT_EQ(totals(queue.trusted_snapshot()).tasks_done, 0U)
      << "nobody knows yet which one is right";
  EXPECT_EQ(queue.next_check(2, 0), std::nullopt);
  ASSERT_EQ(queue.next_check(3, 0), 0U);
  EXPECT_EQ(queue.kernels_to_avoid(0), (std::vector<std::string>{"avx512", "avx2"}));
  EXPECT_EQ(queue.complete(counted(0, 8, "sse4"), {.worker = 3, .host = "c"}), Completion::settled);
  EXPECT_TRUE(queue.finished());
  EXPECT_EQ(queue.state().count, Count{8});
  EXPECT_EQ(totals(queue.trusted_snapshot()).count, Count{8});
  ASSERT_EQ(queue.disputes().size(), 1U);
  const Dispute& dispute = queue.disputes().front();
  EXPECT_EQ(dispute.winner, 1U);
  EXPECT_EQ(dispute.votes.size(), 3U);
  EXPECT_EQ(dispute.votes[0].worker, 1);
}

TEST(Checks, LetNoHostOutvoteAnother) {
  WorkQueue queue = queue_of_one({{1, "a"}, {2, "b"}, {3, "b"}});
  count_first(queue, 7);
  ASSERT_EQ(queue.next_check(2, 0), 0U);
  EXPECT_EQ(queue.complete(counted(0, 8, "avx2"), {.worker = 2, .host = "b"}),
            Completion::disputed);
  ASSERT_EQ(queue.next_check(3, 0), 0U);
  EXPECT_EQ(queue.complete(counted(0, 8, "sse4"), {.worker = 3, .host = "b"}), Completion::disputed)
      << "two workers of one host may have one fault";
  ASSERT_EQ(queue.next_check(1, 0), 0U);
  EXPECT_EQ(queue.complete(counted(0, 8, "scalar", 99), {.worker = 1, .host = "a"}),
            Completion::settled);
  EXPECT_EQ(queue.state().count, Count{8});
}

/// Many votes of one host are worth no more than one, and there is only room for so many.
TEST(Checks, AskEachHostInTurnUntilTwoAgree) {
  for (const int neighbours : {0, 1, 5, 63}) {
    for (const int others : {1, 2, 6, 64}) {
      for (const bool highest_first : {false, true}) {
        std::vector<std::pair<WorkerId, std::string>> workers = {{1, "a"}};
        for (int i = 0; i < neighbours + others; ++i) {
          workers.emplace_back(2 + i, i < neighbours ? "a" : "b");
        }
        WorkQueue queue = queue_of_one(workers);
        count_first(queue, 7);
        if (highest_first) {
          std::ranges::reverse(workers);
        }
        int votes = 1;
        for (Completion completion{}; completion != Completion::settled; ++votes) {
          const auto asked = std::ranges::find_if(workers, [&queue](const auto& worker) {
            return queue.next_check(worker.first, 0).has_value();
          });
          ASSERT_NE(asked, workers.end());
          completion = queue.complete(counted(0, 8, "kernel" + std::to_string(votes), 10),
                                      {.worker = asked->first, .host = asked->second});
          ASSERT_NE(completion, Completion::unsettled) << neighbours + 1 << " beside " << others;
        }
        EXPECT_LE(votes, 4) << neighbours + 1 << " beside " << others;
        EXPECT_EQ(queue.state().count, Count{8});
      }
    }
  }
}

TEST(Checks, TakeNoLateCountByTheSameKernelOnTheSameHostForACheck) {
  WorkQueue queue = queue_of_one({{1, "a"}, {2, "a"}});
  count_first(queue, 7);
  EXPECT_EQ(queue.complete(counted(0, 7), {.worker = 2, .host = "a"}), Completion::duplicate);
  EXPECT_FALSE(queue.finished());
  EXPECT_EQ(queue.complete(counted(0, 7, "avx2"), {.worker = 2, .host = "a"}),
            Completion::confirmed);
}

TEST(Checks, KeepAConfirmationByAnotherHost) {
  WorkQueue queue = queue_of_one({{1, "a"}, {2, "b"}});
  count_first(queue, 7);
  ASSERT_EQ(queue.next_check(2, 0), 0U);
  EXPECT_EQ(queue.complete(counted(0, 7, "avx2"), {.worker = 2, .host = "b"}),
            Completion::confirmed);
  queue.depart(2);
  queue.check(0);
  ASSERT_EQ(queue.next_check(1, 0), 0U);
  EXPECT_EQ(queue.complete(counted(0, 7, "sse4"), {.worker = 1, .host = "a"}),
            Completion::confirmed);
  const QueueSnapshot& snapshot = queue.snapshot();
  EXPECT_EQ(snapshot.origins[snapshot.records[0].confirmed_by].host, "b");
  EXPECT_EQ(queue.suspect(1), 0U);
}

TEST(Checks, LetTheFirstStandWhereAnotherOneConfirmsIt) {
  WorkQueue queue = queue_of_one({{1, "a"}, {2, "b"}, {3, "c"}}, 0);
  count_first(queue, 7);
  EXPECT_TRUE(queue.finished()) << "nobody checks it";
  EXPECT_EQ(queue.complete(counted(0, 9), {.worker = 2, .host = "b"}), Completion::disputed);
  EXPECT_FALSE(queue.finished());
  ASSERT_EQ(queue.next_check(3, 0), 0U);
  EXPECT_EQ(queue.complete(counted(0, 7, "scalar", 44), {.worker = 3, .host = "c"}),
            Completion::settled);
  EXPECT_EQ(queue.state().count, Count{7});
  EXPECT_EQ(queue.disputes().front().winner, 0U);
}

TEST(Checks, DoNotLetOneOfTwoWorkersOutvoteTheOther) {
  WorkQueue queue = queue_of_one({{1, "a"}, {2, "b"}});
  count_first(queue, 7);
  ASSERT_EQ(queue.next_check(2, 0), 0U);
  EXPECT_EQ(queue.complete(counted(0, 8, "avx2"), {.worker = 2, .host = "b"}),
            Completion::disputed);
  WorkerId counts = queue.next_check(1, 0) ? 1 : 2;
  const std::vector<std::string> kernels = {"sse4", "scalar", "plain", "neon"};
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const bool last = i + 1 == kernels.size();
    EXPECT_EQ(queue.complete(counted(0, counts == 1 ? 7 : 8, kernels[i]),
                             {.worker = counts, .host = "x"}),
              last ? Completion::unsettled : Completion::disputed);
    if (!last) {
      counts = queue.next_check(1, 0) ? 1 : 2;
      if (counts == 2) {
        ASSERT_EQ(queue.next_check(2, 0), 0U);
      }
    }
  }
  ASSERT_EQ(queue.disputes().size(), 1U);
  EXPECT_EQ(queue.disputes().front().winner, std::nullopt);
  EXPECT_EQ(queue.disputes().front().votes.size(), 6U);
}

TEST(Checks, TellOfATaskOnceHoweverOftenItIsDisputed) {
  WorkQueue queue = queue_of_one({{1, "a"}, {2, "b"}});
  const auto check = [&queue](WorkerId worker, std::uint64_t count) {
    EXPECT_EQ(queue.next_check(worker, 0), 0U);
    return queue.complete(counted(0, count), {.worker = worker, .host = worker == 1 ? "a" : "b"});
  };
  count_first(queue, 7);
  Completion completion = check(2, 8);
  for (const WorkerId worker : {1, 2, 1, 2}) {
    ASSERT_EQ(completion, Completion::disputed);
    completion = check(worker, worker == 1 ? 7 : 8);
  }
  EXPECT_EQ(completion, Completion::unsettled) << "host against host";
  ASSERT_EQ(queue.disputes_by_task().size(), 1U);
  EXPECT_EQ(queue.disputes_by_task()[0].winner, std::nullopt);

  queue.check(0);
  EXPECT_EQ(check(2, 7), Completion::confirmed);
  EXPECT_EQ(queue.disputes_by_task()[0].winner, 0U);

  queue.check(0);
  EXPECT_EQ(check(2, 9), Completion::disputed);
  EXPECT_EQ(check(1, 9), Completion::settled);
  const std::vector<Dispute> disputes = queue.disputes_by_task();
  ASSERT_EQ(disputes.size(), 1U);
  ASSERT_EQ(disputes[0].votes.size(), 8U);
  ASSERT_EQ(disputes[0].winner, 6U);
  EXPECT_EQ(disputes[0].votes[6].record.count(), Count{9});
}

TEST(Checks, LeaveADisputeToTheUserWhereThePolicySaysSo) {
  WorkQueue queue = queue_of_one({{1, "a"}, {2, "b"}});
  queue.set_check_policy(policy(1, false));
  count_first(queue, 7);
  ASSERT_EQ(queue.next_check(2, 0), 0U);
  EXPECT_EQ(queue.complete(counted(0, 8, "avx2"), {.worker = 2, .host = "b"}),
            Completion::unsettled);
  EXPECT_TRUE(queue.finished());
  EXPECT_EQ(queue.state().count, Count{7});
  EXPECT_EQ(queue.snapshot().records[0].confirmed_by, unknown_origin);
}

TEST(Checks, GoToOthersWhenTheCheckerIsGoneOrLate) {
  WorkQueue queue = queue_of_one({{1, "a"}, {2, "b"}, {3, "b"}});
  count_first(queue, 7);
  ASSERT_EQ(queue.next_check(2, 0), 0U);
  EXPECT_EQ(queue.release(2), 1U);
  ASSERT_EQ(queue.next_check(3, 0), 0U);
  EXPECT_TRUE(queue.expire(1).empty());
  EXPECT_EQ(queue.expire(1e9).size(), 1U);
  EXPECT_EQ(queue.state().todo, 0U) << "the task itself is done";
  EXPECT_EQ(queue.state().leased, 0U);
  ASSERT_EQ(queue.next_check(2, 0), 0U);
  EXPECT_EQ(queue.complete(counted(0, 7, "avx2"), {.worker = 2, .host = "b"}),
            Completion::confirmed);
}

TEST(Checks, BringBackWhatASuspectHasCountedWhenOthersConfirmIt) {
  WorkQueue queue({1, 1, 1}, LeasePolicy{});
  queue.set_check_policy(policy(0));
  queue.arrive(1, "a");
  queue.arrive(2, "b");
  for (TaskId task = 0; task < 3; ++task) {
    const WorkerId worker = task == 1 ? 2 : 1;
    ASSERT_EQ(queue.next(worker, 0), task);
    queue.complete(counted(task, 5), {.worker = worker, .host = worker == 1 ? "a" : "b"});
  }
  queue.depart(1);
  EXPECT_EQ(queue.suspect(1), 2U);
  EXPECT_EQ(totals(queue.trusted_snapshot()).count, Count{5});
  EXPECT_FALSE(queue.finished());
  ASSERT_EQ(queue.next_check(2, 0), 0U);
  EXPECT_EQ(queue.complete(counted(0, 5, "avx2"), {.worker = 2, .host = "b"}),
            Completion::confirmed);
  ASSERT_EQ(queue.next_check(2, 0), 2U);
  EXPECT_EQ(queue.complete(counted(2, 6, "avx2"), {.worker = 2, .host = "b"}),
            Completion::disputed);
  ASSERT_EQ(queue.next_check(2, 0), 2U);
  EXPECT_EQ(queue.complete(counted(2, 6, "sse4"), {.worker = 2, .host = "b"}), Completion::settled)
      << "the only worker left, and another kernel";
  EXPECT_TRUE(queue.finished());
  EXPECT_EQ(totals(queue.trusted_snapshot()).count, Count{16});
}

TEST(Checks, GoOnAfterARestore) {
  WorkQueue queue({1000.0F, 1000.0F});
  queue.set_check_policy(policy(1));
  count_first(queue, 7);
  WorkQueue resumed({1000.0F, 1000.0F});
  resumed.restore(queue.trusted_snapshot());
  resumed.set_check_policy(policy(1));
  EXPECT_EQ(resumed.checks().open_tasks(), 1U);
  resumed.arrive(1, "a");
  ASSERT_EQ(resumed.next_check(1, 0), 0U) << "the worker of a new run is not the one of an earlier";
  EXPECT_EQ(resumed.complete(counted(0, 7, "avx2"), {.worker = 1, .host = "a"}),
            Completion::confirmed);
  WorkQueue confirmed({1000.0F, 1000.0F});
  confirmed.restore(resumed.trusted_snapshot());
  confirmed.set_check_policy(policy(1));
  EXPECT_EQ(confirmed.checks().open_tasks(), 0U) << "what is confirmed is not checked again";
}

TEST(Checks, LeaveAFinishedJobFinishedWhereNobodyAsks) {
  WorkQueue queue({1000.0F});
  count_first(queue, 7);
  WorkQueue resumed({1000.0F});
  resumed.restore(queue.trusted_snapshot());
  CheckPolicy unasked = policy(1);
  unasked.of_finished_job = false;
  resumed.set_check_policy(unasked);
  EXPECT_TRUE(resumed.finished());
  resumed.set_check_policy(policy(1));
  EXPECT_FALSE(resumed.finished());
}

TEST(Checks, SuspectWhatAHostHasCountedInEarlierRuns) {
  WorkQueue queue({1000.0F, 1000.0F});
  count_first(queue, 7);
  WorkQueue resumed({1000.0F, 1000.0F});
  resumed.restore(queue.trusted_snapshot());
  EXPECT_EQ(resumed.suspect(1), 0U) << "the worker of a new run is not the one of an earlier";
  EXPECT_EQ(resumed.suspect_host("b"), 0U);
  EXPECT_EQ(resumed.suspect_host("a"), 1U);
  EXPECT_EQ(totals(resumed.trusted_snapshot()).tasks_done, 0U);
}

TEST(WorkQueue, LeavesOutWhatTheRunDoesNotCount) {
  WorkQueue queue({1, 1, 1, 1, 1}, LeasePolicy{});
  queue.keep_only([](TaskId task) { return task % 2 == 1; });
  EXPECT_EQ(queue.state().tasks, 2U);
  EXPECT_DOUBLE_EQ(queue.state().total_cost, 2);
  Tasks tasks;
  while (const auto task = queue.next(1, 0)) {
    tasks.push_back(*task);
    queue.complete(counted(*task, 1), {.worker = 1, .host = "a"});
  }
  EXPECT_EQ(tasks, (Tasks{1, 3}));
  EXPECT_TRUE(queue.finished());
  EXPECT_FALSE(queue.whole());
  EXPECT_EQ(queue.complete(counted(0, 1), {.worker = 1, .host = "a"}), Completion::accepted)
      << "a result is a result";
  EXPECT_EQ(queue.state().done, 3U);
  EXPECT_TRUE(queue.finished());
}

}  // namespace
}  // namespace nqueens
