// Files by which a launcher and a run tell each other things: whose folder it may be, and that no
// link is followed.

#include "system/launcher_files.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "support/played_process.hpp"
#include "support/temporary_folder.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

class LauncherFiles : public testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path at(const std::string& name) const {
    return folder_.path() / name;
  }

  /// In a process to which the launcher names this file: its folder is opened once.
  static bool is_so(const std::filesystem::path& file, const std::function<bool()>& act) {
    return test::end_of([&] {
             setenv("NQUEENS_EXIT_CODE_FILE", file.c_str(), 1);
             return find_launcher().empty() && act();
           }) == 1;
  }

  test::TemporaryFolder folder_;
};

TEST_F(LauncherFiles, AreWrittenAndTakenBack) {
  EXPECT_TRUE(is_so(at("code"), [this] {
    tell_launcher(".ending", "a long text");
    tell_launcher(".ending", "75");
    const std::string told = test::content_of(at("code.ending"));
    take_back(".ending");
    return told == "75" && !std::filesystem::exists(at("code.ending"));
  }));
}

TEST_F(LauncherFiles, AreReadOnceAndNoFurtherThanAWordOfThem) {
  std::ofstream(at("code.signal")) << std::string(1000, 'x');
  EXPECT_TRUE(is_so(at("code"), [] {
    const auto said = hear_launcher(".signal");
    return said && said->starts_with("xxxx") && said->size() < 1000 && !hear_launcher(".signal");
  }));
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(LauncherFiles, ThatAreLinksAreNotFollowed) {
  std::ofstream(at("secret")) << "secret";
  std::filesystem::create_symlink(at("secret"), at("code.signal"));
  std::filesystem::create_symlink(at("secret"), at("code.ending"));
  EXPECT_TRUE(is_so(at("code"), [] {
    tell_launcher(".ending", "75");
    return hear_launcher(".signal") == "";
  }));
  EXPECT_EQ(test::content_of(at("secret")), "secret");
}

TEST_F(LauncherFiles, AreOfNoFolderInWhichOthersWrite) {
  const auto all = std::filesystem::perms::owner_all;
  for (const auto others :
       {std::filesystem::perms::group_write, std::filesystem::perms::others_write}) {
    std::filesystem::permissions(folder_.path(), all | others);
    EXPECT_EQ(test::end_of([this] {
                setenv("NQUEENS_EXIT_CODE_FILE", at("code").c_str(), 1);
                tell_launcher(".ending", "75");
                return test::has(find_launcher(), "in which nobody else may write") ? 1 : 2;
              }),
              1);
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
  }
  std::filesystem::permissions(folder_.path(), all);
}

TEST_F(LauncherFiles, OfNoFolderAreLeftOut) {
  for (const std::string name : {"", "none/code"}) {
    EXPECT_TRUE(is_so(name.empty() ? "" : at(name), [] {
      tell_launcher(".ending", "75");
      take_back(".ending");
      return !hear_launcher(".signal");
    }));
  }
}

}  // namespace
}  // namespace nqueens
