// Serves jobs, and lets the workers go.

#include "session/session.hpp"

#include <spdlog/spdlog.h>

#include <exception>

#include "serve/all_workers.hpp"

namespace nqueens {

Session::Session(WorkerPool& pool, double ping_seconds)
    : pool_(pool),
      ping_seconds_(ping_seconds),
      workers_(std::make_shared<WorkerTable>(pool.transport.size() - 1)) {
  pool.everyone_left = false;
}

Session::~Session() {
  try {
    let_go();
  } catch (const std::exception& error) {
    spdlog::warn("the workers could not be told to leave: {}", error.what());
  }
}

void Session::welcome(const Problem& problem, const std::string& kernel) {
  welcome_workers(pool_.transport, problem, kernel);
}

void Session::ping() {
  if (!are_gone_ && seconds_since(pinged_) > ping_seconds_) {
    ping_workers(pool_.transport);
    pinged_ = Clock::now();
  }
}

Served Session::serve(Scheduler& job, const Serving& how) {
  constexpr double limited_farewell_seconds = 3;
  ServeOptions options{.kernel = how.kernel, .job = number_++, .another_job_follows = !how.is_last};
  if (how.is_limited) {
    options.farewell_seconds = limited_farewell_seconds;
  }
  problem_ = job.job().problem;
  ProgressReporter progress(how.progress, pool_.under_launcher, how.log_interval_seconds);
  const auto start = Clock::now();
  const ServeHooks hooks{
      .tell = how.tell,
      .is_save_due = [&how] { return how.keeper != nullptr && how.keeper->save_due_in() <= 0; },
      .save = how.save,
      .out_of_time =
          [&] {
            if (how.keeper != nullptr) {
              how.keeper->touch();
            }
            if (const double seconds = seconds_since(start); progress.due(seconds)) {
              how.show(progress, seconds);
            }
            return how.out_of_time();
          }};
  Served served = nqueens::serve(pool_, job, options, hooks);
  are_gone_ = served.end != ServeEnd::finished || how.is_last || served.failure;
  return served;
}

void Session::let_go() {
  if (are_gone_) {
    return;
  }
  if (workers_->nobody_came()) {
    dismiss_workers(pool_.transport);
    pool_.everyone_left = true;
  } else {
    Scheduler nothing({}, workers_);
    nothing.begin({.problem = problem_}, {});
    nqueens::serve(pool_, nothing, {.job = number_}, {});
  }
}

}  // namespace nqueens
