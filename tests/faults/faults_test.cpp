// Kernels that count wrong: as often as they are told, and in the way they are told. Kernels that
// wait, and devices: as they are told, and no longer than the file is there.

#include "faults.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include "fake_device.hpp"
#include "nqueens/error.hpp"
#include "support/spoilt_kernel.hpp"
#include "support/temporary_folder.hpp"

namespace nqueens::test {
namespace {

constexpr std::uint64_t truth = 1000;

/// Counts the same number below every prefix.
class ConstantKernel final : public Kernel {
 public:
  ConstantKernel(const Problem& problem, std::uint64_t count) : Kernel(problem), count_(count) {}
  [[nodiscard]] std::uint64_t nodes() const noexcept override { return nodes_; }

 private:
  bool complete(const Placement& /*placement*/, std::span<std::uint64_t> counts,
                const KeepGoing& /*keep_going*/) noexcept override {
    std::fill(counts.begin(), counts.end(), count_);
    nodes_ += 10;
    return true;
  }

  std::uint64_t count_;
  std::uint64_t nodes_ = 0;
};

KernelEntry constant_kernel(std::string_view name, std::uint64_t count = truth) {
  return {.name = name,
          .search = "constant",
          .instruction_set = "any",
          .summary = "counts the same below every prefix",
          .processor_can = [] { return true; },
          .make =
              [count](const Problem& problem) {
                return std::make_unique<ConstantKernel>(problem, count);
              }};
}

/// The first kernel of these with the fault, for one board.
std::unique_ptr<Kernel> first_faulty(const std::vector<KernelEntry>& entries,
                                     std::string_view fault, const Problem& problem = {.n = 8}) {
  return kernels_with(entries, parse_fault(fault)).front().make(problem);
}

std::vector<std::uint64_t> count_prefixes(Kernel& kernel, std::size_t prefixes,
                                          std::size_t values = 1) {
  std::vector<std::uint64_t> counts(prefixes * values);
  kernel.count(std::vector<Prefix>(prefixes), counts);
  return counts;
}

std::uint64_t wrong_ones(const std::vector<std::uint64_t>& counts) {
  return static_cast<std::uint64_t>(std::count_if(
      counts.begin(), counts.end(), [](std::uint64_t count) { return count != truth; }));
}

/// The number of faults is that of a binomial distribution, within five standard deviations.
void expect_rate(const std::vector<std::uint64_t>& counts, double probability) {
  const auto draws = static_cast<double>(counts.size());
  const double deviation = std::sqrt(draws * probability * (1 - probability));
  EXPECT_NEAR(static_cast<double>(wrong_ones(counts)), draws * probability, 5 * deviation);
}

TEST(Faults, ComeAtTheirRate) {
  for (const double probability : {0.5, 0.1, 0.01}) {
    for (const std::string kind : {"miscount:", "bitflip:"}) {
      const auto kernel =
          first_faulty({constant_kernel("a")}, kind + std::to_string(probability) + ":seed=1");
      expect_rate(count_prefixes(*kernel, 100'000), probability);
    }
  }
}

TEST(Faults, ComeAlwaysOrNever) {
  EXPECT_EQ(wrong_ones(count_prefixes(*first_faulty({constant_kernel("a")}, "miscount:1"), 1000)),
            1000U);
  EXPECT_EQ(wrong_ones(count_prefixes(*first_faulty({constant_kernel("a")}, "bitflip:1"), 1000)),
            1000U);
  EXPECT_EQ(wrong_ones(count_prefixes(*first_faulty({constant_kernel("a")}, "miscount:0"), 1000)),
            0U);
}

TEST(Faults, AMiscountIsOneMoreOrFewer) {
  const auto counts = count_prefixes(*first_faulty({constant_kernel("a")}, "miscount:1"), 1000);
  const auto more = std::count(counts.begin(), counts.end(), truth + 1);
  EXPECT_EQ(more + std::count(counts.begin(), counts.end(), truth - 1), 1000);
  EXPECT_GT(more, 400);
  EXPECT_LT(more, 600);
}

TEST(Faults, AMiscountOfNothingIsOne) {
  for (const std::uint64_t count :
       count_prefixes(*first_faulty({constant_kernel("a", 0)}, "miscount:1"), 100)) {
    EXPECT_EQ(count, 1U);
  }
}

TEST(Faults, AnUndercountIsOneFewerOfSome) {
  EXPECT_EQ(count_prefixes(*first_faulty({constant_kernel("a")}, "undercount:1"), 100),
            std::vector<std::uint64_t>(100, truth - 1));
  EXPECT_EQ(count_prefixes(*first_faulty({constant_kernel("a", 0)}, "undercount:1"), 100),
            std::vector<std::uint64_t>(100, 0));
}

TEST(Faults, ABitflipIsOfOneLowBit) {
  std::uint64_t flipped = 0;
  for (const std::uint64_t count :
       count_prefixes(*first_faulty({constant_kernel("a")}, "bitflip:1"), 2000)) {
    EXPECT_TRUE(std::has_single_bit(count ^ truth));
    flipped |= count ^ truth;
  }
  EXPECT_EQ(flipped, (std::uint64_t{1} << 40) - 1);
}

TEST(Faults, SpoilOneRowOfPlacements) {
  const Problem problem{.n = 8, .sequence = Sequence::placements};
  const auto kernel = first_faulty({constant_kernel("a")}, "miscount:1", problem);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(wrong_ones(count_prefixes(*kernel, 1, problem.values())), 1U);
  }
}

TEST(Faults, ComeAfterSoManyPrefixesOfTheProcess) {
  const auto entries = kernels_with(std::vector{constant_kernel("a"), constant_kernel("b")},
                                    parse_fault("miscount:1:after=30"));
  const auto a = entries[0].make({.n = 8});
  const auto b = entries[1].make({.n = 8});
  EXPECT_EQ(wrong_ones(count_prefixes(*a, 20)), 0U);
  EXPECT_EQ(wrong_ones(count_prefixes(*b, 20)), 10U);
  EXPECT_EQ(wrong_ones(count_prefixes(*a, 20)), 20U);
}

TEST(Faults, AreOfOneKernelOrOfAll) {
  const std::vector entries = {constant_kernel("a"), constant_kernel("b")};
  const auto wrong = [&entries](std::string_view fault, std::size_t kernel) {
    return wrong_ones(
        count_prefixes(*kernels_with(entries, parse_fault(fault))[kernel].make({.n = 8}), 10));
  };
  EXPECT_EQ(wrong("miscount:1:kernel=b", 0), 0U);
  EXPECT_EQ(wrong("miscount:1:kernel=b", 1), 10U);
  EXPECT_EQ(wrong("miscount:1", 0), 10U);
  EXPECT_EQ(wrong("miscount:1", 1), 10U);
}

TEST(Faults, LeaveTheNodesAloneUnlessAskedNotTo) {
  const auto nodes = [](std::string_view fault) {
    const auto kernel = first_faulty({constant_kernel("a")}, fault);
    count_prefixes(*kernel, 10);
    return kernel->nodes();
  };
  EXPECT_EQ(nodes("miscount:1"), 100U);
  EXPECT_EQ(nodes("miscount:1:nodes"), 110U);
}

TEST(Faults, AreTheSameForTheSameSeed) {
  const auto counts = [](std::string_view fault) {
    return count_prefixes(*first_faulty({constant_kernel("a")}, fault), 1000);
  };
  EXPECT_EQ(counts("bitflip:0.1:seed=5"), counts("bitflip:0.1:seed=5"));
  EXPECT_NE(counts("bitflip:0.1:seed=5"), counts("bitflip:0.1:seed=6"));
  EXPECT_NE(counts("bitflip:0.1"), counts("bitflip:0.1"));
}

TEST(Faults, AreReadInAnyOrder) {
  const Fault fault =
      std::get<Fault>(parse_fault("bitflip:1e-3:nodes:seed=7:kernel=avx512:after=5000"));
  EXPECT_EQ(fault.kind, FaultKind::bitflip);
  EXPECT_EQ(fault.probability, 1e-3);
  EXPECT_EQ(fault.after, 5000U);
  EXPECT_EQ(fault.kernel, "avx512");
  EXPECT_TRUE(fault.nodes);
  EXPECT_EQ(fault.seed, 7U);
}

TEST(Faults, AreRefusedWhereTheyCannotBeRead) {
  for (const char* text : {"",
                           "miscount",
                           "miscount:",
                           "miscount:2",
                           "miscount:-0.1",
                           "miscount:nan",
                           "rot:0.1",
                           "miscount:0.1:after=",
                           "miscount:0.1:after=-1",
                           "miscount:0.1:kernel=",
                           "miscount:0.1:seed=x",
                           "miscount:0.1:speed=3",
                           "miscount:0.1 ",
                           "hold",
                           "hold:",
                           "hold:file:nodes",
                           "hold:file:seed=1",
                           "hold:file:after=x",
                           "hold:file:kernel=",
                           "hold:file:pace=",
                           "hold:file:pace=-1",
                           "hold:file:pace=nan",
                           "miscount:0.1:pace=1"}) {
    EXPECT_THROW(parse_fault(text), Error) << text;
  }
}

TEST(SpoiltKernel, IsNotSpoiltWhereItWasStopped) {
  const KernelEntry entry = spoilt(choose_kernel("scalar"), [] {
    return
        [](const Problem&, std::span<std::uint64_t>, std::uint64_t&) { ADD_FAILURE() << "spoilt"; };
  });
  const Prefix prefix;
  std::uint64_t count = 0;
  EXPECT_FALSE(entry.make({.n = 8})->count({&prefix, 1}, {&count, 1}, [] { return false; }));
}

constexpr std::uint64_t solutions_of_8 = 92;

bool count_whole_board(Kernel& kernel, std::uint64_t& count, const KeepGoing& keep_going) {
  const Prefix prefix;
  return kernel.count({&prefix, 1}, {&count, 1}, keep_going);
}

class HeldKernels : public ::testing::Test {
 protected:
  HeldKernels() { shut(); }

  void shut() const { std::ofstream file{path_}; }
  void open() const { std::filesystem::remove(path_); }

  /// The process ids in the file, in which one line is one kernel.
  [[nodiscard]] std::vector<std::string> who_waits() const {
    std::ifstream file(path_);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
      lines.push_back(line);
    }
    return lines;
  }

  /// The kernel of that name among them, for a small board.
  [[nodiscard]] static std::unique_ptr<Kernel> make(const std::vector<KernelEntry>& entries,
                                                    std::string_view name = "plain") {
    return std::ranges::find(entries, name, &KernelEntry::name)->make({.n = 8});
  }

  [[nodiscard]] std::unique_ptr<Kernel> make(const Hold& hold,
                                             std::string_view name = "plain") const {
    return make(held_kernels(kernels(), hold), name);
  }

  /// Whether a kernel waits before its next prefix; it is stopped then. One that counts asks twice
  /// at most, as its board is small.
  [[nodiscard]] static bool waits(Kernel& kernel) {
    std::uint64_t count = 0;
    int asked = 0;
    return !count_whole_board(kernel, count, [&asked] { return ++asked < 10; });
  }

  TemporaryFolder folder_;
  std::string path_ = (folder_.path() / "hold").string();
};

TEST_F(HeldKernels, WaitWhileTheFileIsThereAndCountRight) {
  const auto kernel = make({.file = path_});
  std::atomic<bool> done = false;
  std::atomic<int> asked = 0;
  std::uint64_t count = 0;
  std::thread counter([&] {
    EXPECT_TRUE(count_whole_board(*kernel, count, [&asked] { return ++asked, true; }));
    done = true;
  });
  while (asked < 20) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_FALSE(done);
  EXPECT_EQ(who_waits(), std::vector{std::to_string(getpid())});
  open();
  counter.join();
  EXPECT_EQ(count, solutions_of_8);
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(HeldKernels, EndWhereTheyAreToldTo) {
  const auto kernel = make({.file = path_});
  EXPECT_TRUE(waits(*kernel));
  EXPECT_EQ(who_waits().size(), 1U);
}

TEST_F(HeldKernels, CountSoManyPrefixesOfTheProcessFirst) {
  const auto entries = held_kernels(kernels(), {.file = path_, .after = 3});
  const auto a = make(entries, "scalar");
  const auto b = make(entries, "plain");
  EXPECT_FALSE(waits(*a));
  EXPECT_FALSE(waits(*b));
  EXPECT_FALSE(waits(*a));
  EXPECT_TRUE(waits(*a));
  EXPECT_TRUE(waits(*b));
}

TEST_F(HeldKernels, WaitAgainWhereTheFileIsThereAgain) {
  const auto kernel = make({.file = path_});
  open();
  EXPECT_FALSE(waits(*kernel));
  shut();
  EXPECT_TRUE(waits(*kernel));
}

TEST_F(HeldKernels, WaitForSoLongAtMostBeforeEachPrefix) {
  const auto kernel = make({.file = path_, .pace = 0.05});
  std::vector<Prefix> prefixes(4);
  std::vector<std::uint64_t> counts(prefixes.size());
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(kernel->count(prefixes, counts, [] { return true; }));
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(200));
  EXPECT_EQ(counts, std::vector<std::uint64_t>(prefixes.size(), solutions_of_8));
  EXPECT_EQ(who_waits().size(), 1U);
}

TEST_F(HeldKernels, NeverWaitWhereNobodyCouldStopThem) {
  const auto kernel = make({.file = path_});
  const Prefix prefix;
  std::uint64_t count = 0;
  kernel->count({&prefix, 1}, {&count, 1});
  EXPECT_EQ(count, solutions_of_8);
  EXPECT_TRUE(who_waits().empty());
}

TEST_F(HeldKernels, MayBeThoseOfDevicesWhichTakeNoUnitOfAJob) {
  for (const std::string name : {"", "opencl"}) {
    const auto device =
        held_devices(fake_device(), {.file = path_, .kernel = name}).open({}, "", {.n = 8}, {});
    UnitWork of_test;
    UnitWork of_job;
    of_job.result.kernel = "opencl.1";
    of_job.prefixes.prefixes = of_test.prefixes.prefixes = std::vector<Prefix>(1);
    shut();
    EXPECT_TRUE(device->add(of_test));
    EXPECT_EQ(device->add(of_job), name.empty());
    open();
    EXPECT_TRUE(device->add(of_job));
  }
}

TEST_F(HeldKernels, MayBeDeaf) {
  const auto kernel = make({.file = path_, .pace = 0.05, .deaf = true});
  const Prefix prefix;
  std::uint64_t count = 0;
  const auto start = std::chrono::steady_clock::now();
  kernel->count({&prefix, 1}, {&count, 1}, [calls = 0]() mutable { return calls++ == 0; });
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(50));
}

TEST_F(HeldKernels, AreAllOrOne) {
  EXPECT_FALSE(waits(*make({.file = path_, .kernel = "scalar"}, "plain")));
  EXPECT_TRUE(waits(*make({.file = path_, .kernel = "scalar"}, "scalar")));
}

TEST_F(HeldKernels, AreReadFromText) {
  const Hold all = std::get<Hold>(parse_fault("hold:a/b.c"));
  EXPECT_EQ(all.file, "a/b.c");
  EXPECT_EQ(all.after, 0U);
  EXPECT_EQ(all.kernel, "");
  EXPECT_EQ(all.pace, std::nullopt);
  const Hold one = std::get<Hold>(parse_fault("hold:x:pace=0.5:kernel=avx2:after=5"));
  EXPECT_EQ(one.file, "x");
  EXPECT_EQ(one.after, 5U);
  EXPECT_EQ(one.kernel, "avx2");
  EXPECT_EQ(one.pace, 0.5);
  EXPECT_FALSE(one.deaf);
  EXPECT_TRUE(std::get<Hold>(parse_fault("hold:x:deaf")).deaf);
  EXPECT_TRUE(waits(*make(kernels_with(kernels(), parse_fault("hold:" + path_)))));
}

}  // namespace
}  // namespace nqueens::test
