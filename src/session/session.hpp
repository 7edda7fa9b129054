// Session: has the workers of a run count jobs, one after the other.
//
// A count, its second count, the files that `verify` counts again and an opened task are the same
// act: tell the workers the job, show how far it is, save it when a save is due, end early at a
// signal or a limit, and keep the workers for the next job or let them go. They differ in what they
// show and save, and that is all they say: nobody else serves workers.
//
// Workers must be let go exactly once, whatever happens: one that waits for a word holds a node of
// a cluster for two minutes. So the session's end does it, also if an error ends it.
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
  std::string kernel = "auto";  ///< asked of every worker
  bool is_last = true;          ///< else the workers stay for another job once it is finished
  bool is_limited = false;      ///< a wall limit is set: the farewell is short
  ProgressMode progress = ProgressMode::automatic;
  double log_interval_seconds = RunSettings{}.log_interval_seconds;
  /// Shows how far the job is, whenever that is due.
  std::function<void(ProgressReporter&, double seconds)> show = [](auto&, double) {};
  std::function<void(const ServeEvent&)> tell = [](auto&) {};
  /// Holds the job's checkpoint, if it has one: is touched, and says when a save is due.
  CheckpointKeeper* keeper = nullptr;
  std::function<void()> save = [] {};
  std::function<bool()> out_of_time = [] { return false; };  ///< often; true ends it
};

class Session {
 public:
  /// @param pool  outlives this, and has no other session
  /// @param ping_seconds  between pings
  explicit Session(WorkerPool& pool, double ping_seconds = 5);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  /// Lets the workers go. If some are missing, WorkerPool::everyone_left is false.
  ~Session();

  [[nodiscard]] const WorkerPool& pool() const { return pool_; }
  /// For the scheduler of each job.
  [[nodiscard]] const std::shared_ptr<WorkerTable>& workers() const { return workers_; }

  /// Tells the workers the problem of the next job, so that they test their kernels meanwhile.
  void welcome(const Problem& problem, const std::string& kernel);

  /// Tells the workers that the master lives, each time that a ping is due. To be called once a
  /// second in all that takes long while nobody is served: they leave if they hear nothing for two
  /// minutes.
  void ping();

  /// Serves the workers until the job is finished or the run ends otherwise. They are gone then,
  /// unless it is finished and another job follows.
  Served serve(Scheduler& job, const Serving& how);

 private:
  void let_go();

  WorkerPool& pool_;
  double ping_seconds_;
  std::shared_ptr<WorkerTable> workers_;
  std::uint32_t number_ = 0;  ///< of the next job: late results of others are not for it
  Problem problem_{};         ///< of the last job
  bool are_gone_ = false;
  Clock::time_point pinged_ = Clock::now();
};

}  // namespace nqueens
