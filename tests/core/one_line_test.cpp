// Texts with names of files, as one line of output.

#include <gtest/gtest.h>

#include <string>

#include "core/text.hpp"
#include "nqueens/error.hpp"

namespace nqueens {
namespace {

TEST(OneLine, LeavesPrintableTextAlone) {
  for (const std::string text : {"", "n18.ckpt", "caf\xc3\xa9 \xe2\x99\x9b", "caf\xe9", "\xc2"}) {
    EXPECT_EQ(one_line(text), text);
  }
}

TEST(OneLine, EscapesWhatEndsALineOrMovesTheCursor) {
  EXPECT_EQ(one_line("a\nb\tc\rd\x7f"), R"(a\nb\tc\x0dd\x7f)");
  EXPECT_EQ(one_line(std::string("\x1b[31m\0", 6)), R"(\x1b[31m\x00)");
  EXPECT_EQ(one_line("\xc2\x9b"
                     "31m\xc2\xa0"),
            "\\x9b31m\xc2\xa0");
  EXPECT_EQ(one_line("\xc2\x80\xc2\x9f"), "\\x80\\x9f");
}

TEST(ShellQuoted, IsOneWordForAShell) {
  EXPECT_EQ(shell_quoted("n18.ckpt"), "n18.ckpt");
  EXPECT_EQ(shell_quoted("a b"), "'a b'");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quoted(""), "''");
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
