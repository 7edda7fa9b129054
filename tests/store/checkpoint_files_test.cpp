// Checkpoints on disk: generations, what is damaged, what cannot be written.

#include "store/checkpoint_files.hpp"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <fstream>

#include "checkpoint_examples.hpp"
#include "support/temporary_folder.hpp"
#include "system/file.hpp"

namespace nqueens::checkpoint_test {
namespace {

class CheckpointFiles : public testing::Test {
 protected:
  void save(int starts, int generations = 3) {
    Checkpoint checkpoint = example();
    for (UnitRecords* const units :
         {static_cast<UnitRecords*>(&checkpoint.queue), &checkpoint.queue.in_slices.at(1),
          &checkpoint.queue.in_slices.at(66)}) {
      for (std::size_t unit = 0; unit < units->records.size(); ++unit) {
        UnitRecord record = units->records[unit];  // such as a search can have
        record.nodes = record.count.low() - record.count.low() % 2;
        record.count = record.nodes;
        units->records.set(unit, record);
      }
    }
    checkpoint.runs.starts = static_cast<std::uint64_t>(starts);
    save_checkpoint(path_, generations, checkpoint);
  }
  std::uint64_t loaded_starts(BadFiles bad_files = BadFiles::set_aside) {
    return load_checkpoint(path_, bad_files)->checkpoint.runs.starts;
  }
  void damage(const std::filesystem::path& file) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(300);  // in the payload
    stream.put('#');
  }
  std::vector<std::string> names() {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      found.push_back(entry.path().filename());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  test::TemporaryFolder folder_;
  std::filesystem::path path_ = folder_.path() / "n18.ckpt";
};

TEST_F(CheckpointFiles, NothingThereIsNothingLoaded) {
  EXPECT_FALSE(load_checkpoint(path_, BadFiles::set_aside).has_value());
}

TEST_F(CheckpointFiles, OneThatMustBeThereIsAnErrorIfItIsNot) {
  EXPECT_FALSE(has_generations(path_));
  EXPECT_EQ(test::error_of(ExitCode::checkpoint,
                           [&] { load_existing_checkpoint(path_, BadFiles::leave); }),
            "checkpoint '" + path_.string() +
                "' does not exist; 'nqueens status FOLDER' lists those of a folder");
  save(7);
  EXPECT_EQ(load_existing_checkpoint(path_, BadFiles::leave).checkpoint.runs.starts, 7U);
  EXPECT_TRUE(has_generations(path_));
}

TEST_F(CheckpointFiles, AreRenamedWithAllGenerations) {
  const std::filesystem::path to = folder_.path() / "aside.ckpt";
  EXPECT_FALSE(rename_checkpoint(path_, to));
  for (int starts = 1; starts <= 3; ++starts) {
    save(starts);
  }
  EXPECT_TRUE(rename_checkpoint(path_, to));
  EXPECT_EQ(names(), (std::vector<std::string>{"aside.ckpt", "aside.ckpt.1", "aside.ckpt.2"}));
  EXPECT_EQ(read_checkpoint(to).runs.starts, 3U);
  EXPECT_TRUE(test::has(
      test::error_of(ExitCode::checkpoint,
                     [&] { rename_checkpoint(to, folder_.path() / "aside.ckpt" / "x.ckpt"); }),
      "aside.ckpt"))
      << "a file is no folder";
}

TEST_F(CheckpointFiles, KeepAsManyGenerationsAsWished) {
  for (int starts = 1; starts <= 6; ++starts) {
    save(starts);
  }
  EXPECT_EQ(names(), (std::vector<std::string>{"n18.ckpt", "n18.ckpt.1", "n18.ckpt.2"}));
  for (int generation = 0; generation < 3; ++generation) {
    EXPECT_EQ(decoded(content_of(generation_path(path_, generation))).runs.starts,
              6U - static_cast<unsigned>(generation));
  }
}

/// A stop is no damage: nothing is set aside, and no older generation is taken.
TEST_F(CheckpointFiles, ReadingEndsIfItIsStopped) {
  save(1);
  save(2);
  const std::vector<std::string> before = names();
  const KeepGoing never = [] { return false; };
  EXPECT_THROW(load_checkpoint(path_, BadFiles::set_aside, restore_one, never), WalkStopped);
  EXPECT_THROW(load_existing_checkpoint(path_, BadFiles::set_aside, never), WalkStopped);
  EXPECT_THROW(read_checkpoint(path_, never), WalkStopped);
  EXPECT_EQ(names(), before);
}

TEST_F(CheckpointFiles, OneGenerationIsOneFile) {
  save(1, 1);
  save(2, 1);
  EXPECT_EQ(names(), std::vector<std::string>{"n18.ckpt"});
  EXPECT_EQ(loaded_starts(), 2U);
}

TEST_F(CheckpointFiles, AreAsTheyWereWhereTheWriterLearnsLateThatItMayNot) {
  save(1);
  save(2);
  bool written = false;
  const auto lost_the_lock = [this, &written] {
    written = names().size() == 3;  // the new one is there under its temporary name
    throw Error(ExitCode::checkpoint, "no longer mine");
  };
  EXPECT_THROW(save_checkpoint(path_, 3, example(), lost_the_lock), Error);
  EXPECT_TRUE(written);
  EXPECT_EQ(names(), (std::vector<std::string>{"n18.ckpt", "n18.ckpt.1"}));
  EXPECT_EQ(loaded_starts(), 2U);
}

TEST_F(CheckpointFiles, OfKilledWritersAreDeletedAndNoOthers) {
  const std::vector<std::string> others = {".n18.ckpt.1.tmp.node.7", ".n19.ckpt.tmp.node.7",
                                           "n18.ckpt"};
  for (const std::string& name : others) {
    std::ofstream(folder_.path() / name) << "x";
  }
  for (const char* name : {".n18.ckpt.tmp.node.7", ".n18.ckpt.tmp.other.node.8"}) {
    std::ofstream(folder_.path() / name) << "x";
  }
  remove_leftovers(path_);
  EXPECT_EQ(names(), others);
}

/// Another run may be taking the lock now, and uses such a file.
TEST_F(CheckpointFiles, PartsOfLocksAreDeletedIfTheyAreHoursOld) {
  const auto now = std::filesystem::file_time_type::clock::now();
  for (const auto& [name, minutes] : {std::pair("n18.ckpt.lock", 600),
                                      {"n18.ckpt.lock.new.fresh", 59},
                                      {"n18.ckpt.lock.new.old", 61},
                                      {"n18.ckpt.lock.broken.fresh", 0},
                                      {"n18.ckpt.lock.broken.old", 600},
                                      {"n19.ckpt.lock.new.old", 600}}) {
    std::ofstream(folder_.path() / name) << "x";
    std::filesystem::last_write_time(folder_.path() / name, now - std::chrono::minutes(minutes));
  }
  remove_leftovers(path_);
  EXPECT_EQ(names(),
            (std::vector<std::string>{"n18.ckpt.lock", "n18.ckpt.lock.broken.fresh",
                                      "n18.ckpt.lock.new.fresh", "n19.ckpt.lock.new.old"}));
}

/// From now on this process makes no hard links: as on a disk with the file system of a stick.
bool refuse_hard_links() {
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
#ifdef __NR_link
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_link, 1, 0),
#endif
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_linkat, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{.len = static_cast<unsigned short>(std::size(filter)), .filter = filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

TEST_F(CheckpointFiles, KeepGenerationsOnADiskWithoutHardLinks) {
  constexpr int cannot_refuse = 77;
  save(1);
  const pid_t child = fork();
  if (child == 0) {
    if (!refuse_hard_links()) {
      _exit(cannot_refuse);
    }
    save(2);
    save(3);
    _exit(HasFailure() ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == cannot_refuse) {
    GTEST_SKIP() << "this system has no seccomp";
  }
  EXPECT_EQ(status, 0);
  EXPECT_EQ(names(), (std::vector<std::string>{"n18.ckpt", "n18.ckpt.1", "n18.ckpt.2"}));
  for (int generation = 0; generation < 3; ++generation) {
    EXPECT_EQ(read_checkpoint(generation_path(path_, generation)).runs.starts,
              3U - static_cast<unsigned>(generation));
  }
}

TEST_F(CheckpointFiles, ABadGenerationIsSetAsideAndTheOneBeforeUsed) {
  save(1);
  save(2);
  damage(path_);
  const auto loaded = load_checkpoint(path_, BadFiles::set_aside);
  EXPECT_EQ(loaded->checkpoint.runs.starts, 1U);
  EXPECT_EQ(loaded->file, generation_path(path_, 1));
  ASSERT_EQ(loaded->warnings.size(), 1U);
  EXPECT_TRUE(test::has(loaded->warnings[0], "damaged"));
  EXPECT_EQ(names(), (std::vector<std::string>{"n18.ckpt.1", "n18.ckpt.bad"}));
}

TEST_F(CheckpointFiles, AnEarlierBadFileIsNotOverwritten) {
  for (int round = 0; round < 2; ++round) {
    save(1);
    save(2);
    damage(path_);
    load_checkpoint(path_, BadFiles::set_aside);
  }
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "n18.ckpt.bad"));
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "n18.ckpt.bad.1"));
}

