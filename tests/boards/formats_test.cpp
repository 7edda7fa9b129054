// Solutions to text and back.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <regex>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "nqueens/boards/construct.hpp"
#include "nqueens/boards/reader.hpp"
#include "nqueens/boards/repair.hpp"
#include "nqueens/boards/search.hpp"
#include "nqueens/boards/writer.hpp"
#include "nqueens/core/error.hpp"
#include "queens.hpp"
#include "support/boards.hpp"

namespace nqueens {
namespace {

using Solution = std::vector<Row>;

std::string written(SolutionFormat format, const std::vector<Solution>& solutions,
                    BoardSquares squares = ascii_squares) {
  std::string text;
  SolutionWriter writer(format, squares, [&text](std::string_view piece) { text += piece; });
  for (const Solution& solution : solutions) {
    writer.write(solution);
  }
  writer.flush();
  return text;
}

/// Reads from a text, some characters at a time.
ReadText reading(const std::string& text, std::size_t at_once = 7) {
  return [&text, at_once, position = std::size_t{0}](std::span<char> buffer) mutable {
    const std::size_t count = text.copy(buffer.data(), std::min(at_once, buffer.size()), position);
    position += count;
    return count;
  };
}

/// The queens of a text as rows by column, whatever its format.
std::vector<Solution> read_back(const std::string& text) {
  SolutionReader reader(reading(text), "text");
  ReadSolution read;
  std::vector<Solution> solutions;
  while (reader.next(read)) {
    Solution rows = read.rows;
    if (!read.queens.empty()) {
      rows.resize(read.n);
      for (const Square queen : read.queens) {
        rows.at(static_cast<std::size_t>(queen.column)) = static_cast<Row>(queen.row);
      }
    }
    EXPECT_EQ(read.fault().has_value(), !test::is_solution(rows)) << text.substr(0, 1000);
    solutions.push_back(rows);
  }
  return solutions;
}

/// What the reader says of a text: a verdict or a message.
std::string verdict(const std::string& text) {
  SolutionReader reader(reading(text), "text");
  ReadSolution read;
  std::string last = "nothing";
  try {
    while (reader.next(read)) {
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

/// The picture of a solution of four queens with one piece of its text replaced.
std::string altered(const std::string& from, const std::string& to) {
  std::string text = written(SolutionFormat::svg, {{1, 3, 0, 2}});
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Writer, WritesRowsFromOne) {
  EXPECT_EQ(written(SolutionFormat::rows, {eight, {0}}), "1 5 8 6 3 7 2 4\n1\n");
}

TEST(Writer, WritesOneObjectALine) {
  const auto json = nlohmann::json::parse(written(SolutionFormat::json, {eight}));
  EXPECT_EQ(json["n"], 8);
  EXPECT_EQ(json["rows"], (std::vector<int>{1, 5, 8, 6, 3, 7, 2, 4}));
  const std::string two = written(SolutionFormat::json, {eight, eight});
  EXPECT_EQ(std::count(two.begin(), two.end(), '\n'), 2);
}

TEST(Writer, DrawsRowsFromTheFirst) {
  EXPECT_EQ(written(SolutionFormat::board, {{1, 3, 0, 2}, {0}}), ". . Q .\nQ . . .\n. . . Q\n. Q . .\n\nQ\n");
}

TEST(Writer, DrawsNoBoardThatNobodyCanLookAt) {
  EXPECT_THROW(written(SolutionFormat::board, {Solution(max_drawn_board + 1)}), std::length_error);
  EXPECT_THROW(written(SolutionFormat::svg, {Solution(max_drawn_picture + 1)}), std::length_error);
}

TEST(Writer, HandsOutPiecesOfBoundedSize) {
  std::size_t longest = 0;
  SolutionWriter writer(SolutionFormat::rows, ascii_squares,
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
    search(n, [&](Rows rows) {
      solutions.emplace_back(rows.begin(), rows.end());
      return true;
    });
  }
  for (const std::uint64_t n : {25U, 99U, 100U, 200U}) {
    solutions.push_back(repair(n, 7));
  }
  EXPECT_EQ(read_back(written(SolutionFormat::rows, solutions)), solutions);
  EXPECT_EQ(read_back(written(SolutionFormat::json, solutions)), solutions);
  EXPECT_EQ(read_back(written(SolutionFormat::board, solutions)), solutions);
  EXPECT_EQ(read_back(written(SolutionFormat::board, solutions, unicode_squares)), solutions);
  EXPECT_EQ(read_back(written(SolutionFormat::svg, solutions)), solutions);
  std::string mixed;
  std::vector<Solution> five;
  for (const auto format :
       {SolutionFormat::svg, SolutionFormat::rows, SolutionFormat::board, SolutionFormat::json}) {
    mixed += "# comment\n" + written(format, {eight}) + "\n";
    five.push_back(eight);
  }
  EXPECT_EQ(read_back(mixed), five);
}

/// Rows changed at random and random permutations: reader and plain check agree in every format.
TEST(Formats, WrongSolutionsAreFoundInEach) {
  const std::uint64_t seed = test::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
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
  for (const auto format : {SolutionFormat::rows, SolutionFormat::json}) {
    EXPECT_EQ(read_back(written(format, wrong)), wrong);
  }
  // A drawn board has a queen in each row and column here; one attacks another along a diagonal.
  for (Solution& rows : wrong) {
    std::iota(rows.begin(), rows.end(), Row{0});
    std::shuffle(rows.begin(), rows.end(), random);
    for (const auto format : {SolutionFormat::board, SolutionFormat::svg}) {
      EXPECT_EQ(read_back(written(format, {rows})), std::vector<Solution>{rows});
    }
  }
}

/// The queens of a picture by column, as its text has them, and the rest of that text without white space.
std::pair<Solution, std::string> dissected(const std::string& text) {
  const auto begin = text.find("<?xml");
  const std::string picture = text.substr(begin, text.find("</svg>") + 6 - begin);
  static const std::regex queen("<use xlink:href=\"#queen\" x=\"([0-9]+)\" y=\"([0-9]+)\"/>");
  static const std::regex between("(>)\\s+|\\s+(<)");
  Solution rows;
  std::size_t queens = 0;
  for (std::sregex_iterator match(picture.begin(), picture.end(), queen), end; match != end; ++match) {
    const auto column = std::stoul((*match)[1]) / 100;
    rows.resize(std::max(rows.size(), column + 1), static_cast<Row>(picture.size()));
    rows[column] = static_cast<Row>(std::stoul((*match)[2]) / 100);
    ++queens;
  }
  EXPECT_EQ(queens, rows.size()) << text;
  return {rows, std::regex_replace(std::regex_replace(picture, queen, ""), between, "$1$2")};
}

/// Octets changed, lost and doubled at random: the text is refused, or wrong, or still shows a solution.
TEST(Formats, NothingButSolutionsIsValid) {
  const std::uint64_t seed = test::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  const std::string octets = "0123456789 \n.Q,:[]{}<>\"#-\xC2\xB7\xE2";
  std::vector<std::string> texts = {written(SolutionFormat::board, {eight}, unicode_squares)};
  for (const auto format : {SolutionFormat::rows, SolutionFormat::json, SolutionFormat::board}) {
    texts.push_back(written(format, {eight, {1, 3, 0, 2}}));
  }
  const std::string picture = written(SolutionFormat::svg, {eight});
  const std::string frame = dissected(picture).second;
  texts.push_back(picture);
  int valid = 0;
  int pictures = 0;
  int wrong = 0;
  int refused = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    std::string text = texts[random() % texts.size()];
    for (auto changes = random() % 4; changes > 0; --changes) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0: text[at] = octets[random() % octets.size()]; break;
        case 1: text.erase(at, 1 + random() % 4); break;
        default: text.insert(at, text.substr(random() % text.size(), random() % 20)); break;
      }
    }
    SolutionReader reader(reading(text), "text");
    ReadSolution read;
    try {
      while (reader.next(read)) {
        if (read.fault()) {
          ++wrong;
          continue;
        }
        Solution rows = read.rows;
        if (read.format == SolutionFormat::svg) {
          std::string rest;
          std::tie(rows, rest) = dissected(text);
          ASSERT_EQ(rest, frame) << text;
          ++pictures;
        }
        for (const Square queen :
             read.format == SolutionFormat::board ? read.queens : std::vector<Square>{}) {
          rows.resize(read.n, static_cast<Row>(read.n));
          rows.at(static_cast<std::size_t>(queen.column)) = static_cast<Row>(queen.row);
        }
        ASSERT_EQ(rows.size(), read.n) << text;
        ASSERT_TRUE(test::is_solution_by_pairs(rows)) << text;
        ++valid;
      }
    } catch (const Error& error) {
      ASSERT_EQ(error.code(), ExitCode::usage);
      ++refused;
    }
  }
  EXPECT_GT(valid, 100);
  EXPECT_GT(pictures, 100);
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
  expect_verdict(". Q Q\n. . .\n. . .\n", "column 2, row 1 and column 3, row 1 are in the same row");
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
  EXPECT_EQ(verdict("\xEF\xBB\xBF"
                    "1\n2 4 1 3  # by rows\n02 04 01 03# padded"),
            "valid");
  EXPECT_EQ(verdict("{\"n\":1,\"rows\":[1]}{\"n\":1,\"rows\":[1]} # objects"), "valid");
  EXPECT_EQ(verdict(""), "nothing");
  EXPECT_EQ(verdict("\n  \n# 2 4 1 3\n"), "nothing");
}

TEST(Check, NamesTheLineThatCannotBeRead) {
  expect_verdict("2 4 1 3\nqueens\n", "text:2: 'q' is no part");
  expect_verdict("2 4 1 3x\n", "text:1: 'x' is no part");
  expect_verdict("2 4 -1 3\n", "text:1: '-' is no part");
  expect_verdict("2.0 4 1 3\n", "text:1: '.' is no part");
  expect_verdict(std::string("2 4 1\0 3\n", 9), "text:1: octet 0x00 is no part");
  expect_verdict(
      "\n\n\x7f"
      "ELF\x01",
      "text:3: octet 0x7f is no part");
  expect_verdict("\xff\xfe", "text:1: octet 0xff");
  expect_verdict("\xe2\x99", "text:1: the text ends within a solution");
  expect_verdict(". . Q .\nQ . .\n", "text:2: 3 squares on a board that has 4 in line 1");
  expect_verdict(". . Q .\nQ . . . .\n", "text:2: 5 squares on a board that has 4 in line 1");
  expect_verdict("1\n. . Q .\nQ . . .\n\n", "text:4: the board of line 2 ends after 2 of 4 lines");
  expect_verdict(". . K .\n", "text:1: 'K' is no part");
  expect_verdict("{\"n\":4,\"rows\":[2,4,1,3]", "text:1: the text ends within");
  expect_verdict("{\"n\":4}", "text:1: the object has no \"rows\"");
  expect_verdict("{\"rows\":[1]}", "text:1: the object has no \"n\"");
  expect_verdict("{\"n\":1,\"rows\":[1],\"n\":1}", "text:1: n is there twice");
  expect_verdict("{\"n\":0,\"rows\":[]}", "text:1: ']' is no part");
  expect_verdict("{\"n\":1,\"rows\":[1,]}", "text:1: ']' is no part");
  expect_verdict("{\"n\":1,\"rows\":[\"1\"]}", "text:1: '\"' is no part");
  expect_verdict("{\"n\":1,\"rows\":[1],\"name\":\"x\"}", "text:1: 'a' is no part");
  expect_verdict("{\"n\":1,\"rows\":[01]}", "text:1: a number begins with 0");
  expect_verdict("{\"n\":04,\"rows\":[2,4,1,3]}", "text:1: a number begins with 0");
  expect_verdict("{\"n\":1000000000000000,\"rows\":[1]}", "text:1: n has more than 15 digits");
  expect_verdict(
      "2 4 1 3\n\xEF\xBB\xBF"
      "1",
      "text:2: octet 0xef");
}

TEST(Check, TrustsNoNumber) {
  expect_verdict("{\"n\":999999999999999,\"rows\":[1,3]}", "queens are missing");
  expect_verdict("{\"n\":3,\"rows\":[2,4,1,3]}", "is off the 3 x 3 board");
  expect_verdict("{\"n\":0,\"rows\":[1]}", "the queen at column 1, row 1 is off the 0 x 0 board");
}

/// So that a wrong solution is found while the writer of a pipe still thinks.
TEST(Reader, WaitsForNothingBehindASolution) {
  std::vector<std::string> texts = {"1 1\n",
                                    "1 1 # wrong\n",
                                    "\n# comment\n1 1\r\n",
                                    ". Q\n. Q\n",
                                    "{\"n\":2,\"rows\":[1,1]}",
                                    altered("y=\"100\"/>", "y=\"200\"/>")};
  texts.back().pop_back();
  for (const std::string& text : texts) {
    const ReadText read_text = reading(text);
    SolutionReader reader(
        [&](std::span<char> buffer) {
          const std::size_t count = read_text(buffer);
          EXPECT_GT(count, 0U) << "waits behind " << text;
          return count;
        },
        "text");
    ReadSolution read;
    ASSERT_TRUE(reader.next(read)) << text;
    EXPECT_TRUE(read.fault()) << text;
  }
}

// --- pictures

TEST(Pictures, AreCheckedByTheirQueens) {
  const std::string first = "<use xlink:href=\"#queen\" x=\"0\" y=\"100\"/>";
  const std::string second = "<use xlink:href=\"#queen\" x=\"100\" y=\"300\"/>";
  expect_verdict(altered("<title>", "\r\n\t<title>"), "valid");
  expect_verdict(altered(first + "\n" + second, second + first), "valid");
  expect_verdict(altered(first, ""), "queens are missing: the 4 x 4 board has 3");
  expect_verdict(altered(first, first + first), "column 1, row 2 and column 1, row 2 are in the same row");
  expect_verdict(altered("x=\"0\" y=\"100\"", "x=\"0\" y=\"0\""),
                 "column 1, row 1 and column 3, row 1 are in the same row");
  expect_verdict(altered("x=\"0\" y=\"100\"", "x=\"0\" y=\"400\""), "column 1, row 5 is off the 4 x 4 board");
}

TEST(Pictures, ThatCouldShowSomethingElseAreRefused) {
  const std::string first = "<use xlink:href=\"#queen\" x=\"0\" y=\"100\"/>";
  const std::string cover = "<rect x=\"0\" y=\"0\" width=\"400\" height=\"400\" fill=\"#f0e4cc\"/>";
  const std::string other = "this is in no picture of nqueens solve";
  const std::vector<std::pair<std::string, std::string>> alterations = {
      // Of the document.
      {"<?xml version=\"1.0\" encoding=\"UTF-8\"?>", ""},
      {"<svg ", "<?xml-stylesheet href=\"hide.css\"?><svg "},
      {"<svg ", "<!DOCTYPE svg><svg "},
      {"<title>", "<?xml-stylesheet href=\"hide.css\"?><title>"},
      {"</svg>", "<?xml-stylesheet href=\"hide.css\"?></svg>"},
      {"</svg>", "<!-- more --></svg>"},
      {"</svg>", "<script>hide()</script></svg>"},
      {"</svg>", "<style>use{display:none}</style></svg>"},
      {"</svg>", "</g></svg>"},
      {"4 queens", "4  queens"},
      {"4 queens", "4 queens<use/>"},
      // Of the definitions.
      {"</defs>", "<style>use{display:none}</style></defs>"},
      {"</defs>", "<script>hide()</script></defs>"},
      {"</defs>", first + "</defs>"},
      {"<g id=\"queen\" ", "<g id=\"queen\" display=\"none\" "},
      {"<g id=\"queen\" ", "<g id=\"queen\" transform=\"translate(100)\" "},
      {"<g id=\"queen\" ", "<g id=\"queen\"/><g "},
      {"<path id=\"d0\" ", "<use id=\"d0\" xlink:href=\"#queen\"/><path "},
      {"<path id=\"d0\" transform=\"scale(", "<path id=\"d0\" transform=\"scale(1"},
      // Of what is drawn.
      {first, cover + first},
      {"</svg>", cover + "</svg>"},
      {"</svg>", "<path d=\"M0 0H400V400H0z\"/></svg>"},
      {"<g fill=\"none\" ", "<g fill=\"none\" opacity=\"0\" "},
      {"xlink:href=\"#d1\"", "xlink:href=\"#queen\""},
      {"id=\"board\"", "id=\"bord\""},
      {"\"board\" x=\"0\"", "\"board\" x=\"100\""},
      {"y=\"100\"/>", "y=\"100\" display=\"none\"/>"},
      {"y=\"100\"/>", "y=\"100\" x=\"100\"/>"},
      {"y=\"100\"/>", "y=\"100\"></use>"},
      {"y=\"100\"/>", "y=\"-100\"/>"},
      {"y=\"100\"/>", "y=\"100.5\"/>"},
      {"\"#queen\" x=", "\"#king\" x="},
      {"xlink:href=\"#queen\"", "href=\"#queen\""},
  };
  for (const auto& [from, to] : alterations) {
    expect_verdict(altered(from, to), other);
  }
  for (const std::string attribute : {"width=\"", "height=\"", "viewBox=\"", "xmlns=\"", "xmlns:xlink=\""}) {
    expect_verdict(altered(attribute, attribute + "1"), "the picture does not begin as");
    expect_verdict(altered(attribute, "id=\"x\" " + attribute), "the picture does not begin as");
  }
  expect_verdict(altered("4 queens", "5 queens"),
                 "the picture does not begin as nqueens solve draws 5 queens");
  expect_verdict(altered("4 queens", "201 queens"), "the title names no board");
  expect_verdict(altered("4 queens", "0 queens"), "the title names no board");
  expect_verdict(altered("y=\"100\"/>", "y=\"0100\"/>"), "a number begins with 0");
  expect_verdict(altered("y=\"100\"/>", "y=\"150\"/>"), "a queen stands between squares");
  expect_verdict(altered("y=\"100\"/>", "y=\"99999999999999999999999\"/>"), "a queen stands between squares");
  expect_verdict(altered("</svg>", ""), "the text ends within a picture");
  expect_verdict("<svg", "text:1: the text ends within a picture");
  expect_verdict("<" + std::string(100'000, ' '), "text:1: " + other);
  expect_verdict("<html>\n<p>\n<p>", "text:3: " + other);
}

/// A queen too many is one too many, however many there are.
TEST(Pictures, OfTooManyQueensAreWrong) {
  std::string queens;
  for (int queen = 0; queen < 10'000; ++queen) {
    queens += "<use xlink:href=\"#queen\" x=\"" + std::to_string(100 * queen) + "\" y=\"0\"/>";
  }
  const std::string text = altered("</svg>", queens + "</svg>");
  SolutionReader reader(reading(text), "text");
  ReadSolution read;
  ASSERT_TRUE(reader.next(read));
  EXPECT_LE(read.queens.size(), 5U);
  EXPECT_TRUE(read.fault());
}

}  // namespace
}  // namespace nqueens
