// The words of certificates. Old certificates are compared with them, so other words are another
// format.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>

#include "certificate_examples.hpp"
#include "core/sha256.hpp"
#include "support/boards.hpp"
#include "support/temporary_folder.hpp"

namespace nqueens {
namespace {

/// The paragraphs on one line each, without the marks at the beginnings of lines.
std::string words_of(const Job& job) {
  std::istringstream lines(certificate_rule(job));
  std::string words;
  for (std::string line; std::getline(lines, line);) {
    words += line == "#" ? "\n" : line.substr(1);
  }
  return words;
}

std::string step_3_of(int n, Sequence sequence = Sequence::queens) {
  const std::string words =
      words_of({.problem = {.n = n, .sequence = sequence}, .symmetry = Symmetry::full, .depth = 3});
  const auto begin = words.find(" 3. Start. ");
  return words.substr(begin, words.find("\n", begin) - begin);
}

/// Only the middle square of an odd board is its own image under all eight symmetries.
TEST(CertificateWords, GoOnFromTheMiddleOfOddSquareBoards) {
  const std::string second_cross =
      " If s is 8, which is so where the only queen stands in the "
      "middle, go on: fill ";
  EXPECT_TRUE(test::has(step_3_of(9), " Fill row 4 and column 4, in this order, "));
  EXPECT_TRUE(test::has(step_3_of(9),
                        second_cross + "row 3, row 5, column 3 and column 5, in this order, each "
                                       "unless a queen stands on it by then. Compare the lists "));
  EXPECT_TRUE(test::has(step_3_of(3), second_cross + "row 0, row 2, column 0 and column 2, "));
  for (const int n : {1, 2, 8, 10}) {
    EXPECT_FALSE(test::has(step_3_of(n), "go on")) << n;
  }
  EXPECT_TRUE(
      test::has(step_3_of(8), " Fill row 3, row 4, column 3 and column 4, in this order, "));
  for (const int n : {7, 8}) {
    EXPECT_FALSE(test::has(step_3_of(n, Sequence::torus), "go on")) << n;
  }
}

/// A file named after the format has a hash of the words of each kind of job.
TEST(CertificateWords, AreThoseOfTheirFormat) {
  std::string lines;
  for (const Sequence sequence : test::every_sequence()) {
    for (const Symmetry symmetry : {Symmetry::none, Symmetry::mirror, Symmetry::full}) {
      for (const int n : {1, 2, 3, 8, 9, 32}) {
        for (const int depth : {0, 2, 5}) {
          for (const LineOrder order : {LineOrder::rows, LineOrder::fewest}) {
            const Job job{.problem = {.n = n, .sequence = sequence},
                          .symmetry = symmetry,
                          .depth = depth,
                          .order = order};
            Job task = job;
            task.of_depth = depth == 5 ? 2 : 0;
            task.of_prefixes_per_task = 11;
            task.of_task = 3;
            for (const Job& each : {job, task}) {
              if (is_possible(each)) {
                lines +=
                    to_string(each) + ": " + sha256(certificate_rule(each)).substr(0, 16) + "\n";
              }
            }
          }
        }
      }
    }
  }
  const std::string first_line = test::written(test::example());
  const std::string start = "nqueens certificate ";
  ASSERT_TRUE(first_line.starts_with(start));
  const std::string format = first_line.substr(start.size(), first_line.find('\n') - start.size());
  const std::filesystem::path file =
      NQUEENS_SOURCE_DIR "/tests/store/golden-words-" + format + ".txt";
  test::write_golden_lines(file, lines);
  EXPECT_EQ(lines, test::content_of(file))
      << "These are not the words of format " << format
      << ", with which certificates of that format are compared: they need a new one";
}

TEST(CertificateWords, HaveLinesOfAHundredCharactersAtMost) {
  std::size_t longest = 0;
  for (int n = 1; n <= 32; ++n) {
    std::istringstream lines(certificate_rule({.problem = {.n = n}, .depth = 0}));
    for (std::string line; std::getline(lines, line);) {
      ASSERT_TRUE(line == "#" || line.starts_with("# ")) << line;
      EXPECT_FALSE(line.ends_with(" ")) << line;
      longest = std::max(longest, line.size());
    }
  }
  EXPECT_EQ(longest, 100U);
}

TEST(GoldenLines, MayBecomeMoreButStayAsTheyAre) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "golden.txt";
  const auto written = [&file](const std::string& lines) {
    test::write_golden_lines(file, lines);
    return test::content_of(file) == lines;
  };
  const char* const before = std::getenv("NQUEENS_WRITE_GOLDEN");
  setenv("NQUEENS_WRITE_GOLDEN", "1", 1);
  EXPECT_TRUE(written("queens 8\nqueens 8\n"));
  EXPECT_FALSE(written("queens 8\nrooks 8\n"));
  EXPECT_FALSE(written("torus-queens 8\nqueens 8\n"));
  EXPECT_TRUE(written("queens 8\nrooks 8\nqueens 8\n"));
  unsetenv("NQUEENS_WRITE_GOLDEN");
  EXPECT_FALSE(written("queens 8\nrooks 8\nqueens 8\namazons 8\n"));
  if (before != nullptr) {
    setenv("NQUEENS_WRITE_GOLDEN", before, 1);
  }
}

}  // namespace
}  // namespace nqueens
