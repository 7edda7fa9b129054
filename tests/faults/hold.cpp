// Kernels that wait while a file is there.

#include "hold.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <typeinfo>
#include <utility>

namespace nqueens::test {
namespace {

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

/// Shared by the kernels of a process.
class Gate {
 public:
  explicit Gate(Hold hold)
      : hold_(std::move(hold)),
        pace_(hold_.pace.value_or(std::numeric_limits<double>::infinity())),
        unstoppable_(to_the_end()) {}

  /// Called before each prefix. @param said  whether the kernel has said that it waits @return
  /// false if keep_going did
  bool pass(const Kernel::KeepGoing& keep_going, bool& said) {
    if (keep_going.target_type() == unstoppable_ || prefixes_++ < hold_.after) {
      return true;
    }
    const auto start = Clock::now();
    while (is_shut()) {
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
  [[nodiscard]] bool is_shut() const { return access(hold_.file.c_str(), F_OK) == 0; }

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

}  // namespace

std::vector<KernelEntry> held_kernels(std::span<const KernelEntry> entries, const Hold& hold) {
  const auto gate = std::make_shared<Gate>(hold);
  std::vector<KernelEntry> held(entries.begin(), entries.end());
  for (KernelEntry& entry : held) {
    entry.variants.clear();
    if (entry.compiled() && (hold.kernel.empty() || hold.kernel == entry.name)) {
      entry.make = [make = entry.make, gate](const Problem& problem) {
        return std::make_unique<HeldKernel>(problem, make(problem), gate);
      };
    }
  }
  return held;
}

}  // namespace nqueens::test
