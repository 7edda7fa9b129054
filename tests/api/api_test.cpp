// The library: what its headers promise to other programs.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <limits>
#include <stdexcept>
#include <thread>

#include "kernel/replace_kernels.hpp"
#include "nqueens/count.hpp"
#include "nqueens/estimate.hpp"
#include "nqueens/solutions.hpp"
#include "support/boards.hpp"
#include "support/spoilt_kernel.hpp"

namespace nqueens {
namespace {

TEST(Library, CountsEverySequenceOnThreads) {
  for (const Problem& problem : test::small_boards()) {
    const auto counted = count(problem.n, problem.sequence, {.threads = 3, .kernel = "scalar"});
    EXPECT_EQ(counted, known_count(problem.n, problem.sequence)) << to_string(problem);
  }
}

TEST(Library, TellsHowFarACountIsAndEndsIfTold) {
  int calls = 0;
  double last = 0;
  const auto watch = [&](double share_done) {
    EXPECT_GE(share_done, last);
    last = share_done;
    return ++calls < 3;
  };
  EXPECT_EQ(count(24, Sequence::queens, {.threads = 1, .progress = watch}), std::nullopt);
  EXPECT_GE(calls, 3);
  EXPECT_LT(last, 0.5);
}

/// Boards that would take hours.
TEST(Library, ThrowsAtOnceWhatProgressThrows) {
  const auto fail = [](const auto&) -> bool { throw std::domain_error("mine"); };
  EXPECT_THROW(count(24, Sequence::queens, {.threads = 2, .progress = fail}), std::domain_error);
  EXPECT_THROW(
      estimate(27, Sequence::queens, {.threads = 2, .rounds = 1'000'000'000, .progress = fail}),
      std::domain_error);
}

TEST(Library, EstimatesABoardAndEndsIfTold) {
  const Estimate found = estimate(20, Sequence::queens, {.threads = 2, .rounds = 8});
  EXPECT_NEAR(found.count.estimate, 39'029'188'884, 0.2 * 39'029'188'884);
  EXPECT_EQ(found.rounds, 8U);
  const auto no = [](const Estimate&) { return false; };
  EXPECT_FALSE(estimate(27, Sequence::queens, {.rounds = 1'000'000'000, .progress = no}).whole);
}

TEST(Library, VisitsConstructsAndChecksSolutions) {
  int solutions = 0;
  for_each_solution(8, [&](Rows rows) {
    EXPECT_EQ(why_no_solution(rows), std::nullopt);
    return ++solutions < 50;
  });
  EXPECT_EQ(solutions, 50);
  for (const std::uint64_t n : {1U, 4U, 14U, 1000U}) {
    EXPECT_EQ(why_no_solution(construct(n)), std::nullopt) << n;
  }
  EXPECT_TRUE(construct(3).empty());
  EXPECT_EQ(why_no_solution(std::vector<Row>{0, 1}),
            "the queens at column 1, row 1 and column 2, row 2 are on the same diagonal");
  EXPECT_EQ(why_no_solution(std::vector<Row>{7}),
            "the queen at column 1, row 8 is off the 1 x 1 board");
  EXPECT_EQ(why_no_solution(std::vector<Row>{0xFFFFFFFF}),
            "the queen at column 1, row above 1000000000 is off the 1 x 1 board");
}

/// The error of a call as "code: message".
template <class Call>
std::string error_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return std::to_string(static_cast<int>(error.code())) + ": " + error.what();
  }
  return "no error";
}

TEST(Library, ThrowsOnlyErrors) {
  EXPECT_EQ(error_of([] { Count{-1}; }), "2: a count is less than 0");
  EXPECT_EQ(error_of([] { Count{3} - 5; }), "2: a count is less than 0");
  EXPECT_EQ(error_of([] { Count::from_words(1, 0) * Count::from_words(1, 0); }),
            "1: a count exceeds 128 bits");
  rlimit before{};
  getrlimit(RLIMIT_AS, &before);
  const rlimit little{.rlim_cur = std::uint64_t{1} << 30U, .rlim_max = before.rlim_max};
  setrlimit(RLIMIT_AS, &little);
  EXPECT_EQ(error_of([] { construct(1'000'000'000); }), "1: there is not enough memory");
  setrlimit(RLIMIT_AS, &before);
}

TEST(Library, RefusesWhatIsOutOfRange) {
  EXPECT_EQ(error_of([] { count(-1); }), "2: n is -1; it must be from 1 to 32");
  EXPECT_EQ(error_of([] { count(33); }), "2: n is 33; it must be from 1 to 32");
  EXPECT_EQ(error_of([] { known_count(0); }), "2: n is 0; it must be from 1 to 32");
  EXPECT_EQ(error_of([] { estimate(-7); }), "2: n is -7; it must be from 1 to 32");
  const auto visit = [](Rows) { return true; };
  EXPECT_EQ(error_of([&] { for_each_solution(65, visit); }), "2: n is 65; it must be from 1 to 64");
  EXPECT_EQ(error_of([&] { for_each_solution(-2, visit); }), "2: n is -2; it must be from 1 to 64");
  EXPECT_EQ(error_of([] { construct(0); }), "2: n is 0; it must be from 1 to 1000000000");
  constexpr auto no_sequence = static_cast<Sequence>(255);
  const std::string none = "2: the sequence is 255; it must be from 0 to " +
                           std::to_string(test::every_sequence().size() - 1);
  EXPECT_EQ(error_of([] { count(8, no_sequence); }), none);
  EXPECT_EQ(error_of([] { known_count(8, no_sequence); }), none);
  EXPECT_EQ(error_of([] { estimate(8, no_sequence); }), none);
  const auto with = [](CountOptions options) {
    return error_of([&] { Counter(Sequence::queens, options); });
  };
  EXPECT_EQ(with({.threads = -1}), "2: threads is -1; it must be from 0 to 4096");
  EXPECT_EQ(with({.threads = 4097}), "2: threads is 4097; it must be from 0 to 4096");
  EXPECT_EQ(with({.kernel = "fast"}).rfind("2: kernel 'fast' is unknown; choose one of: auto", 0),
            0U);
}

TEST(Library, RefusesAnEstimateWithoutAnEnd) {
  const auto with = [](EstimateOptions options) {
    return error_of([&] { estimate(20, Sequence::queens, options); });
  };
  const std::string range = "; it must be from 0 to 1000000000";
  EXPECT_EQ(with({.seconds = -1}), "2: seconds is -1" + range);
  EXPECT_EQ(with({.seconds = -0.25}), "2: seconds is -0.25" + range);
  EXPECT_EQ(with({.seconds = std::numeric_limits<double>::quiet_NaN()}),
            "2: seconds is nan" + range);
  EXPECT_EQ(with({.seconds = std::numeric_limits<double>::infinity()}),
            "2: seconds is inf" + range);
  for (const std::uint64_t rounds : {1U, 7U}) {
    EXPECT_EQ(with({.rounds = rounds}),
              "2: rounds is " + std::to_string(rounds) + "; it must be from 8 to 1000000000000");
  }
}

TEST(Library, TellsOnceThatAllIsCounted) {
  for (const int n : {1, 2, 12}) {
    std::vector<double> shares;
    const auto watch = [&](double share_done) {
      shares.push_back(share_done);
      return share_done < 1;  // too late
    };
    EXPECT_EQ(count(n, Sequence::queens, {.progress = watch}), known_count(n));
    ASSERT_FALSE(shares.empty()) << n;
    EXPECT_EQ(shares.back(), 1);
  }
}

/// Counts the kernels that are made while it lives.
class NotedKernels {
 public:
  NotedKernels() {
    std::vector<KernelEntry> noted = usual_;
    for (KernelEntry& entry : noted) {
      if (entry.compiled()) {
        entry.make = [this, make = entry.make](const Problem& problem) {
          ++made_;
          return make(problem);
        };
      }
    }
    replace_kernels(noted);
  }
  NotedKernels(const NotedKernels&) = delete;
  NotedKernels& operator=(const NotedKernels&) = delete;
  ~NotedKernels() { replace_kernels(usual_); }

  [[nodiscard]] int made() const { return made_; }

 private:
  std::vector<KernelEntry> usual_{kernels().begin(), kernels().end()};
  std::atomic<int> made_ = 0;
};

TEST(Library, ACounterTestsItsKernelsOnce) {
  const NotedKernels noted;
  Counter counter(Sequence::queens, {.threads = 2});
  EXPECT_EQ(counter.count(8), 92);
  const int first = noted.made();
  EXPECT_GE(first, 4);  // two threads, each with a kernel and a reference
  for (int i = 0; i < 9; ++i) {
    EXPECT_EQ(counter.count(8), 92);
  }
  EXPECT_EQ(noted.made(), first);
  EXPECT_EQ(counter.count(9), 352);
  EXPECT_GT(noted.made(), first);
}

/// To enumerate the prefixes of the largest board takes seconds.
TEST(Library, ACountCanBeStoppedWhileItIsPlanned) {
  const NotedKernels noted;
  Counter counter(Sequence::queens, {.progress = [](double) { return false; }});
  EXPECT_EQ(counter.count(max_board), std::nullopt);
  EXPECT_EQ(noted.made(), 0);
}

/// Two counts by one counter at once would share its kernels, and add up wrong.
TEST(Library, ACounterRefusesASecondCountAtOnce) {
  const std::string busy =
      "2: this counter is counting already; give each thread a counter of its own";
  Counter* at_work = nullptr;
  int refused = 0;
  const auto watch = [&](double) {
    std::thread([&] {
      const std::string error = error_of([&] { at_work->count(9); });
      EXPECT_EQ(error, busy);
      refused += error == busy ? 1 : 0;
    }).join();
    EXPECT_EQ(error_of([&] { at_work->count(9); }), busy) << "nor its own callback";
    return true;
  };
  Counter counter(Sequence::queens, {.threads = 2, .progress = watch});
  at_work = &counter;
  EXPECT_EQ(counter.count(10), 724);
  EXPECT_GT(refused, 0);
  EXPECT_EQ(error_of([&] { counter.count(0); }), "2: n is 0; it must be from 1 to 32");
  EXPECT_EQ(counter.count(8), 92) << "when the first is over";
}

TEST(Library, SaysThatAKernelCountsWrong) {
  const std::vector<KernelEntry> usual(kernels().begin(), kernels().end());
  const KernelEntry spoilt = test::spoilt(choose_kernel("scalar"), [] {
    return [](const Problem&, std::span<std::uint64_t> counts, std::uint64_t&) { ++counts.back(); };
  });
  replace_kernels({spoilt, choose_kernel("plain")});
  const std::string error = "3: kernel scalar failed its self-test: it counts ";
  EXPECT_EQ(error_of([] { count(8); }).rfind(error, 0), 0U);
  EXPECT_EQ(error_of([] { estimate(20); }).rfind(error, 0), 0U);
  replace_kernels(usual);
}

/// Boards that would take hours.
TEST(Library, ACounterIsStoppedByAnyThread) {
  std::atomic<bool> counts = false;
  Counter counter(Sequence::queens, {.threads = 2, .progress = [&](double) {
                                       counts = true;
                                       counts.notify_all();
                                       return true;
                                     }});
  std::thread other([&] {
    counts.wait(false);
    counter.stop();
  });
  EXPECT_EQ(counter.count(24), std::nullopt);
  other.join();
  EXPECT_EQ(counter.count(8), 92) << "a stop ends one count";
  counter.stop();
  EXPECT_EQ(counter.count(24), std::nullopt) << "a stop before a count";
  EXPECT_EQ(counter.count(8), 92);
}

}  // namespace
}  // namespace nqueens
