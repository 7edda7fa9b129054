// What a finished count comes to, and what is a second count beside it.

#include "judge/finished.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/sequence.hpp"
#include "judge/names.hpp"
#include "store/certificate.hpp"
#include "support/counted.hpp"
#include "support/stopped.hpp"
#include "support/temporary_folder.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

using test::counted;
using test::eight;
using test::error_of;
using test::has;

const Job deeper = eight(5);

/// Placements, whose counts have a number for each row.
Job placed(int depth) {
  return {.problem = {.n = 6, .sequence = Sequence::placements},
          .symmetry = Symmetry::mirror,
          .depth = depth,
          .prefixes_per_task = 2};
}

TEST(AFinishedCount, HasTheSumsOfItsTasks) {
  Checkpoint checkpoint = counted(eight());
  checkpoint.runs.kernels = "scalar.3";
  const auto [result, certificate] = judge(checkpoint, nullptr);
  const Progress sums = progress_of(checkpoint.queue);
  EXPECT_EQ(result.job, eight());
  EXPECT_EQ(result.count, Count(92));
  EXPECT_EQ(result.tasks, 8U);
  EXPECT_EQ(result.tasks_confirmed, 0U);
  EXPECT_EQ(result.nodes, sums.nodes);
  EXPECT_EQ(result.runs, checkpoint.runs);
  EXPECT_TRUE(result.profile.empty());
  EXPECT_FALSE(result.second);
  EXPECT_EQ(certificate, make_certificate(checkpoint));
  EXPECT_EQ(result.count_sha256, certificate.count_sha256);
  EXPECT_EQ(certificate.prefixes, 30U);
}

TEST(AFinishedCount, AgreesWithThePublishedNumber) {
  const RunResult result = judge(counted(eight()), nullptr).result;
  EXPECT_TRUE(is_consistent(result));
  EXPECT_EQ(result.agrees, true);
  EXPECT_EQ(result.sequence, "OEIS A000170");
}

TEST(AFinishedCount, ThatCannotBeRightHasAFaultAndNoHash) {
  Checkpoint checkpoint = counted(eight());
  test::add(checkpoint, 0, 8);
  const auto [result, certificate] = judge(checkpoint, nullptr);
  EXPECT_FALSE(is_consistent(result));
  EXPECT_EQ(result.fault, "adds up to 100, but the published count is 92 (OEIS A000170)");
  EXPECT_EQ(result.agrees, false);
  EXPECT_EQ(result.sequence, "");
  EXPECT_FALSE(result.count_sha256);
}

/// Nobody has published it, but symmetry forbids it.
TEST(AFinishedCount, DoesNotAgreeIfSymmetryForbidsIt) {
  const Job job{.problem = {.n = 27, .sequence = Sequence::amazons},
                .depth = 1,
                .prefixes_per_task = max_prefixes_per_task};
  Checkpoint checkpoint = test::begun(job);
  ASSERT_EQ(checkpoint.queue.done.size(), 1U);
  checkpoint.queue.set(0, {.count = 8, .nodes = 100}, {});
  const RunResult right = judge(checkpoint, nullptr).result;
  EXPECT_EQ(right.fault, "");
  EXPECT_EQ(right.agrees, std::nullopt);
  EXPECT_EQ(right.sequence, "");
  checkpoint.queue.set(0, {.count = 6, .nodes = 100}, {});
  const RunResult wrong = judge(checkpoint, nullptr).result;
  EXPECT_EQ(wrong.fault, "adds up to 6, but by symmetry four divides it");
  EXPECT_EQ(wrong.agrees, false);
}

TEST(AFinishedCount, HasItsSecondCountIfBothAreTheSame) {
  Checkpoint second = counted(deeper, {.host = "b"});
  second.runs.kernels = "avx2.3";
  const auto [result, certificate] = judge(counted(eight()), &second);
  ASSERT_TRUE(result.second);
  EXPECT_EQ(result.second->job, deeper);
  EXPECT_EQ(result.second->count, Count(92));
  EXPECT_TRUE(result.second->agrees);
  EXPECT_EQ(result.second->kernels, "avx2.3");
  EXPECT_EQ(certificate.second, deeper);
  Job in_slices = deeper;
  in_slices.slice_depth = 6;
  Checkpoint sliced = counted(in_slices);
  EXPECT_EQ(judge(counted(eight()), &sliced).certificate.second, deeper) << "without its slices";
}

