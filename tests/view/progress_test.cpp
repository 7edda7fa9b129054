// Progress: the estimate of the time left, the bar, and how often it is drawn.

#include "view/progress.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "support/captured_log.hpp"

namespace nqueens {
namespace {

const Problem board{.n = 18};

/// Half of the expected work done after 20 s, at 31.1 M solutions/s.
RunProgress halfway() {
  RunProgress run;
  run.now.tasks = 3465;
  run.now.tasks_done = 1722;
  run.now.count = Count(622'000'000);
  run.now.share_done = 0.5;
  run.now.seconds = 20;
  run.now.workers = 2;
  return run;
}

RunProgress at(double elapsed_seconds) {
  RunProgress run = halfway();
  run.now.seconds = elapsed_seconds;
  return run;
}

TEST(Eta, IsUnknownBeforeTheFirstResultOfThisRun) {
  EXPECT_EQ(eta_seconds(RunProgress{}), std::nullopt);
  RunProgress resumed = halfway();
  resumed.before.share_done = resumed.now.share_done;
  EXPECT_EQ(eta_seconds(resumed), std::nullopt);
}

TEST(Eta, ExtrapolatesTheShareOfTheCostAndNotOfTheTasks) {
  RunProgress run = halfway();
  run.now.share_done = 0.25;
  EXPECT_EQ(eta_seconds(run), 60);
  run.now.tasks_done = 1;
  EXPECT_EQ(eta_seconds(run), 60);
}

TEST(Eta, GoesByTheRateOfThisRunAlone) {
  RunProgress run = halfway();
  run.before.share_done = 0.375;
  EXPECT_EQ(eta_seconds(run), 80);
}

TEST(Eta, IsNeverNegativeWhereTheShareIsRoundedUp) {
  RunProgress run = halfway();
  run.now.share_done = 1;
  EXPECT_EQ(eta_seconds(run), 0);
  run.now.share_done = std::nextafter(1.0, 2.0);
  EXPECT_EQ(eta_seconds(run), 0);
}

TEST(TimeLeft, IsARangeUntilATenthIsDone) {
  RunProgress run = at(10);
  run.now.share_done = 0.05;
  run.now.count = Count(1000);  // 100 a second
  EXPECT_EQ(time_left(run), "3:10 min left");
  run.expected = Interval{.estimate = 25'000, .low = 22'000, .high = 28'000};
  EXPECT_EQ(time_left(run), "3:10 min to 4:30 min left");
  run.expected = Interval{.estimate = 12'000, .low = 500, .high = 23'000};
  EXPECT_EQ(time_left(run), "0.00 s to 3:40 min left");
  run.expected = Interval{.estimate = 20'000, .low = 19'900, .high = 20'100};
  EXPECT_EQ(time_left(run), "3:10 min left");
  run.expected->high = 28'000;
  run.now.share_done = 0.1;
  EXPECT_EQ(time_left(run), "1:30 min left");
}

TEST(ProgressLine, SaysEverythingOnOneLine) {
  EXPECT_EQ(progress_line(board, halfway()),
            "50.0 %, 1722 of 3465 tasks, 622000000 solutions so far, 31.1 M solutions/s, 2 "
            "workers, 20 s left");
}

TEST(ProgressLine, CountsTheRateOfThisRunAlone) {
  RunProgress run = halfway();
  run.before.count = Count(602'000'000);
  run.before.share_done = 0.5;
  EXPECT_EQ(
      progress_line(board, run),
      "50.0 %, 1722 of 3465 tasks, 622000000 solutions so far, 1.00 M solutions/s, 2 workers, time "
      "left unknown");
}

TEST(ProgressLine, AtTheFirstMomentHasNoRateAndNoEnd) {
  RunProgress first_moment;
  first_moment.now.tasks = 10;
  first_moment.now.workers = 1;
  EXPECT_EQ(progress_line(board, first_moment),
            "0 %, 0 of 10 tasks, 0 solutions so far, rate unknown, 1 worker, time left unknown");
}

TEST(ProgressLine, NamesLostWorkers) {
  RunProgress run = halfway();
  run.now.workers = 1;
  run.now.lost = 3;
  EXPECT_EQ(
      progress_line(board, run),
      "50.0 %, 1722 of 3465 tasks, 622000000 solutions so far, 31.1 M solutions/s, 1 worker, 20 s "
      "left, 3 lost");
}

TEST(ProgressLine, HasThreeDigitsOfTheRateInAnySize) {
  struct Writing {
    std::uint64_t rate;
    const char* text;
  };
  for (const Writing& writing : {Writing{7, "7"},
                                 {999, "999"},
                                 {1'000, "1.00 k"},
                                 {9'994, "9.99 k"},
                                 {9'996, "10.0 k"},
                                 {99'960, "100 k"},
                                 {999'400, "999 k"},
                                 {999'600, "1.00 M"},
                                 {31'100'000, "31.1 M"},
                                 {5'000'000'000, "5.00 G"},
                                 {12'000'000'000'000'000'000U, "12000 P"}}) {
    RunProgress run = at(1);
    run.now.count = Count(writing.rate);
    EXPECT_NE(progress_line(board, run).find(", " + std::string(writing.text) + " solutions/s"),
              std::string::npos)
        << progress_line(board, run);
  }
}

TEST(ProgressLine, ShowsCountsOverSixtyFourBitsExactly) {
  RunProgress run = halfway();
  run.now.count = *parse_count("36893488147419103233");
  EXPECT_NE(progress_line(board, run).find(" 36893488147419103233 solutions so far"),
            std::string::npos);
}

TEST(ProgressBar, FillsTheShareOfTheCost) {
  EXPECT_EQ(progress_bar(board, halfway(), 60),
            "n=18 [############............] 50.0 %  31.1 M/s  20 s left");
  RunProgress run = halfway();
  run.now.share_done = 0;
  EXPECT_EQ(progress_bar(board, run, 60),
            "n=18 [................]    0 %  31.1 M/s  time left unknown");
  run.now.share_done = 1;
  run.now.tasks_done = run.now.tasks;
  EXPECT_EQ(progress_bar(board, run, 60),
            "n=18 [######################]  100 %  31.1 M/s  0.00 s left");
}

TEST(ProgressBar, NeverFillsTheTerminalsLine) {
  for (int width = 0; width <= 400; ++width) {
    const std::string bar = progress_bar(board, halfway(), width);
    EXPECT_LT(bar.size(), static_cast<std::size_t>(std::max(width, 1))) << width;
    EXPECT_EQ(bar.find_first_of("\r\n\x1b"), std::string::npos) << width;
  }
  EXPECT_LE(progress_bar(board, halfway(), 1000).size(), 110U);
}

TEST(ProgressBar, IsCutWhereTheTerminalIsTooNarrow) {
  EXPECT_EQ(progress_bar(board, halfway(), 8), "n=18 []");
}

TEST(ProgressReporter, SaysALineEveryTenSecondsOfTheFirstMinuteThenNowAndThen) {
  std::string said;
  ProgressReporter reporter(ProgressMode::log, false, 60,
                            [&said](const std::string& line) { said += line + " "; });
  for (int second = 0; second <= 200; ++second) {
    reporter.update(second, std::to_string(second));
  }
  EXPECT_EQ(said, "10 20 30 40 50 60 120 180 ");
}

TEST(ProgressMode, HasFourNames) {
  EXPECT_EQ(value_named<ProgressMode>("auto"), ProgressMode::automatic);
  EXPECT_EQ(value_named<ProgressMode>("bar"), ProgressMode::bar);
  EXPECT_EQ(value_named<ProgressMode>("log"), ProgressMode::log);
  EXPECT_EQ(value_named<ProgressMode>("none"), ProgressMode::none);
  EXPECT_EQ(value_named<ProgressMode>("loud"), std::nullopt);
  EXPECT_EQ(value_named<ProgressMode>(""), std::nullopt);
}

/// While it lives, stderr is a pseudo terminal with this many columns, which takes escapes.
class Terminal {
 public:
  explicit Terminal(unsigned short columns) {
    winsize size{};
    size.ws_col = columns;
    size.ws_row = 24;
    if (openpty(&master_, &slave_, nullptr, nullptr, &size) != 0) {
      throw std::runtime_error("cannot open a pseudo terminal");
    }
    setenv("TERM", "xterm", 1);
    std::fflush(stderr);
    saved_ = dup(STDERR_FILENO);
    dup2(slave_, STDERR_FILENO);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal() {
    dup2(saved_, STDERR_FILENO);
    close(saved_);
    close(slave_);
    close(master_);
  }

  /// The output since the last call.
  std::string take() {
    std::fflush(stderr);
    std::string text;
    pollfd readable{.fd = master_, .events = POLLIN, .revents = 0};
    // Bytes may take a while to cross a pseudo terminal.
    while (poll(&readable, 1, 50) == 1) {
      char bytes[1024];
      const auto length = read(master_, bytes, sizeof bytes);
      if (length <= 0) {
        break;
      }
      text.append(bytes, static_cast<std::size_t>(length));
    }
    return text;
  }

 private:
  int master_ = -1;
  int slave_ = -1;
  int saved_ = -1;
};

TEST(ProgressReporter, RedrawsTheBarInPlace) {
  Terminal terminal(60);
  ProgressReporter reporter(ProgressMode::automatic, false, 60);
  reporter.update(board, at(20));
  EXPECT_EQ(terminal.take(), "\r" + progress_bar(board, at(20), 60) + "\x1b[K");
  reporter.update(board, at(21));
  EXPECT_EQ(terminal.take(), "\r" + progress_bar(board, at(21), 60) + "\x1b[K");
}

TEST(ProgressReporter, DrawsForEightyColumnsWhereTheWidthIsUnknown) {
  Terminal terminal(0);
  ProgressReporter reporter(ProgressMode::bar, false, 60);
  reporter.update(board, at(20));
  EXPECT_EQ(terminal.take(), "\r" + progress_bar(board, at(20), 80) + "\x1b[K");
}

TEST(ProgressReporter, RedrawsAtMostFiveTimesASecond) {
  Terminal terminal(60);
  ProgressReporter reporter(ProgressMode::bar, false, 60);
  int redraws = 0;
  for (int tick = 0; tick < 10'000; ++tick) {
    if (reporter.due(tick * 1e-3)) {
      reporter.update(board, at(tick * 1e-3));
      redraws += terminal.take().empty() ? 0 : 1;
    }
  }
  EXPECT_LE(redraws, 50);
  EXPECT_GE(redraws, 45);
}

TEST(ProgressReporter, ClearsTheLineWhenTheRunEndsByAnException) {
  Terminal terminal(60);
  {
    ProgressReporter reporter(ProgressMode::bar, false, 60);
    reporter.update(board, at(20));
    terminal.take();
  }
  EXPECT_EQ(terminal.take(), "\r\x1b[K");
}

TEST(ProgressReporter, ClearsTheLineAtTheEndAndDrawsAgainAfterwards) {
  Terminal terminal(60);
  ProgressReporter reporter(ProgressMode::bar, false, 60);
  reporter.finish();
  EXPECT_EQ(terminal.take(), "") << "nothing was drawn yet";
  reporter.update(board, at(20));
  terminal.take();
  reporter.finish();
  EXPECT_EQ(terminal.take(), "\r\x1b[K");
  reporter.finish();
  EXPECT_EQ(terminal.take(), "");
  reporter.update(board, at(21));
  EXPECT_EQ(terminal.take(), "\r" + progress_bar(board, at(21), 60) + "\x1b[K");
}

/// Elapsed seconds at which a line came, asking once a second for ten minutes.
std::vector<int> seconds_with_lines(ProgressReporter& reporter) {
  std::vector<int> seconds;
  for (int second = 0; second <= 600; ++second) {
    if (reporter.due(second)) {
      seconds.push_back(second);
      reporter.update(board, at(second));
    }
  }
  return seconds;
}

TEST(ProgressReporter, LogsEveryTenSecondsForAMinuteAndThenAtTheInterval) {
  const test::CapturedLog log;
  ProgressReporter reporter(ProgressMode::log, false, 120);
  EXPECT_EQ(seconds_with_lines(reporter),
            (std::vector<int>{10, 20, 30, 40, 50, 60, 180, 300, 420, 540}));
  EXPECT_EQ(log.text().substr(0, log.text().find('\n')), "info " + progress_line(board, at(10)));
}

TEST(ProgressReporter, LogsFromTheStartAtAnIntervalBelowTenSeconds) {
  const test::CapturedLog log;
  ProgressReporter reporter(ProgressMode::log, false, 4);
  const std::vector<int> seconds = seconds_with_lines(reporter);
  EXPECT_EQ(std::vector<int>(seconds.begin(), seconds.begin() + 3), (std::vector<int>{4, 8, 12}));
  EXPECT_EQ(seconds.size(), 150U);
}

TEST(ProgressReporter, ShowsNothingBeforeItsTime) {
  const test::CapturedLog log;
  ProgressReporter reporter(ProgressMode::log, false, 60);
  reporter.update(board, at(9.9));
  EXPECT_EQ(log.text(), "");
  reporter.update(board, at(10));
  EXPECT_NE(log.text(), "");
}

TEST(ProgressReporter, LogsUnderALauncherAlthoughStderrIsATerminal) {
  const test::CapturedLog log;
  Terminal terminal(60);
  ProgressReporter reporter(ProgressMode::automatic, true, 60);
  reporter.update(board, at(10));
  EXPECT_EQ(log.text(), "info " + progress_line(board, at(10)) + "\n");
  EXPECT_EQ(terminal.take(), "");
}

TEST(ProgressReporter, LogsOnATerminalThatTakesNoEscapes) {
  for (const char* name : {"dumb", ""}) {
    const test::CapturedLog log;
    Terminal terminal(60);
    setenv("TERM", name, 1);
    ProgressReporter reporter(ProgressMode::automatic, false, 60);
    reporter.update(board, at(10));
    EXPECT_EQ(log.text(), "info " + progress_line(board, at(10)) + "\n");
    EXPECT_EQ(terminal.take(), "");
  }
}

TEST(ProgressReporter, WithNoneShowsNothing) {
  const test::CapturedLog log;
  Terminal terminal(60);
  ProgressReporter reporter(ProgressMode::none, false, 60);
  EXPECT_EQ(seconds_with_lines(reporter), std::vector<int>{});
  reporter.update(board, at(1000));
  reporter.finish();
  EXPECT_EQ(log.text(), "");
  EXPECT_EQ(terminal.take(), "");
}

}  // namespace
}  // namespace nqueens
