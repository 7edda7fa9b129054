// What several files show together that none of them shows alone.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/number.hpp"
#include "evidence/recount.hpp"
#include "evidence/source.hpp"
#include "evidence/verify.hpp"
#include "records.hpp"

namespace nqueens::test {
namespace {

TEST(PartsTogether, HaveANumberThatMayBeWrong) {
  const Records records;
  Checkpoint second = counted(eight(), {}, {2, 2});
  records.save("a.ckpt", counted(eight(), {}, {1, 2}));
  records.save("b.ckpt", second);
  EXPECT_TRUE(
      has(verified(records),
          "proved b.ckpt: a.ckpt and b.ckpt have all tasks, and their sum adds up to 92\n"));
  add(second, 5, 8);
  records.save("b.ckpt", second);
  Sample one = all_of_it();
  one.units = 1;
  const Findings findings = verified({records / "a.ckpt", records / "b.ckpt"}, one);
  EXPECT_TRUE(is_wrong_count(findings, "their sum adds up to 100, but the published count is 92"));
  EXPECT_EQ(findings.code(), ExitCode::wrong_answer);
}

Job of_placements(int depth) {
  return {.problem = {.n = 6, .sequence = Sequence::placements},
          .symmetry = Symmetry::mirror,
          .depth = depth};
}

TEST(FinishedCounts, OfPlacementsHaveOneNumberForEachRow) {
  const Records records;
  records.save("a.ckpt", counted(of_placements(2)));
  Checkpoint other = counted(of_placements(3));
  std::vector<std::uint64_t> parts;
  TaskId task = 0;
  const auto is_placed = [](std::uint64_t placed) { return placed > 2; };
  while (std::ranges::count_if(parts = other.queue.records.parts(task), is_placed) < 2) {
    ++task;
  }
  *std::ranges::find_if(parts, is_placed) -= 2;
  *std::find_if(parts.rbegin(), parts.rend(), is_placed) += 2;
  other.queue.records.set(task, other.queue.records[task], parts);
  records.save("b.ckpt", other);
  const Findings findings = verified({records.path()});
  EXPECT_EQ(findings.code(), ExitCode::wrong_answer) << records.text_of(findings);
}

TEST(Certificates, AreHeldAgainstAllBefore) {
  const Records records;
  const Job mirrored{.problem = {.n = 8}, .symmetry = Symmetry::mirror, .depth = 2};
  Job deeper = mirrored;
  deeper.depth = 3;
  Example liar = certified(counted(deeper));
  std::size_t task = 0;
  while (liar.tasks[task].count < Count{2}) {
    ++task;
  }
  liar.tasks[task].count -= Count{2};
  liar.tasks[task + 1 == liar.tasks.size() ? 0 : liar.tasks.size() - 1].count += Count{2};
  liar.add_up();
  records.certify("a.cert", counted(eight()));
  records.certify("b.cert", counted(mirrored));
  records.certify("c.cert", liar);
  Sample one = all_of_it();
  one.units = 1;
  const Findings findings = verified({records.path()}, one);
  EXPECT_TRUE(is_wrong_count(findings, "of b.cert: ")) << records.text_of(findings);
  EXPECT_TRUE(has(records.text_of(findings),
                  "said b.cert: its tasks, which have no borders in common with those of a.cert"));
}

TEST(Certificates, AreHeldAgainstAnUnfinishedCheckpointOfTheirJob) {
  const Records records;
  Checkpoint half = counted(eight(), {}, {1, 2});
  add(half, 2, 8);
  records.save("a.ckpt", half);
  records.certify("b.cert", counted(eight()));
  EXPECT_TRUE(is_wrong_count(verified({records.path()}), "has other counts of 1 task than a.ckpt"));
}

TEST(Certificates, HaveTheNodesOfACheckpointOrSaySo) {
  const Records records;
  records.save("a.ckpt", counted(eight()));
  Example heavy = certified(counted(eight()));
  heavy.tasks[3].nodes += 5;
  heavy.add_up();
  records.certify("b.cert", heavy);
  EXPECT_TRUE(has(verified(records), "said b.cert: other nodes of 1 task than a.ckpt\n"));
}

TEST(AnOpenedTask, IsHeldAgainstACheckpointOfItsJob) {
  const Records records;
  records.save("a.ckpt", counted(eight()));
  records.certify("b.cert", counted(opened(eight(), 3, 4)));
  EXPECT_TRUE(has(verified(records), "proved b.cert: its total is that of task 3 of a.ckpt\n"));
  records.certify("b.cert", altered(certified(counted(opened(eight(), 3, 4))), 0, 8));
  EXPECT_TRUE(is_wrong_count(verified({records.path()}), "but task 3 of a.ckpt to "));
}

TEST(OpenedTasksAlone, AreNoNumberOfTheBoard) {
  const Records records;
  records.certify("a.cert", counted(opened(eight(), 3, 4)));
  records.certify("b.cert", counted(eight(5)));
  EXPECT_FALSE(has(verified(records), "disagrees"));
}

TEST(ARecount, KeepsWhatFilesBeforeHaveShown) {
  const Records records;
  Checkpoint wrong = counted(eight());
  add(wrong, 5, 8);
  const std::vector<RecountRequest> requests = {{.file = records.save("a.ckpt", wrong)},
                                                {.file = records / "gone.ckpt"}};
  Findings findings(records.path());
  Workers workers;
  count_again(workers.session(), requests, all_of_it(), findings);
  EXPECT_TRUE(is_wrong_count(findings, "CONFLICT: task 5: "));
  EXPECT_TRUE(has(records.text_of(findings), "unusable gone.ckpt: not counted again: "));
  EXPECT_EQ(findings.code(), ExitCode::wrong_answer);
}

TEST(ARecount, GoesOnBehindFilesWithNothingToCount) {
  const Records records;
  const Job tiny{.problem = {.n = 2}};
  records.save("a.ckpt", counted(tiny));
  records.certify("b.cert", counted(tiny));
  records.save("c.ckpt", counted(eight()));
  EXPECT_TRUE(has(verified(records), "counted c.ckpt: 8 of 8 tasks confirmed\n"));
}

TEST(ARepair, IsWrongBesideAWrongSecondCount) {
  const Records records;
  records.save("n8.ckpt", counted(eight()));
  Checkpoint second = counted(eight(5));
  add(second, 3, 8);
  records.save("n8.second.ckpt", second);
  Workers workers;
  const Findings findings = verify(
      workers.session(), {.files = {records / "n8.ckpt"}, .sample = all_of_it(), .repairs = true});
  EXPECT_EQ(findings.code(), ExitCode::wrong_answer);
}

TEST(ARepair, SetsOlderGenerationsAside) {
  const Records records;
  Checkpoint wrong = counted(eight());
  add(wrong, 5, 8);
  records.save("n8.ckpt", wrong);
  {
    Workers workers;
    verify(workers.session(),
           {.files = {records / "n8.ckpt"}, .sample = all_of_it(), .repairs = true});
  }
  EXPECT_EQ(verified({records.path()}).code(), ExitCode::done) << verified(records);
}

/// To copy what is nested so would overflow the stack.
TEST(AResult, ThatIsNestedByTheThousandIsDamaged) {
  const Records records;
  records.save("n8.ckpt", counted(eight()));
  records.write("n8.result.json",
                R"({"n":)" + std::string(300'000, '[') + std::string(300'000, ']') + "}");
  EXPECT_TRUE(has(verified(records), "disagrees n8.result.json: is empty or damaged\n"));
}

TEST(AFile, IsLookedAtOnceWhateverItsNames) {
  const Records records;
  records.save("n8.ckpt", counted(eight()));
  std::filesystem::create_symlink("n8.ckpt", records / "link.ckpt");
  EXPECT_FALSE(has(verified(records), "has the same counts"));
  EXPECT_EQ(sources_of(std::vector{records / "n8.ckpt", records.path() / "." / "n8.ckpt"})
                .checkpoints.size(),
            1U);
}

}  // namespace
}  // namespace nqueens::test
