// Locks: who gets one, who is kept out, and stale ones.

#include "system/lock_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <thread>
#include <utility>

#include "nqueens/error.hpp"
#include "support/temporary_folder.hpp"
#include "support/text.hpp"

namespace {

bool has_links = true;
std::function<void()> before_rename;

}  // namespace

// In place of the system's: a file system without links, and what another process does just before
// a file is renamed.
extern "C" int link(const char* from, const char* to) noexcept {
  errno = EPERM;
  return has_links ? linkat(AT_FDCWD, from, AT_FDCWD, to, 0) : -1;
}
extern "C" int rename(const char* from, const char* to) noexcept {
  if (const auto act = std::exchange(before_rename, nullptr)) {
    act();
  }
  return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

namespace nqueens {
namespace {

constexpr LockTimes short_times{.touch_every = std::chrono::milliseconds(50),
                                .stale_after = std::chrono::milliseconds(400)};

class Locks : public testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path lock() const { return checkpoint_.string() + ".lock"; }

  void write_lock(const std::string& content) const { std::ofstream(lock()) << content; }
  void write_foreign_lock() const {
    write_lock("host=elsewhere\nspace=another\npid=4711\nstart_time=5\nbatch_job=12\ntoken=abc\n");
  }

  std::string refusal(const LockTimes& times = short_times) {
    return test::error_of(ExitCode::checkpoint, [&] { const LockFile second(checkpoint_, times); });
  }

  test::TemporaryFolder folder_;
  std::filesystem::path checkpoint_ = folder_.path() / "n18.ckpt";
};

TEST_F(Locks, ASecondRunIsRefusedAndToldWhoHasIt) {
  const LockFile first(checkpoint_, short_times);
  const std::string message = refusal();
  EXPECT_NE(message.find("in use by process " + std::to_string(getpid())), std::string::npos)
      << message;
  EXPECT_EQ(lock_holder(checkpoint_)->process, this_process());
}

TEST_F(Locks, AreGoneWithTheirHolder) {
  { const LockFile first(checkpoint_, short_times); }
  EXPECT_FALSE(std::filesystem::exists(lock()));
  EXPECT_FALSE(lock_holder(checkpoint_).has_value());
  EXPECT_EQ(refusal(), "");
}

TEST_F(Locks, OfAKilledProcessAreTakenOverAtOnce) {
  const pid_t child = fork();
  if (child == 0) {
    const LockFile mine(checkpoint_);
    raise(SIGKILL);
  }
  waitpid(child, nullptr, 0);
  ASSERT_TRUE(std::filesystem::exists(lock()));
  EXPECT_FALSE(lock_holder(checkpoint_).has_value());
  const auto start = std::chrono::steady_clock::now();
  const LockFile second(checkpoint_);
  EXPECT_LT(std::chrono::steady_clock::now() - start, LockTimes{}.stale_after / 2);
  EXPECT_NE(second.note().find("took over the lock of process " + std::to_string(child)),
            std::string::npos)
      << second.note();
}

TEST_F(Locks, OfAnotherMachineAreTakenOverWhenNobodyTouchesThem) {
  write_foreign_lock();
  const auto start = std::chrono::steady_clock::now();
  const LockFile second(checkpoint_, short_times);
  EXPECT_GE(std::chrono::steady_clock::now() - start, short_times.stale_after);
  EXPECT_NE(second.note().find("host elsewhere, batch job 12"), std::string::npos) << second.note();
}

TEST_F(Locks, OfAnotherMachineAreRespectedWhenTheyAreTouched) {
  write_foreign_lock();
  std::atomic<bool> stop = false;
  const std::jthread holder([this, &stop] {
    while (!stop) {
      std::filesystem::last_write_time(lock(), std::filesystem::file_time_type::clock::now());
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  });
  // Far longer than a holder may wait for a processor.
  const LockTimes patient{.touch_every = short_times.touch_every,
                          .stale_after = std::chrono::seconds(60)};
  EXPECT_NE(refusal(patient).find("host elsewhere"), std::string::npos);
  stop = true;
}

TEST_F(Locks, AreWatchedNoLongerThanTheCallerWants) {
  write_foreign_lock();
  EXPECT_THROW(LockFile(checkpoint_, short_times, [] { return false; }), Error);
}

TEST_F(Locks, OfARunThatLivesAreWaitedFor) {
  auto first = std::make_optional<LockFile>(checkpoint_, short_times);
  LockTimes patient = short_times;
  patient.wait_for_end = std::chrono::minutes(10);
  int looks = 0;
  const LockFile second(checkpoint_, patient, [&] {
    if (++looks == 3) {
      first.reset();
    }
    return true;
  });
  EXPECT_EQ(looks, 3);
  EXPECT_EQ(second.note(), "");
  LockTimes hasty = short_times;
  hasty.wait_for_end = std::chrono::milliseconds(300);
  EXPECT_NE(refusal(hasty).find("in use by process"), std::string::npos);
}

TEST_F(Locks, OfAnotherMachineAreWaitedForWhileTheyAreTouched) {
  write_foreign_lock();
  const LockTimes patient{.stale_after = std::chrono::seconds(60),
                          .wait_for_end = std::chrono::minutes(10)};
  int looks = 0;
  const LockFile second(checkpoint_, patient, [&] {
    const auto now = std::filesystem::file_time_type::clock::now();
    std::filesystem::last_write_time(lock(), now + std::chrono::seconds(++looks));
    if (looks == 3) {
      std::filesystem::remove(lock());
    }
    return true;
  });
  EXPECT_EQ(looks, 3);
}

TEST_F(Locks, ThatAreEmptyOrDamagedBelongToSomebodyUnknown) {
  const std::string zeros(100, '\0');  // of a power failure
  for (const std::string& content : {std::string(), std::string("ho"), std::string("host=x"),
                                     std::string("host=\npid=x\n==\n\n"), zeros}) {
    write_lock(content);
    const LockFile taken(checkpoint_, short_times);
    EXPECT_NE(taken.note().find("an unknown process"), std::string::npos) << taken.note();
  }
}

TEST_F(Locks, AreNotTakenOverIfTheyAreFilesOfSomethingElse) {
  for (const char* content : {"x", "rubbish", "pid=7\n", "[[package]]\nname = \"host=\"\n"}) {
    write_lock(content);
    EXPECT_NE(refusal().find("n18.ckpt.lock' is no lock of nqueens; move it away"),
              std::string::npos);
    std::ostringstream left;
    left << std::ifstream(lock()).rdbuf();
    EXPECT_EQ(left.str(), content);
  }
}

/// Its number may be this one's: processes of a container that starts again have the same numbers.
TEST_F(Locks, OfAProcessWithoutAStartTimeAreWatched) {
  const ProcessIdentity self = this_process();
  write_lock("host=" + self.host + "\nspace=" + self.space + "\npid=" + std::to_string(self.pid) +
             "\nstart_time=0\ntoken=abc\n");
  int looks = 0;
  const LockFile taken(checkpoint_, short_times, [&looks] { return ++looks > 0; });
  EXPECT_GT(looks, 0);
}

TEST_F(Locks, KeepTheirHolderFromWritingOnceTheyAreAnothers) {
  LockFile first(checkpoint_, short_times);
  EXPECT_NO_THROW(first.require_held());
  write_foreign_lock();
  EXPECT_THROW(first.require_held(), Error);
  std::filesystem::remove(lock());
  EXPECT_THROW(first.require_held(), Error);
}

TEST_F(Locks, OfOthersAreNotRemovedByADestructor) {
  {
    const LockFile first(checkpoint_, short_times);
    write_foreign_lock();
  }
  EXPECT_TRUE(std::filesystem::exists(lock()));
}

TEST_F(Locks, AreTouchedWhileHeld) {
  LockFile mine(checkpoint_, short_times);
  const auto before = std::filesystem::last_write_time(lock());
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  mine.touch();
  EXPECT_GT(std::filesystem::last_write_time(lock()), before);
}

TEST_F(Locks, InAMissingFolderAreAnErrorThatNamesIt) {
  checkpoint_ = folder_.path() / "no" / "n18.ckpt";
  const std::string error =
      test::error_of(ExitCode::usage, [&] { const LockFile mine(checkpoint_, short_times); });
  EXPECT_NE(error.find("create the folder"), std::string::npos);
}

TEST_F(Locks, ThatCannotBeReadAreAnErrorAndNoEndlessLoop) {
  std::filesystem::create_symlink("nowhere", lock());
  EXPECT_NE(refusal().find("cannot read '" + lock().string()), std::string::npos);
  std::filesystem::remove(lock());
  std::filesystem::create_symlink(lock(), lock());
  EXPECT_NE(refusal().find("cannot read '" + lock().string()), std::string::npos);
}

/// Another run took the stale lock over between the look at it and its end.
TEST_F(Locks, ThatWereBrokenByMistakeAreGivenBackAlsoWhereThereAreNoLinks) {
  for (const bool links : {true, false}) {
    has_links = links;
    ProcessIdentity dead = this_process();
    ++dead.start_time;
    write_lock("host=" + dead.host + "\nspace=" + dead.space + "\npid=" + std::to_string(dead.pid) +
               "\nstart_time=" + std::to_string(dead.start_time) + "\ntoken=old\n");
    before_rename = [this] { write_foreign_lock(); };
    const auto give_up = [] { return false; };
    EXPECT_TRUE(
        test::has(test::error_of(ExitCode::checkpoint,
                                 [&] { const LockFile second(checkpoint_, short_times, give_up); }),
                  "in use by process 4711 on host elsewhere, batch job 12"));
    EXPECT_EQ(test::content_of(lock()),
              "host=elsewhere\nspace=another\npid=4711\nstart_time=5\nbatch_job=12\ntoken=abc\n");
    std::filesystem::remove(lock());
    const LockFile mine(checkpoint_, short_times);
    EXPECT_NO_THROW(mine.require_held());
  }
  has_links = true;
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

/// A visible lock is always whole: every reader finds its token.
TEST_F(Locks, AreNeverSeenHalfWritten) {
  std::atomic<bool> stop = false;
  std::atomic<int> seen = 0;
  std::atomic<int> without_token = 0;
  const std::jthread reader([&] {
    while (!stop) {
      const auto holder = lock_holder(checkpoint_);
      seen += holder ? 1 : 0;
      without_token += holder && holder->token.empty() ? 1 : 0;
    }
  });
  for (int round = 0; round < 10'000 && (round < 1000 || seen < 100); ++round) {
    const LockFile mine(checkpoint_, short_times);
  }
  stop = true;
  EXPECT_GT(seen, 0);
  EXPECT_EQ(without_token, 0);
}

/// Two runs find the same stale lock at the same time. Only one may get it.
TEST_F(Locks, HaveOneWinnerWhenTwoRaceForAStaleOne) {
  for (int round = 0; round < 100; ++round) {
    const pid_t dead = fork();
    if (dead == 0) {
      const LockFile mine(checkpoint_);
      raise(SIGKILL);
    }
    waitpid(dead, nullptr, 0);
    std::atomic<int> winners = 0;
    std::atomic<int> done = 0;
    {
      std::vector<std::jthread> starters;
      for (int i = 0; i < 2; ++i) {
        starters.emplace_back([this, &winners, &done] {
          try {
            const LockFile mine(checkpoint_, short_times);
            ++winners;
            ++done;
            while (done < 2) {
              std::this_thread::yield();
            }
          } catch (const Error&) {
            ++done;
          }
        });
      }
    }
    ASSERT_EQ(winners, 1) << "round " << round;
  }
}

}  // namespace
}  // namespace nqueens
