// Launches, tickets and what a device may do wrong, with a device that the test plays.

#include "device/prefix_counter.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "kernel/kernel.hpp"

namespace nqueens {
namespace {

using namespace std::chrono_literals;
using std::uint64_t;

/// What the test sees and says of its device.
struct Play {
  std::vector<std::size_t> launches{};  ///< crowns of each
  int running = 0;
  bool ends = true;  ///< launches do
  bool is_lost = false;
  double seconds = 0.01;  ///< that a launch takes
};

/// Finds one solution and rows + 1 nodes in each crown.
class PlayedDevice final : public CrownDevice {
 public:
  explicit PlayedDevice(Play& play) : play_(play) {}

  [[nodiscard]] std::size_t enough_crowns() const override { return 10; }
  [[nodiscard]] std::size_t max_crowns() const override { return 35; }
  std::vector<CrownRecord>& crowns(std::size_t slot) override { return slots_[slot].crowns; }

  void start(std::size_t slot) override {
    play_.launches.push_back(slots_[slot].crowns.size());
    ++play_.running;
  }

  std::optional<double> ended(std::size_t slot) override {
    if (play_.is_lost) {
      fail("it is lost");
    }
    if (!play_.ends) {
      return std::nullopt;
    }
    slots_[slot].sums.clear();
    for (const CrownRecord& crown : slots_[slot].crowns) {
      const auto rows = static_cast<std::uint32_t>(std::popcount(crown.available[0]));
      slots_[slot].sums.push_back({1, rows + 1});
    }
    --play_.running;
    return play_.seconds;
  }

  [[nodiscard]] const std::vector<CrownSums>& sums(std::size_t slot) const override {
    return slots_[slot].sums;
  }

  [[noreturn]] void fail(const char* what) const override {
    throw device_error({.name = "played"}, what);
  }

 private:
  struct Slot {
    std::vector<CrownRecord> crowns;
    std::vector<CrownSums> sums;
  };
  Play& play_;
  std::array<Slot, slot_count> slots_;
};

class PrefixCounterTest : public testing::Test {
 protected:
  void SetUp() override {
    if (make_crown_source({.n = 8}) == nullptr) {
      GTEST_SKIP() << "this processor has no vector kernel";
    }
    PrefixStream stream({.n = n}, Symmetry::none, 4);
    for (Prefix prefix; prefixes_.size() < 20 && stream.next(prefix);) {
      prefixes_.push_back(prefix);
    }
  }

  [[nodiscard]] std::unique_ptr<DeviceCounter> make(const DeviceOptions& options = {}) {
    return make_prefix_counter(std::make_unique<PlayedDevice>(play_), make_crown_source({.n = n}),
                               options);
  }

  /// Solutions and nodes of a prefix on the played device.
  static std::pair<uint64_t, uint64_t> expected(const Prefix& prefix) {
    const auto trunk = make_crown_source({.n = n});
    trunk->begin(prefix.placement);
    uint64_t crowns = 0;
    uint64_t nodes = 0;
    for (Crown crown; trunk->next(crown); ++crowns) {
      nodes += static_cast<uint64_t>(crown.rows) + 1;
    }
    return {crowns + trunk->solutions(), nodes + trunk->nodes()};
  }

  static constexpr int n = 20;
  std::vector<Prefix> prefixes_{};
  Play play_{};
};

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
    EXPECT_EQ(std::pair(each.count, each.nodes), expected(prefixes_[ticket])) << ticket;
  }
  EXPECT_EQ(play_.running, 0);
  EXPECT_GT(play_.launches.size(), prefixes_.size());  // prefixes have more crowns than a launch
  for (const std::size_t crowns : play_.launches) {
    EXPECT_LE(crowns, 7U);
  }
}

TEST_F(PrefixCounterTest, KeepsTwoLaunchesInFlightAndThenWantsNoMore) {
  play_.ends = false;
  const auto counter = make({.crowns = 2});
  counter->add(prefixes_[0], 0);
  EXPECT_TRUE(counter->take(0ms).empty());
  EXPECT_EQ(play_.launches, (std::vector<std::size_t>{2, 2}));
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
  EXPECT_EQ(play_.launches[0], 10U);
  EXPECT_EQ(*std::ranges::max_element(play_.launches), 35U);
}

TEST_F(PrefixCounterTest, MakesLaunchesSmallerIfTheyAreLong) {
  play_.seconds = 1;
  const auto counter = make();
  counter->add(prefixes_[0], 0);
  while (counter->take(0ms).empty()) {
  }
  ASSERT_GE(play_.launches.size(), 3U);
  EXPECT_EQ(play_.launches[0], 10U);
  EXPECT_EQ(play_.launches[2], 1U);
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
  EXPECT_EQ(std::pair(done[0].count, done[0].nodes), expected(prefixes_[1]));
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
}  // namespace nqueens
