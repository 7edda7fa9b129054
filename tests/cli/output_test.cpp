// Where answers go: files that are replaced when they are whole, pipes, and devices.

#include "cli/output.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "nqueens/error.hpp"
#include "support/played_process.hpp"
#include "support/temporary_folder.hpp"
#include "support/text.hpp"

namespace nqueens::cli {
namespace {

using test::content_of;
using test::has;

std::string no_objection(std::string_view /*start*/) {
  return "";
}

class OutputFiles : public testing::Test {
 protected:
  static std::string refusal(const std::string& path, const Objection& objection = no_objection) {
    return test::error_of(ExitCode::usage, [&] { Output(path, objection).write_whole("new"); });
  }

  test::TemporaryFolder folder_;
  std::string path_ = (folder_.path() / "answer").string();
};

TEST_F(OutputFiles, ReplaceTheOldOneWhenTheyAreWholeAndKeepItsPermissions) {
  std::ofstream(path_) << "old";
  chmod(path_.c_str(), 0640);
  {
    Output output(path_, no_objection);
    output.write("n");
    EXPECT_EQ(content_of(path_), "old");
    EXPECT_FALSE(output.is_terminal());
  }
  EXPECT_EQ(content_of(path_), "old") << "it was not whole";
  Output(path_, no_objection).write_whole("new");
  EXPECT_EQ(content_of(path_), "new");
  EXPECT_EQ(std::filesystem::status(path_).permissions(), std::filesystem::perms{0640});
}

TEST_F(OutputFiles, LeaveLinksWhereTheyAre) {
  std::filesystem::create_symlink("answer", path_ + ".link");
  Output(path_ + ".link", no_objection).write_whole("new");
  EXPECT_TRUE(std::filesystem::is_symlink(path_ + ".link"));
  EXPECT_EQ(content_of(path_), "new");
}

TEST_F(OutputFiles, ReplaceNothingElse) {
  const auto no_x = [](std::string_view start) {
    return std::string(start.starts_with("x") ? "is not an answer" : "");
  };
  std::ofstream(path_).flush();
  EXPECT_EQ(refusal(path_, no_x), "") << "an empty file is nobody's";
  std::ofstream(path_) << "x";
  EXPECT_EQ(refusal(path_, no_x),
            "'" + path_ + "' is not an answer and will not be replaced; name another file");
  EXPECT_EQ(content_of(path_), "x");
  std::filesystem::remove(path_);
  Output output(path_, no_x);
  output.write("new");
  std::ofstream(path_) << "x";
  EXPECT_THROW(output.commit(), Error) << "it has come meanwhile";
  EXPECT_EQ(content_of(path_), "x");
  EXPECT_TRUE(has(refusal(folder_.path().string()), "; name another file"));
  EXPECT_TRUE(has(refusal(path_ + "/none"), "; name another file"));
}

TEST(Outputs, ToADeviceAreWrittenAsTheyCome) {
  Output full("/dev/full", no_objection);
  EXPECT_EQ(test::error_of(ExitCode::runtime_error, [&] { full.write("text"); }),
            "cannot write '/dev/full': No space left on device");
  EXPECT_NO_THROW(Output("/dev/null", no_objection).write_whole("text"));
}

TEST(Outputs, ToStdoutAreKnownByItsNames) {
  const auto ended = test::told_by([] {
    Output("-", no_objection).write_whole("one ");
    Output("/dev/stdout", no_objection).write_whole("two ");
    print("three");
    return is_stdout("-") && is_stdout("/dev/stdout") && !is_stdout("/dev/null") ? 0 : 1;
  });
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.out, "one two three");
}

/// As `nqueens solve ... | head -1` does.
TEST(Outputs, ToAReaderThatHasLeftEndWithoutAnError) {
  EXPECT_EQ(test::end_of([] {
              std::signal(SIGPIPE, SIG_DFL);
              int ends[2];
              if (pipe(ends) != 0) {
                return 2;
              }
              dup2(ends[1], STDOUT_FILENO);
              close(ends[0]);
              Output("-", no_objection).write_whole("text");
              return 0;
            }),
            0);
}

}  // namespace
}  // namespace nqueens::cli
