#include "nqueens/core/duration.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace nqueens {
namespace {

TEST(Duration, IsReadAsSlurmWritesIt) {
  EXPECT_EQ(parse_duration("90"), 90);
  EXPECT_EQ(parse_duration("0.5"), 0.5);
  EXPECT_EQ(parse_duration("2:03"), 123);
  EXPECT_EQ(parse_duration("1:00:00"), 3600);
  EXPECT_EQ(parse_duration("100:00:01"), 360001);
  EXPECT_EQ(parse_duration("2-03"), 2 * 86400 + 3 * 3600);
  EXPECT_EQ(parse_duration("2-03:04"), 2 * 86400 + 3 * 3600 + 4 * 60);
  EXPECT_EQ(parse_duration("2-03:04:05"), 2 * 86400 + 3 * 3600 + 4 * 60 + 5);
  EXPECT_TRUE(std::isinf(*parse_duration("UNLIMITED")));
  EXPECT_TRUE(std::isinf(*parse_duration("unlimited")));
}

TEST(Duration, AnythingElseIsRefused) {
  for (const char* wrong : {"",
                            "5x",
                            "x",
                            "-5",
                            "+5",
                            "1e3",
                            ":",
                            "1:",
                            ":1",
                            "1:2:3:4",
                            "1-",
                            "-1",
                            "1-2-3",
                            "1:-2",
                            "1.5:00",
                            "1..5",
                            ".",
                            " 5",
                            "5 ",
                            "inf",
                            "nan",
                            "unlimite",
                            "99999999999999999999"}) {
    EXPECT_EQ(parse_duration(wrong), std::nullopt) << wrong;
  }
}

TEST(Duration, IsWrittenForPeople) {
  EXPECT_EQ(format_duration(0.523), "0.52 s");
  EXPECT_EQ(format_duration(9.996), "10 s");
  EXPECT_EQ(format_duration(59.4), "59 s");
  EXPECT_EQ(format_duration(59.6), "1:00 min");
  EXPECT_EQ(format_duration(187), "3:07 min");
  EXPECT_EQ(format_duration(3753), "1:02:33 h");
  EXPECT_EQ(format_duration(3 * 86400 + 4 * 3600 + 5 * 60), "3 d 04:05 h");
  EXPECT_EQ(format_duration(INFINITY), "an unknown time");
}

}  // namespace
}  // namespace nqueens