TEST_F(CheckpointFiles, AReaderLeavesBadFilesWhereTheyAre) {
  save(1);
  save(2);
  damage(path_);
  const auto before = names();
  EXPECT_EQ(loaded_starts(BadFiles::leave), 1U);
  EXPECT_EQ(names(), before);
}

TEST_F(CheckpointFiles, AMissingNewestGenerationIsNoLoss) {
  save(1);
  save(2);
  std::filesystem::remove(path_);
  EXPECT_EQ(loaded_starts(), 1U);
}

TEST_F(CheckpointFiles, WhenAllAreBadEachIsNamedAndNothingIsMoved) {
  save(1);
  save(2);
  damage(path_);
  damage(generation_path(path_, 1));
  const auto before = names();
  const std::string error =
      test::error_of(ExitCode::checkpoint, [&] { load_checkpoint(path_, BadFiles::set_aside); });
  EXPECT_TRUE(test::has(error, "n18.ckpt' is"));
  EXPECT_TRUE(test::has(error, "n18.ckpt.1' is"));
  EXPECT_EQ(names(), before);
}

TEST_F(CheckpointFiles, AnotherFormatIsAnErrorEvenWhenAnOlderGenerationIsGood) {
  save(1);
  save(2);
  const std::string bytes = content_of(path_);
  for (const std::string format : {"6", "9"}) {
    const std::string other = with_format(bytes, format);
    std::ofstream(path_, std::ios::binary) << other;
    EXPECT_THROW(load_checkpoint(path_, BadFiles::set_aside), Error) << format;
    EXPECT_EQ(content_of(path_), other);
    // It says what to do itself, which a good generation would not help.
    const std::string error = test::error_of(ExitCode::checkpoint, [&] { read_checkpoint(path_); });
    EXPECT_TRUE(test::has(error, "n18.ckpt' is of format " + format)) << error;
    EXPECT_FALSE(test::has(error, "restore")) << error;
  }
}

