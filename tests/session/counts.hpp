// Whole counts with workers on threads, which end when a test says so.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "net/transport.hpp"
#include "serve/worker.hpp"
#include "session/count.hpp"
#include "support/temporary_folder.hpp"

namespace nqueens::test {

/// The master's transport, which calls `hear` before it passes each message on.
class HeardTransport final : public Transport {
 public:
  HeardTransport(Transport& inner, std::function<void(const Message&)> hear)
      : inner_(inner), hear_(std::move(hear)) {}

  [[nodiscard]] int rank() const override { return inner_.rank(); }
  [[nodiscard]] int size() const override { return inner_.size(); }
  void send(int to, const Message& message) override { inner_.send(to, message); }
  std::optional<Envelope> receive(std::chrono::milliseconds wait) override {
    auto envelope = inner_.receive(wait);
    if (envelope) {
      hear_(envelope->message);
    }
    return envelope;
  }
  bool flush(std::chrono::milliseconds wait) override { return inner_.flush(wait); }
  void abandon() override { inner_.abandon(); }

 private:
  Transport& inner_;
  std::function<void(const Message&)> hear_;
};

/// Workers on threads, from the start of one run to its end.
class Workers {
 public:
  /// @param hear  called with each message to the master, and what asks it to stop
  explicit Workers(
      std::function<void(const Message&, Requests&)> hear = [](auto&, auto&) {}, int workers = 2)
      : transports_(make_local_transports(workers + 1)),
        heard_(*transports_[0], [this, hear = std::move(hear)](const Message& message) {
          hear(message, requests);
        }) {
    for (int rank = 1; rank <= workers; ++rank) {
      threads_.emplace_back(
          [this, rank] { run_worker(*transports_[static_cast<std::size_t>(rank)], unsignalled_); });
    }
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers() {
    session_.reset();
    if (!pool.everyone_left) {
      dismiss_workers(heard_, false);
    }
  }

  Requests requests;  ///< of the master

 private:
  std::vector<std::unique_ptr<Transport>> transports_;
  HeardTransport heard_;
  std::vector<Rank> ranks_{{.workers = static_cast<int>(transports_.size()) - 1}};
  Requests unsignalled_;

 public:
  WorkerPool pool{.transport = heard_, .ranks = ranks_, .requests = requests};
  [[nodiscard]] Session& session() { return *session_; }

 private:
  std::optional<Session> session_{std::in_place, pool};
  std::vector<std::jthread> threads_;
};

/// A count that is saved in a folder of its own.
struct SavedCount {
  TemporaryFolder folder;
  CountRequest request{};

  explicit SavedCount(int n) {
    request.settings.count = {.problem = {.n = n}, .depth = 3};
    request.settings.run.batch_seconds = 1e-6;
    request.settings.run.progress = ProgressMode::none;
    request.settings.checkpoint.path = folder.path() / "count.ckpt";
  }
};

}  // namespace nqueens::test
