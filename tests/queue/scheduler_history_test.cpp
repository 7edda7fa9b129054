// Random histories of workers that come, die, are lost and count wrong, and of runs that end: what
// the scheduler never does.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "queue/histories.hpp"
#include "queue/queues.hpp"
#include "queue/scheduler.hpp"

namespace nqueens {
namespace {

using test::result_of;

enum class Act {
  arrive,
  depart,
  next,
  report,
  lose_report,
  repeat,
  ping,
  tick,
  suspect,
  expect,
  restart,
  count
};

using Event = test::Event<Act>;

/// Worker 1 counts wrong, or all count right and the job is stopped now and then.
enum class Kind { with_liar, with_restarts };

/// A job of a few tasks, whole or cut into three slices or so.
class Cluster {
 public:
  Cluster(Kind kind, bool in_slices) : kind_(kind) {
    job_.slice_depth = in_slices ? 2 : 0;
    begin(std::nullopt);
  }

  /// @return what went wrong, or nothing
  std::optional<std::string> play(const std::vector<Event>& history) {
    for (const Event& event : history) {
      now_ += 1;
      step(event.act, static_cast<WorkerId>(event.pick % workers) + 1);
      compare();
      if (problem_) {
        return problem_;
      }
    }
    finish();
    return problem_;
  }

