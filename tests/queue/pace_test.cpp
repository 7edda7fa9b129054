// How long work is expected to take, and how long a worker may keep it.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "queue/leases.hpp"
#include "queue/queues.hpp"

namespace nqueens {
namespace {

constexpr WorkerKind processor = WorkerKind::processor;

/// A worker of each kind.
struct WithPace : test::WithWorkers {
  WithPace() {
    arrive(1, "a");
    arrive(2, "a");
    arrive(3, "a", "opencl");
  }

  Leases leases{workers};
  Pace pace{workers, leases, test::lease_policy};
};

/// RFC 6298: the mean moves by an eighth of the difference, the deviation by a quarter of it.
TEST(Pace, SmoothsMeanAndDeviation) {
  WithPace with;
  with.pace.learn(8, 1);
  EXPECT_DOUBLE_EQ(*with.pace.seconds_per_cost(processor), 8);
  EXPECT_DOUBLE_EQ(with.pace.lease_seconds(1, 10), 5 + 2 * 10 * (8 + 4 * 4)) << "half of the first";
  with.pace.learn(16, 2);
  EXPECT_DOUBLE_EQ(*with.pace.seconds_per_cost(processor), 9);
  EXPECT_DOUBLE_EQ(with.pace.lease_seconds(1, 10), 5 + 2 * 10 * (9 + 4 * (4 + (8 - 4) / 4.0)));
  EXPECT_DOUBLE_EQ(with.pace.slowness(1), 8 / 9.0);
  EXPECT_DOUBLE_EQ(with.pace.slowness(2), 16 / 9.0);
  with.pace.learn(8, 2);
  EXPECT_DOUBLE_EQ(with.pace.slowness(2), 15 / (9 - 1 / 8.0));
  EXPECT_DOUBLE_EQ(with.pace.slowness(unknown_worker), 1);
}

/// Two thousand results of a millisecond, of which each hundredth has waited 1.9 s for a processor.
TEST(Pace, OfShortResultsTheMeanIsThatOfTheirWork) {
  WithPace with;
  for (int i = 1; i <= 20'000; ++i) {
    with.pace.learn(i % 100 == 50 ? 1.901 : 0.001, 1, 1);
  }
  EXPECT_NEAR(*with.pace.seconds_per_cost(processor), 0.02, 0.004) << "an eighth says 0.001";
  EXPECT_NEAR(with.pace.slowness(1), 1, 0.1);
  EXPECT_GT(with.pace.lease_seconds(1, 100), 5 + 2 * 100 * 0.02 * 5);
  for (int i = 0; i < 20'000; ++i) {
    with.pace.learn(0.001, 1, 1);
  }
  EXPECT_NEAR(*with.pace.seconds_per_cost(processor), 0.001, 0.001) << "it forgets";
}

TEST(Pace, IsKnownWhenThereAreAsManyResultsAsWorkersThatHoldSomething) {
  WithPace with;
  with.leases.begin({.task = 0}, 1, 1, 0, with.pace);
  with.leases.begin({.task = 1}, 2, 1, 0, with.pace);
  with.pace.learn(2, 1);
  EXPECT_EQ(with.pace.seconds_per_cost(processor), std::nullopt) << "the quicker one";
  EXPECT_DOUBLE_EQ(with.pace.lease_seconds(1, 1000), 5 + 2 * 1) << "a guess";
  EXPECT_DOUBLE_EQ(with.pace.slowness(1), 1);
  with.pace.learn(2, 1);
  EXPECT_EQ(with.pace.seconds_per_cost(processor), 2);
  with.leases.begin({.task = 2}, 3, 1, 0, with.pace);
  EXPECT_EQ(with.pace.seconds_per_cost(processor), 2);
  EXPECT_EQ(with.pace.seconds_per_cost(WorkerKind::device), std::nullopt);
}

TEST(Pace, ALateResultSaysHowFastItsWorkerIsAndNoMore) {
  WithPace with;
  with.pace.learn(2, 1);
  with.pace.learn_own(20, 2);
  EXPECT_EQ(with.pace.seconds_per_cost(processor), 2);
  EXPECT_DOUBLE_EQ(with.pace.slowness(2), 10);
  EXPECT_DOUBLE_EQ(with.pace.lease_seconds(2, 1), 5 + 2 * 10 * (2 + 4 * 1));
  EXPECT_DOUBLE_EQ(with.pace.lease_seconds(1, 1), 5 + 2 * (2 + 4 * 1));
}

TEST(Pace, NoWorkerGetsLessTimeThanTheMean) {
  WithPace with;
  with.pace.learn(2, 1);
  with.pace.learn_own(0.2, 2);
  EXPECT_DOUBLE_EQ(with.pace.slowness(2), 0.1);
  EXPECT_DOUBLE_EQ(with.pace.lease_seconds(2, 1), with.pace.lease_seconds(1, 1));
}

/// Before the first check it is guessed that checks take eight times as long.
TEST(Pace, ChecksAreExpectedToTakeWhatTheyTookAndNeverLessThanAFirstCount) {
  WithPace with;
  with.pace.learn(2, 1);
  EXPECT_DOUBLE_EQ(with.pace.check_cost(100, 1), 800);
  with.pace.learn_check(8, 1);
  EXPECT_DOUBLE_EQ(with.pace.check_cost(100, 1), 100 * (8 + (4 - 8) / 8.0));
  for (int i = 0; i < 1000; ++i) {
    with.pace.learn_check(0.002, 1);
  }
  EXPECT_NEAR(with.pace.check_cost(100, 1), 100, 1e-9);
  EXPECT_DOUBLE_EQ(with.pace.check_cost(100, 3), 800) << "a device has measures of its own";
  EXPECT_EQ(with.pace.seconds_per_cost(processor), 2);
}

TEST(Pace, ARunOfChecksAloneLearnsFromThem) {
  WithPace with;
  with.pace.learn_check(16, 1);
  EXPECT_EQ(with.pace.seconds_per_cost(processor), 2) << "an eighth";
  EXPECT_DOUBLE_EQ(with.pace.check_cost(100, 1), 800);
  with.pace.learn(3, 1);
  EXPECT_EQ(with.pace.seconds_per_cost(processor), 3) << "a first count is worth more";
}

TEST(Pace, ATimeThatIsNoneTeachesNothing) {
  WithPace with;
  for (const double seconds : {-1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    with.pace.learn(seconds, 1);
    with.pace.learn_own(seconds, 1);
    with.pace.learn_check(seconds, 1);
  }
  EXPECT_EQ(with.pace.seconds_per_cost(processor), std::nullopt);
  with.pace.learn(0, 1);
  with.pace.learn_check(1, 1);
  EXPECT_DOUBLE_EQ(with.pace.check_cost(100, 1), 800) << "a time of 0 has no multiple";
  EXPECT_DOUBLE_EQ(with.pace.slowness(1), 1);
}

TEST(Pace, ComparesKindsOnceBothAreKnown) {
  WithPace with;
  with.pace.learn(100, 1);
  EXPECT_DOUBLE_EQ(with.pace.times_as_fast(WorkerKind::device, processor), 1);
  with.pace.learn(2, 3);
  EXPECT_DOUBLE_EQ(with.pace.times_as_fast(WorkerKind::device, processor), 50);
  EXPECT_DOUBLE_EQ(with.pace.times_as_fast(processor, WorkerKind::device), 1 / 50.0);
  EXPECT_DOUBLE_EQ(with.pace.capacity(processor), 2 + 50);
  EXPECT_DOUBLE_EQ(with.pace.capacity(WorkerKind::device), 1 + 2 / 50.0);
}

TEST(Leases, EndInTheOrderOfTheirDeadlines) {
  WithPace with;
  with.pace.learn(1, 1);
  Leases& leases = with.leases;
  leases.begin({.task = 7}, 1, 10, 0, with.pace);  // 5 + 2 * 10 * (1 + 4 / 2)
  leases.begin({.task = 3}, 2, 1, 50, with.pace);  // 5 + 2 * 1 * 3
  leases.begin({.task = 4}, 2, 1, 50, with.pace);  // after the one before
  EXPECT_EQ(leases.holder({.task = 7}), 1);
  EXPECT_EQ(leases.holder({.task = 8}), std::nullopt);
  EXPECT_TRUE(leases.expire(60.9, with.pace).empty());
  const auto ended = leases.expire(67, with.pace);
  ASSERT_EQ(ended.size(), 3U);
  EXPECT_EQ(ended[0].unit.task, 3U);
  EXPECT_EQ(ended[0].worker, 2);
  EXPECT_EQ(ended[1].unit.task, 7U);
  EXPECT_EQ(ended[2].unit.task, 4U);
  EXPECT_EQ(leases.holder({.task = 7}), std::nullopt);
  EXPECT_EQ(leases.busy(), 0U);
}

/// Beside other programs, a worker at idle priority may get no processor for minutes.
TEST(Leases, DoNotRunWhileTheirWorkerWaitsForAProcessor) {
  WithPace with;
  with.pace.learn(1, 1);
  Leases& leases = with.leases;
  leases.begin({.task = 1}, 1, 1, 0, with.pace);  // 5 + 2 * 1 * 3
  leases.begin({.task = 2}, 1, 1, 2, with.pace);  // 5 + 2 * 2 * 3, from 2 on
  leases.begin({.task = 3}, 2, 1, 0, with.pace);
  double of_first = 10;
  std::vector<WorkerId> asked;
  const auto waited = [&](WorkerId worker) {
    asked.push_back(worker);
    return worker == 1 ? std::exchange(of_first, 0) : 0;
  };
  EXPECT_TRUE(leases.expire(10.9, with.pace, waited).empty());
  EXPECT_TRUE(asked.empty()) << "no lease is over";
  const auto ended = leases.expire(11, with.pace, waited);
  ASSERT_EQ(ended.size(), 1U);
  EXPECT_EQ(ended[0].worker, 2) << "it has not waited";
  EXPECT_EQ(asked.size(), 2U);
  EXPECT_TRUE(leases.expire(20.9, with.pace, waited).empty());
  EXPECT_EQ(leases.expire(21, with.pace, waited).size(), 1U);
  EXPECT_TRUE(leases.expire(28.9, with.pace, waited).empty()) << "all its leases are longer";
  EXPECT_EQ(leases.expire(29, with.pace, waited).size(), 1U);
}

/// The mean wait of its process may be as long as the time since the last look.
TEST(Leases, OfAWorkerThatHangsEndBesideOnesThatWait) {
  WithPace with;
  with.pace.learn(1, 1);
  with.leases.begin({.task = 1}, 1, 1, 0, with.pace);  // 11 s
  const auto waited = [](WorkerId) { return 1e9; };
  double now = 0;
  while (with.leases.expire(now, with.pace, waited).empty()) {
    ASSERT_LT(now, 1e6);
    now += 0.5;
  }
  EXPECT_NEAR(now, 101 * 11, 1);
}

TEST(Leases, AreLongEnoughIfTheMasterHadNoProcessorEither) {
  WithPace with;
  with.pace.learn(1, 1);
  with.leases.begin({.task = 1}, 1, 1, 0, with.pace);  // 11 s
  double wait = 60;
  const auto waited = [&wait](WorkerId) { return std::exchange(wait, 0); };
  EXPECT_TRUE(with.leases.expire(60, with.pace, waited).empty()) << "it looked at 60 s only";
  EXPECT_TRUE(with.leases.expire(70.9, with.pace, waited).empty());
  EXPECT_EQ(with.leases.expire(71, with.pace, waited).size(), 1U);
}

/// The guess of a first lease is 400 times as long.
TEST(Leases, ThatWereGuessedAreCorrectedAfterAWait) {
  WithPace with;
  Leases& leases = with.leases;
  const double second = with.pace.policy().expected_cost_rate;  // of work
  leases.begin({.task = 1}, 1, 0.01 * second, 0, with.pace);    // 5 + 2 * 400 * 0.01
  leases.begin({.task = 2}, 1, 10 * second, 0, with.pace);      // 8,000 s and more
  double wait = 10;
  const auto waited = [&wait](WorkerId) { return std::exchange(wait, 0); };
  EXPECT_TRUE(leases.expire(13, with.pace, waited).empty());
  EXPECT_EQ(leases.expire(23, with.pace, waited).size(), 1U);
  with.pace.learn(1 / second, 2);  // 10 + 5 + 2 * 10.01 * 3
  EXPECT_TRUE(leases.expire(75, with.pace, waited).empty());
  EXPECT_EQ(leases.expire(76, with.pace, waited).size(), 1U);
}

TEST(Leases, ANewOneOfAUnitHasItsOwnDeadline) {
  WithPace with;
  with.pace.learn(1, 1);
  Leases& leases = with.leases;
  leases.begin({.task = 7}, 1, 10, 0, with.pace);
  leases.end({.task = 7});
  leases.end({.task = 7});
  leases.begin({.task = 7}, 2, 10, 30, with.pace);
  EXPECT_TRUE(leases.expire(65, with.pace).empty()) << "that of the first has passed";
  EXPECT_EQ(leases.expire(95, with.pace).size(), 1U);
  leases.begin({.task = 8}, 1, 1, 100, with.pace);
  leases.begin({.task = 9}, 1, 1, 100, with.pace);
  EXPECT_EQ(leases.release(1).size(), 2U);
  EXPECT_TRUE(leases.release(1).empty());
  EXPECT_TRUE(leases.expire(1e9, with.pace).empty());
}

}  // namespace
}  // namespace nqueens
