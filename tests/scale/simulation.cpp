// A cluster of any size on the real scheduler, with workers that are played.

#include "simulation.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <queue>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "played.hpp"

namespace nqueens::scale {
namespace {

constexpr double rate_window_seconds = 10;

class Cluster {
 public:
  explicit Cluster(const Scenario& scenario) : scenario_(scenario), random_(scenario.seed) {}

  Report run() {
    begin(scenario_.start);
    play();
    while (!scheduler_->finished() && time_ >= wall_ && report_.runs < scenario_.max_runs) {
      QueueSnapshot snapshot = queue().trusted_snapshot();
      save();
      time_ = master_free_;
      begin(std::move(snapshot));
      play();
    }
    return report();
  }

 private:
  double uniform() { return std::uniform_real_distribution<double>()(random_); }
  double exponential(double mean) {
    return mean > 0 ? std::exponential_distribution<double>(1 / mean)(random_) : 0;
  }
  [[nodiscard]] std::size_t host_of(WorkerId id) const { return scenario_.host_of(id); }
  [[nodiscard]] WorkerKind kind_of(WorkerId id) const { return scenario_.kind_of(id); }
  Worker& worker(WorkerId id) { return workers_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] const WorkQueue& queue() const { return scheduler_->queue(); }

  // --- Runs

  void begin(std::optional<QueueSnapshot> snapshot) {
    scheduler_.emplace(scenario_.policy);
    scheduler_->begin(scenario_.plan.job, scenario_.plan.costs,
                      {.snapshot = std::move(snapshot),
                       .checks = {.fraction = scenario_.check_fraction, .seed = scenario_.seed},
                       .leases = {.expected_cost_rate = 1 / scenario_.seconds_per_cost}});
    workers_.assign(static_cast<std::size_t>(scenario_.workers) + 1, {});
    host_deaths_.assign(workers_.size() / static_cast<std::size_t>(scenario_.workers_per_host) + 1,
                        never);
    events_ = {};
    contents_ = {};
    living_ = 0;
    unborn_ = scenario_.workers;
    first_idle_ = never;
    master_free_ = saved_ = time_;
    wall_ = time_ + scenario_.wall_seconds;
    ++report_.runs;
    if (scenario_.hosts_die && scenario_.deaths_per_worker_hour > 0) {
      for (double& death : host_deaths_) {
        death = time_ + exponential(3600 / scenario_.deaths_per_worker_hour);
      }
    }
    for (WorkerId id = 1; id <= scenario_.workers; ++id) {
      schedule(time_ + uniform() * scenario_.start_seconds, Kind::arrival, id);
    }
    schedule(time_ + tick_seconds(static_cast<std::size_t>(scenario_.workers)), Kind::tick, 0);
  }

  /// To the end of the count, or of the run.
  void play() {
    while (!scheduler_->finished() && living_ + unborn_ > 0) {
      const Event event = events_.top();
      events_.pop();
      time_ = std::min(event.time, wall_);
      if (event.time >= wall_) {
        break;
      }
      handle(event);
    }
    for (WorkerId id = 1; id <= scenario_.workers; ++id) {
      const Worker& each = worker(id);
      if (each.was_born) {
        lived_[kind_of(id)] += std::min(each.died, time_) - each.born;
      }
    }
    const QueueState state = queue().state();
    report_.retries += state.retries;
    report_.checks += state.checks;
    report_.duplicates += state.duplicates;
  }

  void schedule(double time, Kind kind, WorkerId id, std::uint32_t payload = 0) {
    events_.push({.time = time, .order = order_++, .kind = kind, .worker = id, .payload = payload});
  }

  void handle(const Event& event) {
    switch (event.kind) {
      case Kind::arrival: arrive(event.worker); break;
      case Kind::death: die(event.worker); break;
      case Kind::task_end: end_task(event.worker); break;
      case Kind::batch: get_batch(event.worker, contents_.take(event.payload)); break;
      case Kind::ping: answer_ping(event.worker); break;
      case Kind::tick: tick(); break;
      case Kind::ready:
      case Kind::results:
      case Kind::pong: serve(event.kind, event.worker, contents_.take(event.payload)); break;
    }
  }

  // --- Workers

  void arrive(WorkerId id) {
    Worker& self = worker(id);
    --unborn_;
    ++living_;
    self.alive = true;
    self.was_born = true;
    self.born = time_;
    self.slowness =
        uniform() < scenario_.slow_share ? static_cast<float>(scenario_.slow_factor) : 1.0F;
    if (kind_of(id) == WorkerKind::device) {
      self.slowness /= static_cast<float>(scenario_.device_speed);
    }
    if (scenario_.hosts_die) {
      schedule(std::max(time_, host_deaths_[host_of(id)]), Kind::death, id);
    } else if (scenario_.deaths_per_worker_hour > 0) {
      schedule(time_ + exponential(3600 / scenario_.deaths_per_worker_hour), Kind::death, id);
    }
    send_to_master(Kind::ready, id, {});
  }