TEST_F(CheckpointFiles, AFlippedBitInTheFormatIsDamageLikeAnyOther) {
  save(1);
  save(2);
  const std::string flipped = replaced(content_of(path_), "checkpoint 7 ", "checkpoint 8 ");
  std::ofstream(path_, std::ios::binary) << flipped;
  EXPECT_EQ(loaded_starts(), 1U);
  EXPECT_EQ(content_of(folder_.path() / "n18.ckpt.bad"), flipped);
}

TEST_F(CheckpointFiles, ThatAreTooLargeAreNotRead) {
  save(1);
  std::filesystem::resize_file(path_, largest_checkpoint + 1);
  EXPECT_EQ(test::error_of(ExitCode::checkpoint, [&] { loaded_starts(); }),
            "cannot read checkpoint '" + path_.string() + "': File too large");
  EXPECT_EQ(names(), std::vector<std::string>{"n18.ckpt"});
}

TEST_F(CheckpointFiles, AFolderInTheWayIsAnErrorOfItsOwn) {
  std::filesystem::create_directory(path_);
  EXPECT_THROW(load_checkpoint(path_, BadFiles::set_aside), Error);
}

TEST_F(CheckpointFiles, AMissingFolderIsNamed) {
  path_ = folder_.path() / "no" / "n18.ckpt";
  EXPECT_TRUE(
      test::has(test::error_of(ExitCode::runtime_error, [&] { save(1); }), "create the folder"));
}

