// The loop of a worker: messages, signals, and milliseconds of a kernel in between.

#include "serve/worker.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "node/self_test.hpp"
#include "system/clock.hpp"
#include "system/process.hpp"

namespace nqueens {
namespace {

constexpr int master = 0;

/// The aim for one kernel call. Between calls the worker looks at its messages and signals.
constexpr std::chrono::milliseconds call_aim{20};

/// Time between looks at the master's process. Each reads a file of /proc.
constexpr std::chrono::milliseconds look_when_idle{1000};
constexpr std::chrono::milliseconds look_when_busy{3000};

/// The kernels of a worker: the preferred one, and others for tasks that it has counted before.
/// Each is made and tested when it is first needed.
class WorkerKernels {
 public:
  /// Throws if the preferred kernel, or its fastest variant, fails its self-test.
  WorkerKernels(const Problem& problem, const KernelEntry& preferred)
      : WorkerKernels(problem, race_variants(preferred, problem)) {}

  WorkerKernels(const Problem& problem, const Race& race)
      : problem_(problem), preferred_(race.winner) {
    if (!race.times.empty()) {
      spdlog::debug("race of kernels: {}", race.times);
    }
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

class Worker {
 public:
  Worker(Transport& transport, const Requests& requests, const WorkerOptions& options)
      : transport_(transport), requests_(requests), options_(options), heard_(Clock::now()) {}

  WorkerEnd run() {
    transport_.send(master, Hello{.process = this_process()});
    while (!end_) {
      const bool idle = tasks_.empty() || leaving_;
      if (auto message =
              next_message(idle ? std::chrono::milliseconds(50) : std::chrono::milliseconds(0))) {
        std::visit([this](auto& body) { handle(body); }, *message);
      } else if (is_orphaned(idle)) {
        read_last_messages();
      } else if (requests_.stop() && !leaving_) {
        leave();
      } else if (!idle) {
        try {
          work();
        } catch (const std::exception& error) {
          fail(error.what());
        }
      }
    }
    return *end_;
  }

 private:
  /// A task in work, and its count so far.
  struct Task {
    UnitPrefixes prefixes;
    std::uint32_t job = 0;  ///< of the batch
    bool ends_batch = false;
    std::size_t next_prefix = 0;
    TaskResult result;
  };

  /// Messages that came during a kernel call, then new ones.
  std::optional<Message> next_message(std::chrono::milliseconds wait) {
    if (!postponed_.empty()) {
      Message message = std::move(postponed_.front());
      postponed_.pop_front();
      return message;
    }
    auto envelope = transport_.receive(wait);
    if (!envelope) {
      return std::nullopt;
    }
    heard_ = Clock::now();
    return std::move(envelope->message);
  }

  /// The master is dead, and its last messages have arrived. A process that waited long for a
  /// processor may not have read its dismissal yet.
  void read_last_messages() {
    auto message = next_message(std::chrono::milliseconds(50));
    for (; message && !end_; message = next_message(std::chrono::milliseconds(50))) {
      std::visit([this](auto& body) { handle(body); }, *message);
    }
    end_ = end_.value_or(WorkerEnd::orphaned);
  }

  /// The kernel calls this during a long count. It answers pings and ends the count on an order to
  /// leave; other messages wait.
  bool keep_going() {
    const auto now = Clock::now();
    if (now - polled_ < call_aim) {
      return !requests_.stop();
    }
    polled_ = now;
    if (!results_.empty() && may_report()) {
      report(false);
    }
    bool urgent = requests_.stop() || is_orphaned(false);
    while (auto envelope = transport_.receive(std::chrono::milliseconds(0))) {
      heard_ = now;
      const Message& message = envelope->message;
      urgent = urgent || std::holds_alternative<Leave>(message) ||
               std::holds_alternative<Dismiss>(message);
      if (const auto* ping = std::get_if<Ping>(&message)) {
        handle(*ping);
      } else {
        postponed_.push_back(std::move(envelope->message));
      }
    }
    return !urgent;
  }

  /// The kernel must not see exceptions. A fault of the transport shows again outside.
  bool keep_going_or_fail() {
    try {
      return keep_going();
    } catch (const std::exception&) {
      return false;
    }
  }

  /// Whether the master's process is dead, or an idle worker has heard nothing from it for long.
  bool is_orphaned(bool idle) {
    const auto now = Clock::now();
    if (idle && now - heard_ > options_.patience) {
      return true;
    }
    if (!master_is_dead_ && now - looked_ >= (idle ? look_when_idle : look_when_busy)) {
      looked_ = now;
      master_is_dead_ = liveness(master_process_) == Liveness::dead;
    }
    return master_is_dead_;
  }

  void handle(const Hello& hello) { master_process_ = hello.process; }

  /// The master answers this worker's Hello with a second Welcome.
  void handle(const Welcome& welcome) {
    if (kernels_ || leaving_) {
      return;
    }
    try {
      problem_ = welcome.problem;
      kernels_.emplace(problem_, choose_kernel(welcome.kernel, problem_.sequence));
      transport_.send(master, Ready{.kernel = std::string(kernels_->preferred().name)});
    } catch (const std::exception& error) {
      fail(error.what());
    }
  }

  void handle(Batch& batch) {
    hold_seconds_ = batch.hold_seconds;
    for (UnitPrefixes& prefixes : batch.units) {
      const UnitId unit = prefixes.unit;
      tasks_.push_back({.prefixes = std::move(prefixes),
                        .job = batch.job,
                        .ends_batch = false,
                        .next_prefix = 0,
                        .result = {}});
      TaskResult& result = tasks_.back().result;
      result.task = unit.task;
      result.slice = unit.slice;
      result.placed.resize(problem_.parts());
    }
    if (!batch.units.empty()) {
      tasks_.back().ends_batch = true;
    }
  }

  void handle(const Leave& /*leave*/) {
    if (!leaving_) {
      leave();
    }
  }

  void handle(const Dismiss& dismiss) {
    end_ = dismiss.finalize ? WorkerEnd::dismissed : WorkerEnd::without_finalize;
  }

  void handle(const Ping& /*ping*/) {
    const auto batches = std::count_if(tasks_.begin(), tasks_.end(),
                                       [](const Task& task) { return task.ends_batch; });
    transport_.send(master, Ping{.batches = static_cast<int>(batches)});
  }

  /// Anything else is a sign of life, or a message that only workers send.
  void handle(const auto& /*other*/) {}

  /// One kernel call on the first task, and its report if the task is then done.
  void work() {
    Task& task = tasks_.front();
    const std::span<const Prefix> open =
        std::span(task.prefixes.prefixes).subspan(task.next_prefix);
    const std::span<const Prefix> chunk = open.first(std::min(open.size(), chunk_));
    const KernelEntry& entry = kernels_->choose(task.prefixes.kernels_to_avoid);
    task.result.kernel = entry.record_name();
    report_job_ = task.job;
    if (!count(kernels_->get(entry), chunk, task.result)) {
      return;  // something is more urgent
    }
    task.next_prefix += chunk.size();
    if (task.next_prefix == task.prefixes.prefixes.size()) {
      results_.push_back(task.result);
      const bool ends_batch = task.ends_batch;
      tasks_.pop_front();
      if (ends_batch || may_report()) {
        report(ends_batch);
      }
    }
  }

  /// @return whether all prefixes were counted; if not, the result is unchanged
  bool count(Kernel& kernel, std::span<const Prefix> prefixes, TaskResult& result) {
    const std::size_t values = problem_.values();
    counts_.resize(prefixes.size() * values);
    const std::uint64_t nodes = kernel.nodes();
    const auto start = Clock::now();
    if (!kernel.count(prefixes, counts_, [this] { return keep_going_or_fail(); })) {
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

  /// Results leave at the end of a batch, or when they have been held for as long as the master
  /// wants: a dying worker costs no more than these and its current unit.
  [[nodiscard]] bool may_report() const { return seconds_since(reported_) > hold_seconds_; }

  void report(bool batch_finished) {
    transport_.send(master, Results{.results = std::exchange(results_, {}),
                                    .batch_finished = batch_finished,
                                    .job = report_job_});
    reported_ = Clock::now();
  }

  void fail(const std::string& reason) {
    leaving_ = true;
    tasks_.clear();
    transport_.send(master, Failure{.reason = reason});
  }

  void leave() {
    leaving_ = true;
    tasks_.clear();
    if (!results_.empty()) {
      report(false);
    }
    transport_.send(master, Goodbye{.from_outside = requests_.from_outside});
    transport_.flush(std::chrono::milliseconds(500));
  }

  Transport& transport_;
  const Requests& requests_;
  WorkerOptions options_;
  Problem problem_;
  std::optional<WorkerKernels> kernels_;
  std::deque<Task> tasks_;
  std::vector<TaskResult> results_;    ///< counted and not reported yet; all of one batch
  std::uint32_t report_job_ = 0;       ///< of that batch
  double hold_seconds_ = 0;            ///< of the last batch that came
  std::vector<std::uint64_t> counts_;  ///< of the current kernel call
  std::size_t chunk_ = 1;              ///< prefixes in the next kernel call
  std::deque<Message> postponed_;      ///< came during a kernel call
  Clock::time_point polled_;           ///< when messages were last polled during a kernel call
  bool master_is_dead_ = false;
  std::optional<WorkerEnd> end_;
  bool leaving_ = false;            ///< said goodbye; waiting to be dismissed
  ProcessIdentity master_process_;  ///< unknown until the master has said Hello
  Clock::time_point heard_;         ///< when the last message came
  Clock::time_point looked_;        ///< when the master's process was last looked at
  Clock::time_point reported_ = Clock::now();
};

}  // namespace

WorkerEnd run_worker(Transport& transport, const Requests& requests, const WorkerOptions& options) {
  return Worker(transport, requests, options).run();
}

}  // namespace nqueens
