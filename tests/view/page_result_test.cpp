// The result on the page, in words.

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "view/page.hpp"

namespace nqueens {
namespace {

/// The text between the tags.
std::string text_of(const std::string& html) {
  const std::string text = std::regex_replace(html, std::regex("<[^>]*>"), "");
  return std::regex_replace(text, std::regex("&#39;"), "'");
}

TEST(RunPage, AResultIsTold) {
  const auto told = [](const std::string& result) {
    const std::string html = to_html({.name = "n20.ckpt", .history = {}, .result = result});
    const auto begin = html.find("<p class=\"number\">");
    return text_of(html.substr(begin, html.find("</section>", begin) - begin));
  };
  EXPECT_EQ(
      told(R"({"quantity":"solutions","solutions":"92","fundamental":"12","agrees":true,
      "symmetry":"full","depth":4,"seconds":2,"kernel_seconds":1.5,"device_seconds":0.5,
      "kernel":"avx2,scalar","tasks":5,"tasks_confirmed":2,"disputes":1,"check_seconds":0.15,
      "second_count":{"solutions":"92","symmetry":"mirror","depth":5,"agrees":true},
      "count_sha256":"e1","part":null,"nodes":"500","resumed":true,"lost_workers":2,
      "sequence":"OEIS A000170","version":"1.0.0"})"),
      "92 solutions\n"
      "The count agrees with OEIS A000170.\n"
      "2 of 5 tasks were counted twice and agree; that took 0.15 s of kernel time (10.00 %).\n"
      "The second count, by another decomposition, is the same.\n"
      "Up to rotation and reflection: 12.\n"
      "Counted in 2.00 s, 1.50 s (0.50 s on devices) of kernel time, in several starts.\n"
      "2 workers were lost; others counted their tasks.\n"
      "1 task was counted with different results; further counts settled it.\n"
      "\n"
      "decompositionsymmetry full, depth 4\n"
      "kernelsavx2, scalar\n"
      "nodes500\n"
      "count_sha256e1\n"
      "\n");
  const std::string of_part =
      told(R"({"quantity":"solutions","sum_of_part":"46","part":"1/2","agrees":null})");
  EXPECT_TRUE(
      of_part.starts_with("46: the sum of part 1/2\n"
                          "This is not the count of the board; 'nqueens merge' joins the "
                          "parts.\n"))
      << of_part;
  // Of the first release; wrong.
  const std::string old = told(R"({"quantity":"solutions","solutions":"1","agrees":false,
      "second_count":{"agrees":false},"seconds":1,"worker_seconds":1.5})");
  EXPECT_TRUE(old.starts_with("1 solution\nThe count DISAGREES with the published one")) << old;
  EXPECT_NE(old.find("DISAGREES.\n"), std::string::npos) << old;
  EXPECT_NE(old.find("Counted in 1.00 s, 1.50 s of kernel time.\n"), std::string::npos) << old;
  // What no version writes.
  const std::string strange = told(R"({"quantity":"placements","placements":"7","agrees":"x",
      "tasks":-1,"tasks_confirmed":1e300,"seconds":"2","second_count":5,"resumed":1,
      "mirrored_placements":"4","profile":["3","4"]})");
  EXPECT_TRUE(
      strange.starts_with("7 placements\nThere is no published count to compare with.\n"
                          "With mirror images counted once: 4.\n"
                          "Counted in 0.00 s, 0.00 s of kernel time.\n"))
      << strange;
  EXPECT_NE(strange.find("placements by row3, 4\n"), std::string::npos) << strange;
}

}  // namespace
}  // namespace nqueens
