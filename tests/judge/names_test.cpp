// The names of what a job leaves on disk.

#include "judge/names.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "support/temporary_folder.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

TEST(NamesOfAJob, ReplaceTheEndOfItsCheckpoint) {
  EXPECT_EQ(result_path("d/n20.ckpt"), "d/n20.result.json");
  EXPECT_EQ(run_log_path("d/n20.ckpt"), "d/n20.run.jsonl");
  EXPECT_EQ(result_path("d/n20"), "d/n20.result.json");
  EXPECT_EQ(run_log_path("d/n20.saved"), "d/n20.saved.run.jsonl");
}

TEST(NameOfAReport, IsBesideItsCheckpointOrLog) {
  EXPECT_EQ(report_path("d/n20.ckpt"), "d/n20.report.html");
  EXPECT_EQ(report_path("d/n20.run.jsonl"), "d/n20.report.html");
  EXPECT_EQ(report_path("d/n20.jsonl"), "d/n20.report.html");
  EXPECT_EQ(report_path("d/n20.old.jsonl"), "d/n20.old.report.html");
  EXPECT_EQ(report_path("d/n20.run"), "d/n20.run.report.html");
}

TEST(NameOfASecondCount, HasItsMarkBeforeTheEnd) {
  EXPECT_EQ(second_path("d/n20.ckpt"), "d/n20.second.ckpt");
  EXPECT_EQ(second_path("d/n20"), "d/n20.second");
  EXPECT_EQ(second_path(""), "");
  EXPECT_EQ(first_path("d/n20.second.ckpt"), "d/n20.ckpt");
  EXPECT_EQ(first_path("d/n20.second"), "d/n20");
  for (const char* name : {"d/n20.ckpt", "d/n20", "d/second.ckpt", "d/n20.second.old", ""}) {
    EXPECT_EQ(first_path(name), name);
    EXPECT_FALSE(is_second(name)) << name;
  }
  EXPECT_TRUE(is_second("d/n20.second.ckpt"));
  EXPECT_TRUE(is_second("d/n20.second"));
}

TEST(FilesOfAJob, AreThoseOfBothCountsAndTheirOneLock) {
  const auto list = files_of_job("n20.ckpt");
  const std::set<std::filesystem::path> files(list.begin(), list.end());
  EXPECT_EQ(files.size(), list.size());
  EXPECT_EQ(list.size(), 1U + 2U * (2U + 9U));
  for (const char* file :
       {"n20.ckpt.lock", "n20.ckpt", "n20.ckpt.1", "n20.ckpt.8", "n20.result.json", "n20.run.jsonl",
        "n20.second.ckpt", "n20.second.ckpt.8", "n20.second.result.json", "n20.second.run.jsonl"}) {
    EXPECT_TRUE(files.contains(file)) << file;
  }
  EXPECT_FALSE(files.contains("n20.ckpt.9"));
  EXPECT_TRUE(files_of_job("").empty());
  EXPECT_EQ(files_of_job("n20.second.ckpt").front(), "n20.ckpt.lock");
}

TEST(CheckpointsInAFolder, AreThoseOfJobsAndNotTheirSecondCounts) {
  const test::TemporaryFolder folder;
  for (const char* name : {"a.ckpt", "a.second.ckpt", "a.ckpt.1", "b.ckpt.2", "lone.second.ckpt",
                           "c.ckpt.lock", "c.ckpt.bad", "c.result.json", "ckpt", "d.ckpt.x"}) {
    std::ofstream(folder.path() / name) << "x";
  }
  std::set<std::string> names;
  for (const auto& each : checkpoints_in(folder.path())) {
    EXPECT_EQ(each.parent_path(), folder.path());
    names.insert(each.filename());
  }
  EXPECT_EQ(names, std::set<std::string>({"a.ckpt", "b.ckpt", "lone.second.ckpt"}));
  EXPECT_TRUE(test::has(
      test::error_of(ExitCode::checkpoint, [&] { checkpoints_in(folder.path() / "none"); }),
      "none"));
}

}  // namespace
}  // namespace nqueens