TEST(AFinishedCount, DoesNotHaveASecondCountThatDiffers) {
  Checkpoint second = counted(deeper);
  test::add(second, 3, 8);
  const auto [result, certificate] = judge(counted(eight()), &second);
  EXPECT_EQ(result.fault, "adds up to 92, but its second count is 100");
  ASSERT_TRUE(result.second);
  EXPECT_FALSE(result.second->agrees);
  EXPECT_EQ(result.second->count, Count(100));
  EXPECT_FALSE(certificate.second);
  EXPECT_FALSE(result.count_sha256);
}

TEST(AFinishedCount, OfPlacementsHasThoseAboveItsTasksOnEachRow) {
  const Checkpoint checkpoint = counted(placed(2));
  const RunResult result = judge(checkpoint, nullptr).result;
  EXPECT_EQ(result.count, *known_count(placed(2).problem));
  EXPECT_GT(result.count, progress_of(checkpoint.queue).count);
  ASSERT_EQ(result.profile.size(), 6U);
  EXPECT_EQ(result.profile[0], Count(6));
  Count sum;
  for (const Count row : result.profile) {
    sum += row;
  }
  EXPECT_EQ(sum, result.count);
  const Checkpoint second = counted(placed(3));
  EXPECT_EQ(judge(checkpoint, &second).result.second->agrees, true);
}

TEST(AFinishedCount, HasTheCertificateThatItsPrefixesMake) {
  EXPECT_EQ(judge(counted(eight()), nullptr, 30).certificate, make_certificate(counted(eight())));
  EXPECT_TRUE(has(error_of(ExitCode::checkpoint, [] { judge(counted(eight()), nullptr, 33); }),
                  "has 8 tasks where its job has 9"));
  EXPECT_TRUE(has(error_of(ExitCode::checkpoint, [] { judge(test::begun(eight()), nullptr); }),
                  "is not finished: 0 of 8 tasks are done"));
}

/// A result of eight queens that nobody has judged yet.
RunResult unjudged(std::uint64_t count) {
  return {.job = eight(), .count = Count(count), .runs = {}, .count_sha256 = "a sum"};
}

TEST(Symmetry, GivesTheFundamentalSolutionsOfARightTotal) {
  const auto check = check_by_symmetry({.n = 8}, Count(92), [] { return true; });
  ASSERT_TRUE(check);
  EXPECT_EQ(check->fault, "");
  RunResult result = unjudged(92);
  add_symmetry(*check, result);
  EXPECT_EQ(result.fundamental, Count(12));
  EXPECT_EQ(result.count_sha256, "a sum");
  result = unjudged(92);
  result.fault = "is wrong";
  add_symmetry(*check, result);
  EXPECT_FALSE(result.fundamental) << "a wrong total has none";
}

TEST(Symmetry, ContradictsATotalThatNoneIsPublishedOf) {
  const auto check = check_by_symmetry({.n = 8}, Count(93), [] { return true; });
  ASSERT_TRUE(check);
  EXPECT_FALSE(check->fundamental);
  RunResult result = unjudged(93);
  add_symmetry(*check, result);
  EXPECT_EQ(result.fault, check->fault);
  EXPECT_EQ(result.agrees, false);
  EXPECT_FALSE(result.count_sha256);
  result = unjudged(93);
  result.fault = "is wrong";
  add_symmetry(*check, result);
  EXPECT_EQ(result.fault, "is wrong; it " + check->fault);
}

TEST(Symmetry, DoesNotContradictAPublishedTotal) {
  RunResult result = unjudged(92);
  result.agrees = true;
  add_symmetry({.fundamental = {}, .fault = "does not fit"}, result);
  EXPECT_EQ(result.fault, "");
  EXPECT_EQ(result.agrees, true);
  // Their number may be published as well.
  add_symmetry({.fundamental = Count(13)}, result);
  EXPECT_EQ(result.agrees, false);
  EXPECT_TRUE(has(result.fault, "12"));
}

