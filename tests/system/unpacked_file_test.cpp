// Files as they are and as gzip has packed them; what is damaged, and what cannot be unpacked.

#include "system/unpacked_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "nqueens/error.hpp"
#include "support/temporary_folder.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

class UnpackedFiles : public testing::Test {
 protected:
  UnpackedFiles() {
    for (std::uint64_t i = 0; content_.size() < 600'000; ++i) {
      content_ += std::to_string(i * i % 7919) + "\n";
    }
    std::ofstream(plain_) << content_;
    EXPECT_EQ(std::system(("gzip -1k '" + plain_.string() + "'").c_str()), 0);
  }

  static std::string all_of(const std::filesystem::path& path) {
    UnpackedFile file(path);
    std::string whole;
    for (auto bytes = file.read(); !bytes.empty(); bytes = file.read()) {
      whole += bytes;
    }
    return whole;
  }
  static std::string refusal(const std::filesystem::path& path) {
    return test::error_of(ExitCode::checkpoint, [&] { all_of(path); });
  }
  static auto open_files() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  }

  test::TemporaryFolder folder_;
  std::filesystem::path plain_ = folder_.path() / "file";
  std::filesystem::path packed_ = folder_.path() / "file.gz";
  std::string content_;
};

TEST_F(UnpackedFiles, AreReadWhole) {
  EXPECT_FALSE(is_packed(plain_));
  EXPECT_TRUE(is_packed(packed_));
  EXPECT_TRUE(all_of(plain_) == content_);
  EXPECT_TRUE(all_of(packed_) == content_);
}

TEST_F(UnpackedFiles, LeaveNoFileAndNoProcessOpenAlsoIfTheyAreNotReadToTheirEnd) {
  const auto before = open_files();
  for (const auto& path : {plain_, packed_}) {
    UnpackedFile file(path);
    EXPECT_FALSE(file.read().empty());
  }
  all_of(packed_);
  EXPECT_EQ(open_files(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST_F(UnpackedFiles, ThatAreCutOrFollowedBySomethingElseAreDamaged) {
  std::ofstream(packed_, std::ios::app) << "something else";
  EXPECT_TRUE(test::has(refusal(packed_), "gzip finds it damaged or cut short"));
  std::filesystem::resize_file(packed_, 1000);
  EXPECT_TRUE(test::has(refusal(packed_), "gzip finds it damaged or cut short"));
}

TEST_F(UnpackedFiles, ThatCannotBeReadSayWhatToDo) {
  EXPECT_TRUE(test::has(refusal(folder_.path() / "none"), "; name another file"));
  const auto before = open_files();
  EXPECT_TRUE(test::has(refusal(folder_.path()), "; name a file in it"));
  EXPECT_EQ(open_files(), before);
}

TEST_F(UnpackedFiles, ArePackedNoMoreIfTheyComeThroughAPipe) {
  const auto pipe = folder_.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::jthread writer([&] { std::ofstream(pipe) << "\x1f\x8b"; });
  EXPECT_TRUE(test::has(refusal(pipe), "unpack it first"));
}

TEST_F(UnpackedFiles, NeedTheProgramGzip) {
  const std::string before = std::getenv("PATH");
  setenv("PATH", folder_.path().c_str(), 1);
  const std::string why = refusal(packed_);
  setenv("PATH", before.c_str(), 1);
  EXPECT_TRUE(test::has(why, "the program gzip cannot be started"));
}

}  // namespace
}  // namespace nqueens
