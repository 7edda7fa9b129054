// Texts with names of files, as one line of output.

#include <gtest/gtest.h>

#include <string>

#include "core/error.hpp"
#include "core/text.hpp"

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
}

TEST(OneLine, IsWhatAnErrorSays) {
  EXPECT_STREQ(Error(ExitCode::usage, "no\nfile").what(), "no\\nfile");
}

}  // namespace
}  // namespace nqueens
