// Texts with names of files, as one line of output.

#include <gtest/gtest.h>

#include <string>

#include "core/text.hpp"
#include "nqueens/error.hpp"

namespace nqueens {
namespace {

TEST(OneLine, LeavesPrintableTextAlone) {
  for (const std::string text : {"", "n18.ckpt", "caf\u00e9 \u265b", "\U0001f451 \u00a0\u200d"}) {
    EXPECT_EQ(one_line(text), text);
    EXPECT_EQ(as_lines(text), text);
    EXPECT_EQ(as_line(text), text + "\n");
  }
}

TEST(OneLine, EscapesWhatEndsALineOrMovesTheCursor) {
  EXPECT_EQ(one_line("a\nb\tc\rd\x7f"), R"(a\nb\tc\x0dd\x7f)");
  EXPECT_EQ(one_line(std::string("\x1b[31m\0", 6)), R"(\x1b[31m\x00)");
  EXPECT_EQ(one_line("\u009b31m\u00a0"), "\\u009b31m\u00a0");
  EXPECT_EQ(one_line("\u0080\u009f\u2028\u2029"), R"(\u0080\u009f\u2028\u2029)");
}

TEST(OneLine, EscapesWhatTurnsTheDirectionOfAText) {
  for (char32_t number = 0x2000; number < 0x2100; ++number) {
    const bool turns = number == 0x200e || number == 0x200f ||
                       (number >= 0x2028 && number <= 0x202e) ||
                       (number >= 0x2066 && number <= 0x2069);
    const std::string text = {'\xe2', static_cast<char>(0x80 | (number >> 6 & 0x3f)),
                              static_cast<char>(0x80 | (number & 0x3f))};
    EXPECT_EQ(one_line(text) != text, turns) << text;
  }
  EXPECT_EQ(one_line("\u061ca\u202eb\u2066"), R"(\u061ca\u202eb\u2066)");
}

TEST(OneLine, EscapesBytesThatAreNoUtf8) {
  EXPECT_EQ(one_line("caf\xe9"), R"(caf\xe9)");
  EXPECT_EQ(one_line("\x9b"
                     "31m\xc2"),
            R"(\x9b31m\xc2)");
  EXPECT_EQ(one_line("\xc0\x9b\xe0\x82\x9b\xf0\x80\x82\x9b"),
            R"(\xc0\x9b\xe0\x82\x9b\xf0\x80\x82\x9b)")
      << "longer than they need be";
  EXPECT_EQ(one_line("\xed\xa0\x80\xf4\x90\x80\x80\xff"), R"(\xed\xa0\x80\xf4\x90\x80\x80\xff)");
  EXPECT_EQ(one_line("\xf4\x8f\xbf\xbf\xe2\x99\x9b\xe2\x99"),
            "\xf4\x8f\xbf\xbf\xe2\x99\x9b\\xe2\\x99");
}

TEST(OneLine, IsTheLineThatItMakes) {
  const std::string text = "a\nb\t\x1b\u202e\xff\\";
  EXPECT_EQ(one_line(one_line(text)), one_line(text));
  EXPECT_EQ(as_lines(as_line(text)), as_line(text));
  EXPECT_EQ(as_lines(text), "a\nb\t\\x1b\\u202e\\xff\\");
}

TEST(Shortened, IsNotCutWithinALetter) {
  const std::string forty(40, 'a');
  EXPECT_EQ(shortened(forty), forty);
  EXPECT_EQ(shortened(forty + "b"), forty + "...");
  EXPECT_EQ(shortened(forty.substr(1) + "\u00e9"), forty.substr(1) + "...");
  EXPECT_EQ(shortened("\u00e9"), "\u00e9");
}

TEST(ShellQuoted, IsOneWordForAShell) {
  EXPECT_EQ(shell_quoted("n18.ckpt"), "n18.ckpt");
  EXPECT_EQ(shell_quoted("a b"), "'a b'");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("a\\b"), R"('a\b')");
  EXPECT_EQ(shell_quoted("it's\n\x1b\\"), R"($'it\'s\n\x1b\\')");
}

TEST(OneLine, IsWhatAnErrorSays) {
  EXPECT_STREQ(Error(ExitCode::usage, "no\nfile").what(), "no\\nfile");
}

TEST(FirstForty, NamesFortyAndSaysHowManyMoreThereAre) {
  const auto text_of = [](int number) { return std::to_string(number % 10); };
  std::vector<int> numbers;
  EXPECT_EQ(first_forty(numbers, text_of), "");
  numbers = {1, 2};
  EXPECT_EQ(first_forty(numbers, text_of), "1, 2");
  numbers.assign(40, 7);
  const std::string forty = first_forty(numbers, text_of);
  EXPECT_EQ(forty.size(), 40 + 2 * 39U);
  EXPECT_TRUE(forty.ends_with(", 7"));
  numbers.assign(43, 7);
  EXPECT_EQ(first_forty(numbers, text_of), forty + " and 3 more");
}

}  // namespace
}  // namespace nqueens
