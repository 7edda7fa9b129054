// Kernels that wait: as they are told, and no longer than the file is there.

#include "hold.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include "faults.hpp"
#include "support/temporary_folder.hpp"

namespace nqueens::test {
namespace {

constexpr std::uint64_t solutions_of_8 = 92;

bool count_whole_board(Kernel& kernel, std::uint64_t& count, const Kernel::KeepGoing& keep_going) {
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
