// Session: lets the workers of a run count one job after another.
//
// A count, its second count, a recount for `verify` and an opened task all do the same: send the
// job to the workers, show progress, save when due, end early at a signal or limit, then keep the
// workers for the next job or dismiss them. They differ only in what they show and save. Only this
// class serves workers.
//
// Workers must be dismissed exactly once, even after an error: a worker that still waits blocks a
// cluster node for two minutes. So the destructor does it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "job/settings.hpp"
#include "serve/master.hpp"
#include "session/keeper.hpp"
#include "system/clock.hpp"
#include "view/progress.hpp"

namespace nqueens {

/// How a job is served.
struct Serving {
  std::string kernel = "auto";  ///< requested from every worker
  bool is_last = true;          ///< false: workers stay for another job when this one is finished
  bool is_limited = false;      ///< there is a wall limit: workers are dismissed quickly
  ProgressMode progress = ProgressMode::automatic;
  double log_interval_seconds = RunSettings{}.log_interval_seconds;
  /// Shows the progress; called when an update is due.
  std::function<void(ProgressReporter&, double seconds)> show = [](auto&, double) {};
  std::function<void(const ServeEvent&)> tell = [](auto&) {};
  /// The job's checkpoint, if any: its lock is touched, and it decides when a save is due.
  CheckpointKeeper* keeper = nullptr;
  std::function<void()> save = [] {};
  std::function<bool()> out_of_time = [] { return false; };  ///< called often; true ends the job
};

class Session {
 public:
  /// @param pool  outlives this and has no other session
  explicit Session(WorkerPool& pool, double ping_seconds = 5);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  /// Dismisses the workers. WorkerPool::everyone_left is false if some are missing.
  ~Session();

  [[nodiscard]] const WorkerPool& pool() const { return pool_; }
  /// For the scheduler of each job.
  [[nodiscard]] const std::shared_ptr<WorkerTable>& workers() const { return workers_; }

  /// Sends the problem of the next job, so that the workers test their kernels meanwhile.
  void welcome(const Problem& problem, const std::string& kernel);

  /// Pings the workers if a ping is due. Call it every second in long work while nobody is served:
  /// workers exit after two minutes without a message.
  void ping();

  /// Serves the workers until the job is finished or the run ends. They stay only if the job is
  /// finished and another follows.
  Served serve(Scheduler& job, const Serving& how);

 private:
  void let_go();

  WorkerPool& pool_;
  double ping_seconds_;
  std::shared_ptr<WorkerTable> workers_;
  std::uint32_t number_ = 0;  ///< of the next job; late results of other jobs are ignored
  Problem problem_{};         ///< of the last job
  bool are_gone_ = false;
  Clock::time_point pinged_ = Clock::now();
};

}  // namespace nqueens
