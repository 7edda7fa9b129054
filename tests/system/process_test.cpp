// Whether a process lives, as seen by others on its machine.

#include "system/process.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <limits>

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

}  // namespace
}  // namespace nqueens
