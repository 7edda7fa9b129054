// Transports between threads, with a mailbox each, and between ranks, over a wire.

#include "net/transport.hpp"

#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

#include "system/clock.hpp"

namespace nqueens {
namespace {

using std::chrono::milliseconds;

struct Mailbox {
  std::mutex mutex;
  std::condition_variable arrived;
  std::deque<Envelope> envelopes;
};

using Mailboxes = std::vector<Mailbox>;

class LocalTransport final : public Transport {
 public:
  LocalTransport(std::shared_ptr<Mailboxes> mailboxes, int rank)
      : mailboxes_(std::move(mailboxes)), rank_(rank) {}

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return static_cast<int>(mailboxes_->size()); }

  void send(int to, const Message& message) override {
    Mailbox& mailbox = mailboxes_->at(static_cast<std::size_t>(to));
    {
      const std::lock_guard lock(mailbox.mutex);
      mailbox.envelopes.push_back({.from = rank_, .message = message});
    }
    mailbox.arrived.notify_one();
  }

  std::optional<Envelope> receive(milliseconds wait) override {
    Mailbox& mailbox = mailboxes_->at(static_cast<std::size_t>(rank_));
    std::unique_lock lock(mailbox.mutex);
    // Even an empty wait is a system call, and workers poll between kernel calls.
    if (wait.count() == 0 && mailbox.envelopes.empty()) {
      return std::nullopt;
    }
    if (!mailbox.arrived.wait_for(lock, wait, [&mailbox] { return !mailbox.envelopes.empty(); })) {
      return std::nullopt;
    }
    Envelope envelope = std::move(mailbox.envelopes.front());
    mailbox.envelopes.pop_front();
    return envelope;
  }

  bool flush(milliseconds /*wait*/) override { return true; }
  void abandon() override {}

 private:
  std::shared_ptr<Mailboxes> mailboxes_;
  int rank_;
};

/// Time between polls of the wire while waiting for this process's threads. Those wake the wait,
/// the wire does not. It grows until restart().
class Nap {
 public:
  void restart() { length_ = shortest; }
  milliseconds next() { return std::exchange(length_, std::min(length_ * 2, longest)); }

 private:
  static constexpr milliseconds shortest{1};
  static constexpr milliseconds longest{8};
  milliseconds length_ = shortest;
};

/// Consecutive numbers for all workers on rank 0: its own threads first, then those of each rank
/// over the wire.
class NumberedWorkers final : public Transport {
 public:
  NumberedWorkers(Wire& wire, Transport* hub) : wire_(wire), hub_(hub) {
    const std::vector<Rank>& ranks = wire.ranks();
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
      first_.push_back(static_cast<int>(ranks_.size()));
      ranks_.insert(ranks_.end(), static_cast<std::size_t>(ranks[rank].workers),
                    static_cast<int>(rank));
    }
    assert(ranks[static_cast<std::size_t>(wire.rank())].workers ==
           (wire.rank() == 0 ? own_workers() : 1));
  }

  [[nodiscard]] int rank() const override { return wire_.rank(); }
  [[nodiscard]] int size() const override { return static_cast<int>(ranks_.size()); }

  void send(int to, const Message& message) override {
    const int rank = ranks_.at(static_cast<std::size_t>(to));
    if (rank == wire_.rank()) {
      hub_->send(to, message);
    } else {
      wire_.send(rank, to == 0 ? 0 : to - first_.at(static_cast<std::size_t>(rank)), message);
    }
  }

  std::optional<Envelope> receive(milliseconds wait) override {
    if (hub_ == nullptr) {
      return from_wire(wait);
    }
    const auto deadline = Clock::now() + wait;
    Nap nap;
    while (true) {
      const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
      if (auto envelope = next_available()) {
        return envelope;
      }
      if (left <= milliseconds(0)) {
        return std::nullopt;
      }
      if (auto envelope = hub_->receive(std::min(nap.next(), left))) {
        return envelope;
      }
    }
  }

  bool flush(milliseconds wait) override { return wire_.flush(wait); }
  void abandon() override { wire_.abandon(); }

 private:
  [[nodiscard]] int own_workers() const { return hub_ == nullptr ? 0 : hub_->size() - 1; }

  /// Threads and wire take turns, so that neither starves the other.
  std::optional<Envelope> next_available() {
    wire_first_ = !wire_first_;
    auto envelope = wire_first_ ? from_wire(milliseconds(0)) : hub_->receive(milliseconds(0));
    if (!envelope) {
      envelope = wire_first_ ? hub_->receive(milliseconds(0)) : from_wire(milliseconds(0));
    }
    return envelope;
  }

  std::optional<Envelope> from_wire(milliseconds wait) {
    auto parcel = wire_.receive(wait);
    if (!parcel) {
      return std::nullopt;
    }
    if (parcel->rank == 0) {
      return Envelope{.from = 0, .message = std::move(parcel->message)};
    }
    const int from = first_.at(static_cast<std::size_t>(parcel->rank)) + parcel->worker;
    if (parcel->worker < 0 || from >= size() ||
        ranks_[static_cast<std::size_t>(from)] != parcel->rank) {
      return std::nullopt;
    }
    return Envelope{.from = from, .message = std::move(parcel->message)};
  }

  Wire& wire_;
  Transport* hub_;
  std::vector<int> first_;  ///< by rank: the number of its first worker
  bool wire_first_ = false;
  std::vector<int> ranks_ = {0};  ///< by number: ranks of the master (0) and the workers
};

}  // namespace

std::vector<std::unique_ptr<Transport>> make_local_transports(int size) {
  const auto mailboxes = std::make_shared<Mailboxes>(static_cast<std::size_t>(size));
  std::vector<std::unique_ptr<Transport>> transports;
  for (int rank = 0; rank < size; ++rank) {
    transports.push_back(std::make_unique<LocalTransport>(mailboxes, rank));
  }
  return transports;
}

std::unique_ptr<Transport> make_transport(Wire& wire, Transport* hub) {
  return std::make_unique<NumberedWorkers>(wire, hub);
}

void relay(Wire& wire, Transport& hub, const std::function<bool()>& over) {
  Nap nap;
  const auto pass_on_from_workers = [&](milliseconds wait) {
    for (auto envelope = hub.receive(wait); envelope; envelope = hub.receive(milliseconds(0))) {
      wire.send(0, envelope->from - 1, envelope->message);
    }
  };
  while (!over()) {
    while (auto parcel = wire.receive(milliseconds(0))) {
      nap.restart();
      if (parcel->worker >= 0 && parcel->worker + 1 < hub.size()) {
        hub.send(parcel->worker + 1, parcel->message);
      }
    }
    pass_on_from_workers(nap.next());
  }
  pass_on_from_workers(milliseconds(0));
  wire.flush(milliseconds(500));
}

}  // namespace nqueens
