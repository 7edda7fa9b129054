// Which devices and how many threads a process without a launcher counts with.

#include "cli/workers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/device_choice.hpp"
#include "faults/fake_device.hpp"
#include "job/plan.hpp"
#include "support/played_process.hpp"
#include "support/text.hpp"
#include "system/processors.hpp"

namespace nqueens::cli {
namespace {

using test::has;

/// Two drivers that show the same GPU, a processor, and a GPU that cannot count.
std::vector<DeviceInfo> four_devices() {
  DeviceInfo gpu = test::fake_device().list().front();
  std::vector<DeviceInfo> all(4, gpu);
  for (int i = 0; i < 4; ++i) {
    all[static_cast<std::size_t>(i)].number = i;
  }
  all[1].same_as = 0;
  all[2].is_gpu = false;
  all[3].unusable = "its driver is too old";
  return all;
}

std::vector<int> numbers_of(const std::vector<DeviceInfo>& devices) {
  std::vector<int> numbers;
  std::ranges::transform(devices, std::back_inserter(numbers), &DeviceInfo::number);
  return numbers;
}

class Devices : public testing::Test {
 protected:
  Devices() : before_(replace_devices({.list = four_devices, .open = {}})) {}
  ~Devices() override { replace_devices(before_); }

 private:
  DeviceDriver before_;
};

TEST_F(Devices, AreByThemselvesTheGpusThatCountAndEachOfThemOnce) {
  const auto chosen = test::told_by(
      [] { return numbers_of(devices_of({.automatic = true})) == std::vector<int>{0} ? 0 : 1; });
  EXPECT_EQ(chosen.code, 0);
  EXPECT_TRUE(has(chosen.err, "is left out: another driver shows it as device 0; if they are two"));
  EXPECT_EQ(std::ranges::count(chosen.err, '\n'), 1);
  const auto silent = test::told_by([] { return devices_of({.automatic = true}, false).size(); });
  EXPECT_EQ(silent.err, "");
  EXPECT_EQ(why_left_out(four_devices()[0]), "");
  EXPECT_EQ(why_left_out(four_devices()[2]), "auto takes GPUs only; name it by --devices");
  EXPECT_EQ(why_left_out(four_devices()[3]), "its driver is too old");
}

TEST_F(Devices, ThatAreNamedAreTakenIfTheyAreThereAndCanCount) {
  const auto of = [](std::vector<int> numbers) {
    return devices_of({.automatic = false, .numbers = std::move(numbers)});
  };
  EXPECT_EQ(numbers_of(of({2, 1})), (std::vector<int>{2, 1}));
  EXPECT_TRUE(has(test::error_of(ExitCode::usage, [&] { of({9}); }),
                  "there is no device 9; this machine has device 0 ("));
  EXPECT_TRUE(has(test::error_of(ExitCode::usage, [&] { of({3}); }),
                  "cannot count: its driver is too old"));
}

TEST(NoDevices, LoadNoDriver) {
  const auto driver = [] { return std::vector<DeviceInfo>{}; };
  int loaded = 0;
  const DeviceDriver before = replace_devices({.list =
                                                   [&] {
                                                     ++loaded;
                                                     return driver();
                                                   },
                                               .open = {}});
  EXPECT_TRUE(devices_of({.automatic = false}).empty());
  EXPECT_EQ(loaded, 0);
  EXPECT_TRUE(devices_of({.automatic = true}).empty());
  EXPECT_EQ(loaded, 1);
  replace_devices(before);
}

/// What a run says of its only rank. Its workers count a board.
test::Ended counted(const WorkerChoice& choice, const Launcher& launcher,
                    const std::function<bool(const Rank&)>& is_right) {
  return test::told_by([&] {
    return with_workers(choice, launcher, [&](Session& session) {
      const Plan plan = make_plan(make_job({.problem = {.n = 10}}));
      Scheduler scheduler({}, session.workers());
      scheduler.begin(plan.job, plan.costs);
      const Served served = session.serve(scheduler, {.progress = ProgressMode::none});
      const WorkerPool& pool = session.pool();
      return pool.ranks.size() == 1 && is_right(pool.ranks[0]) &&
                     served.end == ServeEnd::finished && pool.everyone_left &&
                     scheduler.queue().progress().count == Count{724}
                 ? ExitCode::done
                 : ExitCode::wrong_answer;
    });
  });
}

WorkerChoice with_threads(std::optional<int> threads) {
  WorkerChoice choice;
  choice.threads = threads;
  choice.devices = {.automatic = false};
  return choice;
}

TEST(WithoutALauncher, WorkersAreAsManyAsAskedForOrAsTheProcessorsOrTheCoresOfTheTask) {
  for (const int threads : {1, 3}) {
    const auto ended = counted(with_threads(threads), {}, [threads](const Rank& rank) {
      return rank.workers == threads && rank.processors == usable_processors() &&
             rank.host_processors == rank.processors && rank.devices == 0;
    });
    EXPECT_EQ(ended.code, 0) << threads << ": " << ended.err;
  }
  Launcher of_slurm;
  of_slurm.task_cores = 4;
  const auto ended =
      counted(with_threads({}), of_slurm, [](const Rank& rank) { return rank.workers == 4; });
  EXPECT_EQ(ended.code, 0) << ended.err;
  for (const std::optional<int> all : {std::optional<int>(), std::optional(all_threads)}) {
    const auto usual = counted(with_threads(all), {}, [](const Rank& rank) {
      return rank.workers == usable_processors();
    });
    EXPECT_EQ(usual.code, 0) << usual.err;
  }
}

TEST(WithoutALauncher, ADeviceHasAProcessorOfItsOwn) {
  WorkerChoice choice = with_threads({});
  choice.devices = {.automatic = true};
  const DeviceDriver before = replace_devices(test::fake_device());
  const auto ended = counted(choice, {}, [](const Rank& rank) {
    return rank.workers == std::max(usable_processors() - 1, 0) + 1 && rank.devices == 1;
  });
  EXPECT_EQ(ended.code, 0) << ended.err;
  replace_devices(before);
}

TEST(WithoutALauncher, WhatNeedsOtherRanksIsRefused) {
  const auto refusal = [](const WorkerChoice& choice, const Launcher& launcher) {
    return test::error_of(ExitCode::usage, [&] {
      with_workers(choice, launcher, [](Session&) { return ExitCode::done; });
    });
  };
  Launcher of_slurm;
  of_slurm.slurm_tasks = 4;
  EXPECT_TRUE(has(refusal(with_threads({}), of_slurm),
                  "Slurm reserved 4 tasks, but this process is alone"));
  EXPECT_EQ(counted(with_threads(1), of_slurm, [](const Rank&) { return true; }).code, 0);
  WorkerChoice nobody = with_threads(1);
  nobody.master_only = true;
  EXPECT_TRUE(has(refusal(nobody, {}), "--master-only is for a launcher"));
  const Launch of_two{.variables = nullptr, .rank = 0, .ranks = 1};
  Launcher one;
  one.launches = {of_two};
  EXPECT_EQ(counted(with_threads(1), one, [](const Rank&) { return true; }).code, 0);
}

/// Its workers, which have not begun, end with it.
TEST(WithoutALauncher, AFailureOfTheJobIsTheEndOfTheRun) {
  const auto ended = test::told_by([] {
    return with_workers(with_threads(2), {}, [](Session&) -> ExitCode {
      throw Error(ExitCode::checkpoint, "no such file");
    });
  });
  EXPECT_EQ(ended.code, static_cast<int>(ExitCode::checkpoint));
  EXPECT_TRUE(has(ended.err, "nqueens: no such file\n"));
}

}  // namespace
}  // namespace nqueens::cli
