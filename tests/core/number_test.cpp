// Shares and sizes as users read them.

#include "core/number.hpp"

#include <gtest/gtest.h>

namespace nqueens {
namespace {

TEST(Amount, HasSingularAndPlural) {
  EXPECT_EQ(amount_of(0, "task"), "0 tasks");
  EXPECT_EQ(amount_of(1, "task"), "1 task");
  EXPECT_EQ(amount_of(2, "task"), "2 tasks");
  EXPECT_EQ(amount_of(1, "prefix"), "1 prefix");
  EXPECT_EQ(amount_of(2, "prefix"), "2 prefixes");
  EXPECT_EQ(amount_of(2, "mismatch"), "2 mismatches");
}

TEST(FormatShare, HasDigitsForWeeksAndSaysAllOnlyOfAll) {
  EXPECT_EQ(format_share(0), "0 %");
  EXPECT_EQ(format_share(1.23e-8), "1.2e-06 %");
  EXPECT_EQ(format_share(0.000123), "0.012 %");
  EXPECT_EQ(format_share(0.001), "0.1 %");
  EXPECT_EQ(format_share(0.497), "49.7 %");
  EXPECT_EQ(format_share(0.9999999), "99.9 %");
  EXPECT_EQ(format_share(1), "100 %");
}

TEST(FormatBytes, ChoosesTheUnitByTheSize) {
  EXPECT_EQ(format_bytes(0), "0 kB");
  EXPECT_EQ(format_bytes(1), "1 kB");
  EXPECT_EQ(format_bytes(12'345), "13 kB");
  EXPECT_EQ(format_bytes(999'499), "1000 kB");
  EXPECT_EQ(format_bytes(999'500), "1 MB");
  EXPECT_EQ(format_bytes(999'499'999), "999 MB");
  EXPECT_EQ(format_bytes(999'500'000), "1 GB");
  EXPECT_EQ(format_bytes(61'283'000), "61.3 MB");
  EXPECT_EQ(format_bytes(3'000'000'000), "3 GB");
}

}  // namespace
}  // namespace nqueens
