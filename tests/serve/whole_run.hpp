// Whole runs of a master with workers on threads, some of which a test plays.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <latch>
#include <memory>
#include <optional>
#include <thread>

#include "faulty_transport.hpp"
#include "serve/all_workers.hpp"
#include "serve/master.hpp"
#include "serve/worker.hpp"
#include "session/incidents.hpp"
#include "support/captured_log.hpp"
#include "system/process.hpp"

namespace nqueens::test {

inline Plan plan_of(const Problem& problem) {
  const int depth = cut_limits(problem).min_depth;
  return make_plan(make_job({.problem = problem, .depth = depth, .tasks = 512}));
}

inline Plan plan_of(int n) {
  return plan_of(Problem{.n = n});
}

/// A process that does nothing until it is killed.
class SleepingProcess {
 public:
  SleepingProcess() : pid_(fork()) {
    if (pid_ == 0) {
      while (true) {
        pause();
      }
    }
    identity = this_process();
    identity.pid = pid_;
    identity.start_time = start_time_of(pid_);
  }
  SleepingProcess(const SleepingProcess&) = delete;
  SleepingProcess& operator=(const SleepingProcess&) = delete;
  ~SleepingProcess() { end(); }

  /// Kills it, if that has not been done. @return the signal that ended it
  int end() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, &status_, 0);
      pid_ = 0;
    }
    return WTERMSIG(status_);
  }

  ProcessIdentity identity;

 private:
  /// Field 22 of its stat; its name has no spaces.
  static std::uint64_t start_time_of(pid_t pid) {
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string field;
    for (int i = 0; i < 22; ++i) {
      stat >> field;
    }
    return std::stoull(field);
  }

  pid_t pid_;
  int status_ = 0;
};

/// Messages to a worker that a test plays, until the one that dismisses it.
template <class Body>
std::vector<Body> collect_until_dismissed(Transport& transport) {
  std::vector<Body> bodies;
  while (true) {
    const auto envelope = transport.receive(std::chrono::seconds(20));
    if (!envelope || std::holds_alternative<Dismiss>(envelope->message)) {
      return bodies;
    }
    if (const auto* body = std::get_if<Body>(&envelope->message)) {
      bodies.push_back(*body);
    }
  }
}

/// Waits for a message of a kind, passing over others.
template <class Body>
std::optional<Body> next_message(Transport& transport) {
  while (auto envelope = transport.receive(std::chrono::seconds(20))) {
    if (const auto* body = std::get_if<Body>(&envelope->message)) {
      return *body;
    }
  }
  return std::nullopt;
}

/// A worker that a test plays is ready, and takes this many batches. @return their tasks
inline std::size_t take_batches(Transport& transport, int batches, const Hello& hello = {}) {
  transport.send(0, hello);
  transport.send(0, Ready{.kernel = "played", .processor = ""});
  std::size_t tasks = 0;
  for (int i = 0; i < batches; ++i) {
    tasks += next_message<Batch>(transport).value_or(Batch{}).units.size();
  }
  return tasks;
}

/// A worker that takes two batches and never answers. @return the number of its tasks
inline std::size_t hang(Transport& transport, const Hello& hello, std::latch& has_work) {
  std::size_t tasks = take_batches(transport, 2, hello);
  has_work.count_down();
  for (const Batch& batch : collect_until_dismissed<Batch>(transport)) {
    tasks += batch.units.size();
  }
  return tasks;
}

/// A hook that ends a run some time from now.
inline std::function<bool()> time_limit(double seconds) {
  const auto start = std::chrono::steady_clock::now();
  return [start, seconds] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() >=
           seconds;
  };
}

/// A hook that ends a run half a second after something has come: what must not follow has time to.
inline std::function<bool()> a_while_after(std::function<bool()> has_come) {
  return [has_come = std::move(has_come), limit = std::function<bool()>()]() mutable {
    if (!limit && has_come()) {
      limit = time_limit(0.5);
    }
    return limit && limit();
  };
}

/// One master and some workers, with short deadlines.
struct WholeRun {
  explicit WholeRun(int n, int workers, Faults faults = {}, std::uint64_t seed = 1)
      : WholeRun(Problem{.n = n}, workers, faults, seed) {}

  WholeRun(const Problem& problem, int workers, Faults faults, std::uint64_t seed)
      : WholeRun(plan_of(problem), workers, faults, seed) {}

