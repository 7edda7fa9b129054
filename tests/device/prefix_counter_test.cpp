// Launches and units, with a device that the test plays.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>

#include "device/crown_device.hpp"
#include "device/played_device.hpp"
#include "device/prefixes.hpp"

namespace nqueens::test {
namespace {

using namespace std::chrono_literals;
using std::uint64_t;

std::pair<uint64_t, uint64_t> counted(const UnitWork& unit) {
  return {unit.result.count.low(), unit.result.nodes};
}

/// What the processor counts of the unit, with the weights of its prefixes.
std::pair<uint64_t, uint64_t> weighted(const Problem& problem, const UnitWork& unit,
                                       const auto& expected) {
  std::pair<uint64_t, uint64_t> sums;
  for (const Prefix& prefix : unit.prefixes.prefixes) {
    const auto [count, nodes] = expected(problem, prefix);
    sums.first += count * prefix.weight;
    sums.second += nodes;
  }
  return sums;
}

TEST_F(PrefixCounterTest, AddsUpEachUnitWithAllItsCrownsAndWeights) {
  const auto counter = make({.crowns = 7});
  std::deque<UnitWork> units(3);
  for (std::size_t i = 0; i < prefixes_.size(); ++i) {
    prefixes_[i].weight = 1 + static_cast<std::uint32_t>(i % 8);
    units[i % 2 + (i > 10 ? 1 : 0)].prefixes.prefixes.push_back(prefixes_[i]);
  }
  for (UnitWork& unit : units) {
    while (!counter->add(unit)) {
      EXPECT_FALSE(unit.is_done());
      look(*counter);
    }
  }
  for (UnitWork& unit : units) {
    finish(*counter, unit);
    EXPECT_EQ(counted(unit), weighted({.n = n}, unit, expected));
  }
  EXPECT_EQ(play_.running, 0);
  EXPECT_GT(play_.launches.size(), prefixes_.size());  // prefixes have more crowns than a launch
  for (std::size_t launch = 0; launch < play_.launches.size(); ++launch) {
    EXPECT_LE(crowns_of(launch), 7U);
  }
}

TEST_F(PrefixCounterTest, SharesTheTimeOfLaunchesByNodes) {
  const auto counter = make();
  double seconds = 0;
  count_all(
      *counter, prefixes_.size(), [this](std::size_t i) { return prefixes_[i]; },
      [&](const UnitResult& done) { seconds += done.seconds; });
  EXPECT_GT(seconds, 0);
  EXPECT_LE(seconds, 1.001 * play_.seconds * static_cast<double>(play_.launches.size()));
}

TEST_F(PrefixCounterTest, KeepsTwoLaunchesInFlightAndThenHasNoRoom) {
  play_.ends = false;
  const auto counter = make({.crowns = 2});
  UnitWork first = unit(0);
  UnitWork second = unit(1);
  counter->add(first);
  look(*counter);
  ASSERT_EQ(play_.launches.size(), 2U);
  EXPECT_EQ(crowns_of(0), 2U);
  EXPECT_EQ(crowns_of(1), 2U);
  EXPECT_FALSE(counter->add(second));
  EXPECT_EQ(second.begun, 0U);
}

TEST_F(PrefixCounterTest, MakesLaunchesLargerAsLongAsTheyAreShort) {
  const auto counter = make();
  UnitWork all = unit_of_all();
  while (!counter->add(all)) {
    look(*counter);
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
  UnitWork all = unit_of_all();
  while (play_.launches.size() < 3) {
    counter->add(all);
    look(*counter);
  }
  EXPECT_EQ(crowns_of(0), 10U);
  EXPECT_EQ(crowns_of(2), 1U);
}

TEST_F(PrefixCounterTest, DropsWhatIsAbandoned) {
  play_.ends = false;
  const auto counter = make({.crowns = 2});
  UnitWork dropped = unit(0);
  counter->add(dropped);
  look(*counter);
  counter->abandon();
  play_.ends = true;
  look(*counter);
  EXPECT_EQ(dropped.result.nodes, 0U);
  UnitWork next = unit(1);
  ASSERT_TRUE(counter->add(next));
  finish(*counter, next);
  EXPECT_EQ(counted(next), expected({.n = n}, prefixes_[1]));
  EXPECT_EQ(dropped.result.nodes, 0U);
}

class LargeCrowns : public PrefixCounterTest {
 protected:
  static constexpr int n = 32;

  [[nodiscard]] std::unique_ptr<Backend> make() {
    return make_prefix_counter(std::make_unique<PlayedDevice>(play_), make_crown_source({.n = n}),
                               {.crowns = 2});
  }
  static std::pair<uint64_t, uint64_t> count(Backend& counter, const Prefix& prefix) {
    UnitWork unit{.prefixes = {.prefixes = {prefix}}};
    counter.add(unit);
    finish(counter, unit);
    return counted(unit);
  }
};

TEST_F(LargeCrowns, AreSplitUntilTheyFit) {
  for (const int queens : {15, 16, 17}) {
    const Prefix prefix = prefix_of_a_crown(n, queens);
    EXPECT_EQ(count(*make(), prefix), expected({.n = n}, prefix)) << queens;
  }
  for (std::size_t launch = 0; launch < play_.launches.size(); ++launch) {
    EXPECT_LE(crowns_of(launch), 2U);
  }
}

TEST_F(LargeCrowns, AreDroppedIfTheyAreAbandoned) {
  play_.ends = false;
  const auto counter = make();
  UnitWork dropped{.prefixes = {.prefixes = {prefix_of_a_crown(n, 15)}}};
  counter->add(dropped);
  look(*counter);
  counter->abandon();
  play_.ends = true;
  look(*counter);
  const Prefix prefix = prefix_of_a_crown(n, 17);
  EXPECT_EQ(count(*counter, prefix), expected({.n = n}, prefix));
}

TEST_F(PrefixCounterTest, LosesPatienceWithALaunchThatDoesNotEnd) {
  play_.ends = false;
  const auto counter = make({.crowns = 2, .patience = 20ms});
  UnitWork first = unit(0);
  counter->add(first);
  EXPECT_THROW(finish(*counter, first), DeviceError);
}

TEST_F(PrefixCounterTest, PassesOnThatTheDeviceIsLost) {
  const auto counter = make({.crowns = 2});
  UnitWork first = unit(0);
  counter->add(first);
  play_.ends = false;
  look(*counter);
  play_.is_lost = true;
  try {
    look(*counter);
    FAIL() << "the loss is not told";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("(played, ): it is lost"), std::string::npos);
  }
}

TEST_F(PrefixCounterTest, DoesNotWaitIfNothingIsCounted) {
  int asked = 0;
  make()->work([&asked] { return ++asked > 0; });
  EXPECT_EQ(asked, 0);
}

TEST_F(PrefixCounterTest, StopsWaitingIfItIsToldTo) {
  play_.ends = false;
  const auto counter = make({.crowns = 2});
  UnitWork first = unit(0);
  counter->add(first);
  int asked = 0;
  counter->work([&asked] { return ++asked < 2; });
  EXPECT_GE(asked, 1);
  EXPECT_LE(asked, 2);
  EXPECT_FALSE(first.is_done());
}

}  // namespace
}  // namespace nqueens::test
