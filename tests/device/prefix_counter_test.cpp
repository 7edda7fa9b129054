// Launches and tickets, with a device that the test plays.

#include "device/prefix_counter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "device/played_device.hpp"
#include "device/prefixes.hpp"

namespace nqueens::test {
namespace {

using namespace std::chrono_literals;
using std::uint64_t;

TEST_F(PrefixCounterTest, GivesEachPrefixOnceWithAllItsCrowns) {
  const auto counter = make({.crowns = 7});
  std::map<uint64_t, DeviceCounter::Done> done;
  for (std::size_t added = 0; done.size() < prefixes_.size();) {
    while (added < prefixes_.size() && counter->wants_more()) {
      counter->add(prefixes_[added], added);
      ++added;
    }
    for (const DeviceCounter::Done& each : counter->take(1ms)) {
      EXPECT_TRUE(done.emplace(each.ticket, each).second) << "ticket " << each.ticket << " again";
    }
  }
  for (const auto& [ticket, each] : done) {
    EXPECT_EQ(std::pair(each.count, each.nodes), expected({.n = n}, prefixes_[ticket])) << ticket;
  }
  EXPECT_EQ(play_.running, 0);
  EXPECT_GT(play_.launches.size(), prefixes_.size());  // prefixes have more crowns than a launch
  for (std::size_t launch = 0; launch < play_.launches.size(); ++launch) {
    EXPECT_LE(crowns_of(launch), 7U);
  }
}

TEST_F(PrefixCounterTest, KeepsTwoLaunchesInFlightAndThenWantsNoMore) {
  play_.ends = false;
  const auto counter = make({.crowns = 2});
  counter->add(prefixes_[0], 0);
  EXPECT_TRUE(counter->take(0ms).empty());
  ASSERT_EQ(play_.launches.size(), 2U);
  EXPECT_EQ(crowns_of(0), 2U);
  EXPECT_EQ(crowns_of(1), 2U);
  EXPECT_FALSE(counter->wants_more());
}

TEST_F(PrefixCounterTest, MakesLaunchesLargerAsLongAsTheyAreShort) {
  const auto counter = make();
  for (uint64_t ticket = 0; ticket < prefixes_.size(); ++ticket) {
    while (!counter->wants_more()) {
      counter->take(0ms);
    }
    counter->add(prefixes_[ticket], ticket);
  }
  ASSERT_GE(play_.launches.size(), 4U);
  EXPECT_EQ(crowns_of(0), 10U);
  std::size_t most = 0;
  for (std::size_t launch = 0; launch < play_.launches.size(); ++launch) {
    most = std::max(most, crowns_of(launch));
  }
  EXPECT_EQ(most, 35U);
}

TEST_F(PrefixCounterTest, MakesLaunchesSmallerIfTheyAreLong) {
  play_.seconds = 1;
  const auto counter = make();
  for (uint64_t ticket = 0; play_.launches.size() < 3; ++ticket) {
    while (!counter->wants_more()) {
      counter->take(0ms);
    }
    counter->add(prefixes_[ticket % prefixes_.size()], ticket);
  }
  EXPECT_EQ(crowns_of(0), 10U);
  EXPECT_EQ(crowns_of(2), 1U);
}

TEST_F(PrefixCounterTest, DropsWhatIsAbandoned) {
  play_.ends = false;
  const auto counter = make({.crowns = 2});
  counter->add(prefixes_[0], 0);
  counter->take(0ms);
  counter->abandon();
  play_.ends = true;
  EXPECT_TRUE(counter->take(0ms).empty());
  ASSERT_TRUE(counter->wants_more());
  counter->add(prefixes_[1], 1);
  std::vector<DeviceCounter::Done> done;
  while (done.empty()) {
    done = counter->take(1ms);
  }
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0].ticket, 1U);
  EXPECT_EQ(std::pair(done[0].count, done[0].nodes), expected({.n = n}, prefixes_[1]));
}

class LargeCrowns : public PrefixCounterTest {
 protected:
  static constexpr int n = 32;

  [[nodiscard]] std::unique_ptr<DeviceCounter> make() {
    return make_prefix_counter(std::make_unique<PlayedDevice>(play_), make_crown_source({.n = n}),
                               {.crowns = 2});
  }
  static DeviceCounter::Done count(DeviceCounter& counter, const Prefix& prefix) {
    DeviceCounter::Done counted;
    count_all(
        counter, 1, [&](auto) { return prefix; }, [&](auto& done) { counted = done; });
    return counted;
  }
};

TEST_F(LargeCrowns, AreSplitUntilTheyFit) {
  for (const int queens : {15, 16, 17}) {
    const Prefix prefix = prefix_of_a_crown(n, queens);
    const DeviceCounter::Done done = count(*make(), prefix);
    EXPECT_EQ(std::pair(done.count, done.nodes), expected({.n = n}, prefix)) << queens;
  }
  for (std::size_t launch = 0; launch < play_.launches.size(); ++launch) {
    EXPECT_LE(crowns_of(launch), 2U);
  }
}

TEST_F(LargeCrowns, AreDroppedIfTheyAreAbandoned) {
  play_.ends = false;
  const auto counter = make();
  counter->add(prefix_of_a_crown(n, 15), 1);
  counter->take(0ms);
  counter->abandon();
  play_.ends = true;
  counter->take(0ms);
  const Prefix prefix = prefix_of_a_crown(n, 17);
  const DeviceCounter::Done done = count(*counter, prefix);
  EXPECT_EQ(std::pair(done.count, done.nodes), expected({.n = n}, prefix));
}

TEST_F(PrefixCounterTest, LosesPatienceWithALaunchThatDoesNotEnd) {
  play_.ends = false;
  const auto counter = make({.crowns = 2, .patience = 20ms});
  counter->add(prefixes_[0], 0);
  EXPECT_THROW(
      for (;;) { counter->take(1ms); }, DeviceError);
}

TEST_F(PrefixCounterTest, PassesOnThatTheDeviceIsLost) {
  const auto counter = make({.crowns = 2});
  counter->add(prefixes_[0], 0);
  play_.ends = false;
  counter->take(0ms);
  play_.is_lost = true;
  try {
    counter->take(0ms);
    FAIL() << "the loss is not told";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("(played, ): it is lost"), std::string::npos);
  }
}

TEST_F(PrefixCounterTest, WaitsForNothingIfNothingIsCounted) {
  EXPECT_TRUE(make()->take(1h).empty());
}

}  // namespace
}  // namespace nqueens::test
