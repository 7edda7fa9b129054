// A run whose workers a test plays: it says who comes, and what they count.
#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernel/kernel.hpp"
#include "net/transport.hpp"
#include "session/job.hpp"
#include "session/session.hpp"

namespace nqueens::test {

inline const std::vector<Rank> one_worker{{.workers = 1}};

/// A session of these ranks. Nobody comes by himself.
class PlayedSession {
 public:
  explicit PlayedSession(std::vector<Rank> ranks = {{.workers = 2}}, double ping_seconds = 5)
      : ping_seconds_(ping_seconds),
        ranks_(std::move(ranks)),
        transports_(make_local_transports(size())) {
    begin();
  }
  PlayedSession(const PlayedSession&) = delete;
  PlayedSession& operator=(const PlayedSession&) = delete;

  [[nodiscard]] Session& session() { return *session_; }
  void end() { session_.reset(); }
  /// As another process would, with the same workers.
  Session& begin() { return session_.emplace(pool, ping_seconds_); }
  [[nodiscard]] Transport& worker(int rank) { return *transports_[static_cast<std::size_t>(rank)]; }

  /// All that a worker has been told since the last call.
  std::vector<Message> told(int rank = 1) {
    std::vector<Message> messages;
    while (auto envelope = worker(rank).receive(std::chrono::milliseconds(0))) {
      messages.push_back(envelope->message);
    }
    return messages;
  }

 private:
  [[nodiscard]] int size() const {
    int workers = 0;
    for (const Rank& rank : ranks_) {
      workers += rank.workers;
    }
    return workers + 1;
  }

  double ping_seconds_;
  std::vector<Rank> ranks_;
  std::vector<std::unique_ptr<Transport>> transports_;

 public:
  Requests requests;
  WorkerPool pool{.transport = *transports_[0], .ranks = ranks_, .requests = requests};

 private:
  std::optional<Session> session_;
};

/// How many of these messages are of a kind.
template <class Body>
int number_of(const std::vector<Message>& messages) {
  int number = 0;
  for (const Message& message : messages) {
    number += std::holds_alternative<Body>(message) ? 1 : 0;
  }
  return number;
}

inline UnitResult count_unit(const Problem& problem, const UnitPrefixes& work,
                             const std::string& kernel_name = "scalar") {
  const auto kernel = choose_kernel(kernel_name, problem.sequence).make(problem);
  std::vector<std::uint64_t> counts(problem.values());
  std::vector<std::uint64_t> placed(problem.parts());
  Count sum;
  for (const Prefix& prefix : work.prefixes) {
    kernel->count({&prefix, 1}, counts);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      sum += Count{counts[i]} * prefix.weight;
      if (!placed.empty()) {
        placed[i] += counts[i] * prefix.weight;
      }
    }
  }
  return {.unit = work.unit,
          .count = sum,
          .placed = placed,
          .nodes = kernel->nodes(),
          .seconds = 0.5,
          .processor_seconds = 0.25,
          .kernel = kernel_name};
}

/// A worker of it comes to a scheduler, and is ready.
inline void come(Scheduler& scheduler, WorkerId worker, const std::string& host = "a",
                 const std::string& device = "", const std::string& kernel = "scalar") {
  scheduler.greet(worker, {.host = host, .space = {}, .pid = 7}, device);
  scheduler.ready(worker, kernel, device, "a processor");
  scheduler.arrive(worker);
}

/// The worker gets one batch, and counts it.
/// @param spoil  may change each result
/// @param visit  is told what became of it
/// @return the number of its units
inline int count_batch(
    Scheduler& scheduler, const std::function<void(UnitResult&)>& spoil = [](auto&) {},
    const std::function<void(WorkerId, const UnitResult&, const Taken&)>& visit = [](auto, auto&,
                                                                                     auto&) {}) {
  const auto batch = scheduler.next(0);
  if (!batch) {
    return 0;
  }
  for (const UnitPrefixes& work : batch->units) {
    UnitResult result = count_unit(scheduler.job().problem, work);
    spoil(result);
    const Taken taken = scheduler.take(batch->worker, result);
    visit(batch->worker, result, taken);
  }
  scheduler.batch_finished(batch->worker);
  return static_cast<int>(batch->units.size());
}

/// All that is to do.
inline void count_all(Scheduler& scheduler) {
  while (count_batch(scheduler) > 0) {
  }
}

/// The worker comes and leaves, so that nobody is waited for.
inline void come_and_go(PlayedSession& played) {
  played.worker(1).send(0, Hello{});
  played.worker(1).send(0, Goodbye{});
}

/// Counts until it is dismissed.
/// @param answers  says whether it answers a batch, whose results it may send itself; else it
/// leaves
inline void work(
    Transport& transport,
    const std::function<bool(const Results&)>& answers = [](auto&) { return true; }) {
  transport.send(0, Hello{});
  transport.send(0, Ready{.kernel = "scalar"});
  while (auto envelope = transport.receive(std::chrono::seconds(60))) {
    if (std::holds_alternative<Dismiss>(envelope->message)) {
      return;
    }
    bool leaves = std::holds_alternative<Leave>(envelope->message);
    if (const auto* batch = std::get_if<Batch>(&envelope->message)) {
      Results results{.results = {}, .batch_finished = true, .job = batch->job};
      for (const UnitPrefixes& unit : batch->units) {
        results.results.push_back(count_unit(batch->problem, unit));
      }
      leaves = !answers(results);
      if (!leaves) {
        transport.send(0, results);
      }
    }
    if (leaves) {
      transport.send(0, Goodbye{});
    }
  }
}

/// A disk on which there is no room for any file, as long as this lives.
class FullDisk {
 public:
  FullDisk() : on_excess_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit nothing{.rlim_cur = 0, .rlim_max = before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &nothing);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, on_excess_);
  }

 private:
  rlimit before_{};
  void (*on_excess_)(int);
};

}  // namespace nqueens::test
