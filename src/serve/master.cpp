// The serving loop: turns messages into calls of the scheduler, and its decisions into messages.

#include "serve/master.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

#include "net/message.hpp"
#include "nqueens/error.hpp"
#include "system/clock.hpp"
#include "system/process.hpp"

namespace nqueens {
namespace {

/// Upper bound on the delay of saves, limits, signals and pings while messages keep arriving.
constexpr double longest_listening_seconds = 0.1;
/// Leases expire by the time up to which all messages were read, but at most this much later.
constexpr double longest_unread_seconds = 10;

class Master {
 public:
  Master(WorkerPool& pool, Scheduler& scheduler, const ServeOptions& options,
         const ServeHooks& hooks)
      : pool_(pool), scheduler_(scheduler), options_(options), hooks_(hooks) {}

  Served run() {
    Served served;
    try {
      served.end = run_to_end();
    } catch (...) {
      served.failure = std::current_exception();
      part_after_failure();
    }
    try {
      pool_.everyone_left = leaving_ && dismiss();
    } catch (...) {
      pool_.everyone_left = false;
      served.failure = served.failure ? served.failure : std::current_exception();
    }
    served.last_failure = last_failure_;
    pool_.hung_workers = hung_workers(workers_);
    return served;
  }

 private:
  ServeEnd run_to_end() {
    const ServeEnd end = serve();
    if (end != ServeEnd::finished) {
      save();  // at once, since the run may be killed within a second
    }
    const bool unhurried = end == ServeEnd::finished || end == ServeEnd::out_of_time;
    if (end != ServeEnd::finished || !options_.another_job_follows) {
      farewell(unhurried ? options_.farewell_seconds : options_.stopped_farewell_seconds);
    }
    if (end == ServeEnd::finished || !all_saved_) {
      save();
    }
    const bool is_disputed = end == ServeEnd::finished && !scheduler_.finished();
    hooks_.tell(Ended{.is_disputed = is_disputed});
    if (scheduler_.finished()) {
      return ServeEnd::finished;
    }
    return is_disputed ? ServeEnd::stopped : end;
  }

  ServeEnd serve() {
    expect_workers();
    welcome_workers_of_previous_job();
    while (true) {
      if (scheduler_.finished()) {
        return ServeEnd::finished;
      }
      if (requests_.stop()) {
        return ServeEnd::stopped;
      }
      if (requests_.save.exchange(false) || hooks_.is_save_due()) {
        save();
      }
      receive(std::chrono::milliseconds(50));
      look_after_workers();
      if (hooks_.out_of_time() && !scheduler_.finished()) {
        return ServeEnd::out_of_time;
      }
      if (cannot_go_on()) {
        // A launcher passes a signal to one rank after the other, so the workers' farewells may
        // come before the master's own signal.
        return workers_.at_stage(WorkerTable::Stage::left) > 0 ? ServeEnd::stopped
                                                               : ServeEnd::no_workers;
      }
    }
  }

  void save() {
    hooks_.save();
    all_saved_ = true;
  }

  /// Prevents the first ready worker from checking its own counts while others may still come.
  void expect_workers() {
    scheduler_.expect(now() < options_.hello_seconds ? workers_.possible() : 0);
  }

  void welcome_workers_of_previous_job() {
    for (WorkerId id = 1; id <= workers_.last(); ++id) {
      if (workers_[id].stage == WorkerTable::Stage::ready) {
        arrive(id);
      }
    }
    give_work();
  }

  // --- Messages of workers

  void receive(std::chrono::milliseconds wait) {
    const double end = now() + longest_listening_seconds;
    while (const auto envelope = transport_.receive(wait)) {
      heard_ = now();
      scheduler_.hear(envelope->from, heard_);
      welcome_back(envelope->from);
      std::visit([this, &envelope](const auto& body) { handle(envelope->from, body); },
                 envelope->message);
      give_work();
      if (now() >= end) {
        return;
      }
      wait = std::chrono::milliseconds(0);
    }
    all_read_ = now();
  }

  /// Takes a lost worker back when a message arrives, unless its process is dead and the message
  /// was still under way.
  void welcome_back(WorkerId id) {
    const WorkerTable::Worker& worker = workers_[id];
    if (worker.stage == WorkerTable::Stage::lost && !is_dead(worker)) {
      scheduler_.come_back(id);
      hooks_.tell(Back{.worker = id});
      if (worker.stage == WorkerTable::Stage::ready) {
        arrive(id);
      }
    }
  }

