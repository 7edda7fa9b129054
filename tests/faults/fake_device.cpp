// Counts prefixes with a kernel in work(), some at a time.

#include "fake_device.hpp"

#include <array>
#include <atomic>
#include <charconv>
#include <deque>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>

#include "kernel/kernel.hpp"

namespace nqueens::test {
namespace {

using Clock = std::chrono::steady_clock;

const DeviceInfo info{.number = 0,
                      .name = "played",
                      .driver = "tests 1.0",
                      .bus = "0000:01:00.0",
                      .uuid = "00000000000000000000000000000001",
                      .is_gpu = true,
                      .units = 1,
                      .group = 32};

constexpr std::array<std::string_view, 11> names = {
    "none", "lost", "wrong", "hang", "build", "memory", "slow", "part", "open", "mute", "caught"};

/// Prefixes that are wrong before that is noticed.
constexpr std::uint64_t uncaught = 50;

/// A call into a driver that never returns.
[[noreturn]] void say_and_stay(const char* what) {
  std::cerr << std::string(what) + "\n";
  for (;;) {
    std::this_thread::sleep_for(std::chrono::hours(1));
  }
}

struct Shared {
  DeviceFault fault;
  std::atomic<std::uint64_t> prefixes{0};
};

class FakeDevice final : public Backend {
 public:
  FakeDevice(const Problem& problem, std::shared_ptr<Shared> shared)
      : kernel_(choose_kernel("auto").make(problem)), shared_(std::move(shared)) {}

  bool add(UnitWork& unit) override {
    for (; !unit.is_begun() && waiting_.size() < most_waiting; ++unit.open) {
      waiting_.emplace_back(unit.prefixes.prefixes[unit.begun++], &unit);
    }
    return unit.is_begun();
  }
  void abandon() override { waiting_.clear(); }

  void work(const KeepGoing& keep_going) override {
    using Kind = DeviceFault::Kind;
    const auto end = Clock::now() + std::chrono::milliseconds(10);
    while (!waiting_.empty() && Clock::now() < end && keep_going()) {
      const Kind fault =
          shared_->prefixes >= shared_->fault.after ? shared_->fault.kind : Kind::none;
      if (fault == Kind::memory || fault == Kind::lost) {
        throw device_error(info, fault == Kind::lost ? "CL_DEVICE_NOT_AVAILABLE"
                                                     : "CL_MEM_OBJECT_ALLOCATION_FAILURE");
      }
      if (fault == Kind::hang) {
        std::this_thread::sleep_until(end);
        break;
      }
      if (fault == Kind::mute) {
        say_and_stay("the device does not answer");
      }
      if (fault == Kind::slow) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
      if (fault == Kind::caught && shared_->prefixes >= shared_->fault.after + uncaught) {
        throw device_error<WrongResults>(info, "a result is not that of its crown");
      }
      const bool is_wrong = fault == Kind::wrong || fault == Kind::caught;
      count(waiting_.front().first, *waiting_.front().second, is_wrong ? 1 : 0);
      waiting_.pop_front();
      ++shared_->prefixes;
    }
  }

 private:
  static constexpr std::size_t most_waiting = 64;

  void count(const Prefix& prefix, UnitWork& unit, std::uint64_t wrong_by) {
    const std::uint64_t nodes = kernel_->nodes();
    const auto start = Clock::now();
    std::uint64_t found = 0;
    kernel_->count({&prefix, 1}, {&found, 1});
    unit.result.count += Count{found + wrong_by} * prefix.weight;
    unit.result.nodes += kernel_->nodes() - nodes;
    unit.result.seconds += std::chrono::duration<double>(Clock::now() - start).count();
    --unit.open;
  }

  std::unique_ptr<Kernel> kernel_;
  std::shared_ptr<Shared> shared_;
  std::deque<std::pair<Prefix, UnitWork*>> waiting_;
};

}  // namespace

std::optional<DeviceFault> parse_device_fault(std::string_view text) {
  constexpr std::string_view start = "device";
  constexpr std::string_view after = ":after=";
  if (!text.starts_with(start)) {
    return std::nullopt;
  }
  text.remove_prefix(start.size());
  DeviceFault fault;
  if (const auto found = text.find(after); found != std::string_view::npos) {
    const std::string_view number = text.substr(found + after.size());
    const char* const end = number.data() + number.size();
    if (std::from_chars(number.data(), end, fault.after).ptr != end) {
      return std::nullopt;
    }
    text = text.substr(0, found);
  }
  const std::string_view name = text.empty() ? names.front() : text.substr(1);
  for (std::size_t kind = 0; kind < names.size(); ++kind) {
    if (names.at(kind) == name) {
      fault.kind = static_cast<DeviceFault::Kind>(kind);
      return fault;
    }
  }
  return std::nullopt;
}

DeviceDriver fake_device(const DeviceFault& fault) {
  const auto shared = std::make_shared<Shared>();
  shared->fault = fault;
  return {.list =
              [shared] {
                std::vector<DeviceInfo> devices{info};
                if (shared->fault.kind == DeviceFault::Kind::part) {
                  devices[0].uuid.back() = '2';
                }
                return devices;
              },
          .open = [shared](const DeviceInfo& /*device*/, const std::string& kernel,
                           const Problem& problem,
                           const DeviceOptions& /*options*/) -> std::unique_ptr<Backend> {
            if (shared->fault.kind == DeviceFault::Kind::build) {
              throw device_error(info, kernel + " does not compile: CL_BUILD_PROGRAM_FAILURE");
            }
            if (shared->fault.kind == DeviceFault::Kind::open) {
              say_and_stay("the device compiles its kernel");
            }
            return std::make_unique<FakeDevice>(problem, shared);
          }};
}

}  // namespace nqueens::test
