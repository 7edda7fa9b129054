// What a page says of a checkpoint, its log, its second count, and of a log alone.

#include "view/page.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "judge/finished.hpp"
#include "judge/result_file.hpp"
#include "view/jobs_on_disk.hpp"

namespace nqueens {
namespace {

using test::counted;
using test::eight;
using test::eight_otherwise;
using test::error_of;
using test::has;
using test::JobsOnDisk;
using test::with_tasks;

/// The log of a run that counted this job.
/// @param result  with which it ended; empty: it was stopped
std::string log_of(const Job& job, const std::string& result = {}) {
  const auto line = [](double seconds, decltype(RunEvent::body) body) {
    return encode({.time = test::first_noon + seconds, .body = std::move(body)}) + "\n";
  };
  return line(0, RunStart{.host = "node0",
                          .problem = to_string(job.problem),
                          .cut = describe_cut(job),
                          .ranks = {2}}) +
         line(0, RunWorkers{.groups = {{.workers = 2, .host = "node0", .kernel = "scalar"}},
                            .processors = {"a processor"}}) +
         line(9, RunRate{.now = {.tasks = 5, .share_done = 1, .seconds = 9, .workers = 2},
                         .units = 5,
                         .busy = 12,
                         .ranks = {{.units = 5, .busy = 12, .here = 18}}}) +
         (result.empty() ? line(10, RunStop{.reason = "SIGTERM", .saved = true})
                         : line(10, RunFinish{.result = result}));
}

std::string result_of(const Checkpoint& checkpoint) {
  return to_json(judge(checkpoint, nullptr).result);
}

TEST(Page, OfACheckpointAndItsLogHasBoth) {
  const JobsOnDisk disk;
  const Checkpoint whole = counted(eight());
  const auto file = disk.save("n8.ckpt", whole);
  disk.write("n8.run.jsonl", log_of(eight(), result_of(whole)));
  const RunPage page = page_of(file);
  EXPECT_EQ(page.name, "n8.ckpt");
  EXPECT_TRUE(page.faults.empty());
  EXPECT_FALSE(page.is_wrong);
  ASSERT_TRUE(page.status);
  EXPECT_EQ(page.status->file, "n8.ckpt") << "the same page from every folder";
  EXPECT_EQ(page.history.runs.size(), 1U);
  EXPECT_TRUE(page.origins.empty()) << "the log knows more of who counted";
  const Json result = Json::parse(page.result);
  EXPECT_EQ(result.at("solutions"), "92");
  EXPECT_EQ(result.at("resumed"), false);
  EXPECT_EQ(result.at("ranks"), 1);
  EXPECT_EQ(result.at("workers"), 2);
  EXPECT_EQ(result.at("provenance"), json_of(page.provenance));
  EXPECT_EQ(page.provenance.started, test::first_noon);
  EXPECT_EQ(page.provenance.ended, test::first_noon + 10);
  EXPECT_EQ(page.provenance.hosts, std::set<std::string>({"a", "node0"}));
  EXPECT_EQ(page.provenance.kernels, "scalar");
}

TEST(Page, OfSeveralRunsSaysThatItWasResumed) {
  const JobsOnDisk disk;
  Checkpoint whole = counted(eight());
  whole.runs.starts = 2;
  EXPECT_EQ(Json::parse(page_of(disk.save("n8.ckpt", whole)).result).at("resumed"), true);
}

TEST(Page, WithoutALogShowsWhoCountedByTheCheckpoint) {
  const JobsOnDisk disk;
  Checkpoint checkpoint = with_tasks(2);
  test::Counting(eight(), checkpoint.queue, {.host = "b", .microseconds = 3'000'000})
      .count({.task = 2});
  test::Counting(eight(), checkpoint.queue, {.host = ""}).count({.task = 3});
  const RunPage page = page_of(disk.save("n8.ckpt", checkpoint));
  EXPECT_EQ(page.result, "") << "it is not finished";
  EXPECT_TRUE(page.history.runs.empty());
  ASSERT_EQ(page.origins.size(), 3U);
  EXPECT_EQ(page.origins[0].host, "a");
  EXPECT_EQ(page.origins[0].kernel, "scalar");
  EXPECT_EQ(page.origins[0].units, 2U);
  EXPECT_DOUBLE_EQ(page.origins[0].busy, 0.002001);
  EXPECT_EQ(page.origins[1].host, "b");
  EXPECT_DOUBLE_EQ(page.origins[1].busy, 3.000002);
  EXPECT_EQ(page.origins[2].host, "unknown");
  const LengthHistogram lengths = {{-10, 3}, {1, 1}};
  EXPECT_EQ(page.history.lengths, lengths);
}

TEST(Page, OfOldRecordsHasUnknownKernels) {
  const JobsOnDisk disk;
  Checkpoint checkpoint = with_tasks(1);
  UnitRecord record = checkpoint.queue.records[0];
  record.origin = unknown_origin;
  checkpoint.queue.records.set(0, record);
  const RunPage page = page_of(disk.save("n8.ckpt", checkpoint));
  ASSERT_EQ(page.origins.size(), 1U);
  EXPECT_EQ(page.origins[0].kernel + page.origins[0].host, "unknownunknown");
}

TEST(Page, HasTheSecondCount) {
  const JobsOnDisk disk;
  const auto file = disk.save("n8.ckpt", counted(eight()));
  disk.save("n8.second.ckpt", counted(eight_otherwise(), {.host = "c", .kernel = "plain"}));
  RunPage page = page_of(file);
  EXPECT_EQ(Json::parse(page.result).at("second_count").at("agrees"), true);
  ASSERT_EQ(page.status->second.size(), 1U);
  EXPECT_EQ(page.status->second[0].file, "n8.second.ckpt");
  EXPECT_TRUE(page.provenance.hosts.contains("c"));
  EXPECT_EQ(page.provenance.kernels, "plain,scalar");
  disk.write("n8.second.run.jsonl", log_of(eight_otherwise()));
  page = page_of(file);
  EXPECT_EQ(page.provenance.starts.size(), 1U) << "that of the log of the second count";
  disk.save("n8.second.ckpt", with_tasks(1, eight_otherwise()));
  EXPECT_EQ(Json::parse(page_of(file).result).at("second_count"), nullptr) << "not finished";
}

TEST(Page, OfAPartHasItsSumIfTheLogIsOfThatPart) {
  const JobsOnDisk disk;
  const Part half{.index = 1, .parts = 2};
  const Checkpoint part = counted(eight(), {}, half);
  const auto file = disk.save("n8.ckpt", part);
  EXPECT_EQ(page_of(file).result, "") << "no log says which part was wanted";
  disk.write("n8.run.jsonl", log_of(eight(), to_json(result_of_part(part, half))));
  RunPage page = page_of(file);
  EXPECT_TRUE(page.faults.empty());
  EXPECT_EQ(Json::parse(page.result).at("part"), "1/2");
  // The other half is not there.
  RunResult other = result_of_part(part, half);
  other.part = "2/2";
  disk.write("n8.run.jsonl", log_of(eight(), to_json(other)));
  page = page_of(file);
  EXPECT_EQ(page.result, "");
  ASSERT_EQ(page.faults.size(), 1U);
  EXPECT_TRUE(has(page.faults[0], "has a result, but the checkpoint is not finished"));
  EXPECT_FALSE(page.is_wrong);
}

TEST(Page, TheNumberIsThatOfTheCheckpointAndALogThatDiffersIsAFault) {
  const JobsOnDisk disk;
  const Checkpoint whole = counted(eight());
  const auto file = disk.save("n8.ckpt", whole);
  disk.write("n8.run.jsonl",
             log_of(eight(), test::replaced(result_of(whole), R"("92")", R"("94")")));
  const RunPage page = page_of(file);
  EXPECT_EQ(Json::parse(page.result).at("solutions"), "92");
  ASSERT_EQ(page.faults.size(), 1U);
  EXPECT_TRUE(has(page.faults[0], "the log of runs '" + (disk / "n8.run.jsonl").string() +
                                      "' has the number \"94\", but \"92\" was counted"));
  EXPECT_TRUE(page.is_wrong);
  EXPECT_EQ(page.history.runs.size(), 1U) << "it is of this job";
}

TEST(Page, OfALogOfAnotherJobHasNothing) {
  const JobsOnDisk disk;
  const auto file = disk.save("n8.ckpt", counted(eight()));
  disk.write("n8.run.jsonl", log_of(eight_otherwise()));
  const RunPage page = page_of(file);
  ASSERT_EQ(page.faults.size(), 1U);
  EXPECT_TRUE(has(page.faults[0], "is of another job: n=8, symmetry mirror, depth 3"));
  EXPECT_TRUE(has(page.faults[0], "; nothing of it is in this report"));
  EXPECT_FALSE(page.is_wrong) << "the number may be right";
  EXPECT_TRUE(page.history.runs.empty());
  EXPECT_FALSE(page.provenance.hosts.contains("node0"));
  EXPECT_EQ(page.origins.size(), 1U);
}

TEST(Page, ANumberThatCannotBeIsWrong) {
  const JobsOnDisk disk;
  Checkpoint wrong = counted(eight());
  test::add(wrong, 0, 8);
  const RunPage page = page_of(disk.save("n8.ckpt", wrong));
  EXPECT_TRUE(page.is_wrong);
  ASSERT_EQ(page.faults.size(), 1U);
  EXPECT_TRUE(has(page.faults[0], "adds up to 100, but the published count is 92"));
}

/// Two of five tasks are saved. A first run ended without a word at three, a second one at four.
TEST(Page, SaysWhatNoSaveHas) {
  const JobsOnDisk disk;
  const Checkpoint two = with_tasks(2);
  const auto file = disk.save("n8.ckpt", two);
  const Progress saved = progress_of(two.queue, Part{}, plan_of(two.job, two.queue, file).costs);
  const auto line = [](double seconds, decltype(RunEvent::body) body) {
    return encode({.time = test::first_noon + seconds, .body = std::move(body)}) + "\n";
  };
  const auto run = [&](double seconds, const Progress& before, double share_done) {
    Progress now = before;
    now.share_done = share_done;
    now.count += Count{1000};
    now.seconds = 10;
    now.workers = 1;
    return line(seconds, RunStart{.host = "node0",
                                  .problem = to_string(two.job.problem),
                                  .cut = describe_cut(two.job),
                                  .before = before,
                                  .ranks = {1}}) +
           line(seconds + 10, RunRate{.now = now, .units = 1, .busy = 10});
  };
  disk.write("n8.run.jsonl",
             run(0, {}, saved.share_done + 0.125) + run(20, saved, saved.share_done + 0.25));
  const RunPage page = page_of(file);
  const Json starts = json_of(page).at("starts");
  ASSERT_EQ(starts.size(), 2U);
  EXPECT_NEAR(starts[0].at("unsaved_share").get<double>(), 0.125, 1e-6);
  EXPECT_NEAR(starts[1].at("unsaved_share").get<double>(), 0.25, 1e-6);
  EXPECT_EQ(starts[1].at("end"), "no word of its end") << "nobody has the lock";
  EXPECT_EQ(json_of(page).at("use").at("counted_per_second"), saved.count.approximate() / 20);
  EXPECT_TRUE(has(to_html(page), "Unsaved is what a start counted after its last save"));
  const LockFile lock(file);
  EXPECT_EQ(json_of(page_of(file)).at("starts")[1].at("end"), "no word: at work or killed");
  disk.write("n8.run.jsonl", run(0, {}, saved.share_done) + run(20, saved, saved.share_done));
  EXPECT_EQ(json_of(page_of(file)).at("starts")[0].at("unsaved_share"), nullptr);
  EXPECT_FALSE(has(to_html(page_of(file)), "Unsaved is"));
}

TEST(Page, OfARunAtWorkHasNoEnd) {
  const JobsOnDisk disk;
  const auto file = disk.save("n8.ckpt", with_tasks(2));
  EXPECT_GT(page_of(file).provenance.ended, 0) << "when it was saved";
  std::string log = log_of(eight());
  log.erase(log.rfind('\n', log.size() - 2) + 1);
  disk.write("n8.run.jsonl",
             log + encode({.time = test::first_noon + 9.5, .body = RunNow{}}) + "\n");
  const LockFile lock(file);
  const RunPage page = page_of(file);
  EXPECT_TRUE(page.status->live);
  EXPECT_EQ(page.provenance.ended, 0);
}

TEST(Page, OfALinkIsThatOfItsFile) {
  const JobsOnDisk disk;
  disk.save("n8.ckpt", counted(eight()));
  std::filesystem::create_symlink(disk / "n8.ckpt", disk / "link.ckpt");
  const RunPage page = page_of(disk / "link.ckpt");
  EXPECT_EQ(page.name, "link.ckpt");
  EXPECT_EQ(page.status->file, "n8.ckpt");
}

// --- A log alone

TEST(Page, OfALogAloneHasWhatItSays) {
  const JobsOnDisk disk;
  const std::string result = result_of(counted(eight()));
  const RunPage page = page_of(disk.write("n8.run.jsonl", log_of(eight(), result)));
  EXPECT_EQ(page.name, "n8.run.jsonl");
  EXPECT_EQ(page.result, result);
  EXPECT_TRUE(page.faults.empty());
  EXPECT_FALSE(page.is_wrong || page.status);
  EXPECT_EQ(page.history.runs.size(), 1U);
  EXPECT_EQ(page.provenance.hosts, std::set<std::string>{"node0"});
}

TEST(Page, OfALogWithAWrongNumberSaysSo) {
  const JobsOnDisk disk;
  const std::string right = result_of(counted(eight()));
  const auto page_with = [&](const std::string& result) {
    return page_of(disk.write("n8.run.jsonl", log_of(eight(), result)));
  };
  RunPage page = page_with(test::replaced(right, R"("92")", R"("94")"));
  ASSERT_EQ(page.faults.size(), 1U);
  EXPECT_TRUE(has(page.faults[0], "the result in '" + (disk / "n8.run.jsonl").string() + "' "));
  EXPECT_TRUE(page.is_wrong);
  page = page_with(R"({"n":8})");
  EXPECT_EQ(page.faults.size(), 1U);
  EXPECT_FALSE(page.is_wrong) << "it has no number";
}

TEST(Page, OfALogWithoutRunsIsRefused) {
  const JobsOnDisk disk;
  const auto fault_of = [&](const std::string& text) {
    return error_of(ExitCode::checkpoint, [&] { page_of(disk.write("n8.run.jsonl", text)); });
  };
  EXPECT_TRUE(has(fault_of(""), "no run has written into '"));
  EXPECT_TRUE(has(fault_of("a text\n"), "it is not the log of its runs"));
  EXPECT_TRUE(
      has(error_of(ExitCode::checkpoint, [&] { page_of(disk / "none.ckpt"); }), "none.ckpt"));
}

/// Files of the first release: time in kernels had another name there.
TEST(Page, ReadsFilesOfTheFirstRelease) {
  const std::filesystem::path old(NQUEENS_SOURCE_DIR "/tests/releases/1.0.0");
  const std::string held = test::content_of(old / "job.result.json");
  ASSERT_TRUE(has(held, "\"worker_seconds\":"));
  EXPECT_EQ(fault_of_result(held), "");
  RunPage page = page_of(old / "job.run.jsonl");
  EXPECT_TRUE(page.faults.empty());
  EXPECT_TRUE(has(to_html(page), "14200 solutions"));
  page = page_of(old / "job.ckpt");
  EXPECT_TRUE(page.faults.empty());
  EXPECT_TRUE(has(page.result, "\"kernel_seconds\":"));
  const LoadedCheckpoint first = load_existing_checkpoint(old / "job.ckpt", BadFiles::leave);
  const auto second = load_second(old / "job.ckpt", first.checkpoint.job);
  const auto found = compare_result(judge(first.checkpoint, &second->checkpoint).result, held);
  EXPECT_TRUE(found.is_same);
  EXPECT_EQ(found.fault + found.missing + found.other, "");
}

}  // namespace
}  // namespace nqueens
