// Squares of numbers to text and back.

#include "boards/solutions/number_square.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "nqueens/error.hpp"
#include "solutions.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

const NumberSquare lo_shu = {3, {2, 7, 6, 9, 5, 1, 4, 3, 8}};
const NumberSquare latin = {3, {1, 2, 3, 2, 3, 1, 3, 1, 2}};

std::vector<NumberSquare> read_all(const std::string& text) {
  TextSource source = test::reading(text);
  std::vector<NumberSquare> squares;
  NumberSquare square;
  while (read_square(source, square)) {
    squares.push_back(square);
  }
  return squares;
}

std::string refusal(const std::string& text) {
  return test::error_of(ExitCode::usage, [&] { read_all(text); });
}

TEST(NumberSquare, IsWrittenInColumnsAndAsJsonByRow) {
  EXPECT_EQ(board_text(lo_shu), "2 7 6\n9 5 1\n4 3 8\n");
  EXPECT_EQ(board_text({2, {1, 10, 100, 0}}), "  1  10\n100   0\n");
  EXPECT_EQ(board_text({1, {1}}), "1\n");
  EXPECT_EQ(json_text(lo_shu), R"({"n":3,"square":[[2,7,6],[9,5,1],[4,3,8]]})");
  EXPECT_EQ(json_text(NumberSquare{1, {1}}), R"({"n":1,"square":[[1]]})");
}

TEST(NumberSquare, ComesBackFromItsText) {
  test::SeededRandom random;
  for (int trial = 0; trial < 200; ++trial) {
    const NumberSquare first = test::random_square(random, 12, trial % 2 == 0 ? 12 : max_number);
    const NumberSquare second = test::random_square(random, 3, 9);
    EXPECT_EQ(read_all(board_text(first) + "\n" + board_text(second)),
              (std::vector{first, second}));
  }
  EXPECT_EQ(read_all(board_text({2, {max_number, 0, 0, 0}})),
            (std::vector{NumberSquare{2, {max_number, 0, 0, 0}}}));
}

TEST(NumberSquare, IsReadWithWhatPeopleAdd) {
  EXPECT_EQ(read_all("\xEF\xBB\xBF# the turtle\r\n\n\t2 7\t6 # top\r\n# in between\n9 5 1\n4 3 8"),
            (std::vector{lo_shu}));
  EXPECT_EQ(read_all("07\n\n\n8"), (std::vector{NumberSquare{1, {7}}, NumberSquare{1, {8}}}));
  EXPECT_TRUE(read_all("\n# nothing\n").empty());
  EXPECT_TRUE(read_all("").empty());
}

TEST(NumberSquare, IsRefusedWithTheLineThatIsWrong) {
  const std::string hint = "; a square is lines of numbers with blanks between them";
  EXPECT_EQ(refusal("2 7 6\n9 5 1\n"), "text:3: the square of line 1 ends after 2 of 3 rows");
  EXPECT_EQ(refusal("2 7 6\n9 5 1\n\n4 3 8\n"),
            "text:3: the square of line 1 ends after 2 of 3 rows");
  EXPECT_EQ(refusal("\n2 7 6\n9 5"), "text:3: a row of 2 in a square that has 3 numbers in line 2");
  EXPECT_EQ(refusal("1 2\n3 4 5\n"), "text:2: a row of 3 in a square that has 2 numbers in line 1");
  EXPECT_EQ(refusal("2 7 x\n"), "text:1: unexpected 'x'" + hint);
  EXPECT_EQ(refusal("2 7 6\n9 5.5 1\n"), "text:2: unexpected '.'" + hint);
  EXPECT_EQ(refusal("2 -7\n"), "text:1: unexpected '-'" + hint);
  EXPECT_EQ(refusal("{\"n\":1,\"square\":[[1]]}\n"), "text:1: unexpected '{'" + hint);
  EXPECT_EQ(refusal(std::string("1 \0", 3)), "text:1: unexpected byte 0x00" + hint);
  EXPECT_EQ(refusal("1000000000\n"), "text:1: a number is above 999999999");
  EXPECT_EQ(refusal("99999999999999999999999999\n"), "text:1: a number is above 999999999");
}

TEST(NumberSquare, IsReadUpToItsLargestSize) {
  const std::string text =
      board_text({max_read_square, std::vector<int>(max_read_square * max_read_square, 1)});
  const std::string row = text.substr(0, text.find('\n'));
  EXPECT_EQ(read_all(text).at(0).n, max_read_square);
  EXPECT_EQ(refusal(row + " 1\n"),
            "text:1: more than 1000 numbers in a row; larger squares cannot be read");
}

TEST(NumberSquare, IsWholeOrRefusedWhateverTheTextIs) {
  test::SeededRandom random;
  const std::string bytes = "0123456789 \n\r#-.x\xEF";
  int whole = 0;
  int refused = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const std::string text =
        test::spoilt(board_text(lo_shu) + "\n" + board_text(latin), bytes, random);
    try {
      for (const NumberSquare& square : read_all(text)) {
        ASSERT_EQ(square.numbers.size(), static_cast<std::size_t>(square.n * square.n)) << text;
        ASSERT_EQ(read_all(board_text(square)), (std::vector{square})) << text;
        ++whole;
      }
    } catch (const Error& error) {
      ASSERT_EQ(error.code(), ExitCode::usage);
      ++refused;
    }
  }
  EXPECT_GT(whole, 100);
  EXPECT_GT(refused, 100);
}

/// A reader that waits for what follows would never answer at a terminal.
TEST(NumberSquare, IsReadWithoutWaitingForMore) {
  const std::string text = "1 2\n3 4\n";
  TextSource source = test::reading(text, true);
  NumberSquare square;
  EXPECT_TRUE(read_square(source, square));
  EXPECT_EQ(square, (NumberSquare{2, {1, 2, 3, 4}}));
}

}  // namespace
}  // namespace nqueens
