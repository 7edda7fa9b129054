// The library from C: codes, messages, callbacks.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "core/sequence.hpp"
#include "nqueens.h"
#include "nqueens/count.hpp"

namespace {

std::string digits(nqueens_number number) {
  std::string text(40, 'x');
  return nqueens_digits(number, text.data());
}

TEST(CFace, CountsAndKnowsCounts) {
  nqueens_counter* counter = nullptr;
  ASSERT_EQ(nqueens_open(NQUEENS_TORUS, 2, nullptr, &counter), NQUEENS_OK);
  double last = 0;
  const auto watch = [](double share_done, void* data) {
    *static_cast<double*>(data) = share_done;
    return 1;
  };
  nqueens_number count{};
  EXPECT_EQ(nqueens_count(counter, 13, watch, &last, &count), NQUEENS_OK);
  EXPECT_EQ(digits(count), "4524");
  EXPECT_EQ(last, 1);
  EXPECT_EQ(nqueens_known(NQUEENS_TORUS, 13, &count), NQUEENS_OK);
  EXPECT_EQ(digits(count), "4524");
  nqueens_close(counter);
  nqueens_close(nullptr);
  EXPECT_EQ(digits({.high = UINT64_MAX, .low = UINT64_MAX}),
            "340282366920938463463374607431768211455");
}

/// Boards that would take hours.
TEST(CFace, EndsACount) {
  nqueens_counter* counter = nullptr;
  ASSERT_EQ(nqueens_open(NQUEENS_QUEENS, 2, "auto", &counter), NQUEENS_OK);
  nqueens_number count{.high = 7, .low = 7};
  const auto end = [](double, void*) { return 0; };
  EXPECT_EQ(nqueens_count(counter, 24, end, nullptr, &count), NQUEENS_STOPPED);
  nqueens_cancel(nullptr);
  nqueens_cancel(counter);
  EXPECT_EQ(nqueens_count(counter, 24, nullptr, nullptr, &count), NQUEENS_STOPPED);
  EXPECT_EQ(count.high, 7U) << "no result is written";
  EXPECT_EQ(nqueens_count(counter, 8, nullptr, nullptr, &count), NQUEENS_OK);
  EXPECT_EQ(digits(count), "92");
  nqueens_close(counter);
}

/// The second call gets an error, and the first one keeps its callback.
TEST(CFace, ACounterRefusesASecondCountAtOnce) {
  struct Calls {
    nqueens_counter* counter = nullptr;
    nqueens_counter* another = nullptr;
    int refused = 0;
  } calls;
  ASSERT_EQ(nqueens_open(NQUEENS_QUEENS, 2, nullptr, &calls.counter), NQUEENS_OK);
  ASSERT_EQ(nqueens_open(NQUEENS_TORUS, 1, nullptr, &calls.another), NQUEENS_OK);
  const auto watch = [](double, void* data) {
    auto& its = *static_cast<Calls*>(data);
    std::thread([&its] {
      nqueens_number none{.high = 7, .low = 7};
      const auto never = [](double, void*) {
        ADD_FAILURE() << "the callback of a call that was refused";
        return 0;
      };
      EXPECT_EQ(nqueens_count(its.counter, 9, never, nullptr, &none), NQUEENS_USAGE);
      EXPECT_NE(std::string(nqueens_error()).find("counting already"), std::string::npos);
      EXPECT_EQ(none.low, 7U);
      ++its.refused;
    }).join();
    nqueens_number solutions{};
    EXPECT_EQ(nqueens_count(its.another, 5, nullptr, nullptr, &solutions), NQUEENS_OK);
    EXPECT_EQ(digits(solutions), "10");
    return 1;
  };
  nqueens_number count{};
  EXPECT_EQ(nqueens_count(calls.counter, 14, watch, &calls, &count), NQUEENS_OK);
  EXPECT_EQ(digits(count), "365596");
  EXPECT_GT(calls.refused, 0);
  nqueens_close(calls.counter);
  nqueens_close(calls.another);
}

TEST(CFace, KnowsEverySequence) {
  for (std::size_t i = 0; i < nqueens::number_of_sequences; ++i) {
    nqueens_counter* counter = nullptr;
    ASSERT_EQ(nqueens_open(static_cast<int>(i), 1, nullptr, &counter), NQUEENS_OK) << i;
    nqueens_number number{};
    EXPECT_EQ(nqueens_count(counter, 8, nullptr, nullptr, &number), NQUEENS_OK);
    const auto count = nqueens::count(8, nqueens::Sequence{static_cast<std::uint8_t>(i)});
    EXPECT_EQ(digits(number), nqueens::to_string(count.value())) << i;
    nqueens_close(counter);
  }
}

TEST(CFace, TellsEachThreadItsError) {
  nqueens_counter* counter = nullptr;
  EXPECT_EQ(nqueens_open(NQUEENS_QUEENS, -1, nullptr, &counter), NQUEENS_USAGE);
  const std::string error = "threads is -1; it must be from 0 to 4096";
  EXPECT_EQ(nqueens_error(), error);
  std::thread([] {
    EXPECT_STREQ(nqueens_error(), "");
    nqueens_number count;
    EXPECT_EQ(nqueens_known(NQUEENS_QUEENS, 28, &count), NQUEENS_NONE);
    EXPECT_STREQ(nqueens_error(), "no count of this board is published");
  }).join();
  EXPECT_EQ(nqueens_error(), error);

  for (const int sequence : {-1, NQUEENS_QUARTER_TURN_AMAZONS + 1, 256}) {
    EXPECT_EQ(nqueens_open(sequence, 1, nullptr, &counter), NQUEENS_USAGE) << sequence;
  }
  EXPECT_EQ(counter, nullptr);
  EXPECT_EQ(nqueens_known(NQUEENS_QUEENS, 8, nullptr), NQUEENS_USAGE);
  EXPECT_STREQ(nqueens_error(), "count is NULL");
  EXPECT_EQ(nqueens_solutions(8, nullptr, nullptr), NQUEENS_USAGE);
  nqueens_sample sample;
  EXPECT_EQ(nqueens_estimate(NQUEENS_QUEENS, 20, -1, &sample), NQUEENS_USAGE);
}

TEST(CFace, EstimatesVisitsConstructsAndChecks) {
  nqueens_sample sample{};
  ASSERT_EQ(nqueens_estimate(NQUEENS_QUEENS, 20, 0, &sample), NQUEENS_OK);
  EXPECT_LT(sample.count_low, sample.count);
  EXPECT_LT(sample.count, sample.count_high);
  EXPECT_NEAR(sample.count, 39'029'188'884, 0.5 * 39'029'188'884);
  EXPECT_GT(sample.core_seconds_low, 0);

  int left = 93;
  const auto visit = [](const std::uint32_t* rows, int n, void* data) {
    EXPECT_EQ(nqueens_check(rows, static_cast<std::size_t>(n)), NQUEENS_OK);
    return --*static_cast<int*>(data);
  };
  EXPECT_EQ(nqueens_solutions(8, visit, &left), NQUEENS_OK);
  EXPECT_EQ(left, 1);
  left = 50;
  EXPECT_EQ(nqueens_solutions(8, visit, &left), NQUEENS_STOPPED);

  std::vector<std::uint32_t> rows(1000);
  EXPECT_EQ(nqueens_construct(rows.size(), rows.data()), NQUEENS_OK);
  EXPECT_EQ(nqueens_check(rows.data(), rows.size()), NQUEENS_OK);
  rows[1] = rows[0];
  EXPECT_EQ(nqueens_check(rows.data(), rows.size()), NQUEENS_NONE);
  EXPECT_STREQ(nqueens_error(),
               "the queens at column 1, row 2 and column 2, row 2 are in the same row");
  EXPECT_EQ(nqueens_construct(3, rows.data()), NQUEENS_NONE);
}

}  // namespace
