// A device that a test plays, and prefixes that are counted on it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "device/crown_device.hpp"
#include "kernel/kernel.hpp"

namespace nqueens::test {

/// A launch: what the device got, and what it returns.
struct Launch {
  std::uint32_t number = 0;
  std::vector<CrownRecord> crowns{};
  std::vector<CrownResult> results{};
};

/// What the test sees and says of its device.
struct Play {
  std::vector<Launch> launches{};
  int running = 0;
  bool ends = true;  ///< launches do
  bool is_lost = false;
  double seconds = 0.01;  ///< that a launch takes
  /// What comes back instead of the results. @param place  of the launch among all
  std::function<void(Play& play, std::size_t place)> spoil = [](auto&, auto) {};

  /// Sums of its own, with the seals that they have to have.
  void lie(Launch& launch, std::size_t place, std::uint32_t by) const {
    CrownResult& result = launch.results.at(place);
    result.sums.solutions += by;
    result.seal = seal_of(launch.crowns.at(place), place, launch.number, result.sums);
  }
};

/// Counts crowns as a device has to.
class PlayedDevice final : public CrownDevice {
 public:
  explicit PlayedDevice(Play& play) : play_(play) {}

  [[nodiscard]] std::size_t enough_crowns() const override { return 10; }
  [[nodiscard]] std::size_t max_crowns() const override { return 35; }
  std::vector<CrownRecord>& crowns(std::size_t slot) override { return slots_.at(slot).crowns; }

  void start(std::size_t slot, std::uint32_t launch) override {
    Launch now{.number = launch, .crowns = slots_.at(slot).crowns};
    for (std::size_t place = 0; place < now.crowns.size(); ++place) {
      const CrownSums sums = count_crown(now.crowns[place]);
      now.results.push_back({sums, seal_of(now.crowns[place], place, launch, sums)});
    }
    slots_.at(slot).launch = play_.launches.size();
    play_.launches.push_back(std::move(now));
    ++play_.running;
  }

  std::optional<double> ended(std::size_t slot) override {
    if (play_.is_lost) {
      throw device_error(info_, "it is lost");
    }
    if (!play_.ends) {
      return std::nullopt;
    }
    const std::size_t place = slots_.at(slot).launch;
    play_.spoil(play_, place);
    slots_.at(slot).results = play_.launches.at(place).results;
    slots_.at(slot).results.resize(slots_.at(slot).crowns.size());
    --play_.running;
    return play_.seconds;
  }

  [[nodiscard]] const std::vector<CrownResult>& results(std::size_t slot) const override {
    return slots_.at(slot).results;
  }
  [[nodiscard]] const DeviceInfo& info() const override { return info_; }

 private:
  struct Slot {
    std::vector<CrownRecord> crowns;
    std::vector<CrownResult> results;
    std::size_t launch = 0;
  };
  DeviceInfo info_{.name = "played"};
  Play& play_;
  std::array<Slot, slot_count> slots_;
};

/// A call of work() that looks once what has ended, and does not wait.
inline void look(Backend& counter) {
  counter.work([] { return false; });
}

inline void finish(Backend& counter, const UnitWork& unit) {
  while (!unit.is_done()) {
    counter.work([] { return true; });
  }
}

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

  [[nodiscard]] std::unique_ptr<Backend> make(const DeviceOptions& options = {}) {
    return make_prefix_counter(std::make_unique<PlayedDevice>(play_), make_crown_source({.n = n}),
                               options);
  }

  /// Solutions and nodes of a prefix, as a kernel of the processor counts them.
  [[nodiscard]] static std::pair<std::uint64_t, std::uint64_t> expected(const Problem& problem,
                                                                        const Prefix& prefix) {
    const auto kernel = choose_kernel("auto").make(problem);
    std::uint64_t count = 0;
    kernel->count({&prefix, 1}, {&count, 1});
    return {count, kernel->nodes()};
  }

  /// A unit of one prefix, or of all.
  [[nodiscard]] UnitWork unit(std::size_t prefix) const {
    return {.prefixes = {.prefixes = {prefixes_[prefix]}}};
  }
  [[nodiscard]] UnitWork unit_of_all() const { return {.prefixes = {.prefixes = prefixes_}}; }

  /// Crowns of a launch without those that test the device.
  [[nodiscard]] std::size_t crowns_of(std::size_t launch) const {
    return play_.launches.at(launch).crowns.size() - 1;
  }

  /// Counts all prefixes until the device is found out. @return whether it is
  bool is_found_out(const DeviceOptions& options = {.crowns = 7}) {
    const auto counter = make(options);
    try {
      count_all(
          *counter, prefixes_.size(), [this](std::size_t i) { return prefixes_[i]; },
          [this](const UnitResult& done) {
            EXPECT_EQ(std::pair(done.count.low(), done.nodes),
                      expected({.n = n}, prefixes_[done.unit.task]));
          });
    } catch (const WrongResults& error) {
      why_ = error.what();
      return true;
    }
    return false;
  }

  static constexpr int n = 17;
  std::vector<Prefix> prefixes_{};
  Play play_{};
  std::string why_{};
};

}  // namespace nqueens::test