TEST_F(CheckpointFiles, AFolderThatTakesNoFilesIsAnError) {
  path_ = "/proc/n18.ckpt";
  EXPECT_THROW(save(1), Error);
}

TEST_F(CheckpointFiles, AFullDiskLeavesTheOldGenerationsAndNoTemporaryFile) {
  if (mount("none", folder_.path().c_str(), "tmpfs", 0, "size=16k") != 0) {
    GTEST_SKIP() << "a full disk needs the right to mount one";
  }
  save(1);
  save(2);
  std::ofstream filler(folder_.path() / "filler");
  filler << std::string(100'000, 'x') << std::flush;
  filler.close();
  const auto before = names();
  EXPECT_TRUE(test::has(test::error_of(ExitCode::runtime_error, [&] { save(3); }),
                        "No space left on device"));
  EXPECT_EQ(names(), before);
  EXPECT_EQ(loaded_starts(), 2U);
  std::filesystem::remove(folder_.path() / "filler");
  save(4);
  EXPECT_EQ(loaded_starts(), 4U);
  umount(folder_.path().c_str());
}

TEST(NameAside, HasTheTimeAndANumberWhileItIsTaken) {
  std::vector<std::filesystem::path> asked;
  const auto taken_twice = [&asked](const std::filesystem::path& name) {
    asked.push_back(name);
    return asked.size() < 3;
  };
  EXPECT_EQ(name_aside("/jobs/n20.ckpt", 1'795'334'462, taken_twice),
            "/jobs/n20.2026-11-22T08-01-02-3.ckpt");
  EXPECT_EQ(asked, (std::vector<std::filesystem::path>{"/jobs/n20.2026-11-22T08-01-02.ckpt",
                                                       "/jobs/n20.2026-11-22T08-01-02-2.ckpt",
                                                       "/jobs/n20.2026-11-22T08-01-02-3.ckpt"}));
}

TEST_F(CheckpointFiles, DoWithoutWhatNoSearchCanHave) {
  Checkpoint checkpoint = small_example();
  for (const std::size_t task : {0U, 3U, 63U, 64U, 69U}) {
    checkpoint.queue.records.set(task, {.count = 16, .nodes = task == 63 ? 0U : 1U});
  }
  save_checkpoint(path_, 3, checkpoint);
  const LoadedCheckpoint loaded = *load_checkpoint(path_, BadFiles::set_aside);
  EXPECT_TRUE(loaded.is_forged);
  ASSERT_EQ(loaded.warnings.size(), 1U);
  EXPECT_TRUE(test::has(
      loaded.warnings[0],
      "has 1 impossible result: that of task 63, whose 0 nodes "
      "cannot find 16 solutions; this counts as not done, and 'nqueens resume' counts it"));
  EXPECT_FALSE(loaded.checkpoint.queue.done[63]);
  EXPECT_TRUE(loaded.checkpoint.queue.done[64]);
  EXPECT_EQ(names(), std::vector<std::string>{"n18.ckpt"}) << "it is not damaged";
  EXPECT_TRUE(test::has(test::error_of(ExitCode::wrong_answer, [&] { read_checkpoint(path_); }),
                        "impossible result"));
  checkpoint.queue.records.set(63, {.count = 16, .nodes = 1});
  save_checkpoint(path_, 3, checkpoint);
  EXPECT_FALSE(load_checkpoint(path_, BadFiles::leave)->is_forged);
  EXPECT_EQ(read_checkpoint(path_).queue, checkpoint.queue);
}

}  // namespace
}  // namespace nqueens::checkpoint_test
