// Devices against the kernels of the processor. PoCL is a device for any processor; without one
// these tests say so and are skipped.

#include "device/devices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "device/prefixes.hpp"
#include "device/replace_devices.hpp"
#include "kernel/kernel.hpp"
#include "support/text.hpp"

#ifdef __SANITIZE_ADDRESS__
/// PoCL and its compiler free little of theirs. The sanitizer's library finds what is visible.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libLLVM\nleak:libpocl\n";
}
#endif

namespace nqueens {
namespace {

using std::uint64_t;
using test::has;
using test::random_prefixes;

/// The first device that can count.
std::optional<DeviceInfo> usable_device() {
  const auto devices = list_devices();
  const auto found = std::ranges::find(devices, "", &DeviceInfo::unusable);
  return found != devices.end() ? std::optional(*found) : std::nullopt;
}

struct Counted {
  uint64_t count = 0;
  uint64_t nodes = 0;
  friend bool operator==(const Counted&, const Counted&) = default;
};

void PrintTo(const Counted& counted, std::ostream* stream) {
  *stream << counted.count << " solutions, " << counted.nodes << " nodes";
}

std::vector<Counted> count_on_processor(const std::string& name, const Problem& problem,
                                        const std::vector<Prefix>& prefixes) {
  const auto kernel = choose_kernel(name).make(problem);
  std::vector<Counted> all;
  uint64_t before = 0;
  for (const Prefix& prefix : prefixes) {
    Counted& counted = all.emplace_back();
    kernel->count({&prefix, 1}, {&counted.count, 1});
    counted.nodes = kernel->nodes() - before;
    before = kernel->nodes();
  }
  return all;
}

/// @return by prefix
std::vector<Counted> count_on(Backend& device, const std::vector<Prefix>& prefixes) {
  std::vector<Counted> all(prefixes.size());
  count_all(
      device, prefixes.size(), [&](std::size_t number) { return prefixes[number]; },
      [&all](const UnitResult& done) {
        all[done.unit.task] = {done.count.low(), done.nodes};
      });
  return all;
}

struct Layout {
  std::string kernel;
  unsigned group;
  std::size_t crowns;
};

void PrintTo(const Layout& layout, std::ostream* stream) {
  *stream << layout.kernel << ", groups of " << layout.group << ", " << layout.crowns << " crowns";
}

std::string name_of(const testing::TestParamInfo<Layout>& layout) {
  const bool is_stack = layout.param.kernel == "opencl:stack";
  return (is_stack ? "stack_" : "grids_") + std::to_string(layout.param.group) + "_" +
         std::to_string(layout.param.crowns);
}

std::unique_ptr<Backend> open(const Layout& layout, int n) {
  return open_device(usable_device().value(), layout.kernel, {.n = n},
                     {.group = layout.group, .crowns = layout.crowns});
}

class DeviceTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!usable_device()) {
      GTEST_SKIP() << "no OpenCL device is here; on Debian install pocl-opencl-icd";
    }
  }
};

class EveryLayout : public DeviceTest, public testing::WithParamInterface<Layout> {};
class EveryGroup : public EveryLayout {};

TEST_P(EveryLayout, CountsAndVisitsWhatTheKernelsOfTheProcessorDo) {
  struct Board {
    int n;
    int queens;  // of a prefix
    std::size_t prefixes;
  };
  for (const Board& board :
       {Board{8, 0, 1}, Board{10, 2, 20}, Board{12, 1, 3}, Board{13, 3, 20}, Board{16, 7, 20},
        Board{20, 12, 20}, Board{24, 15, 10}, Board{28, 13, 2}}) {
    const Problem problem{.n = board.n};
    const auto prefixes = random_prefixes(board.n, board.queens, board.prefixes, 1);
    const auto counted = count_on(*open(GetParam(), board.n), prefixes);
    EXPECT_EQ(counted, count_on_processor("auto", problem, prefixes)) << "n=" << board.n;
    const auto expected = count_on_processor("scalar", problem, prefixes);
    for (std::size_t i = 0; i < prefixes.size(); ++i) {
      EXPECT_EQ(counted[i].count, expected[i].count) << "n=" << board.n << ", prefix " << i;
    }
  }
}

