// What a result file says, held against a result.

#include "judge/result_file.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/text.hpp"

namespace nqueens {
namespace {

RunResult twelve() {
  return {.job = {.problem = {.n = 12}, .depth = 4},
          .count = Count(14'200),
          .fundamental = Count(1'787),
          .agrees = true,
          .runs = {.elapsed_seconds = 1.5,
                   .worker_seconds = 2.25,
                   .device_seconds = 0.5,
                   .check_seconds = 0.125,
                   .lost_workers = 1,
                   .disputes = 2,
                   .kernels = "plain,scalar"},
          .ranks = 3,
          .workers = 6,
          .tasks = 512,
          .tasks_confirmed = 3,
          .second =
              SecondResult{.job = {.problem = {.n = 12}, .symmetry = Symmetry::mirror, .depth = 5},
                           .count = Count(14'201),
                           .agrees = false,
                           .kernels = "avx2"},
          .count_sha256 = "3f5a",
          .nodes = 856'188,
          .resumed = true,
          .sequence = "OEIS A000170",
          .provenance = {.hosts = {"node1", "node2"}}};
}

TEST(ResultFile, IsHeldByAFileOfItsJobAndNumber) {
  const RunResult result = twelve();
  RunResult open = result;
  open.fundamental.reset();
  EXPECT_TRUE(compare(result, to_json(result)).is_same);
  EXPECT_TRUE(compare(open, to_json(result)).is_same) << "it has more";
  const ResultComparison lacking = compare(result, to_json(open));
  EXPECT_FALSE(lacking.is_same);
  EXPECT_EQ(lacking.fault, "");
  RunResult other = result;
  other.count = Count(14'201);
  EXPECT_EQ(compare(result, to_json(other)).fault,
            "has the number \"14201\", but \"14200\" was counted");
  other = result;
  other.job.problem.sequence = Sequence::torus;
  EXPECT_EQ(compare(result, to_json(other)).fault, "is of another job: board is \"torus\"");
  other = result;
  other.sequence = "OEIS A051906";
  EXPECT_EQ(compare(result, to_json(other)).other, "sequence, \"OEIS A051906\"");
  for (const char* text : {"", "{", "[]", "7", "null", "\"n\""}) {
    EXPECT_NE(compare(result, text).fault.find("empty or damaged"), std::string::npos) << text;
  }
  EXPECT_FALSE(compare(result, "{}").is_same);
}

TEST(ResultFile, OfAPartIsHeldByAFileOfItsPart) {
  RunResult part = twelve();
  part.part = "2/5";
  EXPECT_TRUE(compare(part, to_json(part)).fault.empty());
  EXPECT_EQ(part_of_result(to_json(part))->parts, 5U);
  EXPECT_FALSE(part_of_result(to_json(twelve())));
  RunResult other = part;
  other.count = Count(14'202);
  EXPECT_TRUE(test::has(compare(part, to_json(other)).fault, "has the number \"14202\""));
  EXPECT_EQ(compare(part, to_json(twelve())).fault, "is of another job: part is null");
}

TEST(ResultFile, OfAnotherCutIsOfAnotherJob) {
  RunResult other = twelve();
  other.job.depth = 5;
  EXPECT_EQ(compare(twelve(), to_json(other)).fault, "is of another job: depth is 5");
}

TEST(ResultFile, AloneIsComparedWithThePublishedNumber) {
  EXPECT_EQ(fault_of_result(to_json(twelve())), "");
  RunResult wrong = twelve();
  wrong.count = Count(14'201);
  EXPECT_EQ(fault_of_result(to_json(wrong)),
            "adds up to 14201, but the published count is 14200 (OEIS A000170)");
  wrong.agrees.reset();
  wrong.sequence.clear();
  wrong.part = "1/2";
  EXPECT_EQ(fault_of_result(to_json(wrong)), "") << "nobody publishes parts";
  wrong.part.reset();
  wrong.job.problem.n = 32;
  EXPECT_TRUE(
      test::has(fault_of_result(to_json(wrong)), "adds up to 14201, but 8 does not divide"));
  wrong.count = Count(14'200);
  EXPECT_EQ(fault_of_result(to_json(wrong)), "") << "no number is published";
  RunResult claims = twelve();
  claims.sequence = "OEIS A051906";
  EXPECT_EQ(fault_of_result(to_json(claims)),
            "does not name the published sequence, which is OEIS A000170");
  const char* const none =
      "says that its number agrees with a published one, but none is published";
  claims.job.problem.n = 32;
  EXPECT_EQ(fault_of_result(to_json(claims)), none);
  claims.sequence.clear();
  EXPECT_EQ(fault_of_result(to_json(claims)), none) << "without its name";
  claims = twelve();
  claims.part = "1/2";
  EXPECT_EQ(fault_of_result(to_json(claims)), none) << "of a part";
  for (const char* text : {"", "{", "[]", "7", "null", "{}", R"({"n":"12","board":"square"})",
                           R"({"n":12,"board":5,"quantity":"solutions","chess_piece":"queen"})",
                           R"({"n":12,"board":"square","quantity":"solutions",)"
                           R"("chess_piece":"queen","solutions":14200})",
                           R"({"n":4294967308,"board":"square","quantity":"solutions",)"
                           R"("chess_piece":"queen","solutions":"14200"})"}) {
    EXPECT_NE(fault_of_result(text), "") << text;
  }
}

TEST(ResultFile, IsComparedInAllThatFollowsFromTheCounts) {
  const RunResult result = twelve();
  EXPECT_TRUE(compare(result, to_json(result)).is_of_job);
  EXPECT_EQ(compare(result, to_json(result)).missing, "");
  EXPECT_EQ(compare(result, to_json(result)).other, "");
  EXPECT_FALSE(compare(result, "{}").is_of_job);
  RunResult other = result;
  other.agrees = false;
  EXPECT_EQ(compare(result, to_json(other)).other, "agrees, false");
  other = result;
  other.count_sha256 = "3f5b";
  EXPECT_EQ(compare(result, to_json(other)).other, R"(count_sha256, "3f5b")");
  other = result;
  other.second->kernels = "plain";
  EXPECT_EQ(compare(result, to_json(other)).other, "") << "the author's word";
  other.second.reset();
  other.count_sha256 = "3f5b";
  for (const auto& held : {compare(result, to_json(other)), compare(other, to_json(result))}) {
    EXPECT_EQ(held.missing, "second_count, count_sha256");
    EXPECT_EQ(held.other, "");
  }
}

}  // namespace
}  // namespace nqueens
