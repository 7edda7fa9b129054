// What rank 0 asks of thousands of workers, so that it keeps up with them.

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

#include "queue/queues.hpp"
#include "queue/scheduler.hpp"

namespace nqueens {
namespace {

using test::OneCount;

TEST(ManyWorkers, SignsOfLifeGetRarerAmongThousands) {
  EXPECT_EQ(ping_interval_seconds(100, 20), 20);
  EXPECT_EQ(ping_interval_seconds(6000, 20), 30);
  EXPECT_EQ(ping_interval_seconds(100'000, 20), 50);
  EXPECT_EQ(ping_interval_seconds(100'000, 90), 90);
  EXPECT_EQ(ping_interval_seconds(1'000'000, 20), 100);
  EXPECT_EQ(host_ping_seconds(10'000), 5);
  EXPECT_EQ(host_silence_seconds(1'000'000), 1500);
  EXPECT_EQ(tick_seconds(100'000), 0.5);
  EXPECT_EQ(tick_seconds(1'000'000), 5);
}

/// Whatever the cluster: of batches, results that are held, and signs of life.
TEST(ManyWorkers, AsksForNoMoreMessagesThanRank0CanServe) {
  for (std::size_t workers = 1; workers <= 2'000'000; workers = workers * 3 / 2 + 1) {
    const auto count = static_cast<double>(workers);
    const double shortest = exchange_seconds(workers);
    for (const double batch : {shortest, 1.5 * shortest, 10 * shortest, 1000 * shortest}) {
      const double reports = std::floor(batch / result_hold_seconds(workers));
      const double pings = std::floor(batch / ping_interval_seconds(workers, 20));
      EXPECT_LE(count * (2 + reports + 2 * pings) / batch, 2 * exchanges_a_second * 1.0001)
          << workers << " workers, batches of " << batch << " s";
    }
  }
}

/// Each unit takes half a second. The batches are as long at the end, and before anything is known.
TEST(ManyWorkers, GivesEachOfManyWorkersBatchesSoLongThatRank0KeepsUp) {
  constexpr WorkerId workers = 60'000;
  constexpr std::size_t least = 6;  // three seconds
  OneCount job(3 * workers, {.batch_seconds = 0.1}, {.leases = {.expected_cost_rate = 2000}});
  for (WorkerId worker = 1; worker <= workers; ++worker) {
    job.arrive({worker});
  }
  EXPECT_EQ(job.next(1), least);
  job.measure(0.5);
  for (WorkerId worker = 2; worker < 10'000; ++worker) {
    const auto batch = job.scheduler.next(0);
    ASSERT_TRUE(batch);
    ASSERT_EQ(batch->units.size(), least) << worker;
    ASSERT_GT(batch->hold_seconds, 3) << worker;
  }
  while (job.queue().state().todo >= workers / 10) {
    job.scheduler.next(0);
  }
  EXPECT_EQ(job.scheduler.next(0).value().units.size(), 1U) << "idle workers share what is left";
}

TEST(ManyWorkers, LetsThousandsHoldTheirResultsLonger) {
  EXPECT_EQ(result_hold_seconds(10'000), 1);
  EXPECT_EQ(result_hold_seconds(100'000), 10);
  EXPECT_EQ(result_hold_seconds(1'000'000), 100);
  OneCount job(10);
  job.arrive({1});
  const auto batch = job.scheduler.next(0);
  ASSERT_TRUE(batch);
  EXPECT_EQ(batch->hold_seconds, 1);
}

}  // namespace
}  // namespace nqueens
