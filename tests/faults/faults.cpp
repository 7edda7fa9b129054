// Kernels that count wrong now and then, and kernels and devices that wait while a file is there.

#include "faults.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <random>
#include <thread>
#include <typeinfo>
#include <utility>

#include "nqueens/error.hpp"
#include "support/spoilt_kernel.hpp"

namespace nqueens::test {
namespace {

constexpr int bits_that_flip = 40;

[[noreturn]] void refuse(std::string_view text) {
  throw Error(ExitCode::usage,
              "fault '" + std::string(text) +
                  "' is none; write miscount:P, bitflip:P or undercount:P, P from 0 to 1, and then "
                  "any of "
                  ":after=K :kernel=NAME :nodes :seed=S; or hold:FILE, and then any of "
                  ":after=K :kernel=NAME :pace=SECONDS :deaf; or device, or one of device:lost "
                  "device:wrong device:hang device:build device:memory device:slow device:part "
                  "device:open device:mute "
                  "device:caught, and then :after=K");
}

template <class Number>
bool read(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

/// Takes the text up to the next colon.
std::string_view take_part(std::string_view& text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view part = text.substr(0, colon);
  text.remove_prefix(std::min(colon + 1, text.size()));
  return part;
}

/// Shared by the kernels of a process.
struct Shared {
  Fault fault;
  std::uint64_t seed = 0;
  std::atomic<std::uint64_t> prefixes{0};
  std::atomic<std::uint64_t> kernels{0};
};

/// Spoils the counts of one kernel.
class Spoiler {
 public:
  explicit Spoiler(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {
    std::seed_seq seed{shared_->seed, shared_->seed >> 32, shared_->kernels++};
    random_.seed(seed);
  }

  void operator()(const Problem& /*problem*/, std::span<std::uint64_t> counts,
                  std::uint64_t& nodes) {
    const Fault& fault = shared_->fault;
    if (shared_->prefixes++ < fault.after || !happens(fault.probability)) {
      return;
    }
    std::uint64_t& count = counts[random_() % counts.size()];
    if (fault.kind == FaultKind::bitflip) {
      count ^= std::uint64_t{1} << random_() % bits_that_flip;
    } else if (fault.kind == FaultKind::undercount) {
      count -= count == 0 ? 0 : 1;
    } else if (count == 0 || happens(0.5)) {
      ++count;
    } else {
      --count;
    }
    nodes += fault.nodes ? 1 : 0;
  }

 private:
  bool happens(double probability) {
    return std::ldexp(static_cast<double>(random_() >> 11), -53) < probability;
  }

  std::shared_ptr<Shared> shared_;
  std::mt19937_64 random_;
};

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_looks{5};

/// Notes the kind of keep_going that a kernel gets.
class Listener final : public Kernel {
 public:
  Listener() : Kernel(Problem{.n = 1}) {}
  [[nodiscard]] std::uint64_t nodes() const noexcept override { return 0; }
  [[nodiscard]] const std::type_info& heard() const { return *heard_; }

 private:
  bool complete(const Placement& /*placement*/, std::span<std::uint64_t> /*counts*/,
                const KeepGoing& keep_going) noexcept override {
    heard_ = &keep_going.target_type();
    return true;
  }

  const std::type_info* heard_ = &typeid(void);
};

/// The keep_going of a Kernel::count() without one.
const std::type_info& to_the_end() {
  Listener listener;
  const Prefix prefix;
  std::uint64_t count = 0;
  listener.count({&prefix, 1}, {&count, 1});
  return listener.heard();
}

bool is_shut(const Hold& hold) {
  return access(hold.file.c_str(), F_OK) == 0;
}

/// Shared by the kernels of a process.
class Gate {
 public:
  explicit Gate(Hold hold)
      : hold_(std::move(hold)),
        pace_(hold_.pace.value_or(std::numeric_limits<double>::infinity())),
        unstoppable_(to_the_end()) {}

  /// Called before each prefix. @param said  whether the kernel has said that it waits @return
  /// false if keep_going did
  bool pass(const KeepGoing& keep_going, bool& said) {
    if (keep_going.target_type() == unstoppable_ || prefixes_++ < hold_.after) {
      return true;
    }
    const auto start = Clock::now();
    while (is_shut(hold_)) {
      if (!std::exchange(said, true)) {
        say_who_waits();
      }
      if (!hold_.deaf && !keep_going()) {
        return false;
      }
      const std::chrono::duration<double> left = pace_ - (Clock::now() - start);
      if (left.count() <= 0) {
        return true;
      }
      std::this_thread::sleep_for(std::min<std::chrono::duration<double>>(left, between_looks));
    }
    said = false;
    return true;
  }

 private:
  /// In one write, since others write too, and only if the file still exists.
  void say_who_waits() const {
    const int file = open(hold_.file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (file >= 0) {
      const std::string line = std::to_string(getpid()) + '\n';
      [[maybe_unused]] const auto written = write(file, line.data(), line.size());
      close(file);
    }
  }

  Hold hold_;
  std::chrono::duration<double> pace_;
  const std::type_info& unstoppable_;
  std::atomic<std::uint64_t> prefixes_{0};
};

class HeldKernel final : public Kernel {
 public:
  HeldKernel(const Problem& problem, std::unique_ptr<Kernel> kernel, std::shared_ptr<Gate> gate)
      : Kernel(problem), kernel_(std::move(kernel)), gate_(std::move(gate)) {}

  [[nodiscard]] std::uint64_t nodes() const noexcept override { return kernel_->nodes(); }

 private:
  bool complete(const Placement& placement, std::span<std::uint64_t> counts,
                const KeepGoing& keep_going) noexcept override {
    const Prefix prefix{.placement = placement};
    return gate_->pass(keep_going, said_) && kernel_->count({&prefix, 1}, counts, keep_going);
  }

  std::unique_ptr<Kernel> kernel_;
  std::shared_ptr<Gate> gate_;
  bool said_ = false;
};

class HeldDevice final : public Backend {
 public:
  HeldDevice(std::unique_ptr<Backend> device, Hold hold)
      : device_(std::move(device)), hold_(std::move(hold)) {}

  /// Units of a job name the kernel that they are for, those of a self-test do not.
  bool add(UnitWork& unit) override {
    if (!unit.result.kernel.empty() && is_shut(hold_)) {
      std::this_thread::sleep_for(between_looks);
      return false;
    }
    return device_->add(unit);
  }
  void work(const KeepGoing& keep_going) override { device_->work(keep_going); }
  void abandon() override { device_->abandon(); }
  [[nodiscard]] DeviceTimes times() const override { return device_->times(); }

 private:
  std::unique_ptr<Backend> device_;
  Hold hold_;
};

}  // namespace

std::variant<Fault, Hold> parse_fault(std::string_view text) {
  std::string_view rest = text;
  const std::string_view kind = take_part(rest);
  const std::string_view first = take_part(rest);
  Fault fault{.kind = kind == "miscount"  ? FaultKind::miscount
                      : kind == "bitflip" ? FaultKind::bitflip
                                          : FaultKind::undercount};
  Hold hold{.file = std::string(first)};
  const bool holds = kind == "hold";
  bool valid = holds ? !first.empty()
                     : (fault.kind != FaultKind::undercount || kind == "undercount") &&
                           read(first, fault.probability) && fault.probability >= 0 &&
                           fault.probability <= 1;
  while (valid && !rest.empty()) {
    const std::string_view part = take_part(rest);
    const std::string_view value = part.substr(std::min(part.find('=') + 1, part.size()));
    if (part.starts_with("kernel=")) {
      fault.kernel = hold.kernel = value;
      valid = !value.empty();
    } else if (part.starts_with("after=")) {
      valid = read(value, fault.after);
      hold.after = fault.after;
    } else if (holds && part.starts_with("pace=")) {
      valid = read(value, hold.pace.emplace()) && *hold.pace >= 0;
    } else if (!holds && part.starts_with("seed=")) {
      valid = read(value, fault.seed.emplace());
    } else {
      valid = part == (holds ? "deaf" : "nodes");
      (holds ? hold.deaf : fault.nodes) = true;
    }
  }
  if (!valid) {
    refuse(text);
  }
  return holds ? std::variant<Fault, Hold>(hold) : fault;
}

std::vector<KernelEntry> faulty_kernels(std::span<const KernelEntry> entries, const Fault& fault) {
  const auto shared = std::make_shared<Shared>();
  shared->fault = fault;
  shared->seed = fault.seed.value_or(std::random_device{}());
  std::vector<KernelEntry> faulty;
  for (const KernelEntry& entry : entries) {
    const bool is_broken = fault.kernel.empty() || fault.kernel == entry.name;
    faulty.push_back(is_broken ? spoilt(entry, [shared] { return Spoiler(shared); }) : entry);
  }
  return faulty;
}

std::vector<KernelEntry> held_kernels(std::span<const KernelEntry> entries, const Hold& hold) {
  const auto gate = std::make_shared<Gate>(hold);
  std::vector<KernelEntry> held(entries.begin(), entries.end());
  for (KernelEntry& entry : held) {
    if (entry.compiled() && (hold.kernel.empty() || hold.kernel == entry.name)) {
      entry.make = [make = entry.make, gate](const Problem& problem) {
        return std::make_unique<HeldKernel>(problem, make(problem), gate);
      };
    }
  }
  return held;
}

DeviceDriver held_devices(DeviceDriver driver, const Hold& hold) {
  if (hold.kernel == "opencl") {
    driver.open = [open = driver.open, hold](const DeviceInfo& device, const std::string& kernel,
                                             const Problem& problem, const DeviceOptions& options) {
      return std::make_unique<HeldDevice>(open(device, kernel, problem, options), hold);
    };
  }
  return driver;
}

std::vector<KernelEntry> kernels_with(std::span<const KernelEntry> entries,
                                      const std::variant<Fault, Hold>& fault) {
  const auto* hold = std::get_if<Hold>(&fault);
  return hold != nullptr ? held_kernels(entries, *hold)
                         : faulty_kernels(entries, std::get<Fault>(fault));
}

}  // namespace nqueens::test
