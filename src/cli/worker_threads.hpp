// The workers of a rank, on threads of this process.
#pragma once

#include <atomic>
#include <cstddef>
#include <latch>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "net/transport.hpp"
#include "serve/worker.hpp"

namespace nqueens::cli {

class WorkerThreads {
 public:
  WorkerThreads() = default;
  WorkerThreads(const WorkerThreads&) = delete;
  WorkerThreads& operator=(const WorkerThreads&) = delete;
  /// Waits until all are over.
  ~WorkerThreads() { release(); }

  /// Makes so many, or fewer if the system has no more threads. They wait for start().
  void make(int wanted);

  [[nodiscard]] int size() const { return static_cast<int>(threads_.size()); }
  /// "has 3 of 8 threads: Resource temporarily unavailable"; empty if there are as many as wanted.
  [[nodiscard]] const std::string& shortfall() const { return shortfall_; }
  /// Rank 0 of their transports; after make().
  [[nodiscard]] Transport& hub() { return *transports_.front(); }

  void start();

  [[nodiscard]] bool over() const { return running_ == 0; }
  /// A process whose workers end in different ways ends as the worst does; those that failed do not
  /// count. Only when all is over.
  [[nodiscard]] WorkerEnd worst() const;

 private:
  void run(std::size_t worker);
  void release();

  std::string shortfall_;
  std::latch may_run_{1};
  bool started_ = false;
  std::vector<std::unique_ptr<Transport>> transports_;
  std::vector<std::optional<WorkerEnd>> ends_;  ///< each written by its worker; none if it failed
  std::atomic<int> running_ = 0;
  std::vector<std::jthread> threads_;
};

}  // namespace nqueens::cli
