// Values as users write them, by their parsers: what each takes, and what it says that it expects.

#include "core/value_parser.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>

namespace nqueens {
namespace {

TEST(InRange, TakesWholeNumbersWithinItsBounds) {
  const InRange<int> parse{2, 5};
  EXPECT_EQ(parse("1"), std::nullopt);
  EXPECT_EQ(parse("2"), 2);
  EXPECT_EQ(parse("5"), 5);
  EXPECT_EQ(parse("6"), std::nullopt);
  for (const char* text : {"", "x", "3x", " 3", "2.5", "99999999999"}) {
    EXPECT_EQ(parse(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse.expected(), "a whole number from 2 to 5");
}

TEST(InRange, TakesNumbersWithAPointIfItsBoundsAreSuch) {
  const InRange<double> parse{0, 0.5};
  EXPECT_EQ(parse("0"), 0.0);
  EXPECT_EQ(parse("0.5"), 0.5);
  EXPECT_EQ(parse("0.51"), std::nullopt);
  EXPECT_EQ(parse("-0.1"), std::nullopt);
  EXPECT_EQ(parse("nan"), std::nullopt);
  EXPECT_EQ(parse.expected(), "a number from 0 to 0.5");
  const InRange<double> above{.min = above_zero, .max = 0.5};
  EXPECT_EQ(above("0"), std::nullopt);
  EXPECT_EQ(above("1e-9"), 1e-9);
  EXPECT_EQ(above.expected(), "a number above 0, up to 0.5");
}

TEST(TimeInRange, TakesSecondsAndTimes) {
  const TimeInRange parse{.min = 1, .max = 100};
  EXPECT_EQ(parse("0.9"), std::nullopt);
  EXPECT_EQ(parse("1"), 1.0);
  EXPECT_EQ(parse("100"), 100.0);
  EXPECT_EQ(parse("101"), std::nullopt);
  EXPECT_EQ(parse("1m"), 60.0);
  EXPECT_EQ(parse("2m"), std::nullopt);
  EXPECT_EQ(parse("unlimited"), std::nullopt);
  EXPECT_EQ(parse("soon"), std::nullopt);
  EXPECT_EQ(parse.expected(), "a time from 1 to 100 s: seconds, \"10m\" or \"hh:mm:ss\"");
  EXPECT_EQ(TimeInRange{}.expected(), "a time above 0: seconds, \"10m\" or \"hh:mm:ss\"");
  EXPECT_EQ(TimeInRange{}("0"), std::nullopt);
  const TimeInRange without_end{.min = 60, .max = std::numeric_limits<double>::infinity()};
  EXPECT_EQ(without_end("unlimited"), without_end.max);
  EXPECT_EQ(without_end("1m"), 60.0);
  EXPECT_EQ(without_end("1.5e3"), 1500.0) << "a number is one wherever a time is wanted";
  for (const char* text : {"59", "inf", "1e1", "-1e9", "nan"}) {
    EXPECT_EQ(without_end(text), std::nullopt) << text;
  }
  EXPECT_EQ(without_end.expected(),
            "a time of 60 s or more: seconds, \"10m\", \"hh:mm:ss\" or \"UNLIMITED\"");
}

TEST(OneOf, TakesItsWordsAndNoOthers) {
  const auto length = [](const std::string& word) { return std::optional(word.size()); };
  const OneOf parse{length, {"full", "none"}};
  EXPECT_EQ(parse("full"), 4U);
  EXPECT_EQ(parse("none"), 4U);
  EXPECT_EQ(parse("mirror"), std::nullopt);
  EXPECT_EQ(parse(""), std::nullopt);
  EXPECT_EQ(parse.expected(), "\"full\" or \"none\"");
}

TEST(FileName, IsOneThatNoShellWouldReplace) {
  for (const char* name : {"x.ckpt", "runs/~x", "~x.ckpt", "./~/x", "$x"}) {
    EXPECT_EQ(FileName{}(name), name);
  }
  for (const char* name : {"", "~", "~/x.ckpt", "~otto/x", "$HOME/x", "${TMP}/x"}) {
    EXPECT_EQ(FileName{}(name), std::nullopt) << name;
  }
}

TEST(AnyText, IsNotEmpty) {
  EXPECT_EQ(AnyText{}("x y"), "x y");
  EXPECT_EQ(AnyText{}(""), std::nullopt);
}

TEST(TextOf, IsWhatAKindReads) {
  EXPECT_EQ(text_of(7), "7");
  EXPECT_EQ(text_of(std::string_view("full")), "full");
}

}  // namespace
}  // namespace nqueens
