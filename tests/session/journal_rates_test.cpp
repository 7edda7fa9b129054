// How often the log of runs has a rate, and what it says of workers, ranks and devices.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "played.hpp"
#include "session/journal.hpp"
#include "written.hpp"

namespace nqueens {
namespace {

using test::lines_of;
using test::Written;

TEST(Journal, WritesARateEverySecondAtFirstAndEveryMinuteLater) {
  Written written;
  written.begin();
  written.come(1);
  const auto rates_until = [&](double end, double step) {
    while (written.time < end) {
      written.tick_at(written.time + step);
    }
    return written.rates().size();
  };
  written.tick_at(0.5);
  EXPECT_EQ(written.rates().size(), 0U);
  EXPECT_EQ(rates_until(20, 0.5), 20U);
  const std::size_t by_20_minutes = rates_until(1200, 1);
  EXPECT_GT(by_20_minutes, 20U + 60U);  // a twentieth of the time so far
  EXPECT_LT(by_20_minutes, 20U + 100U);
  EXPECT_EQ(rates_until(1200 + 600, 1), by_20_minutes + 10);
  written.expect_same_state();
}

TEST(Journal, WritesMoreRatesNearTheEnd) {
  Written written;
  written.begin();
  written.come(1);
  written.time = 2000;
  while (written.run->queue().state().todo > 1) {
    written.count_batch();
  }
  const double share = written.run->queue().progress().share_done;
  ASSERT_GT(share, 0.5);
  ASSERT_LT(share, 1);
  const double interval = std::min(2000 * (1 - share) / share / 10, 60.0);
  written.tick_at(2000);
  ASSERT_EQ(written.rates().size(), 1U);
  written.tick_at(2000 + 0.99 * interval);
  EXPECT_EQ(written.rates().size(), 1U);
  written.tick_at(2000 + 1.01 * interval);
  EXPECT_EQ(written.rates().size(), 2U);
}

/// A run that goes on is as long as what it has done itself.
TEST(Journal, MeasuresWhatIsLeftByWhatThisRunHasDone) {
  Written written;
  written.begin();
  written.come(1);
  written.count_batch();
  written.run->save();
  written.begin();
  written.come(1);
  written.count_batch();
  const double before = written.run->before.share_done;
  const double share = written.run->queue().progress().share_done;
  ASSERT_GT(before, 0);
  constexpr double time = 100;
  const double interval =
      std::clamp(std::min(time / 20, time * (1 - share) / (share - before) / 10), 1.0, 60.0);
  written.tick_at(time);
  written.tick_at(time + 0.99 * interval);
  EXPECT_EQ(written.rates().size(), 1U);
  written.tick_at(time + 1.01 * interval);
  EXPECT_EQ(written.rates().size(), 2U);
}

TEST(Journal, AddsUpWhatWorkersDidSinceTheLastRate) {
  Written written;
  Journal& journal = written.begin();
  written.come(1);
  written.come(2);
  written.count(1, Completion::accepted, 2);
  written.count(2, Completion::accepted, 0.75);
  written.count(1, Completion::confirmed, 4);
  written.count(1, Completion::duplicate, -1);  // by a clock that was set back
  UnitResult refused;
  refused.seconds = 100;
  journal.tell(Counted{.worker = 1, .result = refused, .taken = Taken{}});
  written.tick_at(10);
  const RunRate rate = written.rates().at(0);
  EXPECT_EQ(rate.units, 2U);
  EXPECT_EQ(rate.confirmed, 1U);
  EXPECT_EQ(rate.busy, 6.75);
  EXPECT_EQ(rate.lengths, (LengthHistogram{{-1, 1}, {1, 1}}));
  EXPECT_EQ(rate.left_out, 0U);
  ASSERT_EQ(rate.ranks.size(), 1U);
  EXPECT_EQ(rate.ranks[0].units, 4U);
  EXPECT_EQ(rate.ranks[0].busy, 6.75);
  EXPECT_EQ(rate.ranks[0].here, 20);
  EXPECT_EQ(rate.now.seconds, 10);
  EXPECT_EQ(rate.now.workers, 2);
  EXPECT_EQ(rate.now.tasks, written.run->queue().progress().tasks);
  written.tick_at(20);
  const RunRate next = written.rates().at(1);
  EXPECT_EQ(next.units + next.confirmed, 0U);
  EXPECT_EQ(next.busy, 0);
  EXPECT_EQ(next.ranks.at(0).units, 0U);
  EXPECT_EQ(next.ranks.at(0).busy, 0);
  EXPECT_EQ(next.ranks.at(0).here, 20);
  EXPECT_EQ(written.share(0).units, 4U);
  EXPECT_EQ(written.share(0).here, 40);
  EXPECT_EQ(journal.state().runs[0].confirmed, 1U);
  written.expect_same_state();
}

TEST(Journal, WritesAsLastRateWhatTheQueueHas) {
  Written written;
  Journal& journal = written.begin();
  written.come(1);
  written.come(2, "b");
  written.count_batch(8);
  written.run->scheduler.depart(2);
  written.tick_at(0.1);  // who works is asked with each tick
  written.time = 0.5;
  journal.stop("");
  const RunRate rate = written.rates().at(0);
  const Progress now = written.run->queue().progress();
  ASSERT_GT(now.tasks_done, 0U);
  EXPECT_EQ(rate.now.tasks_done, now.tasks_done);
  EXPECT_EQ(rate.now.count, now.count);
  EXPECT_EQ(rate.now.share_done, now.share_done);
  EXPECT_EQ(rate.now.seconds, 0.5);
  EXPECT_EQ(rate.now.workers, 1);
  EXPECT_EQ(rate.now.idle, 1);
  EXPECT_EQ(rate.now.lost, 1);
  EXPECT_EQ(rate.ranks.at(0).processor, 4);
  EXPECT_TRUE(lines_of<RunStop>(written.path()).empty());
  written.expect_same_state();
}

TEST(Journal, SaysHowFarItIs) {
  Written written;
  Journal& journal = written.begin(Interval{.estimate = 92, .low = 90, .high = 95});
  written.come(1);
  written.count_batch();
  ASSERT_TRUE(written.run->scheduler.next(0));
  written.run->scheduler.depart(1);  // so that its task is to do again
  written.come(1);
  written.run->scheduler.come_back(1);
  written.tick_at(3);
  const RunProgress progress = journal.progress();
  EXPECT_EQ(progress.now.tasks_done, written.run->queue().progress().tasks_done);
  EXPECT_EQ(progress.now.retries, 1U);
  EXPECT_EQ(progress.now.seconds, 3);
  EXPECT_EQ(progress.now.workers, 1);
  EXPECT_EQ(progress.now.idle, 1);
  ASSERT_TRUE(progress.expected);
  EXPECT_EQ(progress.expected->estimate, 92);
  EXPECT_EQ(journal.elapsed(), 3);
  // Who came since the last tick is not yet among those that work.
  written.come(2);
  EXPECT_EQ(journal.progress().now.workers, 1);
  EXPECT_EQ(journal.progress().now.idle, 1);
}

// --- Who is there

TEST(Journal, NamesNewlyReadyWorkersAndProcessorsOnce) {
  Written written({{.workers = 2}, {.workers = 1}});
  Journal& journal = written.begin();
  written.come(1);
  written.tick_at(1);
  written.come(2);
  written.come(3, "b");
  written.tick_at(2);
  written.tick_at(3);
  const auto lines = lines_of<RunWorkers>(written.path());
  ASSERT_EQ(lines.size(), 2U);
  ASSERT_EQ(lines[0].groups.size(), 1U);
  EXPECT_EQ(lines[0].groups[0].workers, 1);
  EXPECT_EQ(lines[0].groups[0].host, "a");
  EXPECT_EQ(lines[0].groups[0].kernel, "scalar");
  EXPECT_EQ(lines[0].processors, (std::set<std::string>{"a processor"}));
  ASSERT_EQ(lines[1].groups.size(), 2U);
  EXPECT_EQ(lines[1].groups[1].rank, 1);
  EXPECT_EQ(lines[1].groups[1].host, "b");
  EXPECT_TRUE(lines[1].processors.empty()) << "it was named";
  EXPECT_EQ(journal.state().runs[0].processors, lines[0].processors);
  written.expect_same_state();
}

TEST(Journal, CountsOnlyTheTimeInWhichWorkersAreThere) {
  Written written;
  Journal& journal = written.begin();
  written.time = 1;
  written.come(1);
  written.come(2);
  written.time = 3;
  journal.tell(Left{.worker = 2});
  written.time = 4;
  journal.tell(Lost{.workers = {1, 2}});
  written.time = 10;
  written.come(1);
  written.come(1);  // is there already
  written.time = 12;
  const SetAside aside{.worker = 1, .why = "it is wrong"};
  const UnitResult result;
  const Taken taken{.set_aside = {aside}};
  journal.tell(Counted{.worker = 1, .result = result, .taken = taken});
  written.time = 20;
  journal.stop("SIGTERM");
  EXPECT_EQ(written.rates().at(0).ranks.at(0).here, 3 + 2 + 2);
  written.expect_same_state();
}

/// A worker that leaves gives back what it holds, as all do at a stop.
TEST(Journal, OnlyWhatLostWorkersHeldIsReturned) {
  Written written;
  Journal& journal = written.begin();
  written.come(1);
  written.come(2);
  Scheduler& scheduler = written.run->scheduler;
  while (scheduler.next(0)) {
  }
  const std::uint64_t left = *scheduler.depart(2, WorkerTable::Stage::left);
  journal.tell(Left{.worker = 2, .returned = left});
  EXPECT_EQ(journal.progress().now.retries, 0U);
  const std::uint64_t lost = *scheduler.depart(1, WorkerTable::Stage::lost);
  journal.tell(Lost{.workers = {1}, .returned = lost});
  EXPECT_EQ(journal.progress().now.retries, lost);
  EXPECT_TRUE(left > 0 && lost > 0);
  written.time = 1;
  journal.stop("SIGTERM");
  EXPECT_EQ(written.rates().back().now.retries, lost);
  EXPECT_EQ(journal.state().runs[0].losses, 1U);
}

TEST(Journal, HasEachDeviceAsAPlaceOfItsOwn) {
  Written written({{.workers = 1}, {.workers = 3}});
  Journal& journal = written.begin();
  written.come(2, "b");
  written.come(3, "b", "device 0");
  written.come(4, "b", "device 1");
  written.come(4, "b", "device 1");  // again
  for (const WorkerId worker : {2, 3, 3, 4, 4, 4}) {
    written.count(worker, Completion::accepted, 1);
  }
  written.tick_at(2);
  const auto ranks = written.rates().at(0).ranks;
  ASSERT_EQ(ranks.size(), 3U) << "nobody of rank 0 came";
  for (int device = 0; device < 3; ++device) {
    const WorkerShare& place = ranks[static_cast<std::size_t>(device)];
    EXPECT_EQ(place.rank, 1);
    EXPECT_EQ(place.device, device);
    EXPECT_EQ(place.units, static_cast<std::uint64_t>(device) + 1);
    EXPECT_EQ(place.busy, device + 1);
    EXPECT_EQ(place.here, 2);
    EXPECT_EQ(written.share(1, device).host, "b");
  }
  EXPECT_EQ(written.share(1, 2).kernel, "scalar on device 1");
  EXPECT_EQ(written.share(1, 0).kernel, "scalar");
  journal.stop("SIGTERM");
  written.expect_same_state();
}

std::vector<Rank> ranks_of_one(std::size_t ranks) {
  return std::vector<Rank>(ranks, Rank{.workers = 1});
}

TEST(Journal, ListsManyRanksSeldom) {
  for (const std::size_t ranks : {64U, 65U, 129U}) {
    Written written(ranks_of_one(ranks));
    Journal& journal = written.begin();
    written.come(1);
    written.tick_at(1);
    const auto listed = [&] {
      std::size_t lines = 0;
      for (const RunRate& rate : written.rates()) {
        lines += rate.ranks.empty() ? 0 : 1;
      }
      return lines;
    };
    const double interval = 60.0 * static_cast<double>((ranks - 1) / 64);
    EXPECT_EQ(listed(), ranks == 64 ? 1U : 0U);
    written.tick_at(interval - 2);
    const std::size_t before = listed();
    EXPECT_EQ(before, ranks == 64 ? 1U : 0U);
    written.tick_at(std::max(interval, 1.0) + 10);
    EXPECT_EQ(listed(), before + 1);
    written.tick_at(written.time + 60 + 1);
    EXPECT_EQ(listed(), before + (ranks == 129 ? 1 : 2)) << ranks;
    written.time += 1;
    journal.stop("SIGTERM");
    EXPECT_EQ(listed(), before + (ranks == 129 ? 2 : 3));
    written.expect_same_state();
  }
}

/// The groups of the last word.
std::vector<WorkerShare> groups_of(const Written& written) {
  const auto lines = lines_of<RunNow>(written.path());
  return lines.empty() ? std::vector<WorkerShare>() : lines.back().groups;
}

TEST(Journal, SaysOfEachRankWhatItDid) {
  Written written({{.workers = 1}, {.workers = 1}, {.workers = 1}});
  written.begin();
  written.come(1, "a");
  written.come(2, "a");
  written.count(1, Completion::accepted, 2);
  written.tick_at(10);
  written.count(1, Completion::accepted, 3);
  written.tick_at(16);
  const auto groups = groups_of(written);
  ASSERT_EQ(groups.size(), 2U) << "nobody of the third came";
  EXPECT_EQ(groups[0].rank, 0);
  EXPECT_EQ(groups[0].ranks, 1);
  EXPECT_EQ(groups[0].workers, 1);
  EXPECT_EQ(groups[0].host, "a");
  EXPECT_EQ(groups[0].units, 2U) << "listed and since then";
  EXPECT_EQ(groups[0].busy, 5);
  EXPECT_GT(groups[0].heard, 0);
  EXPECT_EQ(groups[1].rank, 1);
  EXPECT_EQ(groups[1].units, 0U);
}

TEST(Journal, SaysOfHostsWhatTheyDidIfThereAreManyRanks) {
  Written written(ranks_of_one(65));
  written.begin();
  written.come(1, "a");
  written.come(2, "b");
  written.come(3, "a");
  written.come(4, "a", "device 0");
  for (const WorkerId worker : {1, 3, 3, 4}) {
    written.count(worker, Completion::accepted, 1);
  }
  written.tick_at(6);
  const auto groups = groups_of(written);
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].host, "a");
  EXPECT_EQ(groups[0].ranks, 2);
  EXPECT_EQ(groups[0].workers, 2);
  EXPECT_EQ(groups[0].units, 3U);
  EXPECT_EQ(groups[1].host, "b");
  EXPECT_EQ(groups[1].units, 0U);
  EXPECT_EQ(groups[2].host, "a");
  EXPECT_EQ(groups[2].kernel, "scalar on device 0");
  EXPECT_EQ(groups[2].units, 1U);
}

}  // namespace
}  // namespace nqueens
