// What a job writes: what is moved aside for it, what a failure costs, and its result.

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "judge/finished.hpp"
#include "judge/names.hpp"
#include "kept.hpp"
#include "played.hpp"
#include "session/keeper.hpp"
#include "support/captured_log.hpp"
#include "support/counted.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

namespace fs = std::filesystem;

using test::Kept;
using test::text_of;
using test::write;

// --- What is moved aside

TEST(Keeper, MovesAllAsideThatIsOfTheJob) {
  Kept kept;
  const std::vector<fs::path> all = {kept.path,
                                     generation_path(kept.path, 1),
                                     result_path(kept.path),
                                     run_log_path(kept.path),
                                     second_path(kept.path),
                                     result_path(second_path(kept.path)),
                                     run_log_path(second_path(kept.path))};
  for (const fs::path& file : all) {
    write(file, file.filename().string());
  }
  const test::CapturedLog log;
  kept.keeper.move_aside();
  EXPECT_EQ(kept.files(), all.size());
  for (const fs::path& file : all) {
    EXPECT_FALSE(fs::exists(file)) << file;
  }
  for (const auto& file : fs::directory_iterator(kept.folder.path())) {
    // n8.2026-11-23T08-01-02.second.ckpt was n8.second.ckpt.
    std::string name = file.path().filename().string();
    EXPECT_EQ(name.erase(2, name.find('.', 3) - 2), text_of(file)) << file;
  }
  EXPECT_EQ(log.lines("info the old checkpoint is now ").size(), 2U);
  EXPECT_EQ(log.lines("info the old result is now ").size(), 2U);
  EXPECT_EQ(log.lines("info the old log of runs is now ").size(), 2U);
}

TEST(Keeper, MovesNothingOntoWhatWasMovedBefore) {
  const fs::path name = "n8.ckpt";
  const test::CapturedLog log;
  for (const fs::path& each : {name, second_path(name), result_path(name), run_log_path(name)}) {
    Kept kept;
    const fs::path file = kept.folder.path() / each;
    for (std::size_t moved = 1; moved < 4; ++moved) {
      write(file, "x");
      kept.keeper.move_aside();
      EXPECT_FALSE(fs::exists(file));
      EXPECT_EQ(kept.files(), moved) << each;
    }
  }
}

TEST(Keeper, ThrowsIfSomethingCannotBeMovedAside) {
  const test::TemporaryFolder folder;
  const CheckpointKeeper keeper({.path = folder.path() / (std::string(240, 'n') + ".ckpt")});
  write(result_path(keeper.path()), "x");
  EXPECT_TRUE(test::has(test::error_of(ExitCode::checkpoint, [&] { keeper.move_aside(); }),
                        "cannot rename '" + result_path(keeper.path()).string() + "'"));
}

// --- Saves

TEST(Keeper, KeepsTheGenerationsOfItsSettings) {
  Kept kept;
  kept.settings.generations = 2;
  CheckpointKeeper keeper(kept.settings);
  keeper.lock([] {});
  EXPECT_TRUE(keeper.saved()) << "nothing was to be saved yet";
  EXPECT_EQ(keeper.saved_at(), 0);
  for (int i = 0; i < 3; ++i) {
    keeper.save(test::counted(test::eight()));
  }
  EXPECT_TRUE(keeper.saved());
  EXPECT_NEAR(static_cast<double>(keeper.saved_at()), wall_time(), 300);
  EXPECT_TRUE(fs::exists(generation_path(kept.path, 1)));
  EXPECT_FALSE(fs::exists(generation_path(kept.path, 2)));
}

TEST(Keeper, GoesOnAfterAFailedSave) {
  Kept kept;
  kept.lock();
  kept.keeper.save(test::begun(test::eight()));
  const std::string before = text_of(kept.path);
  const std::int64_t saved_at = kept.keeper.saved_at();
  {
    const test::FullDisk full;
    const test::CapturedLog log;
    kept.keeper.save(test::counted(test::eight()));
    EXPECT_TRUE(test::has(
        log.text(), "warning saving failed, and the older generations are intact: cannot write '"));
  }
  EXPECT_FALSE(kept.keeper.saved());
  EXPECT_EQ(kept.keeper.saved_at(), saved_at);
  EXPECT_EQ(text_of(fs::exists(kept.path) ? kept.path : generation_path(kept.path, 1)), before);
  const test::CapturedLog log(spdlog::level::debug);
  kept.keeper.save(test::counted(test::eight()));
  EXPECT_TRUE(kept.keeper.saved());
  EXPECT_TRUE(kept.keeper.load(StartMode::resume)->checkpoint.finished());
  EXPECT_TRUE(test::has(log.text(), "debug saved " + kept.path.string() + " in "));
}