TEST(ResultOfAPart, IsTheSumOfItsTasks) {
  const Part part{.index = 2, .parts = 3};
  const Checkpoint whole = counted(eight());
  const RunResult result = result_of_part(whole, part);
  EXPECT_EQ(result.part, "2/3");
  EXPECT_EQ(result.tasks, 3U);
  EXPECT_EQ(result.count, progress_of(counted(eight(), {}, part).queue).count);
  EXPECT_LT(result.count, Count(92));
  EXPECT_EQ(result.fault, "");
  EXPECT_FALSE(result.agrees);
}

TEST(ResultOfACertificate, IsThatOfItsCheckpointWithoutRows) {
  const Checkpoint second = counted(deeper);
  const auto [of_both, certificate] = judge(counted(eight()), &second);
  const RunResult result = result_of_certificate(certificate);
  EXPECT_EQ(result.job, of_both.job);
  EXPECT_EQ(result.count, of_both.count);
  EXPECT_EQ(result.tasks, of_both.tasks);
  EXPECT_EQ(result.count_sha256, of_both.count_sha256);
  EXPECT_EQ(result.agrees, true);
  EXPECT_EQ(result.sequence, of_both.sequence);
  ASSERT_TRUE(result.second);
  EXPECT_EQ(result.second->job, deeper);
  EXPECT_EQ(result.second->count, Count(92));
  EXPECT_TRUE(result.second->agrees);
  EXPECT_TRUE(result.profile.empty());
  EXPECT_FALSE(result_of_certificate(make_certificate(counted(eight()))).second);
}

/// A checkpoint, and perhaps a second one beside it.
struct Beside {
  test::TemporaryFolder folder;
  std::filesystem::path path = folder.path() / "n8.ckpt";

  void save(const std::string& name, const Checkpoint& checkpoint) const {
    save_checkpoint(folder.path() / name, 1, checkpoint);
  }
  [[nodiscard]] std::optional<LoadedCheckpoint> load() const { return load_second(path, eight()); }
  [[nodiscard]] std::string fault() const {
    return error_of(ExitCode::checkpoint, [this] { static_cast<void>(load()); });
  }
};

TEST(SecondCountBesideACheckpoint, IsReadIfItIsThere) {
  const Beside beside;
  EXPECT_FALSE(beside.load());
  EXPECT_FALSE(total_of(beside.load()));
  beside.save("n8.second.ckpt", counted(deeper));
  const auto second = beside.load();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->checkpoint.job, deeper);
  ASSERT_TRUE(total_of(second));
  EXPECT_EQ(total_of(second)->count, Count(92));
  beside.save("n8.second.ckpt", test::begun(deeper));
  ASSERT_TRUE(beside.load());
  EXPECT_FALSE(total_of(beside.load())) << "it is not finished";
}

TEST(SecondCountBesideACheckpoint, IsOfTheSameBoardByAnotherDecomposition) {
  const Beside beside;
  beside.save("n8.second.ckpt", counted(eight(3)));
  const std::string same = beside.fault();
  EXPECT_TRUE(has(same, "n8.second.ckpt' is no second count of '" + beside.path.string() +
                            "': it numbers the same prefixes (symmetry full, depth 3)"));
  EXPECT_TRUE(has(same, "'nqueens count --double-check=none' moves it aside"));
  beside.save("n8.second.ckpt", counted({.problem = {.n = 7}, .depth = 3}));
  EXPECT_TRUE(has(beside.fault(), "it counts n=7"));
}

TEST(SecondCountBesideACheckpoint, ThatIsDamagedIsToBeRestoredOrMovedAside) {
  const Beside beside;
  std::ofstream(beside.folder.path() / "n8.second.ckpt") << "no checkpoint\n";
  EXPECT_TRUE(has(beside.fault(), "n8.second.ckpt"));
  EXPECT_TRUE(has(beside.fault(), "'nqueens count --double-check=none' gives up the second count"));
}

TEST(SecondCountBesideACheckpoint, IsNotBlamedForASignal) {
  const Beside beside;
  beside.save("n8.second.ckpt", counted(deeper));
  const test::Stopped stopped;
  EXPECT_THROW((void)beside.load(), WalkStopped);
}

}  // namespace
}  // namespace nqueens
