// The log on stderr and in a file, and how a failure is told.

#include "cli/messages.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <fstream>
#include <stdexcept>
#include <string>

#include "support/played_process.hpp"
#include "support/temporary_folder.hpp"
#include "support/text.hpp"

namespace nqueens::cli {
namespace {

using test::content_of;
using test::has;

class Log : public testing::Test {
 protected:
  /// What a process writes to stderr that logs with these options, and then fails.
  static test::Ended logged(const LogOptions& options) {
    return test::told_by([&] {
      return exit_code_of(true, [&]() -> ExitCode {
        set_up_log(options);
        spdlog::debug("a detail");
        spdlog::info("a fact\nof two lines");
        spdlog::warn("a warning");
        throw Error(ExitCode::checkpoint, "a failure");
      });
    });
  }
  std::string refusal(const LogOptions& options) {
    const auto ended = test::told_by([&] {
      return exit_code_of(true, [&] {
        set_up_log(options);
        return ExitCode::done;
      });
    });
    EXPECT_EQ(ended.code, ended.err.empty() ? 0 : static_cast<int>(ExitCode::usage));
    return ended.err;
  }

  test::TemporaryFolder folder_;
  std::string file_ = (folder_.path() / "log").string();
};

TEST_F(Log, HasFactsAndWarningsAndWithVerboseDetails) {
  const auto usual = logged({.file = ""});
  EXPECT_EQ(usual.code, static_cast<int>(ExitCode::checkpoint));
  EXPECT_TRUE(has(usual.err, " info a fact"));
  EXPECT_FALSE(has(usual.err, "\nof two")) << "a message is one line";
  EXPECT_TRUE(has(usual.err, " warning a warning\nnqueens: a failure\n"));
  EXPECT_FALSE(has(usual.err, "a detail"));
  EXPECT_TRUE(has(logged({.file = "", .verbose = true}).err, " debug a detail\n"));
}

TEST_F(Log, HasAllInItsFileAlsoIfStderrIsQuiet) {
  const auto quiet = logged({.file = file_, .quiet = true});
  EXPECT_FALSE(has(quiet.err, "a fact"));
  EXPECT_TRUE(has(quiet.err, "a warning"));
  EXPECT_TRUE(has(content_of(file_), " info a fact"));
  EXPECT_FALSE(has(content_of(file_), "a detail"));
  EXPECT_TRUE(has(content_of(file_), " error a failure\n"));
  logged({.file = file_, .verbose = true});
  EXPECT_TRUE(has(content_of(file_), " debug a detail\n"));
  EXPECT_TRUE(has(content_of(file_), " info a fact")) << "it is appended to";
}

TEST_F(Log, IsNotAppendedToWhatIsNoLog) {
  for (const char* log : {"2026-11-28T05:04:13+0000 info x\n", "[28/Nov 05:04] x\n",
                          "Nov 28 05:04:13 x\n", "nqueens: x\n", "first\nnqueens: x\n"}) {
    std::ofstream(file_) << log;
    EXPECT_EQ(refusal({.file = file_}), "") << log;
  }
  for (const std::string text : {"text\n", "n: 12\n", "a:12\n", "1:23\n", "12:3\n", "a;12:34\n"}) {
    std::ofstream(file_) << text;
    EXPECT_TRUE(has(refusal({.file = file_}), "is not a log, so nothing is appended")) << text;
    EXPECT_EQ(content_of(file_), text);
  }
  std::ofstream(file_) << "nqueens: x" << '\0';
  EXPECT_TRUE(has(refusal({.file = file_}), "is not a log"));
}

TEST_F(Log, GoesToNoFileOfTheCommandAndNoStreamThatOverwritesIt) {
  EXPECT_TRUE(has(refusal({.file = file_, .others = {file_ + "x", file_}}),
                  "which this command reads or writes; name another file with --log-file"));
  EXPECT_TRUE(has(refusal({.file = file_ + "/none/log"}), "cannot write the log"));
  for (const int flags : {0, O_APPEND}) {
    std::ofstream(file_).flush();
    const auto ended = test::told_by([&] {
      dup2(open(file_.c_str(), O_WRONLY | flags), STDOUT_FILENO);
      return exit_code_of(true, [&] {
        set_up_log({.file = file_});
        return ExitCode::done;
      });
    });
    EXPECT_EQ(has(ended.err, "also has stdout, which would overwrite"), flags == 0);
  }
}

TEST(Failures, AreOneLineAndAnExitCode) {
  const auto of = [](bool speaks, const auto& act) {
    return test::told_by([&] {
      return exit_code_of(speaks, [&]() -> ExitCode {
        act();
        return ExitCode::stopped;
      });
    });
  };
  EXPECT_EQ(of(true, [] {}).code, static_cast<int>(ExitCode::stopped));
  const auto usage = of(true, [] { refuse(true, "wrong"); });
  EXPECT_EQ(usage.code, static_cast<int>(ExitCode::usage));
  EXPECT_EQ(usage.err, "nqueens: wrong\n");
  const auto other = of(true, [] { throw std::runtime_error("a\nb"); });
  EXPECT_EQ(other.code, static_cast<int>(ExitCode::runtime_error));
  EXPECT_EQ(std::ranges::count(other.err, '\n'), 1);
  const auto silent = of(false, [] { refuse(true, "wrong"); });
  EXPECT_EQ(silent.code, static_cast<int>(ExitCode::usage));
  EXPECT_EQ(silent.err, "");
}

}  // namespace
}  // namespace nqueens::cli
