// Certificates held against each other, between common borders.

#include "evidence/hold.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "core/sequence.hpp"
#include "records.hpp"

namespace nqueens::test {
namespace {

/// What is found of the second.
std::string found(const Records& records, const Example& first, const Example& second,
                  Findings& findings) {
  hold_certificates(records.certify("a.cert", first), records.certify("b.cert", second), findings);
  return records.text_of(findings);
}

std::string found(const Example& first, const Example& second) {
  const Records records;
  Findings findings(records.path());
  return found(records, first, second, findings);
}

Example of(const Job& job) {
  return certified(counted(job));
}

const std::string no_borders =
    "said b.cert: its tasks, which have no borders in common with those of a.cert\n";

TEST(CertificatesOfOneCut, HaveTheSameTasks) {
  EXPECT_EQ(found(of(eight()), of(eight())),
            "proved b.cert: 8 of 8 tasks have the sums of a.cert\n");
}

TEST(CertificatesOfOneCut, ThatDifferAreInConflictTaskByTask) {
  const Records records;
  Findings findings(records.path());
  const Example first = of(eight());
  const Example second = altered(altered(first, 5, 8), 2, 16);
  EXPECT_EQ(found(records, first, second, findings),
            "disagrees b.cert: CONFLICT: task 2: 32, but task 2 of a.cert: 16\n"
            "disagrees b.cert: CONFLICT: task 5: 8, but task 5 of a.cert: 0\n"
            "disagrees b.cert: 6 of 8 tasks have the sums of a.cert\n");
  EXPECT_EQ(findings.code(), ExitCode::wrong_answer);
  const auto& list = findings.list();
  EXPECT_EQ(list[1].detail,
            Json::parse(R"({"differs":{"first":{"first_task":5,"last_task":5,"count":"0"},)"
                        R"("second":{"first_task":5,"last_task":5,"count":"8"}}})"));
  EXPECT_EQ(list[2].detail, Json::parse(R"({"held":{"with":"a.cert","segments":8,"differ":2}})"));
  EXPECT_TRUE(list[0].is_count);
}

TEST(CertificatesOfOneCut, ThatDifferButHaveOneTotalAreInConflict) {
  const Records records;
  Findings findings(records.path());
  Example second = of(eight());
  std::swap(second.tasks[2], second.tasks[5]);
  second.add_up();
  const std::string text = found(records, of(eight()), second, findings);
  EXPECT_TRUE(has(text, "CONFLICT: task 2"));
  EXPECT_TRUE(has(text, "CONFLICT: task 5"));
  EXPECT_EQ(findings.code(), ExitCode::wrong_answer);
}

TEST(CertificatesOfOneCut, NameAThousandConflictsAtMost) {
  const Job job{.problem = {.n = 9}, .symmetry = Symmetry::none, .depth = 5};
  const Example first = of(job);
  Example second = first;
  for (CertifiedTask& task : second.tasks) {
    task.count += Count{1};
  }
  second.add_up();
  const std::string text = found(first, second);
  EXPECT_EQ(std::ranges::count(lines_with(text, "disagrees b.cert: CONFLICT"), '\n'), 1000);
  EXPECT_TRUE(has(text, "0 of 1614 tasks have the sums of a.cert"));
}

/// Tasks of 4 and of 6 prefixes have a border in common at each 12th of 30.
TEST(CertificatesOfOneDepth, AreHeldAtTheBordersOfTasksThatBothHave) {
  EXPECT_EQ(found(of(eight(2, 4)), of(eight(2, 6))),
            "proved b.cert: 3 of 3 segments, of up to 3 and 2 tasks, have the sums of a.cert\n");
  EXPECT_EQ(found(of(eight(2, 6)), of(eight(2, 4))),
            "proved b.cert: 3 of 3 segments, of up to 2 and 3 tasks, have the sums of a.cert\n");
  const std::string wrong = found(of(eight(2, 4)), altered(of(eight(2, 6)), 3, 8));
  EXPECT_TRUE(has(wrong, "CONFLICT: tasks 2 to 3: "));
  EXPECT_TRUE(has(wrong, "but tasks 3 to 5 of a.cert: "));
  EXPECT_TRUE(has(wrong, "2 of 3 segments, of up to 3 and 2 tasks, have the sums of a.cert"));
}

/// With all in one task there is one border, behind the last task.
TEST(CertificatesOfOneTask, AreHeldAsAWhole) {
  EXPECT_EQ(found(of(eight()), of(eight(2, 100))), "");
  EXPECT_EQ(found(of(eight()), altered(of(eight(2, 100)), 0, 8)),
            "disagrees b.cert: CONFLICT: task 0: 100, but tasks 0 to 7 of a.cert: 92\n");
}

Job mirrored(int n, int depth, std::uint64_t prefixes_per_task) {
  return {.problem = {.n = n},
          .symmetry = Symmetry::mirror,
          .depth = depth,
          .prefixes_per_task = prefixes_per_task};
}

TEST(CertificatesOfADeeperCut, ConsistOfWholePrefixes) {
  EXPECT_EQ(found(of(mirrored(8, 2, 1)), of(mirrored(8, 3, 1))),
            "proved b.cert: 21 of 21 segments, of up to 1 and 4 tasks, have the sums of a.cert\n");
  EXPECT_EQ(found(of(mirrored(8, 3, 1)), of(mirrored(8, 2, 1))),
            "proved b.cert: 21 of 21 segments, of up to 4 and 1 task, have the sums of a.cert\n");
}

/// Some prefixes of six queens are dead ends: a deeper cut has none below them. Whatever the cuts,
/// honest certificates agree, and one wrong task is in the one conflict that there is.
TEST(CertificatesOfADeeperCut, HaveOneConflictForOneWrongTask) {
  for (const auto& [first, second] : {std::pair{mirrored(6, 2, 1), mirrored(6, 5, 1)},
                                      {mirrored(6, 5, 1), mirrored(6, 2, 1)},
                                      {mirrored(6, 3, 1), mirrored(6, 5, 3)},
                                      {mirrored(6, 4, 2), mirrored(6, 3, 1)},
                                      {mirrored(7, 3, 5), mirrored(7, 5, 2)},
                                      {mirrored(7, 2, 1), mirrored(7, 4, 3)}}) {
    const Example left = of(first);
    const Example right = of(second);
    const std::string what = to_string(first) + ", " + to_string(second);
    const std::string honest = found(left, right);
    EXPECT_FALSE(has(honest, "disagrees")) << what;
    EXPECT_TRUE(has(honest, "have the sums of a.cert\n")) << what;
    for (const TaskId task : {TaskId{0}, right.tasks.size() / 2, right.tasks.size() - 1}) {
      const std::string wrong = found(left, altered(right, task, 2));
      const std::string conflicts = lines_with(wrong, "disagrees b.cert: CONFLICT");
      EXPECT_EQ(std::ranges::count(conflicts, '\n'), 1) << what << ", task " << task;
    }
  }
}

TEST(CertificatesOfADeeperCut, GiveTasksWithoutPrefixesToTheirNeighbours) {
  const std::string nine = "proved b.cert: 9 of 9 segments, of up to ";
  const std::string sums = "have the sums of a.cert\n";
  EXPECT_EQ(found(of(mirrored(6, 2, 1)), of(mirrored(6, 5, 1))), nine + "2 and 4 tasks, " + sums);
  EXPECT_EQ(found(of(mirrored(6, 5, 1)), of(mirrored(6, 2, 1))), nine + "4 and 2 tasks, " + sums);
}

/// Up to the queens that break the symmetry both orders are one. What counts is where prefixes lie,
/// not how the order is called.
TEST(CertificatesOfOtherOrder, HaveBordersWhereTheirPrefixesLieBelowEachOther) {
  Job fewest = mirrored(8, 3, 1);
  fewest.order = LineOrder::fewest;
  EXPECT_EQ(found(of(mirrored(8, 3, 1)), of(fewest)), no_borders);
  EXPECT_EQ(found(of(mirrored(8, 2, 1)), of(fewest)), no_borders);
  EXPECT_TRUE(has(found(of(mirrored(8, 1, 1)), of(fewest)), "proved b.cert: 4 of 4 segments"));
  EXPECT_TRUE(has(found(of(fewest), of(mirrored(8, 1, 1))), "proved b.cert: 4 of 4 segments"));
}

TEST(CertificatesOfOtherSymmetry, HaveNoTasksInCommon) {
  EXPECT_EQ(found(of(eight()), of(mirrored(8, 2, 1))), no_borders);
}

Job placed(int depth) {
  return {.problem = {.n = 6, .sequence = Sequence::placements},
          .symmetry = Symmetry::mirror,
          .depth = depth};
}

/// Placements above the prefixes are in no task.
TEST(CertificatesOfPlacements, AreHeldTaskByTaskIfTheyAreOfOneDepth) {
  EXPECT_EQ(found(of(placed(2)), of(placed(2))),
            "proved b.cert: 10 of 10 tasks have the sums of a.cert\n");
  EXPECT_EQ(found(of(placed(2)), of(placed(3))), no_borders);
}

TEST(CertificateOfAnOpenedTask, HasTheCountOfThatTask) {
  EXPECT_EQ(found(of(eight()), of(opened(eight(), 3, 4))),
            "proved b.cert: its total is that of task 3 of a.cert\n");
  EXPECT_EQ(found(altered(of(eight()), 3, 8), of(opened(eight(), 3, 4))),
            "disagrees b.cert: adds up to 16, but task 3 of a.cert to 24\n");
}

TEST(CertificatesThatAreHeld, HaveThePrefixesOfTheirRule) {
  Example wrong = of(eight(2, 1));
  wrong.certificate.job.depth = 4;
  wrong.add_up();
  EXPECT_TRUE(has(error_of(ExitCode::checkpoint, [&] { found(wrong, of(eight())); }),
                  "has 30 prefixes where its rule gives more"));
  EXPECT_TRUE(has(error_of(ExitCode::checkpoint, [&] { found(of(eight()), wrong); }),
                  "has 30 prefixes where its rule gives more"));
}

TEST(TwoJobs, CountTheSameIfTheirTotalsHaveToBeEqual) {
  const Job task = opened(eight(), 3, 4);
  EXPECT_TRUE(count_the_same(eight(), eight(5)));
  EXPECT_TRUE(count_the_same(eight(), mirrored(8, 2, 1)));
  EXPECT_FALSE(count_the_same(eight(), mirrored(7, 2, 1)));
  EXPECT_TRUE(count_the_same(eight(), task)) << "it is compared with its task";
  EXPECT_FALSE(count_the_same(task, eight()));
  EXPECT_FALSE(count_the_same(eight(5), task));
  EXPECT_TRUE(count_the_same(task, opened(eight(), 3, 5)));
  EXPECT_FALSE(count_the_same(task, opened(eight(), 4, 4)));
  EXPECT_FALSE(count_the_same(task, opened(eight(2, 6), 3, 4)));
}

}  // namespace
}  // namespace nqueens::test
