// Solutions to text and back.

#include "boards/solutions/formats.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "boards/solutions/methods.hpp"
#include "nqueens/error.hpp"
#include "solutions.hpp"

namespace nqueens {
namespace {

using Solution = std::vector<Row>;

std::string written(Format format, const std::vector<Solution>& solutions,
                    SquareSymbols symbols = SquareSymbols::letters) {
  std::string text;
  SolutionWriter writer(format, symbols, [&text](std::string_view piece) { text += piece; });
  for (const Solution& solution : solutions) {
    writer.write(solution);
  }
  writer.flush();
  return text;
}

/// The queens of a text in any format, as rows by column.
std::vector<Solution> read_back(const std::string& text) {
  TextSource source = test::reading(text);
  ReadSolution read;
  std::vector<Solution> solutions;
  while (read_solution(source, read)) {
    const Solution rows = read.solution();
    EXPECT_EQ(read.fault().has_value(), !test::is_solution(rows)) << text.substr(0, 1000);
    solutions.push_back(rows);
  }
  return solutions;
}

/// The reader's verdict on a text, or its message.
std::string verdict(const std::string& text) {
  TextSource source = test::reading(text);
  ReadSolution read;
  std::string last = "nothing";
  try {
    while (read_solution(source, read)) {
      const auto fault = read.fault();
      last = fault ? std::to_string(read.line) + ": " + describe(*fault, read.n) : "valid";
      if (fault) {
        break;
      }
    }
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    return error.what();
  }
  return last;
}

void expect_verdict(const std::string& text, const std::string& part) {
  const std::string said = verdict(text);
  EXPECT_NE(said.find(part), std::string::npos) << said << "\n of: " << text.substr(0, 300);
}

const Solution eight = {0, 4, 7, 5, 2, 6, 1, 3};

TEST(Writer, WritesEachFormat) {
  EXPECT_EQ(written(Format::text, {eight, {0}}), "1 5 8 6 3 7 2 4\n1\n");
  const auto json = nlohmann::json::parse(written(Format::json, {eight}));
  EXPECT_EQ(json["n"], 8);
  EXPECT_EQ(json["rows"], (std::vector<int>{1, 5, 8, 6, 3, 7, 2, 4}));
  const std::string two = written(Format::json, {eight, eight});
  EXPECT_EQ(std::count(two.begin(), two.end(), '\n'), 2);
  EXPECT_EQ(written(Format::board, {{1, 3, 0, 2}, {0}}),
            ". . Q .\nQ . . .\n. . . Q\n. Q . .\n\nQ\n");
}

TEST(Writer, DrawsAQueenInEachColumnOfAPicture) {
  const std::string text = written(Format::svg, {{1, 3, 0, 2}});
  std::string queens;
  for (const char* place :
       {"x=\"0\" y=\"100\"", "x=\"100\" y=\"300\"", "x=\"200\" y=\"0\"", "x=\"300\" y=\"200\""}) {
    queens += "<use xlink:href=\"#queen\" " + std::string(place) + "/>\n";
  }
  EXPECT_EQ(text.substr(text.find("<use xlink:href=\"#queen\"")), queens + "</svg>\n");
}

TEST(Writer, DrawsNoBoardThatNobodyCanLookAt) {
  EXPECT_THROW(written(Format::board, {Solution(max_drawn_board + 1)}), std::length_error);
  EXPECT_THROW(written(Format::svg, {Solution(max_drawn_picture + 1)}), std::length_error);
}

TEST(Writer, HandsOutPiecesOfBoundedSize) {
  std::size_t longest = 0;
  SolutionWriter writer(Format::text, SquareSymbols::letters,
                        [&](std::string_view piece) { longest = std::max(longest, piece.size()); });
  writer.begin(1'000'000);
  const Solution piece(1000);
  for (int count = 0; count < 1000; ++count) {
    writer.add(piece);
  }
  writer.end();
  writer.flush();
  EXPECT_GT(longest, 1000U);
  EXPECT_LT(longest, 70'000U);
}

TEST(Formats, ComeBackAsTheyWere) {
  std::vector<Solution> solutions;
  for (const int n : {1, 4, 6, 8}) {
    std::ranges::move(test::searched(n), std::back_inserter(solutions));
  }
  for (const std::uint64_t n : {25U, 99U, 100U, 200U}) {
    solutions.push_back(repair(n, 7));
  }
  EXPECT_EQ(read_back(written(Format::board, solutions, SquareSymbols::unicode)), solutions);
  std::string of_all;
  for (const auto format : {Format::text, Format::board, Format::json}) {
    EXPECT_EQ(read_back(written(format, solutions)), solutions);
    of_all += "# comment\n" + written(format, {eight}) + "\n";
  }
  EXPECT_EQ(read_back(of_all), std::vector<Solution>(3, eight));
}

/// On randomly changed rows and random permutations, reader and plain check agree in every format.
TEST(Formats, WrongSolutionsAreFoundInEach) {
  test::SeededRandom random;
  std::vector<Solution> wrong;
  while (wrong.size() < 200) {
    Solution rows = repair(4 + random() % 12, random());
    if (random() % 2 == 0) {
      std::swap(rows[random() % rows.size()], rows[random() % rows.size()]);
    } else {
      rows[random() % rows.size()] = static_cast<Row>(random() % rows.size());
    }
    wrong.push_back(rows);
  }
  for (const auto format : {Format::text, Format::json}) {
    EXPECT_EQ(read_back(written(format, wrong)), wrong);
  }
  // The drawn board has a queen in each row and column; two attack each other along a diagonal.
  for (Solution& rows : wrong) {
    std::iota(rows.begin(), rows.end(), Row{0});
    std::shuffle(rows.begin(), rows.end(), random);
    EXPECT_EQ(read_back(written(Format::board, {rows})), std::vector<Solution>{rows});
  }
}

/// Octets changed, lost and doubled at random. The text is refused, or wrong, or still a solution.
TEST(Formats, NothingButSolutionsIsValid) {
  test::SeededRandom random;
  const std::string bytes = "0123456789 \n.Q,:[]{}<>\"#-\xC2\xB7\xE2";
  std::vector<std::string> texts = {written(Format::board, {eight}, SquareSymbols::unicode)};
  for (const auto format : {Format::text, Format::json, Format::board}) {
    texts.push_back(written(format, {eight, {1, 3, 0, 2}}));
  }
  int valid = 0;
  int wrong = 0;
  int refused = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    const std::string text = test::spoilt(texts[random() % texts.size()], bytes, random);
    TextSource source = test::reading(text);
    ReadSolution read;
    try {
      while (read_solution(source, read)) {
        if (read.fault()) {
          ++wrong;
          continue;
        }
        ASSERT_EQ(read.rows.size() + read.queens.size(), read.n) << text;
        ASSERT_TRUE(test::is_solution_by_pairs(read.solution())) << text;
        ++valid;
      }
    } catch (const Error& error) {
      ASSERT_EQ(error.code(), ExitCode::usage);
      ++refused;
    }
  }
  EXPECT_GT(valid, 100);
  EXPECT_GT(wrong, 100);
  EXPECT_GT(refused, 100);
}

TEST(Check, NamesTheTwoQueens) {
  expect_verdict("1 5 8 6 3 7 2 5\n",
                 "1: the queens at column 2, row 5 and column 8, row 5 are in the same row");
  expect_verdict("2 4 1 3\n\n1 2\n",
                 "3: the queens at column 1, row 1 and column 2, row 2 are on the same diagonal");
  expect_verdict("4 1 2 3 5", "column 1, row 4 and column 3, row 2 are on the same diagonal");
  expect_verdict("1 5 8 6 3 7 2 3", "column 3, row 8 and column 8, row 3 are on the same diagonal");
  expect_verdict(". Q\n. Q\n", "column 2, row 1 and column 2, row 2 are in the same column");
  expect_verdict(". Q Q\n. . .\n. . .\n",
                 "column 2, row 1 and column 3, row 1 are in the same row");
  expect_verdict("Q . .\n. . .\n. Q .\n", "queens are missing: the 3 x 3 board has 2");
  expect_verdict("1 5 8 6 3 7 2\n", "the queen at column 3, row 8 is off the 7 x 7 board");
  expect_verdict("0 1\n", "column 1, row 0 is off");
  expect_verdict("2 4 1 99999999999999999999999999\n", "column 4, row above 1000000000 is off");
  expect_verdict("2 4 1 4294967299\n", "column 4, row above 1000000000 is off");
}

TEST(Check, TakesWhatPeopleAddToRows) {
  EXPECT_EQ(verdict("\n# by hand\r\n  2\t4  1 3 \r\n\n1"), "valid");
  EXPECT_EQ(verdict("..Q.\nQ...\n...Q\n.Q..\n"), "valid");
  EXPECT_EQ(verdict("{ \"rows\" : [ 2, 4 ,1,3 ] , \"n\" : 4 }"), "valid");
  EXPECT_EQ(verdict("\357\273\2771\n2 4 1 3  # by rows\n02 04 01 03# padded"), "valid");
  EXPECT_EQ(verdict("{\"n\":1,\"rows\":[1]}{\"n\":1,\"rows\":[1]} # objects"), "valid");
  EXPECT_EQ(verdict(""), "nothing");
  EXPECT_EQ(verdict("\n  \n# 2 4 1 3\n"), "nothing");
}

TEST(Check, NamesTheLineThatCannotBeRead) {
  expect_verdict("2 4 1 3\nqueens\n", "text:2: unexpected 'q'");
  expect_verdict("2 4 1 3x\n", "text:1: unexpected 'x'");
  expect_verdict("2 4 -1 3\n", "text:1: unexpected '-'");
  expect_verdict("2.0 4 1 3\n", "text:1: unexpected '.'");
  expect_verdict(std::string("2 4 1\0 3\n", 9), "text:1: unexpected byte 0x00");
  expect_verdict("\n\n\177ELF\001", "text:3: unexpected byte 0x7f");
  expect_verdict("\xff\xfe", "text:1: unexpected byte 0xff");
  expect_verdict("\xe2\x99", "text:1: the text ends within a solution");
  expect_verdict(". . Q .\nQ . .\n", "text:2: 3 squares on a board that has 4 in line 1");
  expect_verdict(". . Q .\nQ . . . .\n", "text:2: 5 squares on a board that has 4 in line 1");
  expect_verdict("1\n. . Q .\nQ . . .\n\n", "text:4: the board of line 2 ends after 2 of 4 lines");
  expect_verdict(". . K .\n", "text:1: unexpected 'K'");
  expect_verdict(written(Format::svg, {eight}), "text:1: unexpected '<'");
  expect_verdict("{\"n\":4,\"rows\":[2,4,1,3]", "text:1: the text ends within");
  expect_verdict("{\"n\":4}", "text:1: the object has no \"rows\"");
  expect_verdict("{\"rows\":[1]}", "text:1: the object has no \"n\"");
  expect_verdict("{\"n\":1,\"rows\":[1],\"n\":1}", "text:1: n is given twice");
  expect_verdict("{\"n\":0,\"rows\":[]}", "text:1: unexpected ']'");
  expect_verdict("{\"n\":1,\"rows\":[1,]}", "text:1: unexpected ']'");
  expect_verdict("{\"n\":1,\"rows\":[\"1\"]}", "text:1: unexpected '\"'");
  expect_verdict("{\"n\":1,\"rows\":[1],\"name\":\"x\"}", "text:1: unexpected 'a'");
  expect_verdict("{\"n\":1,\"rows\":[01]}", "text:1: a number begins with 0");
  expect_verdict("{\"n\":04,\"rows\":[2,4,1,3]}", "text:1: a number begins with 0");
  expect_verdict("{\"n\":1000000000000000,\"rows\":[1]}", "text:1: n has more than 15 digits");
  expect_verdict("2 4 1 3\n\357\273\2771", "text:2: unexpected byte 0xef");
}

TEST(Check, TrustsNoNumber) {
  expect_verdict("{\"n\":999999999999999,\"rows\":[1,3]}", "queens are missing");
  expect_verdict("{\"n\":3,\"rows\":[2,4,1,3]}", "is off the 3 x 3 board");
  expect_verdict("{\"n\":0,\"rows\":[1]}", "the queen at column 1, row 1 is off the 0 x 0 board");
}

/// A wrong solution in a pipe is found before the writer goes on.
TEST(Reader, WaitsForNothingBehindASolution) {
  const std::vector<std::string> texts = {"1 1\n", "1 1 # wrong\n", "\n# comment\n1 1\r\n",
                                          ". Q\n. Q\n", "{\"n\":2,\"rows\":[1,1]}"};
  for (const std::string& text : texts) {
    TextSource source = test::reading(text, true);
    ReadSolution read;
    ASSERT_TRUE(read_solution(source, read)) << text;
    EXPECT_TRUE(read.fault()) << text;
  }
}

}  // namespace
}  // namespace nqueens