/// The largest that the trunk makes, up to a row more than any device takes, and one on a small
/// board. How many crowns a launch has makes no difference to them.
TEST_P(EveryGroup, CountsCrownsOfAllSizes) {
  for (const auto& [n, queens] :
       {std::pair{32, 15}, {32, 16}, {30, 15}, {27, 13}, {20, 7}, {12, 4}, {8, 3}}) {
    const std::vector<Prefix> prefix(1, test::prefix_of_a_crown(n, queens));
    EXPECT_EQ(count_on(*open(GetParam(), n), prefix), count_on_processor("auto", {.n = n}, prefix))
        << "n=" << n << ", " << queens << " queens";
  }
}

/// Small enough for an interpreter that looks for data races: races.sh.
TEST_P(EveryLayout, CountsASmallBoard) {
  const std::vector<Prefix> nothing(1);
  EXPECT_EQ(count_on(*open(GetParam(), 10), nothing).front().count, 724U);
}

INSTANTIATE_TEST_SUITE_P(Layouts, EveryLayout,
                         testing::Values(Layout{"opencl", 32, 1}, Layout{"opencl", 32, 7},
                                         Layout{"opencl", 32, 1000}, Layout{"opencl", 64, 1000},
                                         Layout{"opencl:stack", 32, 1},
                                         Layout{"opencl:stack", 32, 7},
                                         Layout{"opencl:stack", 32, 1000},
                                         Layout{"opencl:stack", 64, 1000}),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Layouts, EveryGroup,
                         testing::Values(Layout{"opencl", 32, 1000}, Layout{"opencl", 64, 1000},
                                         Layout{"opencl:stack", 32, 1000},
                                         Layout{"opencl:stack", 64, 1000}),
                         name_of);

