// What signals ask for, and the launcher's file in their place; and that they keep their handlers,
// whatever a library does.

#include "system/signals.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <thread>

#include "nqueens/error.hpp"
#include "support/played_process.hpp"
#include "support/temporary_folder.hpp"

namespace nqueens {
namespace {

using test::end_of;

void ours(int /*signal*/) {}
void of_a_library(int /*signal*/) {}

/// Whether these signals, one after the other, leave a process that catches them with this request.
bool asks(std::initializer_list<int> signals, int stop_signal, bool save) {
  return end_of([&] {
           catch_signals();
           for (const int signal : signals) {
             raise(signal);
           }
           const Requests& asked = signal_requests();
           return asked.stop_signal == stop_signal && asked.save == save &&
                  goes_on() == (stop_signal == 0);
         }) == 1;
}

TEST(CaughtSignals, AskToStopAndTheFirstOfThemCounts) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGPWR, SIGUSR1}) {
    EXPECT_TRUE(asks({signal}, signal, false)) << signal;
    EXPECT_TRUE(asks({signal, signal == SIGTERM ? SIGHUP : SIGTERM}, signal, false)) << signal;
  }
  EXPECT_TRUE(asks({SIGPIPE}, 0, false)) << "the program runs on";
}

TEST(CaughtSignals, Sigusr2AsksToSaveAndToGoOn) {
  EXPECT_TRUE(asks({SIGUSR2}, 0, true));
  EXPECT_TRUE(asks({SIGUSR2, SIGTERM}, SIGTERM, true));
}

TEST(CaughtSignals, ThatAreIgnoredStaySoButForThoseOfALauncher) {
  EXPECT_EQ(end_of(ignores_interrupts), 0);
  EXPECT_EQ(end_of([] {
              for (const int signal : {SIGINT, SIGHUP, SIGUSR1}) {
                std::signal(signal, SIG_IGN);
              }
              catch_signals();
              raise(SIGINT);
              raise(SIGHUP);
              const bool is_undisturbed = goes_on() && ignores_interrupts();
              raise(SIGUSR1);
              return is_undisturbed && signal_requests().stop_signal == SIGUSR1;
            }),
            1);
}

TEST(CaughtSignals, ASecondInterruptEndsTheProcessAtOnce) {
  EXPECT_EQ(end_of([] {
              catch_signals();
              while (true) {
                raise(SIGINT);
              }
              return 0;
            }),
            static_cast<int>(ExitCode::interrupted));
}

/// `timeout` sends it to a program and then to its group. A busy machine may take its time between
/// both, but not each of many times.
TEST(CaughtSignals, TwoInterruptsAtOnceAreOne) {
  bool lived = false;
  for (int i = 0; i < 100 && !lived; ++i) {
    lived = asks({SIGINT, SIGINT}, SIGINT, false);
  }
  EXPECT_TRUE(lived);
}

