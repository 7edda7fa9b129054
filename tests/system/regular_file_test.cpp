// Links and their targets, and files that are no regular ones.

#include "system/regular_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <fstream>

#include "core/error.hpp"
#include "support/temporary_folder.hpp"

namespace nqueens {
namespace {

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
