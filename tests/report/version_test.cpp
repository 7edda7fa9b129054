// What --version prints, and the commit of a checkout.

#include "report/version.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <regex>
#include <string>

#include "support/temporary_folder.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

TEST(Version, IsANumberAndPerhapsACommit) {
  EXPECT_TRUE(std::regex_match(
      version(), std::regex("[0-9]+\\.[0-9]+\\.[0-9]+( \\([0-9a-f]{7,}(-dirty)?\\))?")))
      << version();
}

TEST(Version, NamesTheCompiler) {
  EXPECT_TRUE(std::regex_search(std::string(compiler()), std::regex("^(GCC|clang) [0-9]+\\.[0-9]")))
      << compiler();
}

TEST(Version, NamesBoost) {
  EXPECT_TRUE(std::regex_match(boost_version(), std::regex("1\\.[0-9]+\\.[0-9]+")))
      << boost_version();
}

/// Runs src/report/commit.cmake on checkouts made here. Skipped without git or cmake.
class Commit : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(folder_.path() / "source");
    if (!shell("git --version") || !shell("cmake --version")) {
      GTEST_SKIP() << "needs git and cmake";
    }
  }

  /// Runs the command in the source folder, without outside git settings.
  [[nodiscard]] bool shell(const std::string& command) const {
    return std::system(("cd '" + (folder_.path() / "source").string() +
                        "' && unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE && export " +
                        "GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null && { " + command +
                        "; } >../log 2>&1")
                           .c_str()) == 0;
  }

  [[nodiscard]] bool write_commit() const {
    return shell("cmake -DOUTPUT='" + output().string() +
                 "' -DSOURCE=\"$PWD\" -P '" NQUEENS_SOURCE_DIR "/src/report/commit.cmake'");
  }

  void commit() const {
    ASSERT_TRUE(
        shell("git init . && echo 1 >file && git add file && "
              "git -c user.name=a -c user.email=a@b -c commit.gpgsign=false commit -m one"));
  }

  [[nodiscard]] std::filesystem::path output() const { return folder_.path() / "commit.inc"; }

  [[nodiscard]] std::string written() const { return test::content_of(output()); }

  test::TemporaryFolder folder_;
};

const std::regex clean("#define NQUEENS_COMMIT \"[0-9a-f]{7}\"\n");
const std::regex dirty("#define NQUEENS_COMMIT \"[0-9a-f]{7}-dirty\"\n");
constexpr const char* none = "#define NQUEENS_COMMIT \"\"\n";

TEST_F(Commit, IsEmptyOutsideACheckout) {
  ASSERT_TRUE(write_commit());
  EXPECT_EQ(written(), none);
}

TEST_F(Commit, IsEmptyBeforeTheFirst) {
  ASSERT_TRUE(shell("git init ."));
  ASSERT_TRUE(write_commit());
  EXPECT_EQ(written(), none);
}

TEST_F(Commit, IsTheCheckedOutOne) {
  commit();
  ASSERT_TRUE(write_commit());
  EXPECT_TRUE(std::regex_match(written(), clean)) << written();
}

TEST_F(Commit, IgnoresTags) {
  commit();
  ASSERT_TRUE(shell("git -c user.name=a -c user.email=a@b tag -a -m v1 v1"));
  ASSERT_TRUE(write_commit());
  EXPECT_TRUE(std::regex_match(written(), clean)) << written();
}

TEST_F(Commit, IsDirtyWhereAFileDiffers) {
  commit();
  ASSERT_TRUE(shell("echo 2 >file"));
  ASSERT_TRUE(write_commit());
  EXPECT_TRUE(std::regex_match(written(), dirty)) << written();
}

/// As after an unpacked archive inside another project's checkout.
TEST_F(Commit, IsNotThatOfACheckoutAround) {
  ASSERT_TRUE(shell(
      "cd .. && git init . && git add source && "
      "git -c user.name=a -c user.email=a@b -c commit.gpgsign=false commit --allow-empty -m one"));
  ASSERT_TRUE(write_commit());
  EXPECT_EQ(written(), none);
}

TEST_F(Commit, IsEmptyWithoutGit) {
  commit();
  ASSERT_TRUE(
      shell("cmake=$(command -v cmake) && mkdir ../bin && ln -s \"$cmake\" ../bin/cmake && "
            "PATH=$PWD/../bin && "
            "cmake -DOUTPUT='" +
            output().string() +
            "' -DSOURCE=\"$PWD\" -P '" NQUEENS_SOURCE_DIR "/src/report/commit.cmake'"));
  EXPECT_EQ(written(), none);
}

TEST_F(Commit, IsEmptyWhereTheCheckoutIsAnotherUsers) {
  commit();
  ASSERT_TRUE(shell("export GIT_TEST_ASSUME_DIFFERENT_OWNER=1 && ! git status && cmake -DOUTPUT='" +
                    output().string() +
                    "' -DSOURCE=\"$PWD\" -P '" NQUEENS_SOURCE_DIR "/src/report/commit.cmake'"));
  EXPECT_EQ(written(), none);
}

TEST_F(Commit, LeavesAnUnchangedFileAlone) {
  commit();
  ASSERT_TRUE(write_commit());
  const auto long_ago = std::filesystem::last_write_time(output()) - std::chrono::hours(1);
  std::filesystem::last_write_time(output(), long_ago);
  ASSERT_TRUE(write_commit());
  EXPECT_EQ(std::filesystem::last_write_time(output()), long_ago);
  ASSERT_TRUE(shell("echo 2 >file"));
  ASSERT_TRUE(write_commit());
  EXPECT_NE(std::filesystem::last_write_time(output()), long_ago);
}

}  // namespace
}  // namespace nqueens
