// The worker's loop: messages, signals, and milliseconds of counting in between.

#include "serve/worker.hpp"

#include <deque>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "serve/backends.hpp"
#include "system/clock.hpp"
#include "system/process.hpp"
#include "system/processors.hpp"

namespace nqueens {
namespace {

constexpr int master = 0;

/// Between polls for messages during a kernel call.
constexpr std::chrono::milliseconds poll_interval{20};

/// Between checks of the master's process, each of which reads a file of /proc.
constexpr std::chrono::milliseconds look_when_idle{1000};
constexpr std::chrono::milliseconds look_when_busy{3000};

struct OpenBatch {
  std::uint32_t job = 0;
  std::size_t units = 0;  ///< not done
};

class Worker {
 public:
  Worker(Transport& transport, const Requests& requests, const WorkerOptions& options)
      : transport_(transport), requests_(requests), options_(options), heard_(Clock::now()) {}

  WorkerEnd run() {
    transport_.send(master, Hello{.process = this_process(),
                                  .device = options_.device ? to_string(*options_.device) : ""});
    while (!end_) {
      const bool idle = units_.empty() || leaving_;
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
          fail(error);
        }
      }
    }
    return *end_;
  }

 private:
  /// Returns first the messages that arrived during a kernel call.
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

  /// The master is dead, but its last messages have arrived. A process that waited long for a
  /// processor may find its dismissal among them.
  void read_last_messages() {
    auto message = next_message(std::chrono::milliseconds(50));
    for (; message && !end_; message = next_message(std::chrono::milliseconds(50))) {
      std::visit([this](auto& body) { handle(body); }, *message);
    }
    end_ = end_.value_or(WorkerEnd::orphaned);
  }

  /// Called by the kernel during a long count. Answers pings, stops the count on an order to leave,
  /// and postpones other messages.
  bool keep_going() {
    const auto now = Clock::now();
    if (now - polled_ < poll_interval) {
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

  /// Whether the master's process is dead, or an idle worker had no message from it for long.
  bool is_orphaned(bool idle) {
    const auto now = Clock::now();
    // The longer workers hold results, the more workers there are, and the rarer are messages.
    const std::chrono::duration<double> longer(3 * hold_seconds_);
    if (idle && now - heard_ > options_.patience + longer) {
      return true;
    }
    if (!master_is_dead_ && now - looked_ >= (idle ? look_when_idle : look_when_busy)) {
      looked_ = now;
      master_is_dead_ = liveness(master_process_) == Liveness::dead;
    }
    return master_is_dead_;
  }

  void handle(const Hello& hello) { master_process_ = hello.process; }

  /// A second Welcome comes as the answer to this worker's Hello.
  void handle(const Welcome& welcome) {
    if (!backends_ && !leaving_) {
      kernel_ = welcome.kernel;
      make_backends(welcome.problem);
    }
  }

  void make_backends(const Problem& problem) {
    try {
      problem_ = problem;
      const bool on_device = options_.device && devices_count(problem_);
      if (on_device) {
        backends_.emplace(problem_, *options_.device);
      } else {
        backends_.emplace(problem_, kernel_);
      }
      static const std::string processor = processor_model();  // the same for all threads
      transport_.send(master, Ready{.kernel = backends_->kernel(),
                                    .device = on_device ? to_string(*options_.device) : "",
                                    .processor = processor});
    } catch (const std::exception& error) {
      fail(error);
    }
  }

  void handle(Batch& batch) {
    if (batch.job < job_) {
      return;  // that job is over
    }
    job_ = batch.job;
    if (backends_ && !leaving_ && batch.problem != problem_) {
      // The rest of the previous job, of another board, is of no use any more.
      backends_->abandon();
      units_.clear();
      batches_.clear();
      results_.clear();
      make_backends(batch.problem);
    }
    if (leaving_) {
      return;
    }
    hold_seconds_ = batch.hold_seconds;
    for (UnitPrefixes& prefixes : batch.units) {
      UnitWork& work = units_.emplace_back();
      work.result.unit = prefixes.unit;
      work.result.placed.resize(problem_.parts());
      work.prefixes = std::move(prefixes);
    }
    if (!batch.units.empty()) {
      batches_.push_back({.job = batch.job, .units = batch.units.size()});
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
    transport_.send(master, Ping{.batches = static_cast<int>(batches_.size())});
  }

  /// Others are signs of life, or messages that only workers send.
  void handle(const auto& /*other*/) {}

  void work() {
    backends_->work(units_, [this] {
      try {
        return keep_going();
      } catch (const std::exception&) {
        return false;  // kernels must not see exceptions; a fault of the transport recurs outside
      }
    });
    while (!units_.empty() && units_.front().is_done()) {
      results_.push_back(std::move(units_.front().result));
      units_.pop_front();
      OpenBatch& batch = batches_.front();
      report_job_ = batch.job;
      const bool ends_batch = --batch.units == 0;
      if (ends_batch) {
        batches_.pop_front();
      }
      if (ends_batch || may_report()) {
        report(ends_batch);
      }
    }
  }

  /// Results are sent at the end of a batch, or after the time for which the master lets them be
  /// held. So a dying worker costs only these and its current unit.
  [[nodiscard]] bool may_report() const { return seconds_since(reported_) > hold_seconds_; }

  void report(bool batch_finished) {
    transport_.send(master, Results{.results = std::exchange(results_, {}),
                                    .batch_finished = batch_finished,
                                    .job = report_job_});
    reported_ = Clock::now();
  }

  void drop_tasks() {
    leaving_ = true;
    if (backends_) {
      backends_->abandon();
    }
    units_.clear();
    batches_.clear();
  }

  /// Counts of a device from before its loss are right.
  void fail(const std::exception& error) {
    const bool is_lost = dynamic_cast<const DeviceError*>(&error) != nullptr &&
                         dynamic_cast<const WrongResults*>(&error) == nullptr;
    drop_tasks();
    transport_.send(master, Failure{.reason = error.what(), .is_doubted = !is_lost});
  }

  void leave() {
    drop_tasks();
    if (!results_.empty()) {
      report(false);
    }
    transport_.send(master, Goodbye{.stop_signal = requests_.stop_signal,
                                    .from_outside = requests_.from_outside});
    transport_.flush(std::chrono::milliseconds(500));
  }

  Transport& transport_;
  const Requests& requests_;
  WorkerOptions options_;
  Problem problem_;
  std::string kernel_;     ///< that the master has chosen
  std::uint32_t job_ = 0;  ///< of the latest batch
  std::optional<Backends> backends_;
  std::deque<UnitWork> units_;
  std::deque<OpenBatch> batches_;    ///< of units_
  std::vector<UnitResult> results_;  ///< not sent yet; all of one batch
  std::uint32_t report_job_ = 0;     ///< of the batch of results_
  double hold_seconds_ = 0;          ///< of the latest batch
  std::deque<Message> postponed_;    ///< arrived during a kernel call
  Clock::time_point polled_;         ///< last poll during a kernel call
  bool master_is_dead_ = false;
  std::optional<WorkerEnd> end_;
  bool leaving_ = false;            ///< has signed off and waits for its dismissal
  ProcessIdentity master_process_;  ///< unknown until the master's Hello
  Clock::time_point heard_;         ///< time of the last message
  Clock::time_point looked_;        ///< last check of the master's process
  Clock::time_point reported_ = Clock::now();
};

}  // namespace

WorkerEnd run_worker(Transport& transport, const Requests& requests, const WorkerOptions& options) {
  return Worker(transport, requests, options).run();
}

}  // namespace nqueens
