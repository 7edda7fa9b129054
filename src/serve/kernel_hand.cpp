// A hand that counts on the processor: kernels, called for some milliseconds at a time.

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "node/self_test.hpp"
#include "serve/hand.hpp"
#include "system/clock.hpp"
#include "system/process.hpp"

namespace nqueens {
namespace {

/// The aim for one kernel call. Between calls the worker looks at its messages and signals.
constexpr std::chrono::milliseconds call_aim{20};

/// The kernels of a worker: the preferred one, and others for tasks that it has counted before.
/// Each is made and tested when it is first needed.
class WorkerKernels {
 public:
  /// Throws if the preferred kernel fails its self-test.
  WorkerKernels(const Problem& problem, const KernelEntry& preferred)
      : problem_(problem), preferred_(preferred) {
    get(preferred_);
  }

  [[nodiscard]] const KernelEntry& preferred() const { return preferred_; }

  /// The preferred kernel or, if it is to be avoided, the fastest other one that is not. The
  /// preferred one if this machine has no other. A kernel that fails its self-test is not used. If
  /// the preferred one then fails too, this machine is broken, and the exception says so.
  const KernelEntry& choose(std::span<const std::string> to_avoid) {
    const auto fits = [&](const KernelEntry& entry) {
      const auto is_the_same = [&entry](std::string_view name) {
        return base_name(name) == base_name(entry.name);
      };
      return std::ranges::none_of(to_avoid, is_the_same) && is_usable(entry);
    };
    if (fits(preferred_)) {
      return preferred_;
    }
    const auto other = std::ranges::find_if(kernels(), fits);
    return other != kernels().end() ? *other : preferred_;
  }

  /// The kernel for an entry from choose().
  Kernel& get(const KernelEntry& entry) {
    auto made = made_.find(entry.name);
    if (made == made_.end()) {
      made = made_.emplace(entry.name, make_tested_kernel(entry, problem_)).first;
    }
    return *made->second;
  }

 private:
  /// Called before every kernel call, so it asks the processor only once. On Arm under a hypervisor
  /// the answer may take long.
  [[nodiscard]] bool is_usable(const KernelEntry& entry) {
    if (made_.contains(entry.name)) {
      return true;
    }
    if (unusable_.contains(entry.name)) {
      return false;
    }
    if (entry.supported() && entry.counts(problem_.sequence) && passes_its_test(entry)) {
      return true;
    }
    unusable_.insert(entry.name);
    return false;
  }

  [[nodiscard]] bool passes_its_test(const KernelEntry& entry) {
    try {
      get(entry);
      return true;
    } catch (const std::exception& error) {
      make_tested_kernel(preferred_, problem_);
      spdlog::warn("{}: {}; checks go on without this kernel", this_process().host, error.what());
      return false;
    }
  }

  Problem problem_;
  const KernelEntry& preferred_;
  std::map<std::string_view, std::unique_ptr<Kernel>> made_;
  /// This processor lacks what they need, or they failed their test.
  std::set<std::string_view> unusable_;
};

class KernelHand final : public Hand {
 public:
  KernelHand(const Problem& problem, const KernelEntry& preferred)
      : problem_(problem), kernels_(problem, preferred) {}

  [[nodiscard]] std::string kernel() const override {
    return std::string(kernels_.preferred().name);
  }

  /// One kernel call on the first task that is not done.
  void work(std::deque<HandTask>& tasks, const Kernel::KeepGoing& keep_going) override {
    HandTask& task = tasks.front();
    const std::span<const Prefix> open = std::span(task.prefixes.prefixes).subspan(task.counted);
    const std::span<const Prefix> chunk = open.first(std::min(open.size(), chunk_));
    const KernelEntry& entry = kernels_.choose(task.prefixes.kernels_to_avoid);
    task.result.kernel = entry.record_name();
    if (count(kernels_.get(entry), chunk, task.result, keep_going)) {
      task.counted += chunk.size();
      task.begun = task.counted;
    }
  }

 private:
  /// @return whether all prefixes were counted; if not, the result is unchanged
  bool count(Kernel& kernel, std::span<const Prefix> prefixes, TaskResult& result,
             const Kernel::KeepGoing& keep_going) {
    const std::size_t values = problem_.values();
    counts_.resize(prefixes.size() * values);
    const std::uint64_t nodes = kernel.nodes();
    const auto start = Clock::now();
    const double used = thread_seconds();
    if (!kernel.count(prefixes, counts_, keep_going)) {
      return false;
    }
    const double seconds = seconds_since(start);
    for (std::size_t i = 0; i < prefixes.size(); ++i) {
      for (std::size_t value = 0; value < values; ++value) {
        const std::uint64_t counted = counts_[i * values + value];
        result.count += Count{counted} * prefixes[i].weight;
        if (!result.placed.empty()) {
          result.placed[value] += counted * prefixes[i].weight;
        }
      }
    }
    result.nodes += kernel.nodes() - nodes;
    result.seconds += seconds;
    result.processor_seconds += thread_seconds() - used;
    adapt_chunk(seconds, prefixes.size());
    return true;
  }

  void adapt_chunk(double seconds, std::size_t prefixes) {
    const double aim = std::chrono::duration<double>(call_aim).count();
    if (seconds > aim) {
      chunk_ = std::max<std::size_t>(chunk_ / 2, 1);
    } else if (prefixes == chunk_ && seconds < aim / 2) {
      chunk_ *= 2;
    }
  }

  Problem problem_;
  WorkerKernels kernels_;
  std::vector<std::uint64_t> counts_;  ///< of the current kernel call
  std::size_t chunk_ = 1;              ///< prefixes in the next kernel call
};

}  // namespace

std::unique_ptr<Hand> make_kernel_hand(const Problem& problem, const std::string& kernel) {
  return std::make_unique<KernelHand>(problem, choose_kernel(kernel, problem.sequence));
}

}  // namespace nqueens