  void arrive(WorkerId id) {
    if (scheduler_.arrive(id)) {
      hooks_.tell(Came{.worker = id});
    } else {
      tell(id, Leave{});
    }
  }

  void handle(WorkerId from, const Hello& hello) {
    scheduler_.greet(from, hello.process, hello.device);
    spdlog::debug("worker {}: process {} on {}", from, hello.process.pid, hello.process.host);
    tell(from, Hello{.process = this_process()});
    tell(from, Welcome{.problem = scheduler_.job().problem, .kernel = options_.kernel});
  }

  void handle(WorkerId from, const Ready& ready) {
    const bool was_ready = workers_[from].stage == WorkerTable::Stage::ready;
    if (!scheduler_.ready(from, ready.kernel, ready.device, ready.processor)) {
      return;  // its Hello was lost, so its host is unknown
    }
    if (!was_ready && workers_[from].stage == WorkerTable::Stage::ready) {
      arrive(from);
    }
    spdlog::debug("worker {}: kernel {}", from, workers_[from].counts_with());
    if (!were_ready_ && workers_.all_had_kernels()) {
      were_ready_ = true;
      hooks_.tell(AllReady{});
    }
  }

  void handle(WorkerId from, const Results& results) {
    if (has_failed_) {
      return;
    }
    if (results.job == options_.job) {  // skips late ones of a finished job
      for (const UnitResult& result : results.results) {
        take(from, result);
      }
      if (results.batch_finished) {
        scheduler_.batch_finished(from);
      }
    }
  }

  void take(WorkerId from, const UnitResult& result) {
    const Taken taken = scheduler_.take(from, result);
    all_saved_ = all_saved_ && !taken.outcome;
    hooks_.tell(Counted{.worker = from, .result = result, .taken = taken});
    for (const SetAside& worker : taken.set_aside) {
      last_failure_ = describe_set_aside(worker, workers_);
      if (workers_[worker.worker].can_be_told()) {
        tell(worker.worker, Leave{});
      }
    }
  }

  void handle(WorkerId from, const Failure& failure) {
    last_failure_ = failure.reason;
    lose({from}, WorkerTable::Stage::failed, failure.reason);
    if (failure.is_doubted) {
      hooks_.tell(Doubted{.worker = from, .suspects = scheduler_.suspect(from)});
    }
  }

  void handle(WorkerId from, const Goodbye& goodbye) {
    requests_.hear_of_a_stop(goodbye.stop_signal, goodbye.from_outside);
    hooks_.tell(Left{.worker = from,
                     .returned = scheduler_.depart(from, WorkerTable::Stage::left).value_or(0)});
  }

  void handle(WorkerId from, const Ping& ping) { scheduler_.holds(from, ping.batches); }

  void handle(WorkerId from, const auto& /*other*/) {
    spdlog::warn("worker {} sent a message that only the master sends", from);
  }

  // --- Messages to workers

  void tell(WorkerId id, const Message& message) {
    transport_.send(id, message);
    spoken_to(id) = now();
  }

  double& spoken_to(WorkerId id) {
    const auto place = static_cast<std::size_t>(id);
    if (place >= spoken_to_.size()) {
      spoken_to_.resize(static_cast<std::size_t>(workers_.last()) + 1);
    }
    return spoken_to_.at(place);
  }

  void give_work() {
    while (!leaving_) {
      auto assignment = scheduler_.next(now());
      if (!assignment) {
        return;
      }
      tell(assignment->worker, Batch{.problem = scheduler_.job().problem,
                                     .units = std::move(assignment->units),
                                     .job = options_.job,
                                     .hold_seconds = assignment->hold_seconds});
    }
  }

  /// Finds dead workers and expired leases, hands out their units, and pings silent workers.
  void look_after_workers() {
    const double time = now();
    if (time - looked_after_ < tick_seconds(static_cast<std::size_t>(workers_.last()))) {
      return;
    }
    looked_after_ = time;
    for (const WorkersOfProcess& dead : newly_dead(workers_)) {
      lose(dead.workers, WorkerTable::Stage::lost,
           "process " + std::to_string(dead.process.pid) + " is gone");
    }
    const auto waited = [this, time](WorkerId id) {
      return waits_.since_asked(workers_, id, time);
    };
    for (const Lost& lost :
         scheduler_.tick(std::max(all_read_, time - longest_unread_seconds), waited)) {
      tell_of(lost);
    }
    expect_workers();
    give_work();
    for (const WorkerId id : scheduler_.to_ping(time)) {
      tell(id, Ping{});
    }
    const double interval = ping_interval_seconds(static_cast<std::size_t>(workers_.last()),
                                                  options_.ping_interval_seconds);
    for (WorkerId id = 1; id <= workers_.last(); ++id) {
      // A worker that has signed off waits for its dismissal, and would take silence for the
      // master's death.
      if (time - spoken_to(id) > interval && workers_[id].has_spoken && !is_dead(workers_[id])) {
        tell(id, Ping{});
      }
    }
  }

