// Lines that are appended, files that appear whole or not at all, links, and what is not a file.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include "nqueens/error.hpp"
#include "support/temporary_folder.hpp"
#include "support/text.hpp"
#include "system/file.hpp"

namespace {

std::function<int(bool is_folder)> sync_fault;  ///< errno; 0 if there is none

}  // namespace

/// In place of the system's.
extern "C" int fsync(int descriptor) {
  struct stat status {};
  errno = sync_fault && fstat(descriptor, &status) == 0 ? sync_fault(S_ISDIR(status.st_mode)) : 0;
  return errno == 0 ? 0 : -1;
}

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

using test::content_of;

std::size_t files_in(const std::filesystem::path& folder) {
  const std::filesystem::directory_iterator files(folder);
  return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

TEST(AtomicFile, ReplacesTheOldFileWhenItIsWhole) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "list.txt";
  std::ofstream(path) << "old";
  {
    AtomicFile file(path);
    file.write("new ");
    EXPECT_EQ(content_of(path), "old");
    EXPECT_TRUE(std::filesystem::exists(file.temporary()));
    file.write("list");
    file.sync();
    file.commit();
    EXPECT_EQ(content_of(path), "new list");
  }
  EXPECT_EQ(content_of(path), "new list");
  EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(File, CallsThatASignalInterruptsAreMadeAgain) {
  int calls = 0;
  EXPECT_EQ(uninterrupted([&calls] {
              errno = ++calls < 3 ? EINTR : EIO;
              return calls < 3 ? -1 : 7;
            }),
            7);
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(uninterrupted([&calls] {
              ++calls;
              errno = EIO;
              return -1;
            }),
            -1);
  EXPECT_EQ(calls, 4);
}

TEST(AtomicFile, LeavesNothingWhereItIsGivenUp) {
  const test::TemporaryFolder folder;
  {
    AtomicFile file(folder.path() / "list.txt");
    file.write("half a li");
  }
  EXPECT_EQ(files_in(folder.path()), 0U);
}

TEST(AtomicFile, TakesTheLongestNames) {
  const test::TemporaryFolder folder;
  const std::string name(254, 'x');
  for (const std::string& file : {name + '1', name + '2'}) {
    write_atomically(folder.path() / file, file);
    EXPECT_EQ(content_of(folder.path() / file), file);
  }
  EXPECT_EQ(files_in(folder.path()), 2U);
  EXPECT_NE(temporary_prefix(name + '1'), temporary_prefix(name + '2'));
}

TEST(AtomicFile, NamesWhatItCannotWrite) {
  const test::TemporaryFolder folder;
  const auto make = [&] { AtomicFile(folder.path() / "missing" / "list.txt", ExitCode::usage); };
  EXPECT_TRUE(test::has(test::error_of(ExitCode::usage, make), "create the folder"));
  // A folder keeps its name.
  std::filesystem::create_directory(folder.path() / "taken");
  AtomicFile file(folder.path() / "taken");
  file.write("list");
  EXPECT_THROW(file.commit(), Error);
  EXPECT_EQ(files_in(folder.path()), 1U);
}

/// What writing a file says where a sync fails like this; of a file and of its folder.
std::string said_of_syncs(int of_file, int of_folder) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "list";
  sync_fault = [=](bool is_folder) { return is_folder ? of_folder : of_file; };
  std::string warning;
  const std::string error =
      test::error_of(ExitCode::runtime_error, [&] { warning = write_atomically(path, "new"); });
  sync_fault = nullptr;
  EXPECT_EQ(error.empty() ? "new" : "", content_of(path));
  return error.empty() ? warning : error;
}

TEST(AtomicFile, SaysWhatACrashMayLose) {
  EXPECT_EQ(said_of_syncs(0, 0), "");
  EXPECT_EQ(said_of_syncs(0, EINVAL), "") << "there it needs none";
  EXPECT_TRUE(test::matches(said_of_syncs(0, EIO), "cannot sync '[^']*[^t]': .*may lose.*"));
  for (const int no_sync : {EOPNOTSUPP, EINVAL, ENOSYS}) {
    EXPECT_TRUE(test::matches(said_of_syncs(no_sync, EIO), "cannot sync '.*/list': .*may lose.*"));
  }
  EXPECT_TRUE(test::has(said_of_syncs(EIO, 0), "cannot write"));
  int calls = 0;
  sync_fault = [&calls](bool) { return ++calls < 3 ? EINTR : 0; };
  const test::TemporaryFolder folder;
  EXPECT_EQ(write_atomically(folder.path() / "list", "new"), "");
  sync_fault = nullptr;
  EXPECT_EQ(calls, 4);
}

