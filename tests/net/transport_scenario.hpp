// The requirements on every Transport, as a program that all ranks run, on threads and under MPI.
#pragma once

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "net/transport.hpp"

namespace nqueens::test {

inline void require(bool condition, const std::string& what) {
  if (!condition) {
    throw std::runtime_error(what);
  }
}

inline Envelope expect_message(Transport& transport) {
  auto envelope = transport.receive(std::chrono::seconds(60));
  require(envelope.has_value(), "rank " + std::to_string(transport.rank()) + " waited in vain");
  return *envelope;
}

/// Rank 0 sends numbered messages of growing size to every rank, which sends them back. Each pair's
/// messages arrive in order and whole, small or 4 MB, which MPI treats differently.
inline void echo_in_order(Transport& transport) {
  const std::vector<std::size_t> sizes = {0, 1, 100, 3000, 70'000, 4'000'000, 10};
  if (transport.rank() != 0) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      transport.send(0, expect_message(transport).message);
    }
    return;
  }
  for (const std::size_t size : sizes) {
    for (int rank = 1; rank < transport.size(); ++rank) {
      transport.send(rank, Failure{.reason = std::string(size, static_cast<char>('a' + rank))});
    }
  }
  std::vector<std::size_t> received(static_cast<std::size_t>(transport.size()), 0);
  for (std::size_t i = 0; i < sizes.size() * static_cast<std::size_t>(transport.size() - 1); ++i) {
    const Envelope envelope = expect_message(transport);
    std::size_t& next = received.at(static_cast<std::size_t>(envelope.from));
    require(std::get<Failure>(envelope.message).reason ==
                std::string(sizes.at(next), static_cast<char>('a' + envelope.from)),
            "message " + std::to_string(next) + " of rank " + std::to_string(envelope.from) +
                " is another one");
    ++next;
  }
}

/// Many ranks talk to one at once, and nothing is lost.
inline void all_to_one(Transport& transport) {
  constexpr int messages = 2000;
  if (transport.rank() != 0) {
    for (int i = 0; i < messages; ++i) {
      transport.send(0, Welcome{.problem = {.n = i}, .kernel = ""});
    }
    require(transport.flush(std::chrono::seconds(60)), "messages do not leave");
    return;
  }
  std::vector<int> next(static_cast<std::size_t>(transport.size()), 0);
  for (int i = 0; i < messages * (transport.size() - 1); ++i) {
    const Envelope envelope = expect_message(transport);
    require(std::get<Welcome>(envelope.message).problem.n ==
                next.at(static_cast<std::size_t>(envelope.from))++,
            "messages of one rank are out of order");
  }
}

/// Waiting ends when the time is over, and not before.
inline void wait_in_vain(Transport& transport) {
  const auto start = std::chrono::steady_clock::now();
  require(!transport.receive(std::chrono::milliseconds(30)), "a message from nowhere");
  const auto waited = std::chrono::steady_clock::now() - start;
  require(waited >= std::chrono::milliseconds(29), "did not wait");
}

/// Repeated sends to a rank that does not listen return at once.
inline void send_to_the_deaf(Transport& transport) {
  if (transport.rank() == 0) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 20; ++i) {
      transport.send(1, Failure{.reason = std::string(1'000'000, 'x')});
    }
    require(std::chrono::steady_clock::now() - start < std::chrono::seconds(30), "send() blocks");
    transport.send(1, Ping{});
  }
  if (transport.rank() == 1) {
    while (!std::holds_alternative<Ping>(expect_message(transport).message)) {
    }
    transport.send(0, Ping{});
  }
  if (transport.rank() == 0) {
    expect_message(transport);
  }
}

/// No rank goes on before rank 0.
inline void meet(Transport& transport) {
  if (transport.rank() != 0) {
    expect_message(transport);
    return;
  }
  for (int rank = 1; rank < transport.size(); ++rank) {
    transport.send(rank, Ping{});
  }
}

inline void transport_scenario(Transport& transport) {
  echo_in_order(transport);
  meet(transport);
  all_to_one(transport);
  meet(transport);
  send_to_the_deaf(transport);
  wait_in_vain(transport);
}

/// A worker of a rank of several, by the number that rank 0 knows it by.
class Numbered final : public Transport {
 public:
  Numbered(Transport& transport, int number) : transport_(transport), number_(number) {}
  [[nodiscard]] int rank() const override { return number_; }
  [[nodiscard]] int size() const override { return transport_.size(); }
  void send(int to, const Message& message) override { transport_.send(to, message); }
  std::optional<Envelope> receive(std::chrono::milliseconds wait) override {
    return transport_.receive(wait);
  }
  bool flush(std::chrono::milliseconds wait) override { return transport_.flush(wait); }
  void abandon() override { transport_.abandon(); }

 private:
  Transport& transport_;
  int number_;
};

/// The workers of a rank play the scenario, each on a thread of its own.
class Players {
 public:
  /// @param first  the number of the first of them
  Players(int workers, int first) : transports_(make_local_transports(workers + 1)) {
    faults_.resize(static_cast<std::size_t>(workers));
    playing_ = workers;
    for (int worker = 0; worker < workers; ++worker) {
      threads_.emplace_back([this, worker, first] {
        const auto index = static_cast<std::size_t>(worker);
        try {
          Numbered transport(*transports_.at(index + 1), first + worker);
          transport_scenario(transport);
        } catch (const std::exception& error) {
          faults_[index] = error.what();
        }
        --playing_;
      });
    }
  }

  [[nodiscard]] Transport& hub() { return *transports_.front(); }
  [[nodiscard]] bool over() const { return playing_ == 0; }

  /// Waits for their ends. @return what went wrong
  std::vector<std::string> faults() {
    threads_.clear();
    std::erase(faults_, "");
    return faults_;
  }

 private:
  std::vector<std::unique_ptr<Transport>> transports_;
  std::vector<std::string> faults_;
  std::atomic<int> playing_ = 0;
  std::vector<std::jthread> threads_;
};

/// The part of a rank other than 0, where a relay passes on what its workers say. @return what went
/// wrong
inline std::vector<std::string> relayed_scenario(Wire& wire, int workers, int first) {
  Players players(workers, first);
  relay(wire, players.hub(), [&players] { return players.over(); });
  return players.faults();
}

/// The part of rank 0, which has workers beside it. @return what went wrong
inline std::vector<std::string> leading_scenario(Wire& wire, int workers) {
  Players players(workers, 1);
  transport_scenario(*make_transport(wire, &players.hub()));
  return players.faults();
}

}  // namespace nqueens::test
