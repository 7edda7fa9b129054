// Who may write the files of a job at work, and what is loaded.

#include "session/keeper.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <tuple>

#include "judge/names.hpp"
#include "kept.hpp"
#include "played.hpp"
#include "support/captured_log.hpp"
#include "support/counted.hpp"
#include "support/text.hpp"
#include "system/process.hpp"

namespace nqueens {
namespace {

namespace fs = std::filesystem;

using test::Kept;
using test::text_of;
using test::write;

TEST(Keeper, DoesNothingWithoutAPath) {
  CheckpointKeeper keeper({});
  EXPECT_FALSE(keeper.enabled());
  keeper.lock([] { FAIL() << "waits"; });
  keeper.require_lock(StartMode::automatic);
  EXPECT_FALSE(fs::exists(lock_path("")));
  for (const StartMode start : {StartMode::automatic, StartMode::fresh, StartMode::resume}) {
    EXPECT_FALSE(keeper.load(start));
  }
  keeper.touch();
  EXPECT_TRUE(keeper.write_result({}, true));
  EXPECT_FALSE(keeper.saved());
}

// --- The lock

TEST(Keeper, LetsOneRunAtATimeHaveACheckpoint) {
  Kept kept;
  CheckpointKeeper other(kept.settings);
  {
    CheckpointKeeper first(kept.settings);
    first.lock([] {});
    EXPECT_TRUE(test::has(
        test::error_of(ExitCode::checkpoint, [&] { other.lock([] { FAIL() << "waits"; }); }),
        "is in use by process"));
  }
  other.lock([] { FAIL() << "waits"; });
  other.require_lock(StartMode::automatic);
}

TEST(Keeper, WaitsForTheRunBeforeItInABatchJob) {
  Kept kept;
  kept.lock();
  CheckpointKeeper next(kept.settings);
  const test::CapturedLog log;
  int waits = 0;
  setenv("SLURM_JOB_ID", "7", 1);
  EXPECT_THROW(next.lock([&] {
    if (++waits == 2) {
      throw Error(ExitCode::stopped, "stopped");
    }
  }),
               Error);
  unsetenv("SLURM_JOB_ID");
  EXPECT_EQ(log.text(), "info another run has the lock of " + kept.path.string() +
                            "; waiting ten minutes for its end, or until it has given no sign of "
                            "life for a minute\n");
}

TEST(Keeper, WatchesALockWhoseHolderItCannotSee) {
  Kept kept;
  kept.steal_lock();
  const test::CapturedLog log;
  EXPECT_THROW(kept.keeper.lock([] { throw Error(ExitCode::stopped, "stopped"); }), Error);
  EXPECT_EQ(log.text(), "info another run has the lock of " + kept.path.string() +
                            "; waiting until it has given no sign of life for a minute\n");
}

TEST(Keeper, TakesOverTheLockOfADeadProcessAndSaysSo) {
  Kept kept;
  const pid_t dead = fork();
  if (dead == 0) {
    _exit(0);
  }
  waitpid(dead, nullptr, 0);
  const ProcessIdentity self = this_process();
  write(lock_path(kept.path), "host=" + self.host + "\nspace=" + self.space + "\npid=" +
                                  std::to_string(dead) + "\nstart_time=1\nbatch_job=\ntoken=old\n");
  const test::CapturedLog log;
  kept.lock();
  EXPECT_TRUE(test::has(log.text(), "warning took over the lock of process "));
  kept.keeper.save(test::begun(test::eight()));
  EXPECT_TRUE(kept.keeper.saved());
}

TEST(Keeper, RemovesWhatKilledRunsHaveLeft) {
  Kept kept;
  const auto left = [&](const fs::path& of) {
    return kept.folder.path() / (temporary_prefix(of) + "host.1");
  };
  const fs::path of_second = left(second_path(kept.path));
  write(left(kept.path), "x");
  write(of_second, "x");
  const test::CapturedLog log;
  kept.lock();
  EXPECT_FALSE(fs::exists(left(kept.path)));
  EXPECT_FALSE(fs::exists(of_second));
  EXPECT_EQ(log.text(), "");
}

TEST(Keeper, SharesTheLockWithTheSecondCount) {
  Kept kept;
  kept.lock();
  CheckpointKeeper second({.path = second_path(kept.path)}, &kept.keeper);
  second.lock([] { FAIL() << "waits"; });
  EXPECT_FALSE(fs::exists(lock_path(second.path())));
  second.require_lock(StartMode::automatic);
  second.save(test::begun(test::eight()));
  EXPECT_TRUE(has_generations(second.path()));
  kept.steal_lock();
  EXPECT_NE(test::error_of(ExitCode::checkpoint, [&] { second.save(test::begun(test::eight())); }),
            "");
}

TEST(Keeper, LeavesItToTheWriterThatNoLockCanBeMade) {
  const test::TemporaryFolder folder;
  const CheckpointSettings settings{.path = folder.path() / "missing" / "n8.ckpt"};
  CheckpointKeeper keeper(settings);
  keeper.lock([] { FAIL() << "waits"; });
  CheckpointKeeper second({.path = second_path(settings.path)}, &keeper);
  second.lock([] { FAIL() << "waits"; });
  for (const CheckpointKeeper* each : {&keeper, &second}) {
    const std::string error =
        test::error_of(ExitCode::usage, [&] { each->require_lock(StartMode::automatic); });
    EXPECT_TRUE(test::has(error, "cannot write '" + settings.path.string() + "'"));
  }
  const test::CapturedLog log;
  EXPECT_TRUE(keeper.write_result({.job = test::eight(), .runs = {}}, true));
  EXPECT_TRUE(test::has(log.text(), "warning the result file is not written: cannot write '"));
}

/// As somebody else than root, who may write everywhere.
int exit_code_as_nobody(const std::function<bool()>& act) {
  const pid_t child = fork();
  if (child == 0) {
    constexpr uid_t nobody = 65534;
    const bool is_nobody = geteuid() != 0 || setuid(nobody) == 0;
    _exit(is_nobody && act() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Keeper, SaysWhatHelpsInAFolderThatIsNotWritable) {
  Kept kept;
  fs::permissions(kept.folder.path(), fs::perms::owner_read | fs::perms::owner_exec |
                                          fs::perms::others_read | fs::perms::others_exec);
  const auto error_with = [&](StartMode start) {
    CheckpointKeeper keeper(kept.settings);
    keeper.lock([] {});
    return test::error_of(ExitCode::checkpoint, [&] { keeper.require_lock(start); });
  };
  EXPECT_EQ(exit_code_as_nobody([&] {
              const std::string resumed = error_with(StartMode::resume);
              return error_with(StartMode::automatic)
                         .ends_with("/n8.ckpt': Permission denied; make the folder '" +
                                    kept.folder.path().string() +
                                    "' writable, or give 'nqueens count' another file with "
                                    "--checkpoint FILE, or none with --no-checkpoint") &&
                     resumed.find("cannot write '") == 0;
            }),
            0);
  fs::permissions(kept.folder.path(), fs::perms::owner_all);
}

// --- What is loaded

TEST(Keeper, LoadsWhatEachStartGoesOnFrom) {
  Kept kept;
  kept.lock();
  EXPECT_FALSE(kept.keeper.load(StartMode::automatic));
  EXPECT_FALSE(kept.keeper.load(StartMode::fresh));
  EXPECT_TRUE(test::has(test::error_of(ExitCode::checkpoint,
                                       [&] { std::ignore = kept.keeper.load(StartMode::resume); }),
                        "does not exist; start the job with 'nqueens count'"));
  kept.keeper.save(test::counted(test::eight()));
  EXPECT_FALSE(kept.keeper.load(StartMode::fresh));
  const test::CapturedLog log;
  for (const StartMode start : {StartMode::automatic, StartMode::resume}) {
    const auto loaded = kept.keeper.load(start);
    ASSERT_TRUE(loaded);
    EXPECT_EQ(loaded->file, kept.path);
    EXPECT_TRUE(loaded->checkpoint.finished());
  }
  EXPECT_EQ(log.text(), "");
}

TEST(Keeper, ReplacesNoFolder) {
  Kept kept;
  fs::create_directory(kept.path);
  EXPECT_TRUE(test::has(test::error_of(ExitCode::checkpoint,
                                       [&] { std::ignore = kept.keeper.load(StartMode::fresh); }),
                        "cannot replace '"));
}

TEST(Keeper, PassesOverADamagedGeneration) {
  Kept kept;
  kept.lock();
  kept.keeper.save(test::counted(test::eight()));
  kept.keeper.save(test::counted(test::eight()));
  write(kept.path, text_of(kept.path) + "x");
  const fs::path bad = kept.path.string() + ".bad";
  for (const bool may_write : {false, true}) {
    const test::CapturedLog log;
    const CheckpointKeeper reader(kept.settings);
    const auto loaded = (may_write ? kept.keeper : reader).load(StartMode::automatic);
    ASSERT_TRUE(loaded);
    EXPECT_EQ(loaded->file, generation_path(kept.path, 1));
    EXPECT_EQ(log.lines("warning ").size(), 1U) << log.text();
    EXPECT_EQ(fs::exists(bad), may_write);
  }
}

TEST(Keeper, SaysWhatHelpsIfNoGenerationIsWhole) {
  Kept kept;
  write(kept.path, "nothing");
  EXPECT_TRUE(test::has(
      test::error_of(ExitCode::checkpoint,
                     [&] { std::ignore = kept.keeper.load(StartMode::automatic); }),
      "restore a good one, name another checkpoint, or start over with 'nqueens count --fresh'"));
}

TEST(Keeper, LoadsNoSecondCountWithoutItsFirst) {
  Kept kept;
  save_checkpoint(second_path(kept.path), 3, test::begun(test::eight()));
  for (const StartMode start : {StartMode::automatic, StartMode::resume}) {
    EXPECT_TRUE(test::has(
        test::error_of(ExitCode::checkpoint, [&] { std::ignore = kept.keeper.load(start); }),
        "n8.second.ckpt' is the second count of '" + kept.path.string() +
            "', which is not there; restore it, "));
  }
  save_checkpoint(kept.path, 3, test::begun(test::eight()));
  EXPECT_TRUE(kept.keeper.load(StartMode::automatic));
}

}  // namespace
}  // namespace nqueens