std::string error_of(const DeviceInfo& device, const std::string& kernel, const Problem& problem,
                     const DeviceOptions& options = {}) {
  try {
    open_device(device, kernel, problem, options);
  } catch (const DeviceError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Devices, AreNumberedInTheirOrder) {
  int number = 0;
  for (const DeviceInfo& device : list_devices()) {
    EXPECT_EQ(device.number, number++);
    EXPECT_FALSE(device.name.empty());
    EXPECT_FALSE(device.driver.empty());
  }
}

/// What list_devices() makes of these: by which number another driver shows each, or -1.
std::vector<int> same_as(std::vector<DeviceInfo> shown) {
  for (std::size_t i = 0; i < shown.size(); ++i) {
    shown[i].number = static_cast<int>(i);
  }
  const auto before = replace_devices({.list = [shown] { return shown; }, .open = {}});
  std::vector<int> same;
  for (const DeviceInfo& device : list_devices()) {
    same.push_back(device.same_as.value_or(-1));
  }
  replace_devices(before);
  return same;
}

TEST(Devices, AreTheSameIfTwoDriversShowThem) {
  const auto shown = [](int platform, std::string bus, std::string uuid, std::string name = "GPU") {
    return DeviceInfo{.name = std::move(name), .bus = bus, .uuid = uuid, .platform = platform};
  };
  using Numbers = std::vector<int>;
  EXPECT_EQ(same_as({shown(0, "a", "1", "one"), shown(1, "a", "2", "other")}), (Numbers{-1, 0}));
  EXPECT_EQ(same_as({shown(0, "a", "1"), shown(1, "b", "1")}), (Numbers{-1, 0}));
  EXPECT_EQ(same_as({shown(0, "a", "1"), shown(1, "b", "2")}), (Numbers{-1, -1}));
  EXPECT_EQ(same_as({shown(0, "", "1", "one"), shown(1, "b", "1", "other")}), (Numbers{-1, 0}));
  EXPECT_EQ(same_as({shown(0, "", "1"), shown(1, "b", "2")}), (Numbers{-1, -1}));
  EXPECT_EQ(same_as({shown(0, "", "", "one"), shown(1, "", "", "other")}), (Numbers{-1, -1}));
  EXPECT_EQ(same_as({shown(0, "a", "1"), shown(1, "", ""), shown(2, "a", "")}),
            (Numbers{-1, 0, 0}));
}

TEST(Devices, ThatAreNoGpuAreNotTheSameAsOne) {
  EXPECT_EQ(same_as({{.bus = "a"}, {.bus = "a", .platform = 1, .is_gpu = true}}),
            (std::vector{-1, -1}));
}

/// Devices of one driver differ, whatever it says of them, and each is shown once by another.
TEST(Devices, AreCountedOffIfTheirNamesAreAllThatIsKnown) {
  EXPECT_EQ(
      same_as(
          {{.platform = 0}, {.platform = 0}, {.platform = 1}, {.platform = 1}, {.platform = 1}}),
      (std::vector{-1, -1, 0, 1, -1}));
  EXPECT_EQ(same_as({{.platform = 0}, {.platform = 1}, {.platform = 2}, {.platform = 2}}),
            (std::vector{-1, 0, 0, -1}));
}

TEST(Devices, ThatCannotCountLeaveThePlaceToOthers) {
  const auto broken = [](int platform) {
    return DeviceInfo{.platform = platform, .unusable = "no compiler"};
  };
  EXPECT_EQ(same_as({broken(0), {.platform = 1}}), (std::vector{-1, -1}));
  EXPECT_EQ(same_as({{.platform = 0}, broken(1)}), (std::vector{-1, -1}));
}

TEST(Devices, ThatCannotCountAreRefused) {
  const DeviceInfo broken{
      .number = 3, .name = "GPU", .driver = "OpenCL", .unusable = "no compiler"};
  EXPECT_EQ(error_of(broken, "opencl", {.n = 12}), "device 3 (GPU, OpenCL): no compiler");
}

TEST_F(DeviceTest, RefusesOneThatIsGone) {
  DeviceInfo gone = *usable_device();
  gone.number = static_cast<int>(list_devices().size());
  EXPECT_TRUE(has(error_of(gone, "opencl", {.n = 12}), "does not show it any more"));
}

TEST_F(DeviceTest, RefusesWhatItDoesNotCount) {
  const DeviceInfo device = *usable_device();
  EXPECT_TRUE(has(error_of(device, "opencl", {.n = 11, .sequence = Sequence::torus}), "torus"));
  EXPECT_TRUE(has(error_of(device, "avx2", {.n = 11}), "no kernel 'avx2'"));
}

TEST_F(DeviceTest, NamesDeviceAndDriverInTheErrorOfItsCompiler) {
  const DeviceInfo device = *usable_device();
  const std::string error = error_of(device, "opencl:stack", {.n = 12}, {.compiler = "-DCrown=1"});
  EXPECT_TRUE(has(error, device.name + ", " + device.driver)) << error;
  EXPECT_TRUE(has(error, "does not compile")) << error;
}

void ours(int /*signal*/) {}

/// Drivers take signals when they are loaded, once in a process: ctest gives each test its own.
TEST(Devices, LeaveSignalsTheirHandlers) {
  const int signals[] = {SIGUSR1, SIGUSR2, SIGINT, SIGTERM, SIGHUP};
  std::map<int, void (*)(int)> before;
  for (const int signal : signals) {
    before[signal] = std::signal(signal, ours);
  }
  if (usable_device()) {
    count_on(*open({"opencl:stack", 32, 10}, 12), random_prefixes(12, 1, 2, 1));
  }
  for (const int signal : signals) {
    EXPECT_EQ(std::signal(signal, before[signal]), ours) << "signal " << signal;
  }
}

TEST_F(DeviceTest, CountsOnAfterWhatWasAddedIsDropped) {
  const auto prefixes = random_prefixes(13, 2, 12, 1);
  const auto device = open({"opencl:stack", 32, 7}, 13);
  UnitWork dropped{.prefixes = {.prefixes = prefixes}};
  device->add(dropped);
  device->work([] { return false; });
  device->abandon();
  EXPECT_EQ(count_on(*device, prefixes), count_on_processor("auto", {.n = 13}, prefixes));
  const DeviceTimes times = device->times();
  EXPECT_GT(times.trunk, 0);
}

}  // namespace
}  // namespace nqueens
