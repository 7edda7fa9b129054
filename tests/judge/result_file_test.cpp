// What a result file says, held against a result.

#include "judge/result_file.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "report/json.hpp"
#include "support/text.hpp"
#include "support/twelve.hpp"

namespace nqueens {
namespace {

using test::twelve;

TEST(ResultFile, IsHeldByAFileOfItsJobAndNumber) {
  const RunResult result = twelve();
  RunResult open = result;
  open.fundamental.reset();
  EXPECT_TRUE(compare_result(result, to_json(result)).is_same);
  EXPECT_TRUE(compare_result(open, to_json(result)).is_same) << "it has more";
  const ResultComparison lacking = compare_result(result, to_json(open));
  EXPECT_FALSE(lacking.is_same);
  EXPECT_EQ(lacking.fault, "");
  RunResult other = result;
  other.count = Count(14'201);
  EXPECT_EQ(compare_result(result, to_json(other)).fault,
            "has the number \"14201\", but \"14200\" was counted");
  other = result;
  other.job.problem.sequence = Sequence::torus;
  EXPECT_EQ(compare_result(result, to_json(other)).fault, "is of another job: board is \"torus\"");
  other = result;
  other.sequence = "OEIS A051906";
  EXPECT_EQ(compare_result(result, to_json(other)).other, "sequence, \"OEIS A051906\"");
  for (const char* text : {"", "{", "[]", "7", "null", "\"n\""}) {
    EXPECT_NE(compare_result(result, text).fault.find("empty or damaged"), std::string::npos)
        << text;
  }
  EXPECT_FALSE(compare_result(result, "{}").is_same);
}

TEST(ResultFile, OfAPartIsHeldByAFileOfItsPart) {
  RunResult part = twelve();
  part.part = "2/5";
  EXPECT_TRUE(compare_result(part, to_json(part)).fault.empty());
  EXPECT_EQ(part_of_result(to_json(part))->parts, 5U);
  EXPECT_FALSE(part_of_result(to_json(twelve())));
  EXPECT_FALSE(part_of_result("{"));
  RunResult other = part;
  other.count = Count(14'202);
  EXPECT_TRUE(test::has(compare_result(part, to_json(other)).fault, "has the number \"14202\""));
  EXPECT_EQ(compare_result(part, to_json(twelve())).fault, "is of another job: part is null");
}

/// A certificate has no word of slices, a checkpoint has.
TEST(ResultFile, LogOfSlicesIsOfTheJobOfItsCertificate) {
  for (const LineOrder order : {LineOrder::rows, LineOrder::fewest}) {
    Job job = twelve().job;
    job.order = order;
    Job sliced = job;
    sliced.slice_depth = job.depth + 2;
    Job other_depth = sliced;
    ++other_depth.depth;
    RunStart start;
    start.problem = to_string(job.problem);
    start.cut = describe_cut(sliced);
    RunState log;
    log.read(encode({.time = 1, .body = start}));
    EXPECT_EQ(fault_of_certified_starts(log, job), "");
    EXPECT_NE(fault_of_certified_starts(log, other_depth), "");
    EXPECT_EQ(fault_of_starts(log, sliced), "");
    EXPECT_NE(fault_of_starts(log, job), "");
  }
}

TEST(ResultFile, OfAnotherCutIsOfAnotherJob) {
  RunResult other = twelve();
  other.job.depth = 5;
  EXPECT_EQ(compare_result(twelve(), to_json(other)).fault, "is of another job: depth is 5");
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
  EXPECT_TRUE(compare_result(result, to_json(result)).is_of_job);
  EXPECT_EQ(compare_result(result, to_json(result)).missing, "");
  EXPECT_EQ(compare_result(result, to_json(result)).other, "");
  EXPECT_FALSE(compare_result(result, "{}").is_of_job);
  RunResult other = result;
  other.agrees = false;
  EXPECT_EQ(compare_result(result, to_json(other)).other, "agrees, false");
  other = result;
  other.count_sha256 = "3f5b";
  EXPECT_EQ(compare_result(result, to_json(other)).other, R"(count_sha256, "3f5b")");
  other = result;
  other.second->kernels = "plain";
  EXPECT_EQ(compare_result(result, to_json(other)).other, "") << "the author's word";
  other.second.reset();
  other.count_sha256 = "3f5b";
  for (const auto& held :
       {compare_result(result, to_json(other)), compare_result(other, to_json(result))}) {
    EXPECT_EQ(held.missing, "second_count, count_sha256");
    EXPECT_EQ(held.other, "");
  }
}

TEST(ResultFile, SaysWhetherItsJobOrItsNumberIsAnother) {
  RunResult other = twelve();
  other.count = Count(14'201);
  EXPECT_TRUE(compare_result(twelve(), to_json(other)).is_other_number);
  EXPECT_FALSE(compare_result(twelve(), to_json(other)).is_other_job);
  other = twelve();
  other.job.symmetry = Symmetry::mirror;
  EXPECT_TRUE(compare_result(twelve(), to_json(other)).is_other_job);
  EXPECT_FALSE(compare_result(twelve(), to_json(other)).is_other_number);
  EXPECT_EQ(compare_result(twelve(), to_json(other)).fault,
            "is of another job: symmetry is \"mirror\"");
  EXPECT_FALSE(compare_result(twelve(), to_json(twelve())).is_other_job);
  EXPECT_FALSE(compare_result(twelve(), to_json(twelve())).is_other_number);
}

/// Placements have a number for each row of the board.
RunResult placements() {
  RunResult result = twelve();
  result.job.problem = {.n = 3, .sequence = Sequence::placements};
  result.fundamental.reset();
  result.sequence = result.job.problem.info().source;
  result.count = 5;
  result.profile = {3, 2, 0};
  return result;
}

TEST(ResultFile, OfPlacementsIsComparedRowByRow) {
  EXPECT_TRUE(compare_result(placements(), to_json(placements())).is_same);
  RunResult other = placements();
  other.profile = {2, 3, 0};
  const ResultComparison held = compare_result(placements(), to_json(other));
  EXPECT_EQ(held.fault, "has other numbers by row");
  EXPECT_TRUE(held.is_other_number);
  RunResult of_certificate = placements();
  of_certificate.profile.clear();
  EXPECT_EQ(compare_result(of_certificate, to_json(placements())).fault, "")
      << "it has the sum alone";
  EXPECT_EQ(compare_result(of_certificate, to_json(placements())).missing, "profile");
  Json lacking = Json::parse(to_json(placements()));
  lacking.erase("profile");
  EXPECT_EQ(compare_result(placements(), dump(lacking)).missing, "profile");
}

/// A file without some of its fields.
ResultComparison without(const std::vector<std::string>& fields) {
  Json json = Json::parse(to_json(twelve()));
  for (const std::string& field : fields) {
    json.erase(field);
  }
  return compare_result(twelve(), dump(json));
}

TEST(ResultFile, NamesWhatItLacks) {
  EXPECT_TRUE(without({"agrees", "count_sha256"}).is_of_job);
  EXPECT_TRUE(without({"agrees", "count_sha256"}).is_same);
  EXPECT_EQ(without({"count_sha256", "agrees"}).missing, "agrees, count_sha256");
  EXPECT_FALSE(without({"depth"}).is_of_job);
  EXPECT_EQ(without({"depth", "sequence"}).missing, "depth, sequence");
  EXPECT_FALSE(without({"solutions"}).is_same);
  EXPECT_EQ(without({"solutions"}).missing, "solutions");
  EXPECT_FALSE(without({"fundamental"}).is_same);
}

TEST(ResultFile, IsNotTheSameWithAnotherSecondCountOrFundamentalSolutions) {
  RunResult other = twelve();
  other.second->count = Count(14'200);
  EXPECT_FALSE(compare_result(twelve(), to_json(other)).is_same);
  EXPECT_TRUE(test::has(compare_result(twelve(), to_json(other)).other, "second_count, {"));
  other = twelve();
  other.fundamental = Count(1'788);
  EXPECT_FALSE(compare_result(twelve(), to_json(other)).is_same);
}

TEST(TotalOfAResult, HasItsBoardAndNumber) {
  const auto total = total_of_result(to_json(twelve()));
  ASSERT_TRUE(total);
  EXPECT_EQ(total->job.problem, twelve().job.problem);
  EXPECT_EQ(total->count, Count(14'200));
  EXPECT_EQ(total_of_result(to_json(placements()))->job.problem, placements().job.problem);
  RunResult part = twelve();
  part.part = "2/5";
  EXPECT_FALSE(total_of_result(to_json(part))) << "it has a sum of a part";
  Json small = Json::parse(to_json(twelve()));
  small["n"] = 1;
  EXPECT_TRUE(total_of_result(dump(small)));
  for (const int n : {0, -1, 65}) {
    small["n"] = n;
    EXPECT_FALSE(total_of_result(dump(small))) << n;
  }
  Json unturned = Json::parse(to_json(twelve()));
  unturned["fixed_by"] = "half-turn";
  EXPECT_EQ(total_of_result(dump(unturned))->job.problem.sequence, Sequence::half_turn_queens);
  unturned["board"] = "";
  EXPECT_FALSE(total_of_result(dump(unturned))) << "a board is always named";
}

TEST(ResultFile, AloneHasToHaveANumber) {
  Json json = Json::parse(to_json(twelve()));
  json.erase("solutions");
  EXPECT_EQ(fault_of_result(dump(json)), "has no number");
  EXPECT_EQ(fault_of_result("[]"), "is empty or damaged");
}

}  // namespace
}  // namespace nqueens