 private:
  void begin(std::optional<QueueSnapshot> before) {
    scheduler_.emplace();
    scheduler_->begin(job_, test::equal_costs(tasks),
                      {.snapshot = std::move(before),
                       .checks = {.fraction = 0.5, .seed = 1},
                       .leases = {.grace_seconds = 5, .expected_cost_rate = 400'000}});
  }

  /// The run ends, and another goes on from what it has saved.
  void restart() {
    begin(scheduler_->queue().trusted_snapshot());
    workers_.clear();
  }

  static UnitResult right_result(const UnitId& unit) {
    UnitResult result = result_of(unit.task, 0.1);
    if (unit.is_slice()) {
      result.unit = unit;
      result.count = Count{1000 + 10 * unit.task + unit.slice};
    }
    return result;
  }

  /// Slices of a task are added up.
  [[nodiscard]] Count right_count(TaskId task) const {
    if (job_.slice_depth == 0) {
      return result_of(task).count;
    }
    Count sum;
    const std::uint64_t slices = SliceSource(job_).cut(task).slices;
    for (SliceId slice = 0; slice < slices; ++slice) {
      sum += right_result({.task = task, .slice = slice}).count;
    }
    return sum;
  }

  struct Worker {
    std::vector<Assignment> held;  ///< the next one to be returned first
    int batches_said = 0;          ///< how many it holds, as far as its messages have come
    std::optional<Assignment> last{};
    bool active = false;
    bool set_aside = false;
  };

  void require(bool holds, const char* problem) {
    if (!holds && !problem_) {
      problem_ = std::string(problem) + " at " + std::to_string(now_);
    }
  }

  void step(Act act, WorkerId id) {
    Worker& worker = workers_[id];
    if (act == Act::arrive || act == Act::report || act == Act::repeat || act == Act::ping) {
      scheduler_->hear(id, now_);
    }
    switch (act) {
      case Act::arrive:
        worker.active = test::arrive(*scheduler_, id, "host" + std::to_string(id % 2),
                                     id == device ? "opencl" : "kernel");
        require(worker.active != worker.set_aside,
                "one that is set aside came back, or another did not");
        break;
      case Act::depart:
        scheduler_->depart(id);
        worker.held.clear();  // its last results may still come
        worker.batches_said = 0;
        worker.active = false;
        break;
      case Act::next: hand_out(1); break;
      case Act::report:
        if (!worker.held.empty()) {
          report(id, worker.held.front());
          worker.last = worker.held.front();
          worker.held.erase(worker.held.begin());
          scheduler_->batch_finished(id);
          worker.batches_said = std::max(worker.batches_said - 1, 0);
        }
        break;
      case Act::lose_report:
        if (!worker.held.empty()) {
          worker.held.erase(worker.held.begin());
        }
        break;
      case Act::repeat:
        if (worker.last) {
          report(id, *worker.last);
        }
        break;
      case Act::ping:
        worker.batches_said = static_cast<int>(worker.held.size());
        scheduler_->holds(id, worker.batches_said);
        break;
      case Act::tick:
        tick();
        tick();  // the first one has found out who is slow
        require_work_for_all();
        break;
      case Act::suspect: scheduler_->suspect(id); break;
      case Act::expect: scheduler_->expect(static_cast<std::size_t>(id)); break;
      case Act::restart:
        if (kind_ == Kind::with_restarts) {
          restart();
        }
        break;
      case Act::count: break;
    }
  }

  void tick() {
    for (const Lost& lost : scheduler_->tick(now_)) {
      for (const WorkerId id : lost.workers) {
        require(workers_[id].active, "one that has nothing is lost");
        workers_[id].active = false;
      }
    }
    hand_out(std::numeric_limits<int>::max());
  }

  /// While tasks are to do only slow workers idle, or processors next to a device; not all of them.
  void require_work_for_all() {
    const WorkQueue& queue = scheduler_->queue();
    bool somebody_works = queue.state().todo == 0 || scheduler_->workers().working() == 0;
    for (const auto& [id, worker] : workers_) {
      const bool idles = worker.active && worker.batches_said == 0;
      somebody_works = somebody_works || (worker.active && !idles);
      require(!idles || queue.state().todo == 0 || queue.pace().slowness(id) > 1 ||
                  (id != device && scheduler_->workers().working(WorkerKind::device) > 0),
              "a worker idles while tasks are to do");
    }
    require(somebody_works, "all idle while tasks are to do");
  }

  void compare() {
    const auto active =
        std::ranges::count_if(workers_, [](const auto& entry) { return entry.second.active; });
    require(scheduler_->workers().working() == static_cast<std::size_t>(active),
            "another number of workers");
    const WorkQueue& queue = scheduler_->queue();
    const Progress kept = queue.progress();
    const Progress added = progress_of(queue.units().snapshot());
    require(kept.count == added.count && kept.nodes == added.nodes &&
                kept.tasks_done == added.tasks_done && kept.slices_done == added.slices_done &&
                kept.tasks_confirmed == added.tasks_confirmed,
            "the sums are not those of the records");
  }

  void hand_out(int most) {
    for (int i = 0; i < most; ++i) {
      const auto assignment = scheduler_->next(now_);
      if (!assignment) {
        return;
      }
      Worker& worker = workers_[assignment->worker];
      require(!assignment->units.empty(), "a batch of nothing");
      require(worker.active, "work for one that may not get it");
      require(worker.held.size() < 2, "a third batch");
      worker.held.push_back(*assignment);
      ++worker.batches_said;
    }
  }

  void report(WorkerId id, const Assignment& batch) {
    for (const auto& [unit, prefixes, kernels_to_avoid] : batch.units) {
      UnitResult result = right_result(unit);
      result.count += kind_ == Kind::with_liar && id == 1 ? 1 : 0;
      result.seconds /= id == device ? 100 : 1;
      const Taken taken = scheduler_->take(id, result);
      require(taken.outcome.has_value() != workers_[id].set_aside,
              "a result was believed, or not, wrongly");
      for (const SetAside& entry : taken.set_aside) {
        require(entry.worker == 1, "an honest worker is set aside");
        workers_[entry.worker].set_aside = true;
        workers_[entry.worker].active = false;
        workers_[entry.worker].batches_said = 0;
      }
    }
  }

  /// Whatever happened, honest workers can do the rest, and the sum is right wherever anybody
  /// looked twice.
  void finish() {
    scheduler_->expect(0);
    for (int round = 0; round < 10'000 && !scheduler_->finished() && !problem_; ++round) {
      now_ += 1;
      for (const WorkerId id : {2, 3, 4, 5}) {
        step(Act::arrive, id);
        step(Act::ping, id);
        step(Act::next, id);
        step(Act::report, id);
      }
      step(Act::tick, 2);
    }
    require(scheduler_->finished(), "the job does not finish");
    const WorkQueue& queue = scheduler_->queue();
    for (TaskId task = 0; task < tasks && !problem_; ++task) {
      const bool is_right = queue.units().tasks().records.records[task].count == right_count(task);
      require(is_right || kind_ == Kind::with_liar, "the slices of a task do not add up");
      require(
          is_right || queue.units().tasks().records.records[task].confirmed_by == unknown_origin,
          "a wrong count is confirmed");
      // A dispute that nobody can settle ends a run.
      const bool is_settled = std::ranges::none_of(
          queue.checks().disputes(),
          [task](const Dispute& dispute) { return dispute.unit.task == task && !dispute.winner; });
      require(is_right || !workers_[1].set_aside || !is_settled,
              "one that was set aside is believed");
    }
  }

  static constexpr std::size_t tasks = 8;
  static constexpr std::uint64_t workers = 5;
  static constexpr WorkerId device = 2;
  Kind kind_;
  /// Eight tasks, by the column of the first queen.
  Job job_{.problem = {.n = 8}, .symmetry = Symmetry::none, .depth = 1, .prefixes_per_slice = 2};
  std::optional<Scheduler> scheduler_;
  std::map<WorkerId, Worker> workers_;
  std::optional<std::string> problem_;
  double now_ = 0;
};

TEST(Scheduler, KeepsItsRulesInRandomHistories) {
  for (const Kind kind : {Kind::with_liar, Kind::with_restarts}) {
    for (const bool in_slices : {false, true}) {
      EXPECT_EQ(
          test::first_failure<Act>(500, 120,
                                   [kind, in_slices](const std::vector<Event>& history) {
                                     return Cluster(kind, in_slices).play(history);
                                   },
                                   {"arrive", "depart", "next", "report", "lose_report", "repeat",
                                    "ping", "tick", "suspect", "expect", "restart"}),
          "");
    }
  }
}

}  // namespace
}  // namespace nqueens
