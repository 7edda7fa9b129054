// Checkpoints that are repaired, and verifications that do not come to their end.

#include <gtest/gtest.h>

#include <csignal>
#include <string>

#include "evidence/verify.hpp"
#include "judge/names.hpp"
#include "records.hpp"
#include "system/lock_file.hpp"

namespace nqueens::test {
namespace {

std::string repaired(const Records& records) {
  Workers workers;
  return records.text_of(verify(
      workers.session(), {.files = {records / "n8.ckpt"}, .sample = all_of_it(), .repairs = true}));
}

/// Eight queens with a wrong count, and the result of that.
Checkpoint wrong() {
  Checkpoint checkpoint = counted(eight());
  add(checkpoint, 5, 8);
  return checkpoint;
}

TEST(RepairOfACheckpoint, WritesTheCountsThatTwoAgreeOn) {
  const Records records;
  records.save("n8.ckpt", wrong());
  records.write("n8.result.json", "{}");
  const std::string text = repaired(records);
  EXPECT_TRUE(
      text.starts_with("counted n8.ckpt: 7 of 8 tasks confirmed\n"
                       "counted n8.ckpt: CONFLICT: task 5: 8 ("))
      << text;
  EXPECT_TRUE(has(text,
                  "; two agree on 0\n"
                  "said n8.ckpt: everything that a had counted was counted again\n"
                  "counted n8.ckpt: is repaired: "));
  const Checkpoint checkpoint = read_checkpoint(records / "n8.ckpt");
  EXPECT_TRUE(checkpoint.finished());
  EXPECT_EQ(progress_of(checkpoint.queue).count, Count(92));
  EXPECT_EQ(checkpoint.runs.disputes, 1U);
  EXPECT_GT(checkpoint.runs.check_seconds, 0.0);
  EXPECT_GT(checkpoint.runs.kernel_seconds, wrong().runs.kernel_seconds);
  EXPECT_GT(checkpoint.saved_at, wrong().saved_at);
  EXPECT_FALSE(std::filesystem::exists(records / "n8.result.json")) << "of wrong counts";
}

TEST(RepairOfACheckpoint, LeavesRightCountsAndTheirResult) {
  const Records records;
  records.save("n8.ckpt", counted(eight()));
  records.write("n8.result.json", "{}");
  const std::string text = repaired(records);
  EXPECT_TRUE(text.starts_with("counted n8.ckpt: 8 of 8 tasks confirmed\n"));
  EXPECT_FALSE(has(text, "is repaired"));
  EXPECT_TRUE(std::filesystem::exists(records / "n8.result.json"));
  EXPECT_EQ(read_checkpoint(records / "n8.ckpt").runs.disputes, 0U);
}

TEST(RepairOfACheckpoint, LeavesOutWhatNoSearchCanHave) {
  const Records records;
  Checkpoint forged = counted(eight());
  add(forged, 0, 1);
  records.save("n8.ckpt", forged);
  const std::string text = repaired(records);
  EXPECT_TRUE(has(text, "counted n8.ckpt: is repaired: "));
  const Checkpoint checkpoint = read_checkpoint(records / "n8.ckpt");
  EXPECT_FALSE(checkpoint.queue.done[0]);
  EXPECT_EQ(progress_of(checkpoint.queue).tasks_done, 7U);
}

TEST(RepairOfACheckpoint, SetsADamagedGenerationAside) {
  const Records records;
  records.save("n8.ckpt.1", counted(eight()));
  records.write("n8.ckpt", "torn");
  EXPECT_TRUE(has(verified(records), "counted n8.ckpt.1: 8 of 8 tasks confirmed\n"));
  EXPECT_FALSE(std::filesystem::exists(records / "n8.ckpt.bad")) << "a look changes nothing";
  EXPECT_TRUE(has(repaired(records), "counted n8.ckpt: 8 of 8 tasks confirmed\n"));
  EXPECT_EQ(content_of(records / "n8.ckpt.bad"), "torn");
  EXPECT_TRUE(read_checkpoint(records / "n8.ckpt").finished());
}

TEST(RepairOfACheckpoint, NeedsItsLock) {
  const Records records;
  const auto file = records.save("n8.ckpt", wrong());
  const LockFile lock(file);
  EXPECT_NE(records.fault_of(ExitCode::checkpoint, [&] { repaired(records); }), "");
  EXPECT_EQ(verified(records).substr(0, 6), "proved") << "a look needs none";
}

TEST(AVerificationThatIsStopped, SaysSo) {
  const Records records;
  records.save("n8.ckpt", counted(eight()));
  const Stopped stopped;
  const Findings findings = verified({records.path()});
  EXPECT_TRUE(findings.is_stopped());
  EXPECT_EQ(findings.code(), ExitCode::runtime_error);
  EXPECT_EQ(records.text_of(findings), "");
}

TEST(AVerificationThatIsStopped, SaysHowFarItCame) {
  const Records records;
  records.save("n8.ckpt", counted(eight()));
  records.save("n9.ckpt", counted({.problem = {.n = 9}, .depth = 2}));
  Workers workers;
  workers.requests.stop_signal = SIGTERM;
  const Findings findings =
      verify(workers.session(), {.files = {records.path()}, .sample = all_of_it()});
  const std::string text = records.text_of(findings);
  EXPECT_TRUE(has(text, " of the 8 drawn were counted before it was stopped\n"));
  EXPECT_FALSE(has(text, "n9.ckpt: 0 of 42")) << "nothing more is begun";
  EXPECT_EQ(findings.code(), ExitCode::runtime_error);
}

TEST(AVerificationThatCannotCount, SaysWhy) {
  const Records records;
  records.save("n8.ckpt", counted(eight()));
  Sample sample = all_of_it();
  sample.kernel = "none-such";
  const Findings findings = verified({records.path()}, sample);
  EXPECT_TRUE(findings.is_stopped());
  EXPECT_EQ(findings.code(), ExitCode::checkpoint);
  EXPECT_EQ(findings.list().back().verdict, Verdict::unusable);
  EXPECT_TRUE(has(findings.list().back().text, "not counted again: "));
  EXPECT_TRUE(has(records.text_of(findings), "proved n8.ckpt: undamaged"));
}

}  // namespace
}  // namespace nqueens::test