  void die(WorkerId id) {
    Worker& self = worker(id);
    self.alive = false;
    self.died = time_;
    self.tasks.clear();
    self.results.clear();
    --living_;
    ++report_.deaths;
  }

  void get_batch(WorkerId id, Content content) {
    Worker& self = worker(id);
    if (!self.alive) {
      return;
    }
    const bool idle = self.tasks.empty();
    self.hold_seconds = content.hold_seconds;
    self.tasks.insert(self.tasks.end(), content.tasks.begin(), content.tasks.end());
    if (idle) {
      begin_task(id);
    }
  }

  void begin_task(WorkerId id) {
    Worker& self = worker(id);
    const auto ratio = scenario_.ratios[static_cast<std::size_t>(
        uniform() * static_cast<double>(scenario_.ratios.size()))];
    self.task_seconds = self.tasks.front().cost * scenario_.seconds_per_cost *
                        static_cast<double>(ratio * self.slowness);
    schedule(time_ + self.task_seconds, Kind::task_end, id);
  }

  void end_task(WorkerId id) {
    Worker& self = worker(id);
    if (!self.alive) {
      return;
    }
    const HeldTask done = self.tasks.front();
    self.tasks.pop_front();
    self.results.push_back({.unit = done.unit,
                            .count = Count{unit_count(done.unit)},
                            .nodes = 1,
                            .seconds = self.task_seconds,
                            .kernel = kind_of(id) == WorkerKind::device ? "opencl"
                                      : done.is_check                   ? "second"
                                                                        : "first"});
    if (done.ends_batch || time_ - self.reported > self.hold_seconds) {
      self.reported = time_;
      send_to_master(Kind::results, id,
                     {.tasks = {},
                      .results = std::exchange(self.results, {}),
                      .batch_finished = done.ends_batch});
    }
    if (!self.tasks.empty()) {
      begin_task(id);
    } else if (queue().state().todo == 0 && first_idle_ == never) {
      first_idle_ = time_;
    }
  }

  void answer_ping(WorkerId id) {
    Worker& self = worker(id);
    if (self.alive) {
      const auto batches = std::count_if(self.tasks.begin(), self.tasks.end(),
                                         [](const HeldTask& task) { return task.ends_batch; });
      send_to_master(Kind::pong, id,
                     {.tasks = {}, .results = {}, .batches = static_cast<int>(batches)});
    }
  }

  void send_to_master(Kind kind, WorkerId id, Content content) {
    Worker& self = worker(id);
    self.last_sent = std::max(self.last_sent, time_ + exponential(scenario_.latency_seconds));
    schedule(self.last_sent, kind, id, contents_.keep(std::move(content)));
  }

  // --- The master

  /// One message to or from the master takes its turn.
  void spend(double seconds) {
    master_free_ = std::max(master_free_, time_) + seconds;
    master_seconds_ += seconds;
  }

  void count_message(std::size_t units) {
    const double seconds = scenario_.prices.message(units);
    spend(seconds);
    ++messages_;
    const auto window = static_cast<std::size_t>(time_ / rate_window_seconds);
    if (window >= busy_.size()) {
      busy_.resize(window + 1);
    }
    ++busy_[window].messages;
    busy_[window].seconds += seconds;
  }

  void send_to_worker(Kind kind, WorkerId id, Content content) {
    count_message(content.tasks.size());
    Worker& receiver = worker(id);
    receiver.spoken_to = time_;
    receiver.last_got =
        std::max(receiver.last_got, master_free_ + exponential(scenario_.latency_seconds));
    const std::uint32_t slot = kind == Kind::batch ? contents_.keep(std::move(content)) : 0;
    schedule(receiver.last_got, kind, id, slot);
  }

  void serve(Kind kind, WorkerId id, Content content) {
    count_message(content.results.size());
    Worker& sender = worker(id);
    const auto start = std::chrono::steady_clock::now();
    scheduler_->hear(id, std::max(time_, master_free_));
    if (std::exchange(sender.lost, false) || kind == Kind::ready) {
      scale::arrive(*scheduler_, id, "host" + std::to_string(host_of(id)), kind_of(id));
    }
    for (const UnitResult& result : content.results) {
      if (scheduler_->take(id, result).outcome.value().completion != Completion::duplicate) {
        kernel_seconds_[kind_of(id)] += result.seconds;
        ++report_.units;
        report_.longest_unit_seconds = std::max(report_.longest_unit_seconds, result.seconds);
      }
    }
    if (content.batch_finished) {
      scheduler_->batch_finished(id);
    }
    if (kind == Kind::pong) {
      scheduler_->holds(id, content.batches);
    }
    policy_time_ += std::chrono::steady_clock::now() - start;
    give_work();
  }

