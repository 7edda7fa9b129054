// The words for what the master tells, and which of it is an incident.

#include "session/incidents.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "played.hpp"
#include "support/captured_log.hpp"
#include "support/counted.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

using Kind = RunIncident::Kind;

class Incidents : public testing::Test {
 public:
  Incidents() {
    const Plan plan = make_plan(test::eight());
    scheduler_.begin(plan.job, plan.costs, {.checks = {.fraction = 1}});
    test::come(scheduler_, 1, "node1");
    test::come(scheduler_, 2, "node2");
    scheduler_.greet(3, {});
  }

  /// What is said of an event, and of each incident its kind and text.
  std::string said(const ServeEvent& event, bool must_settle = true) {
    const test::CapturedLog log(spdlog::level::debug);
    incidents_ = say(event, scheduler_, must_settle);
    return log.text();
  }
  std::string said_of(const Taken& taken) {
    return said(Counted{.worker = 2, .result = result_, .taken = taken});
  }
  std::string said_of(Completion completion, const Dispute* dispute = nullptr) {
    return said_of(Taken{
        .outcome = Outcome{.completion = completion, .unit = {.task = 5}, .dispute = dispute}});
  }
  void expect_incident(Kind kind, const std::string& text) const {
    EXPECT_EQ(incidents_, (std::vector<RunIncident>{{.kind = kind, .text = text}}));
  }

 protected:
  Scheduler scheduler_{{.batch_seconds = 1e-6}, std::make_shared<WorkerTable>(3)};
  std::vector<RunIncident> incidents_;
  UnitResult result_{.unit = {.task = 5}, .count = Count{8}, .nodes = 3, .kernel = "avx2"};
};

TEST_F(Incidents, AreNotThatWorkersComeAndGo) {
  EXPECT_EQ(said(Came{.worker = 1}), "");
  EXPECT_EQ(said(Left{.worker = 2, .returned = 1}),
            "debug worker 2 leaves; 1 task goes to others\n");
  EXPECT_EQ(said(Left{.worker = 2, .returned = 0}),
            "debug worker 2 leaves; 0 tasks go to others\n");
  EXPECT_EQ(said(Doubted{.worker = 2, .suspects = 0}), "");
  EXPECT_EQ(said(Doubted{.worker = 2, .suspects = 1}),
            "warning 1 earlier task of worker 2 is counted again\n");
  EXPECT_EQ(said(Doubted{.worker = 2, .suspects = 2}),
            "warning 2 earlier tasks of worker 2 are counted again\n");
  EXPECT_TRUE(incidents_.empty());
  scheduler_.ready(3, "scalar");
  EXPECT_EQ(said(AllReady{}), "info " + describe_kernels(scheduler_.workers()) + "\n");
  EXPECT_TRUE(incidents_.empty());
}

TEST_F(Incidents, AreLostWorkersAndTheirReturn) {
  EXPECT_EQ(said(Lost{.workers = {1}, .why = "it is gone", .returned = 1}),
            "warning worker 1 on node1 is lost: it is gone; 1 task goes to others\n");
  expect_incident(Kind::lost, "worker 1 on node1 is lost: it is gone; 1 task goes to others");
  EXPECT_EQ(said(Lost{.workers = {2, 3}, .why = "nobody answers", .returned = 2}),
            "warning workers 2-3 on node2 are lost: nobody answers; 2 tasks go to others\n");
  EXPECT_EQ(said(Lost{.workers = {3}, .why = "it is gone"}),
            "warning worker 3 on an unknown host is lost: it is gone; 0 tasks go to others\n");
  EXPECT_EQ(said(Back{.worker = 1}), "info worker 1 is back\n");
  expect_incident(Kind::back, "worker 1 is back");
}

TEST_F(Incidents, AreNotResultsThatAgree) {
  EXPECT_EQ(said_of(Taken{}), "");
  EXPECT_EQ(said_of(Completion::accepted), "");
  EXPECT_EQ(said_of(Completion::agrees), "debug a second result of task 5 came and agrees\n");
  EXPECT_EQ(said_of(Completion::duplicate), "debug a second result of task 5 came and agrees\n");
  EXPECT_EQ(said_of(Completion::confirmed), "debug task 5 is confirmed by avx2 on node2\n");
  EXPECT_TRUE(incidents_.empty());
}

