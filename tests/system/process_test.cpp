// Whether a process lives, as seen by others on its machine.

#include "system/process.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <limits>
#include <set>
#include <string>
#include <thread>

#include "system/processors.hpp"

namespace nqueens {
namespace {

TEST(Process, LivesAndDies) {
  EXPECT_EQ(liveness(this_process()), Liveness::alive);
  ProcessIdentity reused = this_process();
  ++reused.start_time;
  EXPECT_EQ(liveness(reused), Liveness::dead);
  ProcessIdentity elsewhere = this_process();
  elsewhere.space = "another boot";
  EXPECT_EQ(liveness(elsewhere), Liveness::unknown);
  EXPECT_EQ(liveness(ProcessIdentity{}), Liveness::unknown);
}

TEST(Process, IsUnknownWhereNothingTellsItFromAnother) {
  const auto changed = [](auto change) {
    ProcessIdentity process = this_process();
    process.pid = getppid();
    change(process);
    return liveness(process);
  };
  EXPECT_EQ(changed([](ProcessIdentity& process) { process.start_time = 0; }), Liveness::unknown);
  EXPECT_EQ(changed([](ProcessIdentity& process) { process.space.clear(); }), Liveness::unknown);
  EXPECT_EQ(changed([](ProcessIdentity& process) { process.space = "/"; }), Liveness::unknown);
  ProcessIdentity gone = this_process();
  gone.pid = std::numeric_limits<pid_t>::max();
  gone.start_time = 0;
  EXPECT_EQ(liveness(gone), Liveness::dead) << "no process has its number";
}

TEST(Process, AZombieIsDead) {
  const pid_t child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  ProcessIdentity identity = this_process();
  identity.pid = child;
  std::ifstream stat("/proc/" + std::to_string(child) + "/stat");
  std::string field;
  for (int i = 0; i < 22; ++i) {
    stat >> field;
  }
  identity.start_time = std::stoull(field);
  EXPECT_EQ(liveness(identity), Liveness::alive);
  kill(child, SIGKILL);
  siginfo_t info{};
  waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
  EXPECT_EQ(liveness(identity), Liveness::dead);
  waitpid(child, nullptr, 0);
}

TEST(Process, WaitsForAProcessorThatAnotherHas) {
  ProcessIdentity gone = this_process();
  gone.pid = std::numeric_limits<pid_t>::max();
  EXPECT_EQ(waiting_seconds(gone), std::nullopt);
  const auto before = waiting_seconds(this_process());
  if (!before) {
    GTEST_SKIP() << "this kernel does not tell";
  }
  std::atomic<bool> enough = false;
  const auto spin = [&, processors = allowed_processors()] {
    stay_on_one(processors, 0);
    while (!enough) {
    }
  };
  std::thread first(spin);
  std::thread second(spin);
  constexpr int most_looks = 100'000;
  int looks = 0;
  while (waiting_seconds(this_process()).value_or(0) < *before + 0.05 && ++looks < most_looks) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  enough = true;
  first.join();
  second.join();
  EXPECT_LT(looks, most_looks);
}

TEST(Process, ItsEnvironmentTellsItFromOthers) {
  const std::string entry = "NQUEENS_TEST=" + std::to_string(getpid());
  const std::string rank = "NQUEENS_TEST_RANK=7";
  EXPECT_TRUE(values_beside(entry, "NQUEENS_TEST_RANK").empty());
  const pid_t child = fork();
  if (child == 0) {
    execlp("env", "env", entry.c_str(), rank.c_str(), "sleep", "60", nullptr);
    _exit(1);
  }
  // The child may not be that far yet.
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (values_beside(entry, "NQUEENS_TEST_RANK").empty() &&
         std::chrono::steady_clock::now() < limit) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(values_beside(entry, "NQUEENS_TEST_RANK"), std::set<std::string>{"7"});
  EXPECT_TRUE(values_beside(entry, "NQUEENS_TEST_").empty());
  EXPECT_TRUE(values_beside(entry + "0", "NQUEENS_TEST_RANK").empty());
  kill(child, SIGKILL);
  siginfo_t info{};
  waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
  EXPECT_TRUE(values_beside(entry, "NQUEENS_TEST_RANK").empty()) << "a zombie is dead";
  waitpid(child, nullptr, 0);
}

}  // namespace
}  // namespace nqueens
