// Times as text, there and back.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "core/number.hpp"

namespace nqueens {
namespace {

TEST(ParseDuration, ReadsSecondsTheFormsOfSlurmAndNumbersWithTheirUnit) {
  struct Reading {
    const char* text;
    double seconds;
  };
  for (const Reading& reading :
       {Reading{"90", 90},      {"0", 0},          {"90.5", 90.5},    {"007", 7},
        {"0.25", 0.25},         {"1:30", 90},      {"90:00", 5400},   {"01:00:00", 3600},
        {"1:2:3", 3723},        {"2-0", 172'800},  {"1-12", 129'600}, {"1-12:30", 131'400},
        {"1-02:03:04", 93'784}, {"0-00:00:01", 1}, {"90s", 90},       {"10m", 600},
        {"2h", 7200},           {"1d", 86'400},    {"1.5h", 5400},    {"0s", 0}}) {
    EXPECT_EQ(parse_duration(reading.text), reading.seconds) << reading.text;
  }
}

TEST(ParseDuration, RefusesMoreSecondsOrMinutesThanFit) {
  for (const char* text : {"1:75", "1:60", "1:60:00", "1:00:60", "1-24", "1-24:00", "1-0:60"}) {
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse_duration("75:59"), 75 * 60 + 59);
  EXPECT_EQ(parse_duration("100:59:59"), 100 * 3600 + 59 * 60 + 59);
  EXPECT_EQ(parse_duration("1-23:59:59"), 2 * 86'400 - 1);
}

/// More digits than a double has would be another number.
TEST(ParseDuration, ReadsFifteenCharactersOfANumberAndNoMore) {
  EXPECT_EQ(parse_duration("999999999999999"), 999'999'999'999'999.0);
  EXPECT_EQ(parse_duration("9999999999999999"), std::nullopt);
  EXPECT_EQ(parse_duration("0000000000000.5"), 0.5);
  EXPECT_EQ(parse_duration("00000000000000.5"), std::nullopt);
}

TEST(ParseDuration, ReadsUnlimitedInAnyCase) {
  for (const char* text : {"UNLIMITED", "unlimited", "Unlimited"}) {
    EXPECT_EQ(parse_duration(text), std::numeric_limits<double>::infinity()) << text;
  }
}

TEST(ParseDuration, RefusesEverythingElse) {
  for (const char* text :
       {"",         " ",          "5x",       "x",     "-",         "-5",      "+5",
        "1e3",      "0x10",       "inf",      "nan",   ".",         "1.2.3",   "1,5",
        " 90",      "90 ",        "1:",       ":30",   "1::3",      "1:2:3:4", "1.5:00",
        "1:00.5",   "1-",         "-1:00",    "1-2-3", "1-2:3:4:5", "1:2-3",   "1.5-00",
        "UNLIMITE", "UNLIMITED ", "infinity", "1:-5",  "\n90",      "m",       "10M",
        "10 m",     "10mm",       "1h30m",    "1:30m", "1-2h",      "-5m",     "5w"}) {
    EXPECT_EQ(parse_duration(text), std::nullopt) << "'" << text << "'";
  }
  EXPECT_EQ(parse_duration(std::string_view("9\0", 2)), std::nullopt);
}

TEST(ParseDuration, RefusesNumbersTooLongToBeMeant) {
  EXPECT_EQ(parse_duration(std::string(400, '9')), std::nullopt);
  EXPECT_EQ(parse_duration("1:" + std::string(400, '9')), std::nullopt);
}

TEST(FormatDuration, ChoosesTheUnitByTheLength) {
  struct Writing {
    double seconds;
    const char* text;
  };
  for (const Writing& writing : {Writing{0, "0.00 s"},
                                 {0.52, "0.52 s"},
                                 {9.99, "9.99 s"},
                                 {9.996, "10 s"},
                                 {41, "41 s"},
                                 {59.4, "59 s"},
                                 {59.6, "1:00 min"},
                                 {187, "3:07 min"},
                                 {3599.6, "1:00:00 h"},
                                 {3753, "1:02:33 h"},
                                 {86'399.6, "1 day"},
                                 {366 * 86'400.0, "1.0 years"},
                                 {250 * 365.25 * 86'400, "250 years"},
                                 {3.1e6 * 365.25 * 86'400, "3.1 million years"},
                                 {2e9 * 365.25 * 86'400, "2 billion years"},
                                 {273'900, "3 days 4 h"},
                                 {8'640'000, "100 days"}}) {
    EXPECT_EQ(format_duration(writing.seconds), writing.text) << writing.seconds;
  }
}

TEST(FormatDuration, AdmitsThatATimeIsUnknown) {
  EXPECT_EQ(format_duration(std::numeric_limits<double>::infinity()), "an unknown time");
  EXPECT_EQ(format_duration(std::nan("")), "an unknown time");
  EXPECT_EQ(format_duration(-1), "an unknown time");
}

}  // namespace
}  // namespace nqueens
