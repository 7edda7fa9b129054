// Workers that count on a device, played by a processor: beside others, alone, and when it fails.

#include <gtest/gtest.h>

#include "faults/fake_device.hpp"
#include "kernel/kernel.hpp"
#include "serve/backends.hpp"
#include "whole_run.hpp"

namespace nqueens {
namespace {

using test::CapturedLog;
using test::DeviceFault;
using test::WholeRun;

constexpr int n = 13;
const Count solutions_of_13{73'712};

/// Prefixes that the self-tests of a device's two kernels count.
constexpr std::uint64_t tested = 200;

/// Puts a device in place of those of this machine.
class Device {
 public:
  explicit Device(const DeviceFault& fault = {}) {
    DeviceDriver driver = test::fake_device(fault);
    info = driver.list().front();
    right_ = driver.open;
    driver.open = [this](const DeviceInfo& device, const std::string& kernel,
                         const Problem& problem, const DeviceOptions& options) {
      opened.push_back(kernel);
      const auto instead = replaced.find(kernel);
      return (instead != replaced.end() ? instead->second : right_)(device, kernel, problem,
                                                                    options);
    };
    before_ = replace_devices(driver);
  }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device() { replace_devices(before_); }

  DeviceInfo info;
  std::vector<std::string> opened;                                 ///< kernels, by its worker
  std::map<std::string, decltype(DeviceDriver::open)> replaced{};  ///< how else to open a kernel

 private:
  decltype(DeviceDriver::open) right_;
  DeviceDriver before_;
};

CountStart checked(double fraction) {
  return {.checks = {.fraction = fraction, .seed = 1, .same_search = same_search(Problem{.n = n})}};
}

/// The first worker counts on the device. The others begin when it has passed its test, or not.
struct MixedRun : WholeRun {
  MixedRun(int workers, double fraction, const DeviceFault& fault = {})
      : WholeRun(test::plan_of(n), workers, {}, 1, checked(fraction)), its_device(fault) {
    device = its_device.info;
    others_may_start = &device_is_tested;
    tick = [this] {
      const WorkerTable& all = scheduler.workers();
      if (all.working(WorkerKind::device) + all.lost() > 0 && !device_is_tested.try_wait()) {
        device_is_tested.count_down();
      }
    };
  }

  /// How many units this kernel has counted first.
  [[nodiscard]] std::uint64_t first_counts(const std::string& kernel) const {
    const PackedRecords& records = queue.units().tasks().records.records;
    std::uint64_t first = 0;
    for (std::size_t task = 0; task < records.size(); ++task) {
      first += queue.units().origins()[records[task].origin].kernel == kernel ? 1 : 0;
    }
    return first;
  }

  CapturedLog log;
  Device its_device;
  std::latch device_is_tested{1};
};

TEST(DeviceWorker, SharesTasksWithAProcessorThatChecksIt) {
  MixedRun run(2, 1);
  EXPECT_EQ(run.go(), ServeEnd::finished);
  EXPECT_EQ(run.queue.progress().count, solutions_of_13);
  EXPECT_EQ(run.queue.checks().counts().confirmed, run.queue.progress().tasks);
  EXPECT_GT(run.first_counts(device_record_name("opencl")), 0U);
  EXPECT_EQ(run.log.lines("on worker 1, device 0 (played)").size(), 1U);
}

/// While a kernel is made a worker hears nothing, and its leases would run out.
TEST(DeviceWorker, MakesBothKernelsBeforeItGetsWork) {
  const Device its_device;
  const Backends backends({.n = n}, its_device.info);
  EXPECT_EQ(its_device.opened, (std::vector<std::string>{"opencl", "opencl:stack"}));
}

TEST(DeviceWorker, IsWaitedForWhileItMakesItsKernels) {
  MixedRun run(1, 0);
  run.options.silence_seconds = 0;
  EXPECT_EQ(run.go(), ServeEnd::finished);
  EXPECT_EQ(run.queue.progress().count, solutions_of_13);
}

/// Its driver may compile for minutes.
TEST(DeviceWorker, ThatIsNotReadyIsNotWaitedForAtTheEnd) {
  MixedRun run(2, 0);
  run.options.farewell_seconds = 86'400;
  std::latch is_over{1};
  run.its_device.replaced["opencl"] = [&is_over](const DeviceInfo& info,
                                                 auto&&...) -> std::unique_ptr<Backend> {
    is_over.wait();
    throw device_error(info, "the run is over");
  };
  const std::jthread its_worker(
      [&run] { run_worker(*run.transports[1], run.worker_requests, {.device = run.device}); });
  const std::jthread other([&run] { run_worker(*run.transports[2], run.worker_requests); });
  EXPECT_EQ(run.serve_and_dismiss().end, ServeEnd::finished);
  is_over.count_down();
  EXPECT_EQ(run.queue.progress().count, solutions_of_13);
}

TEST(DeviceWorker, AloneChecksItselfWithItsOtherKernel) {
  MixedRun run(1, 1);
  EXPECT_EQ(run.go(), ServeEnd::finished);
  EXPECT_EQ(run.queue.checks().counts().confirmed, run.queue.progress().tasks);
  EXPECT_EQ(run.first_counts(device_record_name("opencl")), run.queue.progress().tasks);
  const OriginTable& origins = run.queue.units().origins();
  EXPECT_EQ(origins[run.queue.units().tasks().records.records[0].confirmed_by].kernel,
            device_record_name("opencl:stack"));
}

TEST(DeviceWorker, ThatIsLostInTheMiddleCostsOnlyItsTasks) {
  MixedRun run(2, 0, {.kind = DeviceFault::Kind::lost, .after = tested});
  EXPECT_EQ(run.go(), ServeEnd::finished);
  EXPECT_EQ(run.lost, 1U);
  EXPECT_EQ(run.queue.progress().count, solutions_of_13);
  EXPECT_EQ(run.log.lines("worker 1 on ").size(), 1U);
  EXPECT_EQ(run.log.lines("is lost: device 0 (played, tests 1.0): CL_DEVICE_NOT_AVAILABLE").size(),
            1U);
}

/// It is given up after minutes, but nobody waits for what it holds.
TEST(DeviceWorker, ThatHangsWithItsFirstTasksLosesThemToOthers) {
  MixedRun run(2, 0, {.kind = DeviceFault::Kind::hang, .after = tested});
  EXPECT_EQ(run.go(), ServeEnd::finished);
  EXPECT_EQ(run.log.lines("worker 1 on " + this_process().host + " is lost: its lease of").size(),
            1U);
  EXPECT_EQ(run.queue.progress().count, solutions_of_13);
}

TEST(DeviceWorker, ThatIsOfNoUseAtItsStartDoesNotCount) {
  const std::string driver = "is lost: device 0 (played, tests 1.0): ";
  const std::string test =
      "is lost: kernel " + device_record_name("opencl") + " failed its self-test: ";
  for (const auto& [kind, why] :
       {std::pair(DeviceFault::Kind::build, driver), std::pair(DeviceFault::Kind::memory, driver),
        std::pair(DeviceFault::Kind::wrong, test)}) {
    MixedRun run(2, 0, {.kind = kind});
    EXPECT_EQ(run.go(), ServeEnd::finished);
    EXPECT_EQ(run.log.lines(why).size(), 1U);
    EXPECT_EQ(run.queue.progress().count, solutions_of_13);
  }
}

/// Whatever counts on the device then cannot be believed.
TEST(DeviceWorker, IsNotUsedIfItsSecondKernelCountsWrong) {
  MixedRun run(2, 0);
  run.its_device.replaced["opencl:stack"] =
      test::fake_device({.kind = DeviceFault::Kind::wrong}).open;
  EXPECT_EQ(run.go(), ServeEnd::finished);
  EXPECT_EQ(run.queue.progress().count, solutions_of_13);
  EXPECT_EQ(run.first_counts(device_record_name("opencl")), 0U);
}

TEST(DeviceWorker, GoesOnWithoutItsSecondKernel) {
  MixedRun run(2, 0);
  run.its_device.replaced["opencl:stack"] = [](auto&...) -> std::unique_ptr<Backend> {
    throw DeviceError("it does not compile");
  };
  EXPECT_EQ(run.go(), ServeEnd::finished);
  EXPECT_EQ(run.queue.progress().count, solutions_of_13);
  EXPECT_GT(run.first_counts(device_record_name("opencl")), 0U);
  EXPECT_EQ(run.log.lines("it does not compile; checks go on without this kernel").size(), 1U);
}

TEST(DeviceWorker, ThatCountsWrongIsOutvoted) {
  MixedRun run(3, 1, {.kind = DeviceFault::Kind::wrong, .after = tested});
  EXPECT_EQ(run.go(), ServeEnd::finished);
  EXPECT_EQ(run.queue.progress().count, solutions_of_13);
  EXPECT_FALSE(run.queue.checks().disputes().empty());
}

TEST(DeviceWorker, ThatIsCaughtIsNotBelievedForWhatItCountedBefore) {
  MixedRun run(2, 0, {.kind = DeviceFault::Kind::caught, .after = tested});
  run.tick = [&run] {  // the other one may be done before it is caught
    if (!run.log.lines("are counted again").empty() && !run.device_is_tested.try_wait()) {
      run.device_is_tested.count_down();
    }
  };
  EXPECT_EQ(run.go(), ServeEnd::finished);
  EXPECT_EQ(run.queue.progress().count, solutions_of_13);
  EXPECT_EQ(run.log.lines("earlier tasks of worker 1 are counted again").size(), 1U);
  EXPECT_EQ(run.log.lines(": a result is not that of its crown; ").size(), 1U);
}

TEST(DeviceWorker, AloneEndsTheRunWhenItFails) {
  MixedRun run(1, 0, {.kind = DeviceFault::Kind::lost, .after = tested + 20});
  const auto end = run.go();
  EXPECT_EQ(end, ServeEnd::no_workers);
  EXPECT_LT(run.queue.progress().tasks_done, run.queue.progress().tasks);
}

TEST(DeviceWorker, CountsOnItsProcessorWhatDevicesDoNotCount) {
  Device its_device;
  CapturedLog log;
  WholeRun run(Problem{.n = 7, .sequence = Sequence::torus}, 1, {}, 1);
  run.device = its_device.info;
  EXPECT_EQ(run.go(), ServeEnd::finished);
  EXPECT_TRUE(its_device.opened.empty());
  EXPECT_EQ(run.queue.progress().count, Count{28});
}

}  // namespace
}  // namespace nqueens
