// A transport that loses, repeats and delays messages.
#pragma once

#include <deque>
#include <latch>
#include <random>
#include <utility>

#include "net/transport.hpp"

namespace nqueens::test {

struct Faults {
  double lose = 0;    ///< chance of a Results message to vanish
  double repeat = 0;  ///< chance of it to be sent twice
  double delay = 0;   ///< chance of it to be held back until a few more messages were sent
};

/// Affects only results. Other tests cover lost workers.
class FaultyTransport final : public Transport {
 public:
  FaultyTransport(std::unique_ptr<Transport> inner, Faults faults, std::uint64_t seed)
      : inner_(std::move(inner)), faults_(faults), random_(seed) {}

  [[nodiscard]] int rank() const override { return inner_->rank(); }
  [[nodiscard]] int size() const override { return inner_->size(); }
  std::optional<Envelope> receive(std::chrono::milliseconds wait) override {
    return inner_->receive(wait);
  }
  bool flush(std::chrono::milliseconds wait) override { return inner_->flush(wait); }
  void abandon() override { inner_->abandon(); }

  void send(int to, const Message& message) override {
    if (const auto* results = std::get_if<Results>(&message)) {
      send_results(to, *results);
    } else {
      inner_->send(to, message);
    }
  }

 private:
  void send_results(int to, const Results& results) {
    if (chance(faults_.lose)) {
      // The batch ends, or the worker would starve, but its results never arrive.
      inner_->send(to, Results{.results = {}, .batch_finished = results.batch_finished});
      return;
    }
    if (chance(faults_.delay)) {
      held_.push_back(results.results);
      inner_->send(to, Results{.results = {}, .batch_finished = results.batch_finished});
    } else {
      inner_->send(to, results);
    }
    if (chance(faults_.repeat)) {
      inner_->send(to, Results{.results = results.results, .batch_finished = false});
    }
    if (held_.size() > 3) {
      inner_->send(to, Results{.results = held_.front(), .batch_finished = false});
      held_.pop_front();
    }
  }

  bool chance(double probability) {
    return std::uniform_real_distribution<double>(0, 1)(random_) < probability;
  }

  std::unique_ptr<Transport> inner_;
  Faults faults_;
  std::mt19937_64 random_;
  std::deque<std::vector<UnitResult>> held_;
};

/// Adds one to every count sent through it.
class LyingTransport final : public Transport {
 public:
  /// @param lies  counted down by each of the first lies
  LyingTransport(std::unique_ptr<Transport> inner, std::latch& lies)
      : inner_(std::move(inner)), lies_(lies) {}

  [[nodiscard]] int rank() const override { return inner_->rank(); }
  [[nodiscard]] int size() const override { return inner_->size(); }
  std::optional<Envelope> receive(std::chrono::milliseconds wait) override {
    return inner_->receive(wait);
  }
  bool flush(std::chrono::milliseconds wait) override { return inner_->flush(wait); }
  void abandon() override { inner_->abandon(); }

  void send(int to, const Message& message) override {
    Message sent = message;
    if (auto* results = std::get_if<Results>(&sent)) {
      for (UnitResult& result : results->results) {
        result.count += 1;
      }
    }
    inner_->send(to, sent);
    if (const auto* results = std::get_if<Results>(&sent)) {
      for (std::size_t i = 0; i < results->results.size() && !lies_.try_wait(); ++i) {
        lies_.count_down();
      }
    }
  }

 private:
  std::unique_ptr<Transport> inner_;
  std::latch& lies_;
};

}  // namespace nqueens::test