  void lose(const std::vector<WorkerId>& ids, WorkerTable::Stage how, const std::string& why) {
    Lost lost{.why = why};
    for (const WorkerId id : ids) {
      if (const auto returned = scheduler_.depart(id, how)) {
        lost.workers.push_back(id);
        lost.returned += *returned;
      }
    }
    if (!lost.workers.empty()) {
      tell_of(lost);
    }
  }

  void tell_of(const Lost& lost) {
    heard_ = now();  // the workers may come back
    hooks_.tell(lost);
  }

  /// Whether no worker will come or come back.
  [[nodiscard]] bool cannot_go_on() const {
    if (workers_.working() > 0 || workers_.nobody_came()) {
      return workers_.nobody_came() && now() > options_.hello_seconds;
    }
    const bool make_devices = workers_.devices_being_made() > 0;
    return all_gone(workers_) ||
           now() - heard_ > (make_devices ? options_.making_seconds : options_.silence_seconds);
  }

  // --- The end

  /// Asks all workers for their last results and waits for them. The wait is shorter after a
  /// signal, and if only unready devices remain.
  void farewell(double seconds) {
    leaving_ = true;
    for (WorkerId id = 1; id <= workers_.last(); ++id) {
      if (workers_[id].stage != WorkerTable::Stage::lost) {
        tell(id, Leave{});
      }
    }
    const double start = now();
    while (now() - start < seconds && somebody_stays(workers_)) {
      if (requests_.stop() || workers_.possible() == 0) {
        seconds = std::min(seconds, options_.stopped_farewell_seconds);
      }
      receive(std::chrono::milliseconds(20));
      look_after_workers();
    }
  }

  /// After a failure results no longer count, but workers get time to leave.
  void part_after_failure() {
    has_failed_ = true;
    try {
      farewell(options_.stopped_farewell_seconds);
    } catch (const std::exception& error) {
      spdlog::debug("the workers' last messages could not be read: {}", error.what());
    }
  }

  /// Ends all workers. If one is missing, the transport must not wait for it at shutdown, and the
  /// others stay until the answer is printed. @return whether all have left
  bool dismiss() {
    const bool everyone_left = all_wait(workers_);
    if (everyone_left) {
      dismiss_workers(transport_);
    } else {
      transport_.abandon();
    }
    return everyone_left;
  }

  [[nodiscard]] double now() const { return seconds_since(start_); }

  WorkerPool& pool_;
  Transport& transport_ = pool_.transport;
  Requests& requests_ = pool_.requests;
  Scheduler& scheduler_;
  const ServeOptions& options_;
  const ServeHooks& hooks_;
  const WorkerTable& workers_ = scheduler_.workers();
  WaitsForProcessors waits_;
  Clock::time_point start_ = Clock::now();
  double heard_ = 0;     ///< when a worker last sent a message or was lost
  double all_read_ = 0;  ///< when all messages were last read
  double looked_after_ = 0;
  bool all_saved_ = true;  ///< no new result since the last save
  bool leaving_ = false;
  bool has_failed_ = false;  ///< results are not accepted
  bool were_ready_ = false;
  std::vector<double> spoken_to_;  ///< time of the last message to each worker
  std::string last_failure_;
};

}  // namespace

Served serve(WorkerPool& pool, Scheduler& scheduler, const ServeOptions& options,
             const ServeHooks& hooks) {
  return Master(pool, scheduler, options, hooks).run();
}

void require_no_failure(const Served& served, const std::string& advice) {
  if (served.failure) {
    std::rethrow_exception(served.failure);
  }
  if (served.end == ServeEnd::no_workers) {
    const std::string why =
        served.last_failure.empty() ? "" : " (the last one said: " + served.last_failure + ")";
    throw Error(ExitCode::runtime_error, "no worker is left" + why + advice);
  }
}

}  // namespace nqueens
