// The master: turns messages into calls of the scheduler, and its decisions into messages.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "net/message.hpp"
#include "serve/serve.hpp"
#include "system/clock.hpp"

namespace nqueens {

class Master {
 public:
  Master(WorkerPool& pool, Scheduler& scheduler, const ServeOptions& options,
         const ServeHooks& hooks);

  Served run();

 private:
  ServeEnd run_to_end();
  ServeEnd serve();
  void receive(std::chrono::milliseconds wait);
  void handle(WorkerId from, const Hello& hello);
  void handle(WorkerId from, const Ready& ready);
  void handle(WorkerId from, const Results& results);
  void handle(WorkerId from, const Failure& failure);
  void handle(WorkerId from, const Goodbye& goodbye);
  void handle(WorkerId from, const Ping& ping);
  void handle(WorkerId from, const auto& other);
  void welcome_back(WorkerId id);
  void arrive(WorkerId id);
  void take(WorkerId from, const TaskResult& result);
  void tell(WorkerId id, const Message& message);
  void give_work();
  void look_after_workers();
  void lose(const std::vector<WorkerId>& ids, Workers::Stage how, const std::string& why);
  void tell_of(const Late& lost);
  void farewell(double seconds);
  void part_after_failure();
  bool dismiss();
  [[nodiscard]] bool cannot_go_on() const;
  void save();
  void expect_workers();
  void welcome_those_of_the_job_before();
  [[nodiscard]] double now() const { return seconds_since(start_); }

  WorkerPool& pool_;
  Transport& transport_ = pool_.transport;
  Requests& requests_ = pool_.requests;
  Scheduler& scheduler_;
  const ServeOptions& options_;
  const ServeHooks& hooks_;
  const Workers& workers_ = scheduler_.workers();
  Clock::time_point start_ = Clock::now();
  double heard_ = 0;     ///< when any worker last spoke, or was lost
  double all_read_ = 0;  ///< when no message was left
  double looked_after_ = 0;
  double saved_at_ = 0;
  std::vector<double> spoken_to_;  ///< by worker, when the last message was sent to it
  bool all_saved_ = true;          ///< no result came since then
  bool leaving_ = false;           ///< no more work is handed out
  bool has_failed_ = false;        ///< nor are results accepted
  bool were_ready_ = false;        ///< all workers
  std::string last_failure_;
};

}  // namespace nqueens