TEST(FileErrors, SayWhatToDo) {
  const test::TemporaryFolder folder;
  const auto advice = [&](const char* what, int number, const std::string& name = "a") {
    const std::string text = file_error(ExitCode::usage, what, folder.path() / name, number).what();
    const auto semicolon = text.find("; ");
    return semicolon != std::string::npos ? text.substr(semicolon + 2) : "";
  };
  const std::string quoted = "'" + folder.path().string();
  EXPECT_EQ(advice("read", ESPIPE), "name a regular file");
  EXPECT_EQ(advice("read", ENOENT), "name another file");
  EXPECT_EQ(advice("read", ENOENT, "no/a"), "there is no folder " + quoted + "/no' here");
  EXPECT_EQ(advice("write", ENOENT, "no/a"),
            "create the folder " + quoted + "/no' or name another");
  EXPECT_EQ(advice("read", EACCES), "make it readable");
  for (const int number : {EACCES, EROFS, EPERM}) {
    EXPECT_EQ(advice("write", number), "make the folder " + quoted + "' writable or name another");
  }
  for (const int number : {ENOSPC, EDQUOT}) {
    EXPECT_EQ(advice("write", number), "free some space");
  }
  EXPECT_EQ(advice("write", ENAMETOOLONG), "choose a shorter name");
  EXPECT_EQ(advice("read", EISDIR), "name a file in it");
  EXPECT_EQ(advice("write", EFBIG), "raise the limit of file sizes (ulimit -f)");
  EXPECT_EQ(advice("read", EFBIG), "");
  EXPECT_EQ(advice("read", EIO), "");
}

class RegularFiles : public testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path at(const char* name) const { return folder_.path() / name; }

  test::TemporaryFolder folder_;
};

TEST_F(RegularFiles, AreFoundBehindLinksAlsoIfTheyAreYetToCome) {
  EXPECT_EQ(behind_links(""), "");
  EXPECT_EQ(behind_links("n18.ckpt"), "n18.ckpt");
  EXPECT_EQ(behind_links(at("none/n18.ckpt")), at("none/n18.ckpt"));
  std::filesystem::create_symlink("target", at("one"));
  std::filesystem::create_symlink(at("one"), at("two"));
  EXPECT_EQ(behind_links(at("two")), at("target"));
  std::ofstream(at("target")) << "x";
  EXPECT_EQ(behind_links(at("two")), at("target"));
  std::filesystem::create_symlink("round", at("round"));
  EXPECT_THROW(behind_links(at("round")), Error);
}

TEST_F(RegularFiles, AreReadWhole) {
  const std::string content(3'000'000, 'x');
  std::ofstream(at("file")) << content;
  EXPECT_EQ(read_regular(at("file"), content.size()), content);
  EXPECT_FALSE(read_regular(at("file"), content.size() - 1).has_value());
  EXPECT_EQ(errno, EFBIG);
  std::ofstream(at("empty")).flush();
  EXPECT_EQ(read_regular(at("empty"), 0), "");
  EXPECT_FALSE(read_regular(at("none"), 1).has_value());
  EXPECT_EQ(errno, ENOENT);
}

TEST_F(RegularFiles, AreNoFoldersPipesAndDevices) {
  EXPECT_FALSE(read_regular(folder_.path(), 1).has_value());
  EXPECT_EQ(errno, EISDIR);
  ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);
  for (const auto& file : {at("pipe"), std::filesystem::path("/dev/zero")}) {
    EXPECT_FALSE(read_regular(file, 1).has_value());
    EXPECT_EQ(errno, ESPIPE);
    EXPECT_THROW(refuse_irregular("read", file), Error);
  }
  EXPECT_NO_THROW(refuse_irregular("read", at("none")));
}

}  // namespace
}  // namespace nqueens
