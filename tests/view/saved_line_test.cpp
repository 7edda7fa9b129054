// The line of what is saved, which the launcher compares.

#include "view/saved_line.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "view/jobs_on_disk.hpp"

namespace nqueens {
namespace {

using test::counted;
using test::eight;
using test::eight_in_slices;
using test::eight_otherwise;
using test::error_of;
using test::has;
using test::JobsOnDisk;
using test::with_tasks;

std::string word_of(const std::string& line) {
  return line.substr(0, line.find(' '));
}

TEST(SavedLine, HasSumsAndAText) {
  const JobsOnDisk disk;
  Checkpoint checkpoint = with_tasks(2);
  checkpoint.check_seed = 4711;
  const auto file = disk.save("n8.ckpt", checkpoint);
  const std::uint64_t nodes = checkpoint.queue.records[0].nodes + checkpoint.queue.records[1].nodes;
  const std::string tasks = std::to_string(checkpoint.queue.done.size()) + " tasks";
  EXPECT_EQ(saved_line(file), "4711.2.0." + std::to_string(nodes) + ".0 " + file.string() +
                                  ": 2 of " + tasks + " done\n");
}

TEST(SavedLine, IsEmptyIfNothingIsSaved) {
  const JobsOnDisk disk;
  EXPECT_EQ(saved_line(disk / "n8.ckpt"), "");
  EXPECT_EQ(saved_line(""), "");
}

TEST(SavedLine, ItsWordChangesWithAllProgress) {
  const JobsOnDisk disk;
  std::set<std::string> words;
  const auto save = [&](const Checkpoint& checkpoint) {
    words.insert(word_of(saved_line(disk.save("n8.ckpt", checkpoint))));
  };
  const Job job = eight_in_slices();
  Checkpoint checkpoint = with_tasks(1, job);
  save(checkpoint);
  test::Counting counting(job, checkpoint.queue, {});
  counting.open(1);
  save(checkpoint);
  EXPECT_EQ(words.size(), 1U) << "no slice is done yet";
  counting.count({.task = 1, .slice = 0});
  save(checkpoint);
  counting.count({.task = 2});
  save(checkpoint);
  UnitRecord record = checkpoint.queue.records[0];
  record.confirmed_by = checkpoint.queue.origins.add({.kernel = "plain", .host = "b"});
  checkpoint.queue.records.set(0, record);
  save(checkpoint);
  EXPECT_EQ(words.size(), 4U);
  const std::string line = saved_line(disk / "n8.ckpt");
  EXPECT_TRUE(has(line, " done, and 1 of "));
  EXPECT_TRUE(has(line, " slices of tasks in progress\n"));
}

TEST(SavedLine, HasTheSecondCountToo) {
  const JobsOnDisk disk;
  Checkpoint first = counted(eight());
  first.check_seed = 4711;
  const auto file = disk.save("n8.ckpt", first);
  const std::string alone = saved_line(file);
  Checkpoint second = with_tasks(1, eight_otherwise());
  second.check_seed = 12;
  disk.save("n8.second.ckpt", second);
  const std::string both = saved_line(file);
  EXPECT_EQ(word_of(both),
            word_of(alone) + ".1.0." + std::to_string(second.queue.records[0].nodes) + ".0")
      << "one seed, that of the first";
  EXPECT_TRUE(has(both, "; " + (disk / "n8.second.ckpt").string() + ": 1 of "));
  std::filesystem::remove(file);
  EXPECT_TRUE(saved_line(file).starts_with("12.1.0.")) << "the second alone";
}

TEST(SavedLine, FollowsALinkAndTakesAnOlderGeneration) {
  const JobsOnDisk disk;
  disk.save("n8.ckpt", with_tasks(1), 2);
  disk.save("n8.ckpt", with_tasks(2), 2);
  std::filesystem::create_symlink(disk / "n8.ckpt", disk / "link.ckpt");
  EXPECT_EQ(saved_line(disk / "link.ckpt"), saved_line(disk / "n8.ckpt"));
  disk.write("n8.ckpt", "nqueens ch");
  EXPECT_TRUE(has(saved_line(disk / "n8.ckpt"), "n8.ckpt.1: 1 of "));
  std::filesystem::remove(disk / "n8.ckpt.1");
  EXPECT_TRUE(
      has(error_of(ExitCode::checkpoint, [&] { saved_line(disk / "n8.ckpt"); }), "n8.ckpt"));
}

}  // namespace
}  // namespace nqueens