  WholeRun(Plan its_plan, int workers, Faults faults = {}, std::uint64_t seed = 1,
           CountStart start = {})
      : plan(std::move(its_plan)),
        all_workers(std::make_shared<WorkerTable>(workers)),
        queue(begin(scheduler, plan, std::move(start))) {
    std::uint64_t rank = 0;
    for (auto& transport : make_local_transports(workers + 1)) {
      transports.push_back(std::make_unique<FaultyTransport>(
          std::move(transport), rank == 0 ? Faults{} : faults, seed + rank));
      ++rank;
    }
    options.ping_interval_seconds = 0.2;
    pool = std::make_unique<WorkerPool>(
        WorkerPool{.transport = *transports[0], .ranks = {}, .requests = requests});
  }

  static const WorkQueue& begin(Scheduler& scheduler, const Plan& plan, CountStart start = {}) {
    start.leases.grace_seconds = 0.3;
    scheduler.begin(plan.job, plan.costs, std::move(start));
    return scheduler.queue();
  }

  /// With real workers.
  ServeEnd go() {
    std::vector<std::jthread> threads;
    for (std::size_t rank = 1; rank < transports.size(); ++rank) {
      threads.emplace_back([this, rank] {
        if (rank > 1 && others_may_start != nullptr) {
          others_may_start->wait();
        }
        run_worker(*transports[rank], worker_requests,
                   {.device = rank == 1 ? device : std::nullopt});
      });
    }
    return serve_and_dismiss().end;
  }

  Served serve_only() {
    Scheduler* at_work = &scheduler;
    const ServeHooks hooks{.tell = [&](const ServeEvent& event) { say(event, *at_work, true); },
                           .save = [this] { ++saves; },
                           .out_of_time =
                               [this] {
                                 lost = all_workers->lost();
                                 tick();
                                 return out_of_time();
                               }};
    options.another_job_follows = next != nullptr;
    const Served served = serve(*pool, scheduler, options, hooks);
    if (next == nullptr || served.end != ServeEnd::finished) {
      return served;
    }
    options.another_job_follows = false;
    ++options.job;
    at_work = next;
    return serve(*pool, *next, options, hooks);
  }

  /// As a program does that has nothing more to tell at the end.
  Served serve_and_dismiss() {
    Served served = serve_only();
    if (!pool->everyone_left) {
      dismiss_workers(*transports[0], false);
    }
    return served;
  }

  std::optional<DeviceInfo> device{};      ///< on which the first worker counts
  std::latch* others_may_start = nullptr;  ///< workers but the first wait for it
  Plan plan;
  std::shared_ptr<WorkerTable> all_workers;
  Scheduler scheduler{{.batch_seconds = 0.05}, all_workers};
  const WorkQueue& queue;
  Scheduler* next = nullptr;  ///< of a job that follows
  Requests requests;          ///< the master's
  Requests worker_requests;   ///< as on ranks of their own, which each get the launcher's signal
                              ///< themselves
  ServeOptions options;
  std::vector<std::unique_ptr<Transport>> transports;
  std::unique_ptr<WorkerPool> pool;
  std::function<void()> tick = [] {};
  std::function<bool()> out_of_time = [] { return false; };
  int saves = 0;
  std::size_t lost = 0;  ///< workers, at the last tick
};

/// Plays a run for each of these, all at the same time: what they wait for is mostly that leases
/// end.
template <class Range, class Play>
void at_once(const Range& all, const Play& play) {
  std::vector<std::jthread> runs;
  for (const auto& each : all) {
    runs.emplace_back([&play, &each] { play(each); });
  }
}

/// A run of a worker that a test plays, at rank 1, beside a good one; ends when the test says so.
/// @param expected_losses  at the end; nothing where the good one may be late, too
inline void run_beside(WholeRun& run, const std::function<void(Transport&)>& play,
                       std::optional<std::size_t> expected_losses,
                       const std::function<bool()>& may_end) {
  std::jthread played([&run, &play] { play(*run.transports[1]); });
  std::jthread good([&run] { run_worker(*run.transports[2], run.worker_requests); });
  run.out_of_time = may_end;
  const Served served = run.serve_and_dismiss();
  EXPECT_EQ(served.end, ServeEnd::out_of_time);
  EXPECT_EQ(run.all_workers->lost(), expected_losses.value_or(run.all_workers->lost()));
}

/// The number of batches that such a worker gets after all that it plays. The run ends a while
/// after that, and after the first task that the good worker has done.
inline std::size_t batches_after(WholeRun& run, const std::function<void(Transport&)>& play,
                                 std::size_t expected_losses) {
  std::size_t batches = 0;
  std::atomic<bool> has_played = false;
  run_beside(
      run,
      [&](Transport& transport) {
        play(transport);
        has_played = true;
        batches = collect_until_dismissed<Batch>(transport).size();
      },
      expected_losses,
      a_while_after([&] { return has_played && run.queue.progress().tasks_done > 0; }));
  return batches;
}

}  // namespace nqueens::test