  void give_work() {
    while (true) {
      const auto start = std::chrono::steady_clock::now();
      const auto assignment = scheduler_->next(std::max(time_, master_free_));
      policy_time_ += std::chrono::steady_clock::now() - start;
      if (!assignment) {
        return;
      }
      Content content;
      for (const auto& [unit, prefixes, kernels_to_avoid] : assignment->units) {
        content.tasks.push_back({.unit = unit,
                                 .cost = queue().units().cost(unit),
                                 .is_check = !kernels_to_avoid.empty()});
      }
      content.tasks.back().ends_batch = true;
      content.hold_seconds = assignment->hold_seconds;
      send_to_worker(Kind::batch, assignment->worker, std::move(content));
    }
  }

  void tick() {
    const auto start = std::chrono::steady_clock::now();
    for (const Lost& lost : scheduler_->tick(time_)) {
      for (const WorkerId id : lost.workers) {
        worker(id).lost = true;
      }
    }
    policy_time_ += std::chrono::steady_clock::now() - start;
    give_work();
    for (const WorkerId id : scheduler_->to_ping(time_)) {
      send_to_worker(Kind::ping, id, {});
    }
    const double ping_interval = ping_interval_seconds(static_cast<std::size_t>(scenario_.workers),
                                                       scenario_.ping_interval_seconds);
    for (WorkerId id = 1; id <= scenario_.workers; ++id) {
      if (worker(id).was_born && time_ - worker(id).spoken_to > ping_interval) {
        send_to_worker(Kind::ping, id, {});
      }
    }
    if (time_ - saved_ >= scenario_.save_interval_seconds) {
      save();
    }
    schedule(time_ + tick_seconds(static_cast<std::size_t>(scenario_.workers)), Kind::tick, 0);
  }

  void save() {
    saved_ = time_;
    const Progress now = queue().progress();
    const auto records = static_cast<double>(now.tasks_done + now.slices);
    const double seconds = records * scenario_.prices.record_seconds;
    spend(seconds);
    report_.save_seconds = std::max(report_.save_seconds, seconds);
    report_.max_in_progress = std::max(report_.max_in_progress, now.tasks_in_progress);
    report_.max_slices = std::max(report_.max_slices, now.slices);
  }

  Report report() const {
    Report report = report_;
    report.finished = queue().finished();
    report.seconds = time_;
    const double kernel_seconds =
        kernel_seconds_[WorkerKind::processor] + kernel_seconds_[WorkerKind::device];
    report.kernel_share =
        kernel_seconds / (lived_[WorkerKind::processor] + lived_[WorkerKind::device]);
    report.device_share = kernel_seconds_[WorkerKind::device] / lived_[WorkerKind::device];
    report.mean_unit_seconds =
        kernel_seconds / static_cast<double>(std::max<std::uint64_t>(report.units, 1));
    report.tail_seconds = std::max(time_ - first_idle_, 0.0);
    report.messages_per_second = static_cast<double>(messages_) / time_;
    // After the start; the last window may be short.
    auto window = static_cast<std::size_t>(scenario_.start_seconds / rate_window_seconds) + 1;
    for (; window < busy_.size(); ++window) {
      const auto& [messages, seconds] = busy_[window];
      report.busiest_messages_rate =
          std::max(report.busiest_messages_rate, messages / rate_window_seconds);
      report.busiest_share = std::max(report.busiest_share, seconds / rate_window_seconds);
    }
    report.master_share = master_seconds_ / time_;
    report.policy_seconds = std::chrono::duration<double>(policy_time_).count();
    report.tasks_done = queue().progress().tasks_done;
    report.count = queue().progress().count.low();
    return report;
  }

  const Scenario& scenario_;
  std::optional<Scheduler> scheduler_;
  std::vector<Worker> workers_;
  std::vector<double> host_deaths_;  ///< when
  std::mt19937_64 random_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  Contents contents_;
  std::uint64_t order_ = 0;
  double time_ = 0;
  double wall_ = never;  ///< end of the run
  int living_ = 0;
  int unborn_ = 0;
  double master_free_ = 0;  ///< when the master has done all that it got so far
  double master_seconds_ = 0;
  std::uint64_t messages_ = 0;
  struct Busy {
    double messages = 0;
    double seconds = 0;  ///< for these
  };
  std::vector<Busy> busy_;  ///< by window of time
  double saved_ = 0;
  ByKind<double> kernel_seconds_;
  ByKind<double> lived_;  ///< of all workers
  double first_idle_ = never;
  std::chrono::steady_clock::duration policy_time_{0};
  Report report_;  ///< what was summed so far
};

}  // namespace

Report simulate(const Scenario& scenario) {
  return Cluster(scenario).run();
}

}  // namespace nqueens::scale
