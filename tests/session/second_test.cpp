// When there is a second count, and by which decomposition.

#include "session/second.hpp"

#include <gtest/gtest.h>

#include "counts.hpp"
#include "judge/names.hpp"
#include "played.hpp"
#include "support/captured_log.hpp"
#include "system/file.hpp"

namespace nqueens {
namespace {

/// What the second request of a count is that has begun, and what is said of it.
struct Asked {
  test::SavedCount count;
  std::optional<CountRequest> second{};
  std::string said{};
  std::string file_before{};
  Job job{};  ///< of the first count

  explicit Asked(int n) : count(n) {}
  [[nodiscard]] std::filesystem::path file() const {
    return second_path(count.request.settings.checkpoint.path);
  }
  [[nodiscard]] std::string text_of_file() const {
    return read_up_to(file(), 1U << 20U).value_or("");
  }
  void ask(std::optional<SecondCut> cut) {
    file_before = text_of_file();
    count.request.settings.run.double_check = cut;
    test::PlayedSession played;
    JobRun run(played.session(), count.request, nullptr);
    run.begin();
    job = run.job();
    const test::CapturedLog log;
    second = second_request(run);
    said = log.text();
  }
};

TEST(Second, IsNotThereUnlessItIsAskedFor) {
  Asked asked(8);
  for (const std::optional<SecondCut> cut : {std::optional<SecondCut>(), {SecondCut::none}}) {
    asked.ask(cut);
    EXPECT_FALSE(asked.second);
    EXPECT_EQ(asked.said, "");
    EXPECT_FALSE(has_generations(asked.file()));
  }
}

TEST(Second, IsSavedBeforeTheFirstCountIsFinished) {
  for (const SecondCut cut : {SecondCut::depth, SecondCut::mirror}) {
    Asked asked(8);
    asked.count.request.settings.run.check_fraction = 0.5;
    asked.ask(cut);
    ASSERT_TRUE(asked.second);
    EXPECT_EQ(asked.said, "");
    EXPECT_EQ(asked.second->settings.checkpoint.path, asked.file());
    EXPECT_EQ(asked.second->settings.run.check_fraction, 0);
    ASSERT_TRUE(asked.second->again);
    const Job& again = *asked.second->again;
    EXPECT_EQ(again.problem, asked.job.problem);
    EXPECT_EQ(again.symmetry, cut == SecondCut::mirror ? Symmetry::mirror : Symmetry::full);
    EXPECT_NE(again, asked.job);
    const Checkpoint saved = read_checkpoint(asked.file());
    EXPECT_EQ(saved.job, again);
    EXPECT_EQ(saved.runs.starts, 0U);
    EXPECT_NEAR(static_cast<double>(saved.saved_at), wall_time(), 300);
    EXPECT_EQ(progress_of(saved.queue).tasks_done, 0U);
    EXPECT_EQ(make_plan(again).tasks(), saved.queue.done.size());
  }
}

TEST(Second, IsOnlyAskedForWithoutACheckpoint) {
  Asked asked(8);
  asked.count.request.settings.checkpoint.path.clear();
  asked.ask(SecondCut::depth);
  ASSERT_TRUE(asked.second);
  EXPECT_TRUE(asked.second->again);
  EXPECT_TRUE(asked.second->settings.checkpoint.path.empty());
  asked.ask({});
  EXPECT_FALSE(asked.second);
}

TEST(Second, GoesOnAsItBegan) {
  Asked asked(8);
  asked.ask(SecondCut::depth);
  const Job begun = *asked.second->again;
  const auto expect_begun = [&](const std::string& said) {
    ASSERT_TRUE(asked.second);
    EXPECT_EQ(asked.second->again, begun);
    EXPECT_EQ(asked.said, said);
    EXPECT_EQ(asked.text_of_file(), asked.file_before);
  };
  asked.ask({});
  expect_begun("");
  asked.ask(SecondCut::depth);
  expect_begun("");
  asked.ask(SecondCut::mirror);
  expect_begun("warning the second count goes on as it began: " + describe_cut(begun) +
               "; --double-check=none gives it up\n");
}

TEST(Second, KeepsTheSlicesThatItBeganWith) {
  Asked asked(10);
  CountSettings& count = asked.count.request.settings.count;
  count.slice_seconds = 1e-9;
  asked.ask(SecondCut::depth);
  ASSERT_GT(asked.second->again->slice_depth, 0);
  count.slice_seconds.reset();
  asked.ask(SecondCut::depth);
  EXPECT_EQ(asked.said, "");
  EXPECT_GT(asked.second->again->slice_depth, 0);
}

TEST(Second, IsMovedAsideOnceItIsGivenUp) {
  Asked asked(8);
  asked.ask(SecondCut::depth);
  asked.ask(SecondCut::none);
  EXPECT_FALSE(asked.second);
  EXPECT_EQ(asked.said.find("warning the second count is given up\n"), 0U);
  EXPECT_FALSE(has_generations(asked.file()));
  asked.ask({});
  EXPECT_FALSE(asked.second);
}

TEST(Second, IsNotCountedOfABoardWithoutAnotherDecomposition) {
  Asked asked(1);
  asked.count.request.settings.count.depth = 1;
  asked.ask(SecondCut::mirror);
  EXPECT_FALSE(asked.second);
  EXPECT_EQ(asked.said, "warning this board has no other decomposition: it is not counted twice\n");
  EXPECT_FALSE(has_generations(asked.file()));
}

}  // namespace
}  // namespace nqueens
