// Lines that are appended, also behind a torn one and on a full disk.

#include "system/append_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <string>

#include "support/temporary_folder.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

class AppendFileTest : public ::testing::Test {
 protected:
  test::TemporaryFolder folder_;
};

TEST_F(AppendFileTest, KeepsWhatIsThere) {
  const auto path = folder_.path() / "log";
  for (const char* line : {"one", "two"}) {
    AppendFile file;
    ASSERT_TRUE(file.open(path));
    EXPECT_TRUE(file.append(line));
  }
  EXPECT_EQ(test::content_of(path), "one\ntwo\n");
}

TEST_F(AppendFileTest, EndsATornLine) {
  const auto path = folder_.path() / "log";
  std::ofstream(path) << "one\ntw";
  AppendFile file;
  ASSERT_TRUE(file.open(path));
  EXPECT_TRUE(file.append("three"));
  EXPECT_TRUE(file.append("four"));
  EXPECT_EQ(test::content_of(path), "one\ntw\nthree\nfour\n");
}

TEST_F(AppendFileTest, APassingLineIsReplacedByTheNext) {
  const auto path = folder_.path() / "log";
  std::ofstream(path) << "tor";
  AppendFile file;
  ASSERT_TRUE(file.open(path));
  EXPECT_TRUE(file.append("a long state", true));
  EXPECT_EQ(test::content_of(path), "tor\na long state\n");
  EXPECT_TRUE(file.append("state", true));
  EXPECT_EQ(test::content_of(path), "tor\nstate\n");
  EXPECT_TRUE(file.append("one"));
  EXPECT_EQ(test::content_of(path), "tor\none\n");
}

TEST_F(AppendFileTest, WhatAnotherHasWrittenBehindAPassingLineStays) {
  const auto path = folder_.path() / "log";
  AppendFile file;
  ASSERT_TRUE(file.open(path));
  EXPECT_TRUE(file.append("state", true));
  std::ofstream(path, std::ios::app) << "another's\n";
  EXPECT_TRUE(file.append("one"));
  EXPECT_EQ(test::content_of(path), "state\nanother's\none\n");
}

TEST_F(AppendFileTest, SaysThatTheDiskIsFull) {
  AppendFile file;
  ASSERT_TRUE(file.open("/dev/full"));
  EXPECT_FALSE(file.append("one"));
  EXPECT_EQ(errno, ENOSPC);
}

TEST_F(AppendFileTest, ALineThatWasTornByTheLimitOfSizesEndsBeforeTheNext) {
  const auto path = folder_.path() / "log";
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  AppendFile file;
  ASSERT_TRUE(file.open(path));
  rlimit small = before;
  small.rlim_cur = 6;
  setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_TRUE(file.append("one"));
  EXPECT_FALSE(file.append("three"));
  EXPECT_EQ(errno, EFBIG);
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_TRUE(file.append("four"));
  EXPECT_EQ(test::content_of(path), "one\nth\nfour\n");
}

TEST_F(AppendFileTest, DoesNotOpenWhereThereIsNoFolder) {
  AppendFile file;
  EXPECT_FALSE(file.open(folder_.path() / "none" / "log"));
  EXPECT_EQ(errno, ENOENT);
}

}  // namespace
}  // namespace nqueens
