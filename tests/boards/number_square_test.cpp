// Squares of numbers to text, pictures and back.

#include "boards/solutions/number_square.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "boards/solutions/svg.hpp"
#include "core/error.hpp"
#include "picture.hpp"
#include "reading.hpp"
#include "support/boards.hpp"

namespace nqueens {
namespace {

const NumberSquare lo_shu = {3, {2, 7, 6, 9, 5, 1, 4, 3, 8}};
const NumberSquare latin = {3, {1, 2, 3, 2, 3, 1, 3, 1, 2}};

std::vector<NumberSquare> read_all(const std::string& text) {
  TextSource source(test::reading(text), "text");
  std::vector<NumberSquare> squares;
  NumberSquare square;
  while (read_square(source, square)) {
    squares.push_back(square);
  }
  return squares;
}

std::string refusal(const std::string& text) {
  try {
    read_all(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    return error.what();
  }
  return "none";
}

NumberSquare random_square(std::mt19937_64& random, int largest_n, int largest_number) {
  NumberSquare square = {std::uniform_int_distribution(1, largest_n)(random), {}};
  std::uniform_int_distribution number(0, largest_number);
  for (int index = 0; index < square.n * square.n; ++index) {
    square.numbers.push_back(number(random));
  }
  return square;
}

TEST(NumberSquare, IsWrittenInColumns) {
  EXPECT_EQ(board_text(lo_shu), "2 7 6\n9 5 1\n4 3 8\n");
  EXPECT_EQ(board_text({2, {1, 10, 100, 0}}), "  1  10\n100   0\n");
  EXPECT_EQ(board_text({1, {1}}), "1\n");
}

TEST(NumberSquare, IsWrittenAsJsonByRow) {
  EXPECT_EQ(json_text(lo_shu), R"({"n":3,"square":[[2,7,6],[9,5,1],[4,3,8]]})");
  EXPECT_EQ(json_text(NumberSquare{1, {1}}), R"({"n":1,"square":[[1]]})");
}

TEST(NumberSquare, ComesBackFromItsText) {
  const std::uint64_t seed = test::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int trial = 0; trial < 200; ++trial) {
    const NumberSquare first = random_square(random, 12, trial % 2 == 0 ? 12 : max_number);
    const NumberSquare second = random_square(random, 3, 9);
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
  std::string row = "1";
  for (int column = 1; column < max_read_square; ++column) {
    row += " 1";
  }
  std::string text;
  for (int line = 0; line < max_read_square; ++line) {
    text += row + "\n";
  }
  EXPECT_EQ(read_all(text).at(0).n, max_read_square);
  EXPECT_EQ(refusal(row + " 1\n"),
            "text:1: more than 1000 numbers in a row; larger squares cannot be read");
}

TEST(NumberSquare, IsWholeOrRefusedWhateverTheTextIs) {
  const std::uint64_t seed = test::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  const std::string bytes = "0123456789 \n\r#-.x\xEF";
  int whole = 0;
  int refused = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    std::string text = board_text(lo_shu) + "\n" + board_text(latin);
    for (auto changes = random() % 4; changes > 0; --changes) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0: text[at] = bytes[random() % bytes.size()]; break;
        case 1: text.erase(at, 1 + random() % 4); break;
        default: text.insert(at, text.substr(random() % text.size(), random() % 9)); break;
      }
    }
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
  const ReadText read_text = test::reading(text);
  TextSource source(
      [&](std::span<char> buffer) {
        const std::size_t count = read_text(buffer);
        EXPECT_GT(count, 0U);
        return count;
      },
      "text");
  NumberSquare square;
  EXPECT_TRUE(read_square(source, square));
  EXPECT_EQ(square, (NumberSquare{2, {1, 2, 3, 4}}));
}

/// The numbers that a picture shows: digits in one square, from left to right.
NumberSquare square_in(const std::string& picture) {
  std::map<std::pair<int, int>, std::string> digits;
  for (const auto& [id, x, y] : test::uses_in(picture)) {
    if (id.starts_with('n')) {
      digits[{y / 100, x / 100}] += id.substr(1);
    }
  }
  NumberSquare square;
  for (const auto& [place, number] : digits) {
    square.numbers.push_back(std::stoi(number));
    square.n = place.first + 1;
  }
  return square;
}

TEST(NumberSquare, IsShownByItsPicture) {
  const std::uint64_t seed = test::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int trial = 0; trial < 30; ++trial) {
    const int largest =
        std::vector{9, 99, 999, 99'999, max_number}[static_cast<std::size_t>(trial) % 5];
    const NumberSquare square = random_square(random, 12, largest);
    for (const auto colours : {SquareColours::chequered, SquareColours::by_number}) {
      const std::string picture = svg_text(square, colours);
      EXPECT_EQ(square_in(picture), square);
      EXPECT_TRUE(test::is_drawing(picture)) << picture;
      EXPECT_TRUE(test::is_complete(picture)) << picture;
    }
  }
}

/// The squares of each path that has no holes and a tint of its own.
std::map<std::string, std::set<std::pair<int, int>>> tints_in(const std::string& picture) {
  static const std::regex path(R"re(<path fill="(#[0-9a-f]{6})" d="([^"]+)"/>)re");
  static const std::regex corner(R"re(M(\d+) (\d+)h100v100h-100z)re");
  std::map<std::string, std::set<std::pair<int, int>>> tints;
  for (std::sregex_iterator match(picture.begin(), picture.end(), path), end; match != end;
       ++match) {
    const std::string corners = (*match)[2];
    for (std::sregex_iterator at(corners.begin(), corners.end(), corner); at != end; ++at) {
      tints[(*match)[1]].emplace(std::stoi((*at)[2]) / 100, std::stoi((*at)[1]) / 100);
    }
  }
  return tints;
}

TEST(NumberSquare, HasATintForEachNumber) {
  std::set<std::set<std::pair<int, int>>> squares_of_numbers;
  for (const auto& [tint, squares] : tints_in(svg_text(latin, SquareColours::by_number))) {
    squares_of_numbers.insert(squares);
  }
  EXPECT_EQ(squares_of_numbers,
            (std::set<std::set<std::pair<int, int>>>{
                {{0, 0}, {1, 2}, {2, 1}}, {{0, 1}, {1, 0}, {2, 2}}, {{0, 2}, {1, 1}, {2, 0}}}));
  EXPECT_TRUE(tints_in(svg_text(latin, SquareColours::chequered)).empty());
}

TEST(NumberSquare, HasDifferentTintsEvenForManyNumbers) {
  NumberSquare square = {13, {}};
  for (int index = 0; index < 169; ++index) {
    square.numbers.push_back(index % 13 + 1);
  }
  EXPECT_EQ(tints_in(svg_text(square, SquareColours::by_number)).size(), 13U);
}

TEST(NumberSquare, IsNotDrawnIfTooLarge) {
  const auto ones = [](std::uint64_t n) {
    return NumberSquare{static_cast<int>(n), std::vector<int>(n * n, 1)};
  };
  EXPECT_NO_THROW(svg_text(ones(max_drawn_picture), SquareColours::chequered));
  EXPECT_THROW(svg_text(ones(max_drawn_picture + 1), SquareColours::chequered), std::length_error);
}

}  // namespace
}  // namespace nqueens
