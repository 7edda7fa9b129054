// What a reader finds of checkpoints, their locks and their runs on disk.

#include "view/status_reader.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <vector>

#include "judge/names.hpp"
#include "queue/units.hpp"
#include "support/counted.hpp"
#include "view/jobs_on_disk.hpp"

namespace nqueens {
namespace {

using test::counted;
using test::eight;
using test::eight_otherwise;
using test::error_of;
using test::has;
using test::JobsOnDisk;
using test::matches;
using test::with_tasks;

TEST(StatusReader, AddsUpWhatACheckpointHolds) {
  const JobsOnDisk disk;
  Checkpoint checkpoint = with_tasks(2);
  checkpoint.runs = {.starts = 3, .elapsed_seconds = 60, .kernels = "scalar"};
  const auto file = disk.save("n8.ckpt", checkpoint);
  const StatusReport status = StatusReader().look_at(file);
  EXPECT_EQ(status.file, file.string());
  EXPECT_EQ(status.job, eight());
  EXPECT_EQ(status.saved_at, checkpoint.saved_at);
  EXPECT_EQ(status.runs, checkpoint.runs);
  EXPECT_EQ(status.all.tasks, checkpoint.queue.done.size());
  EXPECT_EQ(status.all.tasks_done, 2U);
  EXPECT_EQ(status.wanted.tasks, status.all.tasks);
  EXPECT_EQ(status.all.count,
            checkpoint.queue.records[0].count + checkpoint.queue.records[1].count);
  // By the expected cost of its tasks, which a plan has.
  const Plan plan = make_plan(eight());
  double done = 0;
  double all = 0;
  for (TaskId task = 0; task < plan.costs.size(); ++task) {
    done += task < 2 ? plan.costs[task] : 0;
    all += plan.costs[task];
  }
  EXPECT_NEAR(status.wanted.share_done, done / all, 1e-6);
  EXPECT_NEAR(status.eta_seconds.value(), 60 * (all - done) / done, 1e-3);
  EXPECT_FALSE(status.part || status.lock_holder || status.live || status.is_damaged);
  EXPECT_FALSE(status.finished());
  EXPECT_TRUE(status.warnings.empty() && status.faults.empty() && status.second.empty());
}

TEST(StatusReader, NamesTheLogThatIsMissing) {
  const JobsOnDisk disk;
  const auto file = disk.save("n8.ckpt", with_tasks(2));
  EXPECT_EQ(StatusReader().look_at(file).missing_log, "n8.run.jsonl");
  disk.log("n8.ckpt", 2, true);
  EXPECT_EQ(StatusReader().look_at(file).missing_log, "");
}

TEST(StatusReader, HasNoTimeLeftBeforeTheFirstTask) {
  const JobsOnDisk disk;
  EXPECT_FALSE(StatusReader().look_at(disk.save("n8.ckpt", with_tasks(0))).eta_seconds);
}

TEST(StatusReader, KnowsTheMemoryOfSlices) {
  const JobsOnDisk disk;
  const Job job = test::eight_in_slices();
  Checkpoint checkpoint = test::begun(job);
  test::Counting counting(job, checkpoint.queue, {});
  const std::size_t slices = counting.open(1);
  counting.count({.task = 1, .slice = 0});
  const StatusReport status = StatusReader().look_at(disk.save("n8.ckpt", checkpoint));
  EXPECT_EQ(status.all.tasks_in_progress, 1U);
  EXPECT_EQ(status.all.slices, slices);
  EXPECT_EQ(status.all.slices_done, 1U);
  EXPECT_EQ(status.slices_bytes, slices * bytes_per_slice(0));
}

TEST(StatusReader, AddsWhatLiesAboveTheTasksButNotToAPart) {
  const JobsOnDisk disk;
  const Job job{.problem = {.n = 6, .sequence = Sequence::placements},
                .symmetry = Symmetry::none,
                .depth = 2,
                .prefixes_per_task = 4};
  const Part half{.index = 1, .parts = 2};
  const Checkpoint whole = counted(job);
  const Checkpoint part = counted(job, {}, half);
  const Count above = count_above_tasks(job);
  EXPECT_GT(above, Count{});
  const StatusReport all = StatusReader().look_at(disk.save("whole.ckpt", whole));
  EXPECT_EQ(all.all.count, progress_of(whole.queue).count + above);
  EXPECT_TRUE(all.finished());
  EXPECT_EQ(all.eta_seconds, 0);
  const StatusReport some = StatusReader().look_at(disk.save("part.ckpt", part));
  EXPECT_EQ(some.all.count, progress_of(part.queue).count);
  EXPECT_EQ(some.part, half);
  EXPECT_TRUE(some.is_whole_part());
  EXPECT_LT(some.wanted.tasks, some.all.tasks);
}

TEST(StatusReader, OfAFinishedJobSaysNoPart) {
  const JobsOnDisk disk;
  Checkpoint checkpoint = counted(eight());
  checkpoint.part = Part{.index = 2, .parts = 2};
  const StatusReport status = StatusReader().look_at(disk.save("n8.ckpt", checkpoint));
  EXPECT_FALSE(status.part);
  EXPECT_TRUE(status.finished());
}

TEST(StatusReader, TakesAnOlderGenerationAndSaysSo) {
  const JobsOnDisk disk;
  disk.save("n8.ckpt", with_tasks(1), 2);
  const auto file = disk.save("n8.ckpt", with_tasks(2), 2);
  disk.write("n8.ckpt", "nqueens ch");
  const StatusReport status = StatusReader().look_at(file);
  EXPECT_EQ(status.file, file.string() + ".1");
  EXPECT_EQ(status.all.tasks_done, 1U);
  EXPECT_TRUE(status.is_damaged);
  EXPECT_TRUE(status.faults.empty()) << "its number is right";
  ASSERT_EQ(status.warnings.size(), 1U);
  EXPECT_TRUE(has(status.warnings[0], "n8.ckpt"));
  EXPECT_EQ(test::content_of(file), "nqueens ch") << "nothing is changed on disk";
}

TEST(StatusReader, RefusesWhatIsNoCheckpoint) {
  const JobsOnDisk disk;
  StatusReader reader;
  const auto fault_of = [&](const std::string& name) {
    return error_of(ExitCode::checkpoint, [&] { reader.look_at(disk / name); });
  };
  EXPECT_TRUE(has(fault_of("none.ckpt"), "none.ckpt"));
  disk.write("zeros.ckpt", std::string(99, '\0'));
  EXPECT_TRUE(has(fault_of("zeros.ckpt"), "zeros.ckpt"));
  // Whose tasks are not those that the job is cut into.
  Checkpoint odd = with_tasks(2);
  odd.queue = QueueSnapshot(odd.queue.done.size() + 1, 0);
  disk.save("odd.ckpt", odd);
  EXPECT_TRUE(has(fault_of("odd.ckpt"), "odd.ckpt"));
  disk.save("n8.ckpt", with_tasks(1));
  reader.look_at(disk / "n8.ckpt");
  EXPECT_TRUE(has(fault_of("odd.ckpt"), "odd.ckpt")) << "also when the plan is known";
}

/// A plan that is kept is that of the job and no other.
TEST(StatusReader, KeepsAPlanForEachJob) {
  const JobsOnDisk disk;
  disk.save("a.ckpt", with_tasks(1));
  disk.save("b.ckpt", counted(eight_otherwise(), {}, {.index = 1, .parts = 2}));
  StatusReader reader;
  std::vector<double> shares;
  for (int look = 0; look < 2; ++look) {
    for (const char* name : {"a.ckpt", "b.ckpt"}) {
      shares.push_back(reader.look_at(disk / name).wanted.share_done);
    }
  }
  EXPECT_EQ(shares[0], shares[2]);
  EXPECT_EQ(shares[1], shares[3]);
  EXPECT_EQ(shares[1], 1);
  EXPECT_LT(shares[0], 1);
}

/// The slices in a checkpoint must be those that its job cuts.
TEST(StatusReader, LooksAtSlicesAlsoIfThePlanIsKnown) {
  const JobsOnDisk disk;
  const Job job = test::eight_in_slices();
  Checkpoint checkpoint = test::begun(job);
  disk.save("n8.ckpt", checkpoint);
  test::Counting(job, checkpoint.queue, {}).open(1);
  UnitRecords more(checkpoint.queue.in_slices.at(1).done.size() + 1, 0);
  checkpoint.queue.in_slices.at(1) = more;
  disk.save("odd.ckpt", checkpoint);
  StatusReader reader;
  reader.look_at(disk / "n8.ckpt");
  EXPECT_NE(error_of(ExitCode::checkpoint, [&] { reader.look_at(disk / "odd.ckpt"); }), "");
}

// --- The second count

TEST(StatusReader, ShowsTheSecondCountWithTheFirst) {
  const JobsOnDisk disk;
  const auto file = disk.save("n8.ckpt", counted(eight()));
  Checkpoint second = test::begun(eight_otherwise());
  disk.save("n8.second.ckpt", second);
  const StatusReport status = StatusReader().look_at(file);
  ASSERT_EQ(status.second.size(), 1U);
  EXPECT_EQ(status.second[0].file, (disk / "n8.second.ckpt").string());
  EXPECT_EQ(status.second[0].job, eight_otherwise());
  EXPECT_TRUE(status.faults.empty()) << "it is not finished";
  EXPECT_FALSE(status.is_damaged);
  const StatusReport alone = StatusReader().look_at(disk / "n8.second.ckpt");
  EXPECT_TRUE(alone.second.empty()) << "a second count has none";
}

TEST(StatusReader, ASecondCountThatDiffersIsAFault) {
  const JobsOnDisk disk;
  Checkpoint wrong = counted(eight_otherwise());
  test::add(wrong, 0, 8);
  const auto file = disk.save("n8.ckpt", counted(eight()));
  disk.save("n8.second.ckpt", wrong);
  const StatusReport status = StatusReader().look_at(file);
  ASSERT_EQ(status.faults.size(), 2U) << "of the second count, and of the two";
  EXPECT_TRUE(has(status.faults[0], "n8.second.ckpt' adds up to 100, but "));
  EXPECT_TRUE(has(status.faults[1], "n8.ckpt' adds up to 92, but its second count is 100"));
  EXPECT_TRUE(has(status.faults[1], "; find the fault with 'nqueens verify'"));
}

TEST(StatusReader, ASecondCountThatIsDamagedIsAWarning) {
  const JobsOnDisk disk;
  const auto file = disk.save("n8.ckpt", counted(eight()));
  disk.write("n8.second.ckpt", "nqueens ch");
  StatusReport status = StatusReader().look_at(file);
  EXPECT_TRUE(status.is_damaged);
  EXPECT_TRUE(status.second.empty() && status.faults.empty());
  ASSERT_EQ(status.warnings.size(), 1U);
  EXPECT_TRUE(has(status.warnings[0], "n8.second.ckpt"));
  // An older generation of it is whole, but the newest is still damaged.
  std::filesystem::remove(disk / "n8.second.ckpt");
  disk.save("n8.second.ckpt", counted(eight_otherwise()), 2);
  disk.save("n8.second.ckpt", counted(eight_otherwise()), 2);
  disk.write("n8.second.ckpt", "nqueens ch");
  status = StatusReader().look_at(file);
  EXPECT_TRUE(status.is_damaged);
  EXPECT_EQ(status.second.size(), 1U);
}

TEST(StatusReader, ANumberThatCannotBeIsAFault) {
  const JobsOnDisk disk;
  Checkpoint wrong = counted(eight());
  test::add(wrong, 0, 8);
  const StatusReport status = StatusReader().look_at(disk.save("n8.ckpt", wrong));
  ASSERT_EQ(status.faults.size(), 1U);
  EXPECT_TRUE(has(status.faults[0], "n8.ckpt' adds up to 100, but the published count is 92"));
  // Before it is finished nothing is known.
  wrong.queue.done[1] = false;
  EXPECT_TRUE(StatusReader().look_at(disk.save("n8.ckpt", wrong)).faults.empty());
}

/// A result that no search can have: the word of the loader is no warning then, but a fault.
TEST(StatusReader, AForgedResultIsAFault) {
  const JobsOnDisk disk;
  Checkpoint forged = with_tasks(2);
  UnitRecord record = forged.queue.records[1];
  record.nodes = 0;
  record.count = Count{99};
  forged.queue.records.set(1, record);
  const StatusReport status = StatusReader().look_at(disk.save("n8.ckpt", forged));
  EXPECT_EQ(status.all.tasks_done, 1U);
  EXPECT_TRUE(status.warnings.empty());
  ASSERT_EQ(status.faults.size(), 1U);
  EXPECT_TRUE(has(status.faults[0], "task 1"));
}

// --- Locks and runs at work

TEST(StatusReader, NamesTheHolderOfTheLock) {
  const JobsOnDisk disk;
  const auto file = disk.save("n8.ckpt", with_tasks(1));
  disk.save("n8.second.ckpt", test::begun(eight_otherwise()));
  const LockFile lock(file);
  const StatusReport status = StatusReader().look_at(file);
  const std::string own = this_process().host + ", process " + std::to_string(getpid()) +
                          "(, job \\S+)?, seen [0-9.]+ m?s ago";
  ASSERT_TRUE(status.lock_holder);
  EXPECT_TRUE(matches(*status.lock_holder, own));
  EXPECT_EQ(status.second[0].lock_holder.has_value(), true) << "both counts have one lock";
}

TEST(StatusReader, NamesAHolderElsewhere) {
  const JobsOnDisk disk;
  const auto file = disk.save("n8.ckpt", with_tasks(1));
  disk.lock("n8.ckpt", "elsewhere", 4711, "12");
  const auto holder = StatusReader().look_at(file).lock_holder;
  ASSERT_TRUE(holder);
  EXPECT_TRUE(matches(*holder, "elsewhere, process 4711, job 12, seen [0-9.]+ m?s ago"));
  disk.lock("n8.ckpt", "elsewhere", 1, "");  // in a container
  EXPECT_TRUE(has(StatusReader().look_at(file).lock_holder.value(), "elsewhere, process 1, seen "));
  disk.lock("n8.ckpt", "elsewhere", 0, "");
  EXPECT_TRUE(matches(StatusReader().look_at(file).lock_holder.value(),
                      "an unknown process, seen [0-9.]+ m?s ago"));
}

TEST(StatusReader, ARunAtWorkIsLiveWhileItsWordIsFresh) {
  const JobsOnDisk disk;
  const auto file = disk.save("n8.ckpt", with_tasks(1));
  disk.log("n8.ckpt", 2);
  StatusReport status = StatusReader().look_at(file);
  EXPECT_FALSE(status.live);
  ASSERT_EQ(status.warnings.size(), 1U);
  const std::string ended =
      "the run on node0 has ended, or this log is a copy: its last word is [0-9:.]+ \\S+ old; what "
      "follows is what it saved";
  EXPECT_TRUE(matches(status.warnings[0], ended));
  disk.age("n8.ckpt", 3600);
  EXPECT_TRUE(matches(StatusReader().look_at(file).warnings.at(0), ended));
  disk.age("n8.ckpt", 0);
  const LockFile lock(file);
  status = StatusReader().look_at(file);
  ASSERT_TRUE(status.live);
  EXPECT_TRUE(status.warnings.empty());
  EXPECT_EQ(status.live->run.now().tasks_done, 2U);
  EXPECT_LT(status.live->age_seconds, LiveRun::longest_silence);
  disk.age("n8.ckpt", 20);
  status = StatusReader().look_at(file);
  ASSERT_TRUE(status.live);
  EXPECT_GE(status.live->age_seconds, 20);
  EXPECT_EQ(status.live->moment(), status.live->run.said_at + status.live->age_seconds);
  disk.age("n8.ckpt", -3600);
  EXPECT_EQ(StatusReader().look_at(file).live.value().age_seconds, 0)
      << "a file server whose clock is ahead";
  disk.age("n8.ckpt", 3600);
  status = StatusReader().look_at(file);
  EXPECT_FALSE(status.live);
  ASSERT_EQ(status.warnings.size(), 1U);
  EXPECT_TRUE(matches(status.warnings[0],
                      "the run on node0 has said nothing for 1:00:[0-9]+ h; what follows is what "
                      "it saved"));
}

TEST(StatusReader, ARunWithoutALastWordIsNotLive) {
  const JobsOnDisk disk;
  const auto file = disk.save("n8.ckpt", with_tasks(1));
  disk.log("n8.ckpt", 2, true);
  const LockFile lock(file);
  const StatusReport status = StatusReader().look_at(file);
  EXPECT_FALSE(status.live);
  EXPECT_TRUE(status.warnings.empty()) << "it has ended";
}

/// The log of a run on another machine seems old. If another word comes, it lives.
TEST(StatusReader, ASecondLookTellsWhetherARunElsewhereLives) {
  const JobsOnDisk disk;
  const auto file = disk.save("n8.ckpt", with_tasks(1));
  disk.lock("n8.ckpt", "elsewhere", 4711, "");
  disk.log("n8.ckpt", 2);
  disk.age("n8.ckpt", 3600);
  StatusReader reader;
  for (int look = 0; look < 2; ++look) {
    const StatusReport status = reader.look_at(file);
    EXPECT_FALSE(status.live);
    ASSERT_EQ(status.warnings.size(), 1U);
    EXPECT_TRUE(matches(status.warnings[0],
                        "the run on node0 may be at work or not: by the clock here its last word "
                        "is 1:00:[0-9]+ h old; 'nqueens status --watch' shows whether it goes on; "
                        "what follows is what it saved"));
  }
  disk.log("n8.ckpt", 3);
  disk.age("n8.ckpt", 3600);
  const StatusReport status = reader.look_at(file);
  ASSERT_TRUE(status.live) << "another word has come";
  EXPECT_TRUE(status.warnings.empty());
  EXPECT_LT(status.live->age_seconds, LiveRun::longest_silence) << "since that look";
  EXPECT_TRUE(reader.look_at(file).live) << "a word is not old because a look finds it again";
  EXPECT_FALSE(StatusReader().look_at(file).live) << "another reader knows nothing of the first";
}

// --- Folders

TEST(StatusReader, LooksIntoAFolder) {
  const JobsOnDisk disk;
  disk.save("b.ckpt", with_tasks(2));
  disk.save("a.ckpt", with_tasks(1));
  disk.save("a.second.ckpt", test::begun(eight_otherwise()));
  disk.write("c.ckpt", "nqueens ch");
  disk.write("a.result.json", "{}");
  const JobList list = StatusReader().look_into(disk.path());
  ASSERT_EQ(list.jobs.size(), 2U);
  EXPECT_EQ(list.jobs[0].file, (disk / "a.ckpt").string());
  EXPECT_EQ(list.jobs[0].second.size(), 1U);
  EXPECT_EQ(list.jobs[1].all.tasks_done, 2U);
  ASSERT_EQ(list.faults.size(), 1U);
  EXPECT_TRUE(has(list.faults[0], "c.ckpt"));
}

TEST(StatusReader, RefusesAFolderWithoutCheckpoints) {
  const JobsOnDisk disk;
  EXPECT_TRUE(has(error_of(ExitCode::checkpoint, [&] { StatusReader().look_into(disk.path()); }),
                  "no checkpoint (NAME.ckpt) is in '" + disk.path().string() + "'"));
}

}  // namespace
}  // namespace nqueens