TEST(Keeper, WritesNothingOnceAnotherRunHasTheLock) {
  Kept kept;
  kept.lock();
  kept.keeper.save(test::begun(test::eight()));
  const std::string before = text_of(kept.path);
  kept.steal_lock();
  const test::FullDisk full;  // nor does it try
  const test::CapturedLog log;
  EXPECT_TRUE(test::has(
      test::error_of(ExitCode::checkpoint, [&] { kept.keeper.save(test::counted(test::eight())); }),
      "was taken over by process 1 on host elsewhere"));
  EXPECT_FALSE(kept.keeper.saved());
  EXPECT_EQ(text_of(kept.path), before);
  EXPECT_EQ(log.text(), "");
}

TEST(Keeper, SaysWhenTheNextSaveIsDue) {
  Kept kept;
  kept.settings.interval_seconds = 1000;
  CheckpointKeeper keeper(kept.settings);
  keeper.lock([] {});
  EXPECT_NEAR(keeper.save_due_in(), 1000, 300);
  for (const bool fails : {false, true}) {
    bool is_put_off = false;  // a busy machine may pause between the save and the question
    for (int tries = 0; tries < 20 && !is_put_off; ++tries) {
      const double before = keeper.save_due_in();
      const auto full = fails ? std::make_unique<test::FullDisk>() : nullptr;
      const test::CapturedLog log;
      keeper.save(test::begun(test::eight()));
      is_put_off = keeper.save_due_in() > before;
    }
    EXPECT_TRUE(is_put_off);
  }
}

TEST(Keeper, LeavesTimeForTwoSavesBeforeALimit) {
  Kept kept;
  kept.lock();
  EXPECT_EQ(kept.keeper.stop_margin(100), 4);
  EXPECT_EQ(kept.keeper.stop_margin(8), 2);
  kept.keeper.save(test::begun(test::eight()));
  EXPECT_GT(kept.keeper.save_seconds(), 0);
  EXPECT_LT(kept.keeper.save_seconds(), 300);
  EXPECT_EQ(kept.keeper.stop_margin(1e6), 4 + 2 * kept.keeper.save_seconds());
}

// --- The result

struct WithResult : Kept {
  RunResult result = judge(test::counted(test::eight()), nullptr).result;
  fs::path file = result_path(path);

  WithResult() {
    lock();
    result.ranks = 1;
  }
  /// Writes it over some text. @return what is logged
  std::string write_over(const std::string& text, bool counted_now) {
    write(file, text);
    const test::CapturedLog log;
    EXPECT_TRUE(keeper.write_result(result, counted_now));
    return log.text();
  }
};

TEST(Keeper, WritesTheResultOfThisRun) {
  WithResult kept;
  const test::CapturedLog log;
  EXPECT_TRUE(kept.keeper.write_result(kept.result, false)) << "none was there";
  EXPECT_EQ(text_of(kept.file), to_json(kept.result) + "\n");
  kept.result.ranks = 2;
  EXPECT_TRUE(kept.keeper.write_result(kept.result, false)) << "it has it, but for who counted";
  EXPECT_NE(text_of(kept.file), to_json(kept.result) + "\n");
  EXPECT_TRUE(kept.keeper.write_result(kept.result, true));
  EXPECT_EQ(text_of(kept.file), to_json(kept.result) + "\n");
  EXPECT_EQ(log.text(), "");
}

TEST(Keeper, SetsAsideWhatIsNotTheResult) {
  RunResult other = WithResult().result;
  other.count += Count{8};
  for (const bool counted_now : {false, true}) {
    for (const std::string& text : {to_json(other), std::string("my notes")}) {
      WithResult kept;
      const fs::path bad = kept.file.string() + ".bad";
      EXPECT_TRUE(test::matches(kept.write_over(text, counted_now),
                                "warning '" + kept.file.string() +
                                    "' .*; it is written again, and the old one is now " +
                                    bad.string() + "\n"));
      EXPECT_EQ(text_of(kept.file), to_json(kept.result) + "\n");
      EXPECT_EQ(text_of(bad), text);
    }
  }
  WithResult kept;
  EXPECT_EQ(kept.write_over("", true),
            "warning '" + kept.file.string() + "' is empty or damaged; it is written again\n");
  EXPECT_EQ(kept.files(), 2U) << "the lock and the result";
}

TEST(Keeper, LeavesAnotherResultIfItMayNotWrite) {
  const WithResult kept;
  write(kept.file, "my notes");
  CheckpointKeeper first({.path = kept.folder.path() / "missing" / "n8.ckpt"});
  first.lock([] {});
  CheckpointKeeper second(kept.settings, &first);
  second.lock([] {});
  const test::CapturedLog log;
  EXPECT_TRUE(second.write_result(kept.result, true));
  EXPECT_EQ(log.lines("' is empty or damaged").size(), 1U);
  EXPECT_TRUE(log.lines("written again").empty());
  EXPECT_EQ(text_of(kept.file), "my notes");
}

TEST(Keeper, SaysIfTheResultCannotBeWritten) {
  WithResult kept;
  const test::FullDisk full;
  const test::CapturedLog log;
  EXPECT_FALSE(kept.keeper.write_result(kept.result, true));
  EXPECT_TRUE(test::has(log.text(), "warning cannot write '"));
}

}  // namespace
}  // namespace nqueens