TEST_F(Incidents, AreWorkersAndHostsThatNobodyBelieves) {
  const auto of_host = [&](const std::string& host, std::uint64_t suspects) {
    return said_of(Taken{.suspect_host = SuspectHost{.host = host, .suspects = suspects}});
  };
  EXPECT_EQ(of_host("node2", 2),
            "warning node2 has counted wrong; 2 of its tasks that no other host has confirmed are "
            "counted again\n");
  expect_incident(Kind::suspect,
                  "node2 has counted wrong; 2 of its tasks that no other host has confirmed are "
                  "counted again");
  EXPECT_EQ(of_host("", 1),
            "warning an unknown host has counted wrong; 1 of its tasks that no other host has "
            "confirmed is counted again\n");
  const auto of_worker = [&](std::uint64_t suspects) {
    return said_of(Taken{
        .set_aside = {{.worker = 1, .why = "it counted task 5 wrong", .suspects = suspects}}});
  };
  EXPECT_EQ(of_worker(1),
            "error worker 1 on node1 is set aside: it counted task 5 wrong; 1 other task that it "
            "counted is counted again; test the machine with nqueens selftest\n");
  expect_incident(Kind::set_aside, "worker 1 on node1 is set aside: it counted task 5 wrong");
  EXPECT_TRUE(test::has(of_worker(2), "; 2 other tasks that it counted are counted again; "));
}

/// Two results of the first task that differ, and a third one, of a queue that is asked for all
/// three.
TEST_F(Incidents, AreDisputesAndTheirEnds) {
  EXPECT_EQ(said_of(Completion::disputed),
            "warning task 5 is disputed: worker 2 (avx2 on node2) counts 8; another worker counts "
            "it again\n");
  expect_incident(Kind::disputed, "task 5 is disputed: worker 2 (avx2 on node2) counts 8");
  for (int worker = 0; worker < 2; ++worker) {  // both hosts are known by their results
    test::count_batch(scheduler_);
  }
  const OriginTable& origins = scheduler_.queue().units().origins();
  ASSERT_GE(origins.size(), 2U);
  const auto vote = [](std::uint64_t count, std::uint64_t nodes) {
    return Vote{.record = {.count = Count{count}, .nodes = nodes, .origin = 1}};
  };
  const std::string by = " by " + to_string(origins[1]);
  const std::string votes =
      "task 5 was counted with different results: 8 with 1 node" + by + ", 9 with 2 nodes" + by;
  Dispute dispute{.unit = {.task = 5}, .votes = {vote(8, 1), vote(9, 2)}, .winner = 1};
  EXPECT_EQ(said_of(Completion::settled, &dispute),
            "warning " + votes + "; two agree on 9, which stands\n");
  expect_incident(Kind::settled, votes + "; two agree on 9, which stands");
  dispute.winner.reset();
  EXPECT_EQ(
      test::error_of(ExitCode::wrong_answer, [&] { said_of(Completion::unsettled, &dispute); }),
      votes + "; no two independent counts agree, so nobody can tell which is right");
  const Taken taken{
      .outcome = Outcome{.completion = Completion::unsettled, .unit = {}, .dispute = &dispute}};
  EXPECT_EQ(said(Counted{.worker = 2, .result = result_, .taken = taken}, false),
            "error " + votes + "\n");
  expect_incident(Kind::unsettled, votes);
}

TEST_F(Incidents, SayAtTheEndWhatCameTwice) {
  EXPECT_EQ(said(Ended{}), "");
  EXPECT_EQ(said(Ended{.is_disputed = true}),
            "error two counts of a task differ; run again from the checkpoint to settle it\n");
  UnitResult first;
  test::count_batch(scheduler_, [&](const UnitResult& result) { first = result; });
  scheduler_.take(1, first);
  ASSERT_EQ(scheduler_.queue().state().duplicates, 1U);
  EXPECT_EQ(said(Ended{}), "info 1 duplicate result agrees\n");
  EXPECT_TRUE(incidents_.empty());
}

}  // namespace
}  // namespace nqueens