/// A process that gets a signal from this one. @return whether that came from outside
bool is_from_outside(int signal, bool through_a_group) {
  int ready[2];
  EXPECT_EQ(pipe(ready), 0);
  const auto wait_for_it = [&] {
    catch_signals();
    const pid_t self = getpid();
    EXPECT_EQ(write(ready[1], &self, sizeof self), static_cast<ssize_t>(sizeof self));
    while (goes_on()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return static_cast<int>(signal_requests().from_outside);
  };
  const pid_t child = fork();
  if (child == 0) {
    test::ignore_no_signal();
    if (through_a_group) {
      setpgid(0, 0);
    }
    std::_Exit(through_a_group ? end_of(wait_for_it) : wait_for_it());
  }
  pid_t catching = 0;
  EXPECT_EQ(read(ready[0], &catching, sizeof catching), static_cast<ssize_t>(sizeof catching));
  kill(catching, signal);
  close(ready[0]);
  close(ready[1]);
  return test::end_of_child(child) == 1;
}

/// Under a launcher that is the parent of its ranks, or of a script that starts each of them.
TEST(CaughtSignals, OfAParentMayBeALaunchersButItSendsNoSigusr1ByItself) {
  EXPECT_FALSE(is_from_outside(SIGTERM, false));
  EXPECT_FALSE(is_from_outside(SIGTERM, true));
  EXPECT_TRUE(is_from_outside(SIGUSR1, false));
  EXPECT_EQ(end_of([] {
              catch_signals();
              raise(SIGTERM);
              return static_cast<int>(signal_requests().from_outside);
            }),
            1);
}

TEST(CaughtSignals, AreCaughtAgainWhenALibraryHasTakenThem) {
  EXPECT_EQ(end_of([] {
              const std::jthread catching = keep_catching_signals(false);
              std::signal(SIGTERM, of_a_library);
              struct sigaction now {};
              do {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                sigaction(SIGTERM, nullptr, &now);
              } while (now.sa_handler == of_a_library);
              raise(SIGTERM);
              return signal_requests().stop_signal.load();
            }),
            SIGTERM);
}

/// What a launcher's file asks for. @return the signal, and 100 more for a save
int asked_by_file(const std::string& text) {
  const test::TemporaryFolder folder;
  const auto code_file = folder.path() / "code";
  const auto file = folder.path() / "code.signal";
  std::ofstream(file) << text;
  return end_of([&] {
    setenv("NQUEENS_EXIT_CODE_FILE", code_file.c_str(), 1);
    const std::jthread catching = keep_catching_signals(true);
    while (std::filesystem::exists(file) || (goes_on() && !signal_requests().save)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return signal_requests().stop_signal + (signal_requests().save ? 100 : 0);
  });
}

TEST(CaughtSignals, OfTheLauncherAreReadFromItsFileWhichIsTakenAway) {
  EXPECT_EQ(asked_by_file("TERM\n"), SIGTERM);
  EXPECT_EQ(asked_by_file("XCPU"), SIGXCPU);
  EXPECT_EQ(asked_by_file("USR2\n"), 100);
  EXPECT_EQ(asked_by_file("another\n"), SIGUSR1) << "whatever it is, it has to stop";
}

/// Slurm may send it to the ranks of some hosts only; other signals may be for one machine.
TEST(Requests, HearOfSigusr1FromOtherProcessesUnlessTheirOwnSignalWasFirst) {
  Requests requests;
  requests.hear_of_a_stop(SIGTERM, true);
  EXPECT_FALSE(requests.stop());
  requests.hear_of_a_stop(SIGUSR1, false);
  EXPECT_EQ(requests.stop_signal, SIGUSR1);
  EXPECT_FALSE(requests.from_outside);
  Requests stopped;
  stopped.stop_signal = SIGTERM;
  stopped.hear_of_a_stop(SIGUSR1, true);
  EXPECT_EQ(stopped.stop_signal, SIGTERM);
  EXPECT_FALSE(stopped.from_outside);
}

TEST(Requests, AreToldByTheNamesOfTheirSignals) {
  EXPECT_EQ(stop_cause(SIGINT), "interrupted");
  EXPECT_EQ(stop_cause(SIGTERM), "SIGTERM");
  EXPECT_EQ(stop_cause(SIGUSR1), "SIGUSR1");
  EXPECT_EQ(stop_cause(SIGTRAP), "signal 5");
}

TEST(LargeWrites, FailAndEndNoProcess) {
  const test::TemporaryFolder folder;
  const auto status = end_of([&] {
    let_large_writes_fail();
    const rlimit small{.rlim_cur = 1, .rlim_max = 1};
    setrlimit(RLIMIT_FSIZE, &small);
    std::ofstream file(folder.path() / "file");
    file << "more than that" << std::flush;
    return file.good() ? 1 : 2;
  });
  EXPECT_EQ(status, 2);
}

TEST(SignalGuard, PutsBackTheHandlersThatALibraryHasTaken) {
  const auto before = std::signal(SIGUSR1, ours);
  const auto ignored_before = std::signal(SIGUSR2, SIG_IGN);
  {
    const SignalGuard guard;
    std::signal(SIGUSR1, of_a_library);
    std::signal(SIGUSR2, of_a_library);
  }
  EXPECT_EQ(std::signal(SIGUSR1, before), ours);
  EXPECT_EQ(std::signal(SIGUSR2, ignored_before), SIG_IGN);
}

/// Two drivers are loaded at once, of which one returns late.
TEST(SignalGuard, DoesNotWaitForThatOfAnotherThread) {
  const auto before = std::signal(SIGUSR1, ours);
  auto slow = std::make_optional<SignalGuard>();
  std::signal(SIGUSR1, of_a_library);
  std::thread([] { const SignalGuard guard; }).join();
  EXPECT_EQ(std::signal(SIGUSR1, of_a_library), ours);
  slow.reset();
  EXPECT_EQ(std::signal(SIGUSR1, before), ours);
}

}  // namespace
}  // namespace nqueens
