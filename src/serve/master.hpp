// The master: turns messages into calls of the scheduler, and its decisions into messages.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "net/message.hpp"
#include "serve/roster.hpp"
#include "serve/serve.hpp"
#include "serve/story.hpp"
#include "system/clock.hpp"

namespace nqueens {

class Master {
 public:
  Master(Transport& transport, Roster& roster, Scheduler& scheduler, Requests& requests,
         const ServeOptions& options, const ServeHooks& hooks);

  Served run();

 private:
  using State = Roster::State;

  ServeEnd run_to_end();
  ServeEnd serve();
  void receive(std::chrono::milliseconds wait);
  void handle(int from, const Hello& hello);
  void handle(int from, const Ready& ready);
  void handle(int from, const Results& results);
  void handle(int from, const Failure& failure);
  void handle(int from, const Goodbye& goodbye);
  void handle(int from, const Ping& ping);
  void handle(int from, const auto& other);
  void welcome_back(int rank);
  void arrive(int rank);
  void take(int from, const TaskResult& result);
  void tell_of(const SetAside& worker);
  void tell(int rank, const Message& message);
  void give_work();
  void look_after_workers();
  void lose(const std::vector<int>& ranks, const std::string& why, std::uint64_t returned);
  void farewell(double seconds);
  void part_after_failure();
  bool dismiss();
  [[nodiscard]] bool hopeless() const;
  void save();
  void expect_workers();
  void welcome_those_of_the_job_before();
  const Workforce& workforce();
  [[nodiscard]] double now() const { return seconds_since(start_); }

  Transport& transport_;
  Scheduler& scheduler_;
  Requests& requests_;
  const ServeOptions& options_;
  const ServeHooks& hooks_;
  Story story_{hooks_.observer};
  Roster& roster_;
  const int lost_before_ = roster_.lost();
  Workforce workforce_;
  Clock::time_point start_ = Clock::now();
  double heard_ = 0;     ///< when any worker last spoke, or was lost
  double all_read_ = 0;  ///< when no message was left
  double looked_after_ = 0;
  double saved_at_ = 0;
  bool all_saved_ = true;    ///< no result came since then
  bool leaving_ = false;     ///< no more work is handed out
  bool has_failed_ = false;  ///< nor are results accepted
  bool log_kernels_ = options_.log_kernels;
  std::string last_words_;
};

}  // namespace nqueens
