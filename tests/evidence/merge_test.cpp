// Checkpoints of one job merged into one, and what becomes of their starts and logs.

#include "evidence/merge.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "judge/log_file.hpp"
#include "judge/names.hpp"
#include "records.hpp"
#include "system/lock_file.hpp"

namespace nqueens::test {
namespace {

/// A folder in which files are merged into m.ckpt.
struct Merging {
  Records records;
  bool leaves_out_conflicts = false;

  Merged merge(const std::vector<std::string>& names) const {
    std::vector<std::filesystem::path> files;
    for (const std::string& name : names) {
      files.push_back(records / name);
    }
    return merge_checkpoints(files, records / "m.ckpt", leaves_out_conflicts);
  }
  [[nodiscard]] std::string fault(ExitCode code, const std::vector<std::string>& names) const {
    return records.fault_of(code, [&] { merge(names); });
  }
  [[nodiscard]] Checkpoint merged() const { return read_checkpoint(records / "m.ckpt"); }
  [[nodiscard]] bool is_written() const { return std::filesystem::exists(records / "m.ckpt"); }
};

TEST(MergeOfParts, IsTheWhole) {
  const Merging merging;
  merging.records.save("a.ckpt", counted(eight(), {}, {1, 2}));
  merging.records.save("b.ckpt", counted(eight(), by_b, {2, 2}));
  const Merged merged = merging.merge({"a.ckpt", "b.ckpt"});
  EXPECT_TRUE(merged.is_written);
  EXPECT_EQ(merged.warning, "");
  EXPECT_EQ(merging.records.text_of(merged.findings),
            "proved a.ckpt: 4 tasks: 4 new, 0 confirmed, 0 known already, 0 in conflict\n"
            "proved b.ckpt: 4 tasks: 4 new, 0 confirmed, 0 known already, 0 in conflict\n"
            "proved m.ckpt: 8 of 8 tasks of n=8, which add up to 92\n");
  const Checkpoint whole = merging.merged();
  EXPECT_EQ(whole.job, eight());
  EXPECT_TRUE(whole.finished());
  EXPECT_FALSE(whole.part);
  EXPECT_GT(whole.saved_at, counted(eight()).saved_at);
  EXPECT_EQ(merged.findings.list().back().detail,
            Json::parse(R"({"written":{"tasks":8,"tasks_done":8,"slices_done":0,"count":"92"}})"));
  EXPECT_EQ(merged.findings.list().front().detail.at("merged").at("tasks"),
            Json::parse(R"({"done":4,"new":4,"known":0,"confirmed":0,"conflicts":0})"));
}

TEST(MergeOfParts, KeepsThePartThatAllAreOfAndTheSeedOfChecks) {
  const Merging merging;
  Checkpoint first = counted(eight(), {}, {2, 3});
  first.check_seed = 17;
  merging.records.save("a.ckpt", first);
  merging.records.save("b.ckpt", counted(eight(), by_b, {2, 3}));
  EXPECT_TRUE(has(merging.records.text_of(merging.merge({"a.ckpt", "b.ckpt"}).findings),
                  "proved b.ckpt: 3 tasks: 0 new, 3 confirmed, 0 known already, 0 in conflict\n"
                  "proved m.ckpt: 3 of 8 tasks of n=8"));
  EXPECT_EQ(merging.merged().part, (Part{.index = 2, .parts = 3}));
  EXPECT_EQ(merging.merged().check_seed, 17U);
}

TEST(MergeOfParts, HasTheirSlices) {
  const Merging merging;
  Job job = eight();
  job.slice_depth = 5;
  for (const auto& [name, slice] : {std::pair{"a.ckpt", SliceId{0}}, {"b.ckpt", SliceId{2}}}) {
    Checkpoint checkpoint = begun(job);
    Counting counting(job, checkpoint.queue, {});
    counting.open(1);
    counting.count({.task = 1, .slice = slice});
    merging.records.save(name, checkpoint);
  }
  const std::string text = merging.records.text_of(merging.merge({"a.ckpt", "b.ckpt"}).findings);
  EXPECT_TRUE(has(text,
                  "proved b.ckpt: 0 tasks: 0 new, 0 confirmed, 0 known already, 0 in conflict; 1 "
                  "slice: 1 new, 0 confirmed, 0 known already, 0 in conflict\n"
                  "proved m.ckpt: 0 of 8 tasks and 2 slices of n=8, which add up to "))
      << text;
  EXPECT_TRUE(merging.merged().queue.in_slices.at(1).done[2]);
}

TEST(MergeOfConflicts, WritesNothingUnlessTheyAreLeftOut) {
  Merging merging;
  merging.records.save("a.ckpt", counted(eight()));
  Checkpoint other = counted(eight(), by_b);
  add(other, 5, 8);
  merging.records.save("b.ckpt", other);
  const Merged refused = merging.merge({"a.ckpt", "b.ckpt"});
  EXPECT_FALSE(refused.is_written);
  EXPECT_FALSE(merging.is_written());
  EXPECT_EQ(refused.findings.code(), ExitCode::wrong_answer);
  const std::string text = merging.records.text_of(refused.findings);
  EXPECT_TRUE(has(text, "7 confirmed, 0 known already, 1 in conflict\n"));
  EXPECT_TRUE(has(text, "disagrees b.ckpt: CONFLICT: task 5: 0 ("));
  EXPECT_TRUE(has(text, "on a, 8 ("));
  EXPECT_FALSE(has(text, "m.ckpt"));
  merging.leaves_out_conflicts = true;
  const Merged forced = merging.merge({"a.ckpt", "b.ckpt"});
  EXPECT_TRUE(forced.is_written);
  EXPECT_TRUE(has(merging.records.text_of(forced.findings), "proved m.ckpt: 7 of 8 tasks of n=8"));
  EXPECT_EQ(forced.findings.code(), ExitCode::wrong_answer);
  EXPECT_FALSE(merging.merged().queue.done[5]);
}

/// Nobody has published it, but symmetry forbids it.
TEST(MergeOfParts, IsWrongIfItsNumberCannotBeRight) {
  const Merging merging;
  const Job job{
      .problem = {.n = 27, .sequence = Sequence::amazons}, .depth = 1, .prefixes_per_task = 100};
  Checkpoint first = begun(job);
  Checkpoint second = begun(job);
  for (TaskId task = 0; task < first.queue.done.size(); ++task) {
    (task == 0 ? first : second).queue.set(task, {.count = task == 0 ? 6U : 4U, .nodes = 100}, {});
  }
  merging.records.save("a.ckpt", first);
  merging.records.save("b.ckpt", second);
  const Merged merged = merging.merge({"a.ckpt", "b.ckpt"});
  EXPECT_TRUE(has(merging.records.text_of(merged.findings),
                  "disagrees m.ckpt: the merged count adds up to "));
  EXPECT_TRUE(has(merging.records.text_of(merged.findings), "but by symmetry four divides it"));
  EXPECT_EQ(merged.findings.code(), ExitCode::wrong_answer);
}

TEST(Merge, IsForCheckpointsOfOneJob) {
  const Merging merging;
  merging.records.save("a.ckpt", counted(eight()));
  merging.records.save("b.ckpt", counted(eight(5)));
  EXPECT_TRUE(has(merging.fault(ExitCode::checkpoint, {"a.ckpt", "b.ckpt"}),
                  "merge the checkpoints of one job only"));
  Checkpoint fewer = counted(eight());
  fewer.queue = QueueSnapshot(7, 0);
  merging.records.save("b.ckpt", fewer);
  EXPECT_EQ(merging.fault(ExitCode::checkpoint, {"a.ckpt", "b.ckpt"}),
            "checkpoint 'b.ckpt' has 7 tasks, those before 8; they are not of one job");
  EXPECT_FALSE(merging.is_written());
}

TEST(Merge, NeedsWholeCheckpointsWithTheirOwnSlices) {
  const Merging merging;
  merging.records.save("a.ckpt", counted(eight()));
  merging.records.write("b.ckpt", "torn");
  EXPECT_TRUE(has(merging.fault(ExitCode::checkpoint, {"a.ckpt", "b.ckpt"}), "'b.ckpt'"));
  Checkpoint forged = counted(eight());
  add(forged, 0, 1);
  merging.records.save("b.ckpt", forged);
  EXPECT_TRUE(has(merging.fault(ExitCode::wrong_answer, {"a.ckpt", "b.ckpt"}), "'b.ckpt'"));
  Job job = eight();
  job.slice_depth = 5;
  Checkpoint too_many = begun(job);
  too_many.queue.in_slices.try_emplace(1, 1000, 0).first->second.set(0, {.nodes = 1}, {});
  merging.records.save("a.ckpt", too_many);
  EXPECT_TRUE(has(merging.fault(ExitCode::checkpoint, {"a.ckpt"}), "'a.ckpt'"));
  EXPECT_FALSE(merging.is_written());
}

TEST(Merge, OverwritesNoFile) {
  const Merging merging;
  merging.records.save("a.ckpt", counted(eight()));
  merging.records.write("m.run.jsonl", "other");
  EXPECT_EQ(merging.fault(ExitCode::usage, {"a.ckpt"}),
            "'m.run.jsonl' exists; name a new file for the merged checkpoint");
  EXPECT_EQ(content_of(merging.records / "m.run.jsonl"), "other");
  std::filesystem::remove(merging.records / "m.run.jsonl");
  merging.merge({"a.ckpt"});
  EXPECT_EQ(merging.fault(ExitCode::usage, {"a.ckpt"}),
            "'m.ckpt' exists; name a new file for the merged checkpoint");
  std::filesystem::remove(merging.records / "m.ckpt");
  EXPECT_TRUE(merging.merge({"a.ckpt"}).is_written) << "the log of a merge that was killed";
}

TEST(Merge, NeedsTheLockOfItsOutput) {
  const Merging merging;
  merging.records.save("a.ckpt", counted(eight()));
  const LockFile lock(merging.records / "m.ckpt");
  EXPECT_NE(merging.fault(ExitCode::checkpoint, {"a.ckpt"}), "");
}

}  // namespace
}  // namespace nqueens::test
