// Transport between threads: each rank has a mailbox with its own lock.

#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

#include "net/transport.hpp"

namespace nqueens {
namespace {

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

  std::optional<Envelope> receive(std::chrono::milliseconds wait) override {
    Mailbox& mailbox = mailboxes_->at(static_cast<std::size_t>(rank_));
    std::unique_lock lock(mailbox.mutex);
    // Even a wait of no time is a system call, and workers poll between kernel calls.
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

  bool flush(std::chrono::milliseconds /*wait*/) override { return true; }
  void abandon() override {}

 private:
  std::shared_ptr<Mailboxes> mailboxes_;
  int rank_;
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

}  // namespace nqueens
