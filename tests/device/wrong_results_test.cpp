// What a device may return instead of the results of a launch, and how that is found.

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <utility>

#include "device/played_device.hpp"

namespace nqueens::test {
namespace {

using std::uint64_t;

/// A fault of one launch in the middle; all other launches are right.
struct Fault {
  std::string name;
  std::function<void(Play& play, std::size_t launch)> spoil;
};

void PrintTo(const Fault& fault, std::ostream* stream) {
  *stream << fault.name;
}

class EveryFault : public PrefixCounterTest, public testing::WithParamInterface<Fault> {};

TEST_P(EveryFault, IsFoundInItsLaunch) {
  constexpr std::size_t spoilt = 5;
  play_.spoil = [](Play& play, std::size_t launch) {
    if (launch == spoilt) {
      GetParam().spoil(play, launch);
    }
  };
  EXPECT_TRUE(is_found_out());
  EXPECT_LE(play_.launches.size(), spoilt + CrownDevice::slot_count);
  EXPECT_NE(why_.find("(played, ): a result is not that of its crown"), std::string::npos) << why_;
}

CrownResult& result(Play& play, std::size_t launch, std::size_t place) {
  return play.launches.at(launch).results.at(place);
}

INSTANTIATE_TEST_SUITE_P(
    Faults, EveryFault,
    testing::Values(
        Fault{"zeros",
              [](Play& play, std::size_t launch) {
                play.launches[launch].results.assign(play.launches[launch].results.size(), {});
              }},
        Fault{"half_of_it_is_missing",
              [](Play& play, std::size_t launch) {
                play.launches[launch].results.resize(play.launches[launch].results.size() / 2);
              }},
        Fault{"one_is_missing",
              [](Play& play, std::size_t launch) { result(play, launch, 3) = {}; }},
        Fault{"those_of_the_launch_before",
              [](Play& play, std::size_t launch) {
                play.launches[launch].results = play.launches[launch - 1].results;
              }},
        Fault{"those_of_this_slot_before",
              [](Play& play, std::size_t launch) {
                play.launches[launch].results = play.launches[launch - 2].results;
              }},
        Fault{"those_of_the_first_launch",
              [](Play& play, std::size_t launch) {
                play.launches[launch].results = play.launches[0].results;
              }},
        Fault{"two_crowns_have_changed_places",
              [](Play& play, std::size_t launch) {
                std::swap(result(play, launch, 0), result(play, launch, 4));
              }},
        Fault{"two_sums_have_changed_places",
              [](Play& play, std::size_t launch) {
                std::swap(result(play, launch, 0).sums.nodes, result(play, launch, 4).sums.nodes);
              }},
        Fault{"a_bit_of_a_count",
              [](Play& play, std::size_t launch) { result(play, launch, 2).sums.solutions ^= 1U; }},
        Fault{
            "a_bit_of_the_nodes",
            [](Play& play, std::size_t launch) { result(play, launch, 2).sums.nodes ^= 1U << 31; }},
        Fault{"a_bit_of_the_seal",
              [](Play& play, std::size_t launch) { result(play, launch, 6).seal ^= 1U << 16; }},
        Fault{"it_has_counted_the_crowns_before",
              [](Play& play, std::size_t launch) {
                Launch& now = play.launches[launch];
                for (std::size_t i = 0; i < now.results.size(); ++i) {
                  const CrownRecord& crown = play.launches[launch - 2].crowns.at(i);
                  now.results[i].sums = count_crown(crown);
                  now.results[i].seal = seal_of(crown, i, now.number, now.results[i].sums);
                }
              }},
        Fault{"a_bit_of_a_crown_on_the_way_there",
              [](Play& play, std::size_t launch) {
                Launch& now = play.launches[launch];
                CrownRecord crown = now.crowns[1];
                crown.available[2] ^= 1U << 20;  // where no square is free
                now.results[1].sums = count_crown(crown);
                now.results[1].seal = seal_of(crown, 1, now.number, now.results[1].sums);
              }},
        Fault{"it_has_another_number_of_the_launch",
              [](Play& play, std::size_t launch) {
                Launch& now = play.launches[launch];
                for (std::size_t i = 0; i < now.results.size(); ++i) {
                  now.results[i].seal =
                      seal_of(now.crowns[i], i, now.number - 1, now.results[i].sums);
                }
              }}),
    [](const auto& fault) { return fault.param.name; });

TEST_F(PrefixCounterTest, FindsADeviceThatCountsEachCrownWrongInItsFirstLaunch) {
  play_.spoil = [](Play& play, std::size_t launch) {
    for (std::size_t i = 0; i < play.launches[launch].crowns.size(); ++i) {
      play.lie(play.launches[launch], i, 1);
    }
  };
  EXPECT_TRUE(is_found_out());
  EXPECT_LE(play_.launches.size(), CrownDevice::slot_count);
  EXPECT_NE(why_.find(": it counts "), std::string::npos) << why_;
  EXPECT_NE(why_.find(" is right"), std::string::npos) << why_;
}

/// The controls have no place of their own: a fault of any one place meets them in the end.
TEST_F(PrefixCounterTest, FindsADeviceThatCountsWrongAtOnePlaceOnly) {
  for (const std::size_t place : {std::size_t{0}, std::size_t{3}, std::size_t{7}}) {
    play_ = {};
    play_.spoil = [place](Play& play, std::size_t launch) {
      if (play.launches[launch].crowns.size() == 8) {
        play.lie(play.launches[launch], place, 1);
      }
    };
    const auto counter = make({.crowns = 7});
    std::vector<UnitWork> units(300, unit_of_all());
    EXPECT_THROW(
        for (std::size_t i = 0; play_.launches.size() < 300; i += units[i].is_begun() ? 1 : 0) {
          counter->add(units[i]);
          look(*counter);
        },
        WrongResults)
        << place;  // all 300 are missed with a chance of (7/8)^300
  }
}

TEST_F(PrefixCounterTest, DoesNotLookAtWhatIsAbandoned) {
  play_.ends = false;
  const auto counter = make({.crowns = 2});
  UnitWork dropped = unit(0);
  counter->add(dropped);
  look(*counter);
  counter->abandon();
  play_.ends = true;
  play_.spoil = [](Play& play, std::size_t launch) { play.launches[launch].results.clear(); };
  EXPECT_NO_THROW(look(*counter));
}

TEST(Seal, DependsOnEachBitOfTheCrownItsPlaceTheLaunchAndTheSums) {
  CrownRecord crown;
  for (std::uint32_t i = 0; i < crown.available.size(); ++i) {
    crown.available[i] = 0x12345678U * i;
    crown.gaps[i] = 0x87654321U * i;
  }
  const CrownSums sums{5, 7};
  const std::uint32_t right = seal_of(crown, 3, 9, sums);
  for (std::uint32_t bit = 1; bit != 0; bit <<= 1) {
    for (std::size_t i = 0; i < crown.available.size(); ++i) {
      CrownRecord other = crown;
      other.available[i] ^= bit;
      EXPECT_NE(seal_of(other, 3, 9, sums), right);
      other = crown;
      other.gaps[i] ^= bit;
      EXPECT_NE(seal_of(other, 3, 9, sums), right);
    }
    EXPECT_NE(seal_of(crown, 3 ^ bit, 9, sums), right);
    EXPECT_NE(seal_of(crown, 3, 9 ^ bit, sums), right);
    EXPECT_NE(seal_of(crown, 3, 9, {5 ^ bit, 7}), right);
    EXPECT_NE(seal_of(crown, 3, 9, {5, 7 ^ bit}), right);
  }
  EXPECT_NE(seal_of(crown, 3, 9, {7, 5}), right);
  EXPECT_NE(seal_of(crown, 9, 3, sums), right);
}

}  // namespace
}  // namespace nqueens::test
