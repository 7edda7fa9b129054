// Tasks whose counts differ: who counts them next, and which count stands.

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "queue/queues.hpp"
#include "queue/work_queue.hpp"

namespace nqueens {
namespace {

using test::check_policy;
using test::count_first;
using test::counted;
using test::QueueOfOne;
using test::TaskQueue;

TEST(Disputes, LetTwoThatAgreeOutvoteTheFirst) {
  QueueOfOne queue({{1, "a"}, {2, "b"}, {3, "c"}});
  count_first(queue, 7);
  EXPECT_EQ(queue.recount(2, 8, "avx2"), Completion::disputed);
  EXPECT_FALSE(queue.finished());
  EXPECT_EQ(progress_of(queue.trusted_snapshot()).tasks_done, 0U)
      << "nobody knows yet which one is right";
  EXPECT_EQ(queue.next_check(2, 0), std::nullopt);
  ASSERT_EQ(queue.next_check(3, 0), 0U);
  EXPECT_EQ(queue.kernels_to_avoid(0), (std::vector<std::string>{"avx512", "avx2"}));
  EXPECT_EQ(queue.complete(counted(0, 8, "sse4"), 3), Completion::settled);
  EXPECT_TRUE(queue.finished());
  EXPECT_EQ(queue.progress().count, Count{8});
  EXPECT_EQ(progress_of(queue.trusted_snapshot()).count, Count{8});
  ASSERT_EQ(queue.checks().disputes().size(), 1U);
  const Dispute& dispute = queue.checks().disputes().front();
  EXPECT_EQ(dispute.winner, 1U);
  EXPECT_EQ(dispute.votes.size(), 3U);
  EXPECT_EQ(dispute.votes[0].worker, 1);
}

TEST(Disputes, LetNoHostOutvoteAnother) {
  QueueOfOne queue({{1, "a"}, {2, "b"}, {3, "b"}});
  count_first(queue, 7);
  EXPECT_EQ(queue.recount(2, 8, "avx2"), Completion::disputed);
  EXPECT_EQ(queue.recount(3, 8, "sse4"), Completion::disputed)
      << "two workers of one host may have one fault";
  EXPECT_EQ(queue.recount(1, 8, "scalar", 99), Completion::settled);
  EXPECT_EQ(queue.progress().count, Count{8});
}

TEST(Disputes, AskEachHostInTurnUntilTwoAgree) {
  for (const int neighbours : {0, 1, 5, 63}) {
    for (const int others : {1, 2, 6, 64}) {
      for (const bool highest_first : {false, true}) {
        std::vector<std::pair<WorkerId, std::string>> workers = {{1, "a"}};
        for (int i = 0; i < neighbours + others; ++i) {
          workers.emplace_back(2 + i, i < neighbours ? "a" : "b");
        }
        QueueOfOne queue(workers);
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
          completion =
              queue.complete(counted(0, 8, "kernel" + std::to_string(votes), 10), asked->first);
          ASSERT_NE(completion, Completion::unsettled) << neighbours + 1 << " beside " << others;
        }
        EXPECT_LE(votes, 4) << neighbours + 1 << " beside " << others;
        EXPECT_EQ(queue.progress().count, Count{8});
      }
    }
  }
}

TEST(Disputes, LetTheFirstStandWhereAnotherOneConfirmsIt) {
  QueueOfOne queue({{1, "a"}, {2, "b"}, {3, "c"}}, check_policy(0));
  count_first(queue, 7);
  EXPECT_TRUE(queue.finished()) << "nobody checks it";
  EXPECT_EQ(queue.complete(counted(0, 9), 2), Completion::disputed);
  EXPECT_FALSE(queue.finished());
  EXPECT_EQ(queue.recount(3, 7, "scalar", 44), Completion::settled);
  EXPECT_EQ(queue.progress().count, Count{7});
  EXPECT_EQ(queue.checks().disputes().front().winner, 0U);
}

TEST(Disputes, DoNotLetOneOfTwoWorkersOutvoteTheOther) {
  QueueOfOne queue({{1, "a"}, {2, "b"}});
  count_first(queue, 7);
  EXPECT_EQ(queue.recount(2, 8, "avx2"), Completion::disputed);
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
  ASSERT_EQ(queue.checks().disputes().size(), 1U);
  EXPECT_EQ(queue.checks().disputes().front().winner, std::nullopt);
  EXPECT_EQ(queue.checks().disputes().front().votes.size(), 6U);
}

TEST(Disputes, TellOfATaskOnceHoweverOftenItIsDisputed) {
  QueueOfOne queue({{1, "a"}, {2, "b"}});
  count_first(queue, 7);
  Completion completion = queue.recount(2, 8);
  for (const WorkerId worker : {1, 2, 1, 2}) {
    ASSERT_EQ(completion, Completion::disputed);
    completion = queue.recount(worker, worker == 1 ? 7 : 8);
  }
  EXPECT_EQ(completion, Completion::unsettled) << "host against host";
  ASSERT_EQ(queue.checks().disputes_by_unit().size(), 1U);
  EXPECT_EQ(queue.checks().disputes_by_unit()[0].winner, std::nullopt);

  queue.check(0);
  EXPECT_EQ(queue.recount(2, 7), Completion::confirmed);
  EXPECT_EQ(queue.checks().disputes_by_unit()[0].winner, 0U);

  queue.check(0);
  EXPECT_EQ(queue.recount(2, 9), Completion::disputed);
  EXPECT_EQ(queue.recount(1, 9), Completion::settled);
  const std::vector<Dispute> disputes = queue.checks().disputes_by_unit();
  ASSERT_EQ(disputes.size(), 1U);
  ASSERT_EQ(disputes[0].votes.size(), 8U);
  ASSERT_EQ(disputes[0].winner, 6U);
  EXPECT_EQ(disputes[0].votes[6].record.count, Count{9});
  EXPECT_EQ(queue.checks().counts().opened, 1U);
}

TEST(Disputes, NameTheirTasks) {
  TaskQueue queue(test::equal_costs(3), {.checks = check_policy(1, false)});
  queue.arrive(1, "a");
  queue.arrive(2, "b");
  for (const TaskId task : {2U, 1U}) {
    EXPECT_EQ(queue.complete(counted(task, 7), 1), Completion::accepted);
    EXPECT_EQ(queue.complete(counted(task, 8), 2), Completion::unsettled);
  }
  const std::vector<Dispute> disputes = queue.checks().disputes_by_unit();
  ASSERT_EQ(disputes.size(), 2U);
  EXPECT_EQ(disputes[0].unit, UnitId{.task = 1});
  EXPECT_EQ(disputes[1].unit, UnitId{.task = 2});
}

TEST(Disputes, LeaveADisputeToTheUserWhereThePolicySaysSo) {
  QueueOfOne queue({{1, "a"}, {2, "b"}}, check_policy(1, false));
  count_first(queue, 7);
  EXPECT_EQ(queue.recount(2, 8, "avx2"), Completion::unsettled);
  EXPECT_TRUE(queue.finished());
  EXPECT_EQ(queue.progress().count, Count{7});
  EXPECT_EQ(queue.units().snapshot().records[0].confirmed_by, unknown_origin);
}

}  // namespace
}  // namespace nqueens
