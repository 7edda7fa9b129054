// Files appear whole or not at all, whatever goes wrong.

#include "system/atomic_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "support/temporary_folder.hpp"

namespace nqueens {
namespace {

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

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
    EXPECT_EQ(content(path), "old");
    EXPECT_TRUE(std::filesystem::exists(file.temporary()));
    file.write("list");
    file.sync();
    file.commit();
    EXPECT_EQ(content(path), "new list");
  }
  EXPECT_EQ(content(path), "new list");
  EXPECT_EQ(files_in(folder.path()), 1U);
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
    EXPECT_EQ(content(folder.path() / file), file);
  }
  EXPECT_EQ(files_in(folder.path()), 2U);
  EXPECT_NE(temporary_prefix(name + '1'), temporary_prefix(name + '2'));
}

TEST(AtomicFile, NamesWhatItCannotWrite) {
  const test::TemporaryFolder folder;
  try {
    AtomicFile file(folder.path() / "missing" / "list.txt", ExitCode::usage);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    EXPECT_NE(std::string(error.what()).find("create the folder"), std::string::npos)
        << error.what();
  }
  // A folder keeps its name.
  std::filesystem::create_directory(folder.path() / "taken");
  AtomicFile file(folder.path() / "taken");
  file.write("list");
  EXPECT_THROW(file.commit(), Error);
  EXPECT_EQ(files_in(folder.path()), 1U);
}

}  // namespace
}  // namespace nqueens
