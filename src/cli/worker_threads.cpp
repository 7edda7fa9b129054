// Makes the threads before the number of workers is told to anybody: if some cannot be made, there
// are fewer workers, and nobody waits for the others.
#include "cli/worker_threads.hpp"

#include <algorithm>
#include <exception>
#include <system_error>

#include "cli/say.hpp"
#include "core/number.hpp"
#include "system/signals.hpp"

namespace nqueens::cli {

void WorkerThreads::make(int wanted) {
  try {
    for (std::size_t worker = 0; worker < static_cast<std::size_t>(wanted); ++worker) {
      threads_.emplace_back([this, worker] { run(worker); });
    }
  } catch (const std::system_error& error) {
    shortfall_ = "has " + std::to_string(size()) + " of " +
                 amount_of(static_cast<std::uint64_t>(wanted), "thread") + ": " +
                 error.code().message();
  }
  transports_ = make_local_transports(size() + 1);
  ends_.resize(threads_.size());
  running_ = size();
}

void WorkerThreads::start() {
  started_ = true;
  release();
}

void WorkerThreads::release() {
  if (!may_run_.try_wait()) {
    may_run_.count_down();
  }
}

WorkerEnd WorkerThreads::worst() const {
  return std::ranges::max_element(ends_)->value_or(WorkerEnd::orphaned);
}

void WorkerThreads::run(std::size_t worker) {
  may_run_.wait();
  if (!started_) {
    return;  // the run did not begin
  }
  Transport& transport = *transports_[worker + 1];
  try {
    ends_[worker] = run_worker(transport, signal_requests());
  } catch (const std::exception& error) {
    say("a worker fails: " + std::string(error.what()));
    transport.send(0, Failure{.reason = error.what()});
  }
  --running_;
}

}  // namespace nqueens::cli
