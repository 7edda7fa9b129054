// Checkpoints verified with workers on threads.

#include "evidence/verify.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/number.hpp"
#include "core/sequence.hpp"
#include "judge/finished.hpp"
#include "records.hpp"
#include "report/run_log.hpp"

namespace nqueens::test {
namespace {

const std::string undamaged =
    "proved n8.ckpt: undamaged; finished: all tasks of n=8 (symmetry full, depth 2: 30 prefixes, "
    "8 tasks) add up to 92\n"
    "said n8.ckpt: who counted, when and how long\n";

TEST(VerifyACheckpoint, SaysWhatIsProvedCountedAgainAndOnlySaid) {
  const Records records;
  records.save("n8.ckpt", counted(eight()));
  EXPECT_EQ(verified(records), undamaged +
                                   "proved n8.ckpt: its number is the published one, OEIS A000170\n"
                                   "counted n8.ckpt: 8 of 8 tasks confirmed\n");
}

TEST(VerifyACheckpoint, CountsASampleThatItsSeedDraws) {
  const Records records;
  const auto file = records.save("n8.ckpt", counted(eight()));
  const auto sampled = [&](Sample sample) {
    const Findings findings = verified({file}, std::move(sample));
    return findings.list().back();
  };
  Sample three = all_of_it();
  three.units = 3;
  EXPECT_EQ(
      sampled(three).text,
      "3 of 8 tasks confirmed: a sample of this size misses 5 wrong tasks (62.5 %) once in 20 "
      "times");
  const Json detail = sampled(three).detail.at("recount");
  EXPECT_EQ(detail.at("units"), 8);
  EXPECT_EQ(detail.at("chosen"), 3);
  EXPECT_EQ(detail.at("checked"), 3);
  EXPECT_GT(detail.at("kernel_seconds"), 0);
  EXPECT_EQ(detail.at("seed"), "1");
  EXPECT_EQ(detail.at("noticed_with_95_percent"), 5);
  Sample half = all_of_it();
  half.fraction = 0.5;
  half.seed.clear();
  EXPECT_EQ(sampled(half).detail.at("recount").at("chosen"), 4);
  EXPECT_NE(sampled(half).detail.at("recount").at("seed"), "");
}

/// By another kernel than before, unless one is named.
TEST(VerifyACheckpoint, FindsOneWrongTask) {
  const Records records;
  Checkpoint checkpoint = counted(eight());
  add(checkpoint, 5, 8);
  records.save("n8.ckpt", checkpoint);
  for (const char* kernel : {"auto", "scalar"}) {
    Sample sample = all_of_it();
    sample.kernel = kernel;
    const Findings findings = verified({records.path()}, sample);
    const std::string text = records.text_of(findings);
    EXPECT_EQ(findings.code(), ExitCode::wrong_answer);
    EXPECT_TRUE(has(text,
                    "disagrees n8.ckpt: adds up to 100, but the published count is 92 (OEIS "
                    "A000170)\n"
                    "disagrees n8.ckpt: 7 of 8 tasks confirmed\n"
                    "disagrees n8.ckpt: CONFLICT: task 5: 8 ("))
        << text;
    EXPECT_TRUE(
        matches(lines_with(text, "disagrees n8.ckpt: CONFLICT"),
                "disagrees n8.ckpt: CONFLICT: task 5: 8 \\([0-9]+ nodes\\) by scalar\\S* on "
                "a, 0 \\([0-9]+ nodes\\) by \\S+ on \\S+\n"));
  }
}

/// Every task has the nodes that its kernel tries.
TEST(VerifyACheckpoint, FindsFalseNodesByTheKernelThatCountedThem) {
  const Records records;
  Checkpoint checkpoint = counted(eight());
  UnitRecord record = checkpoint.queue.records[5];
  ++record.nodes;
  checkpoint.queue.records.set(5, record);
  records.save("n8.ckpt", checkpoint);
  Sample sample = all_of_it();
  sample.kernel = "scalar";
  EXPECT_TRUE(has(verified(records, sample), "CONFLICT: task 5: 0 ("));
}

TEST(VerifyACheckpoint, SaysHowFarItIs) {
  const Records records;
  Checkpoint part = counted(eight(), {}, {2, 3});
  records.save("a.ckpt", part);
  part.queue.clear(UnitId{.task = 4});
  records.save("b.ckpt", part);
  part.part.reset();
  UnitRecord record = part.queue.records[1];
  record.confirmed_by = part.queue.origins.add({.kernel = "plain", .host = "b"});
  part.queue.records.set(1, record);
  records.save("c.ckpt", part);
  const std::string text = verified(records);
  const std::string job = "n=8 (symmetry full, depth 2: 30 prefixes, 8 tasks)";
  EXPECT_TRUE(has(
      text, "proved a.ckpt: undamaged; part 2/3 is complete: 3 tasks of " + job + " add up to "));
  EXPECT_TRUE(has(text, "proved b.ckpt: undamaged; part 2/3, not finished: 2 tasks of " + job +
                            " are done and add up to "));
  EXPECT_TRUE(has(text, "proved c.ckpt: undamaged; not finished: 2 tasks of " + job));
  EXPECT_TRUE(has(text,
                  "said c.ckpt: who counted, when and how long; that 1 task had been counted "
                  "twice\n"));
  EXPECT_TRUE(has(text, "proved b.ckpt: has the same counts of 2 tasks as a.ckpt\n"));
  EXPECT_TRUE(has(text, "counted a.ckpt: 3 of 3 tasks confirmed\n"));
  EXPECT_TRUE(has(text, "counted c.ckpt: 2 of 2 tasks confirmed\n"));
}

TEST(VerifyACheckpoint, CountsSlicesOfTasksInProgress) {
  const Records records;
  Job job = eight();
  job.slice_depth = 5;
  Checkpoint checkpoint = begun(job);
  Counting counting(job, checkpoint.queue, {});
  counting.open(1);
  counting.count({.task = 1, .slice = 0});
  counting.count({.task = 1, .slice = 2});
  records.save("n8.ckpt", checkpoint);
  EXPECT_TRUE(has(verified(records), "counted n8.ckpt: 2 of 2 tasks and slices confirmed\n"));
  records.save("n8.ckpt", begun(job));
  EXPECT_FALSE(has(verified(records), "confirmed")) << "there is nothing to count";
}

TEST(VerifySeveralCheckpoints, HoldsTheTasksThatTheyShare) {
  const Records records;
  records.save("a.ckpt", counted(eight(), {}, {1, 8}));
  records.save("b.ckpt", counted(eight(), by_b, {1, 2}));
  records.save("c.ckpt", counted(eight(), by_c));
  const std::string text = verified(records);
  EXPECT_TRUE(has(text, "proved b.ckpt: has the same counts of 1 task as a.ckpt\n"));
  EXPECT_TRUE(has(text, "proved c.ckpt: has the same counts of 4 tasks as a.ckpt, b.ckpt\n"));
}

TEST(VerifyACheckpoint, OfPlacementsAddsWhatIsAboveItsTasks) {
  const Records records;
  const Job job{.problem = {.n = 6, .sequence = Sequence::placements},
                .symmetry = Symmetry::mirror,
                .depth = 2,
                .prefixes_per_task = 2};
  records.save("n6.ckpt", counted(job));
  EXPECT_TRUE(has(verified(records), "add up to " + to_string(*known_count(job.problem)) + "\n"));
  records.save("n6.ckpt", counted(job, {}, {1, 2}));
  EXPECT_TRUE(
      has(verified(records),
          "add up to " + to_string(progress_of(counted(job, {}, {1, 2}).queue).count) + "\n"));
}

TEST(VerifyGenerations, HoldsEachAgainstTheOthers) {
  const Records records;
  records.save("n8.ckpt", counted(eight(), {}, {1, 2}));
  records.save("n8.ckpt", counted(eight()), 2);
  const std::string text = verified(records);
  EXPECT_TRUE(
      has(text, "proved n8.ckpt.1: has the same counts of 4 tasks as n8.ckpt\n" + undamaged));
  Checkpoint wrong = counted(eight(), {}, {1, 2});
  add(wrong, 2, 8);
  records.save("n8.ckpt.1", wrong);
  const Findings findings = verified({records.path()});
  EXPECT_TRUE(has(records.text_of(findings),
                  "disagrees n8.ckpt.1: has other counts of 1 task than n8.ckpt\n"
                  "proved n8.ckpt.1: has the same counts of 3 tasks as n8.ckpt\n"));
  EXPECT_TRUE(is_wrong_count(findings, "has other counts of 1 task"));
}

TEST(VerifyGenerations, GoesOnBehindOneThatIsTorn) {
  const Records records;
  records.save("n8.ckpt", counted(eight()));
  const std::string bytes = content_of(records / "n8.ckpt");
  records.write("n8.ckpt.1", bytes);
  records.write("n8.ckpt", bytes.substr(0, bytes.size() / 2));
  const Findings findings = verified({records.path()});
  const std::string text = records.text_of(findings);
  EXPECT_TRUE(text.starts_with("unusable n8.ckpt: ")) << text;
  EXPECT_TRUE(has(text, "proved n8.ckpt.1: undamaged; finished"));
  EXPECT_TRUE(has(text, "counted n8.ckpt.1: 8 of 8 tasks confirmed\n"));
  EXPECT_EQ(findings.code(), ExitCode::checkpoint);
  records.write("n8.ckpt.1", "torn");
  EXPECT_FALSE(has(verified(records), "proved")) << "nothing is left of it";
}

TEST(VerifyGenerations, OfAnotherJobDisagree) {
  const Records records;
  records.save("n8.ckpt", counted(eight()));
  records.save("n8.ckpt.1", counted(eight(5)));
  const Findings findings = verified({records.path()});
  EXPECT_TRUE(
      has(records.text_of(findings), "disagrees n8.ckpt.1: is of another job than n8.ckpt\n"));
  EXPECT_EQ(findings.code(), ExitCode::checkpoint) << "no count is wrong";
  records.save("n7.ckpt", counted(eight(5)));
  EXPECT_FALSE(has(verified(records), "n8.ckpt.1: has")) << "nothing is held against it";
}

TEST(VerifyAForgedCheckpoint, IsAWrongCount) {
  const Records records;
  Checkpoint forged = counted(eight());
  add(forged, 0, 1);
  records.save("n8.ckpt", forged);
  const Findings findings = verified({records.path()});
  EXPECT_EQ(findings.code(), ExitCode::wrong_answer);
  EXPECT_TRUE(has(records.text_of(findings), "disagrees n8.ckpt: "));
}

TEST(VerifyASecondCount, IsProvedByOtherPrefixes) {
  const Records records;
  records.save("n8.ckpt", counted(eight()));
  records.save("n8.second.ckpt", counted(eight(5), {.host = "b"}));
  const std::string text = verified(records);
  EXPECT_TRUE(has(text,
                  "proved n8.ckpt: the second count, by another decomposition (symmetry full, "
                  "depth 5), is the same\n"));
  EXPECT_TRUE(has(text, "counted n8.second.ckpt: 24 of 24 tasks confirmed\n"));
  EXPECT_FALSE(has(text, "disagrees"));
}

TEST(VerifyASecondCount, ThatIsWrongIsFoundBesideAndByItself) {
  const Records records;
  records.save("n8.ckpt", counted(eight()));
  Checkpoint second = counted(eight(5));
  add(second, 3, 8);
  records.save("n8.second.ckpt", second);
  const Findings findings = verified({records.path()});
  const std::string text = records.text_of(findings);
  EXPECT_TRUE(has(text, "disagrees n8.ckpt: adds up to 92, but its second count is 100\n"));
  EXPECT_TRUE(is_wrong_count(findings, "but its second count is 100"));
  EXPECT_TRUE(is_wrong_count(findings, "but n8.ckpt to 92"));
  EXPECT_TRUE(has(text, "disagrees n8.second.ckpt: adds up to 100, but the published count is 92"));
  EXPECT_TRUE(has(text, "disagrees n8.second.ckpt: adds up to 100, but n8.ckpt to 92\n"));
  EXPECT_TRUE(has(text, "disagrees n8.second.ckpt: CONFLICT: task 3: "));
  EXPECT_FALSE(has(text, "is the same\n"));
}

TEST(VerifyASecondCount, OfTheSamePrefixesIsNone) {
  const Records records;
  records.save("n8.ckpt", counted(eight()));
  records.save("n8.second.ckpt", counted(eight(3)));
  const Findings findings = verified({records.path()});
  const std::string text = records.text_of(findings);
  EXPECT_TRUE(has(lines_with(text, "unusable n8.second.ckpt: "),
                  "is no second count of 'n8.ckpt': it numbers the same prefixes"));
  EXPECT_FALSE(has(text, "is the same\n"));
  EXPECT_EQ(findings.code(), ExitCode::checkpoint);
}

TEST(VerifyAFolder, NamesWhatItDoesNotLookAt) {
  const Records records;
  records.save("n8.ckpt", counted(eight()));
  records.write("notes.txt", "text");
  EXPECT_TRUE(has(verified(records), "said notes.txt: not looked at\n"));
}

TEST(VerifyAFolder, IsNoFolderIfItHoldsNothingOfAJob) {
  const Records records;
  Workers workers;
  EXPECT_TRUE(has(records.fault_of(ExitCode::checkpoint,
                                   [&] {
                                     verify(workers.session(),
                                            {.files = {records.path()}, .sample = all_of_it()});
                                   }),
                  "holds no checkpoint"));
}

/// What is beside a checkpoint that nobody can read is looked at all the same.
TEST(VerifyACheckpoint, ThatIsTornLeavesItsResultAlone) {
  const Records records;
  const Checkpoint eight_queens = counted(eight());
  std::string wrong = to_json(judge(eight_queens, nullptr).result);
  wrong.replace(wrong.find("\"92\""), 4, "\"94\"");
  const auto checkpoint = records.save("n8.ckpt", eight_queens);
  const auto result = records.write("n8.result.json", wrong);
  records.write("n8.run.jsonl", encode({.time = 10, .body = RunStart{.problem = "n=8"}}) + "\n" +
                                    encode({.time = 20, .body = RunFinish{.result = wrong}}) +
                                    "\n");
  std::filesystem::resize_file(checkpoint, std::filesystem::file_size(checkpoint) / 2);
  for (const auto& named :
       {std::vector{records.path()}, std::vector{checkpoint}, std::vector{result, checkpoint}}) {
    const Findings findings = verified(named, all_of_it());
    const std::string text = records.text_of(findings);
    EXPECT_EQ(findings.list().size(), 3U) << text;
    for (const char* file : {"n8.result.json", "n8.run.jsonl"}) {
      EXPECT_TRUE(has(text, std::string("disagrees ") + file +
                                ": adds up to 94, but the published count is 92"))
          << text;
    }
  }
}

TEST(VerifyACheckpoint, ThatIsTornLeavesItsSecondCount) {
  const Records records;
  records.save("n8.second.ckpt", counted(eight(3)));
  const auto checkpoint = records.write("n8.ckpt", "nqueens ch");
  for (const auto& named : {std::vector{records.path()}, std::vector{checkpoint}}) {
    const std::string text = records.text_of(verified(named, all_of_it()));
    EXPECT_EQ(lines_with(text, "proved n8.second.ckpt: its number is the published one"),
              "proved n8.second.ckpt: its number is the published one, OEIS A000170\n")
        << text;
  }
}

TEST(VerifyNamedFiles, CallsThemAsTheyAreNamed) {
  const Records records;
  const auto file = records.save("n8.ckpt", counted(eight()));
  EXPECT_EQ(verified({file}).list().front().file, file.string());
}

}  // namespace
}  // namespace nqueens::test
