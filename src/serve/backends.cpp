// Runs kernels in steps of some milliseconds, and chooses a kernel for each unit.

#include "serve/backends.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <string_view>
#include <utility>

#include "node/self_test.hpp"
#include "system/clock.hpp"
#include "system/process.hpp"

namespace nqueens {
namespace {

/// Target length of a kernel call. Between calls the worker reads messages and signals.
constexpr std::chrono::milliseconds call_aim{20};

/// A kernel of the processor. It counts one unit at a time.
class KernelBackend final : public Backend {
 public:
  KernelBackend(const Problem& problem, std::unique_ptr<Kernel> kernel)
      : problem_(problem), kernel_(std::move(kernel)) {}

  bool add(UnitWork& unit) override {
    if (unit_ == nullptr) {
      unit_ = &unit;
      unit.begun = unit.open = unit.prefixes.prefixes.size();
    }
    return false;
  }

  void work(const KeepGoing& keep_going) override {
    if (unit_ == nullptr) {
      return;
    }
    const std::span<const Prefix> open = std::span(unit_->prefixes.prefixes).last(unit_->open);
    const std::span<const Prefix> chunk = open.first(std::min(open.size(), chunk_));
    if (count(chunk, unit_->result, keep_going)) {
      unit_->open -= chunk.size();
      unit_ = unit_->is_done() ? nullptr : unit_;
    }
  }

  void abandon() override { unit_ = nullptr; }

 private:
  /// @return false if it was stopped; the result is unchanged then
  bool count(std::span<const Prefix> prefixes, UnitResult& result, const KeepGoing& keep_going) {
    const std::size_t values = problem_.values();
    counts_.resize(prefixes.size() * values);
    const std::uint64_t nodes = kernel_->nodes();
    const auto start = Clock::now();
    const double used = thread_seconds();
    if (!kernel_->count(prefixes, counts_, keep_going)) {
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
    result.nodes += kernel_->nodes() - nodes;
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
  std::unique_ptr<Kernel> kernel_;
  std::vector<std::uint64_t> counts_;
  std::size_t chunk_ = 1;     ///< prefixes in the next kernel call
  UnitWork* unit_ = nullptr;  ///< being counted
};

/// Keeps failed backends until the process ends: a driver may hang while its objects are destroyed.
void leave_behind(std::unique_ptr<Backend> failed) {
  static std::mutex mutex;
  static auto& backends = *new std::vector<std::unique_ptr<Backend>>();
  const std::lock_guard lock(mutex);
  backends.push_back(std::move(failed));
}

}  // namespace

Backends::Backends(const Problem& problem, const std::string& kernel) {
  const KernelEntry& preferred = choose_kernel(kernel, problem.sequence);
  const auto add = [this, &problem](const KernelEntry& entry) {
    choices_.push_back({.kernel = std::string(entry.name),
                        .record_name = entry.record_name(),
                        .make = [problem, &entry]() -> std::unique_ptr<Backend> {
                          if (!entry.supported() || !entry.counts(problem.sequence)) {
                            return nullptr;
                          }
                          return std::make_unique<KernelBackend>(
                              problem, make_tested_kernel(entry, problem));
                        }});
  };
  add(preferred);
  for (const KernelEntry& entry : kernels()) {
    if (&entry != &preferred) {
      add(entry);
    }
  }
  choices_.front().backend = choices_.front().make();
  retest_ = [problem, &preferred] { make_tested_kernel(preferred, problem); };
}

Backends::Backends(const Problem& problem, const DeviceInfo& device) {
  for (const std::string_view kernel : device_kernels) {
    choices_.push_back({.kernel = std::string(kernel), .record_name = device_record_name(kernel)});
    Choice& choice = choices_.back();
    choice.make = [problem, device, kernel = choice.kernel, record_name = choice.record_name] {
      auto backend = open_device(device, kernel, problem);
      try {
        test_device(*backend, record_name, problem);
      } catch (...) {
        leave_behind(std::move(backend));
        throw;
      }
      return backend;
    };
  }
  choices_.front().backend = choices_.front().make();
  is_usable(choices_.back());
}

/// The preferred kernel, or the fastest usable one if that is to be avoided. The preferred one
/// after all if there is no other.
Backends::Choice& Backends::choose(std::span<const std::string> to_avoid) {
  const auto fits = [&](Choice& choice) {
    const auto is_the_same = [&choice](std::string_view name) {
      return base_name(name) == base_name(choice.record_name);
    };
    return std::ranges::none_of(to_avoid, is_the_same) && is_usable(choice);
  };
  const auto found = std::ranges::find_if(choices_, fits);
  return found != choices_.end() ? *found : choices_.front();
}

/// A kernel that fails its self-test is not used. If the preferred one now fails as well, or a
/// device returned wrong results, this machine cannot be trusted, and the exception is passed on.
/// Each kernel is made once: on Arm under a hypervisor, querying the processor may take long.
bool Backends::is_usable(Choice& choice) {
  if (choice.backend != nullptr || choice.is_unusable) {
    return choice.backend != nullptr;
  }
  try {
    choice.backend = choice.make();
  } catch (const WrongResults&) {
    throw;
  } catch (const std::exception& error) {
    retest_();
    spdlog::warn("{}: {}; checks go on without this kernel", this_process().host, error.what());
  }
  choice.is_unusable = choice.backend == nullptr;
  return !choice.is_unusable;
}

void Backends::work(std::deque<UnitWork>& units, const KeepGoing& keep_going) {
  try {
    for (UnitWork& unit : units) {
      if (unit.is_begun()) {
        continue;
      }
      Choice& choice = choose(unit.prefixes.kernels_to_avoid);
      unit.result.kernel = choice.record_name;
      if (!choice.backend->add(unit)) {
        break;
      }
    }
    for (Choice& choice : choices_) {
      if (choice.backend != nullptr && keep_going()) {
        choice.backend->work(keep_going);
      }
    }
  } catch (...) {
    for (Choice& choice : choices_) {
      leave_behind(std::move(choice.backend));
    }
    throw;
  }
}

void Backends::abandon() {
  for (Choice& choice : choices_) {
    if (choice.backend != nullptr) {
      choice.backend->abandon();
    }
  }
}

}  // namespace nqueens
