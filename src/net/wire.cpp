// Workers on a wire: numbered through on rank 0, and one wire for all of a rank.

#include <algorithm>
#include <cassert>

#include "nqueens/net/transport.hpp"

namespace nqueens {
namespace {

class NumberedWorkers final : public Transport {
 public:
  explicit NumberedWorkers(Wire& wire) : wire_(wire) {
    const std::vector<int>& workers = wire.workers();
    for (std::size_t rank = 0; rank < workers.size(); ++rank) {
      first_.push_back(static_cast<int>(ranks_.size()));
      ranks_.insert(ranks_.end(), rank == 0 ? 1 : static_cast<std::size_t>(workers[rank]),
                    static_cast<int>(rank));
    }
    assert(wire.rank() == 0 || workers[static_cast<std::size_t>(wire.rank())] == 1);
  }

  [[nodiscard]] int rank() const override { return wire_.rank(); }
  [[nodiscard]] int size() const override { return static_cast<int>(ranks_.size()); }

  void send(int to, const Message& message) override {
    const int rank = ranks_.at(static_cast<std::size_t>(to));
    wire_.send(rank, to - first_.at(static_cast<std::size_t>(rank)), message);
  }

  std::optional<Envelope> receive(std::chrono::milliseconds wait) override {
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

  bool flush(std::chrono::milliseconds wait) override { return wire_.flush(wait); }
  void abandon() override { wire_.abandon(); }

 private:
  Wire& wire_;
  std::vector<int> first_;  ///< by rank: the number of its first worker
  std::vector<int> ranks_;  ///< by number of a worker, which is 0 for rank 0
};

}  // namespace

std::unique_ptr<Transport> make_transport(Wire& wire) {
  return std::make_unique<NumberedWorkers>(wire);
}

void relay(Wire& wire, Transport& hub, const std::function<bool()>& over) {
  using std::chrono::milliseconds;
  // A worker wakes the hub. Nothing wakes MPI: it is looked at now and then, more often after a
  // message.
  constexpr milliseconds shortest_nap{1};
  constexpr milliseconds longest_nap{8};
  milliseconds nap = shortest_nap;
  const auto pass_on_theirs = [&](milliseconds wait) {
    for (auto envelope = hub.receive(wait); envelope; envelope = hub.receive(milliseconds(0))) {
      wire.send(0, envelope->from - 1, envelope->message);
    }
  };
  while (!over()) {
    nap = std::min(nap * 2, longest_nap);
    while (auto parcel = wire.receive(milliseconds(0))) {
      nap = shortest_nap;
      if (parcel->worker >= 0 && parcel->worker + 1 < hub.size()) {
        hub.send(parcel->worker + 1, parcel->message);
      }
    }
    pass_on_theirs(nap);
  }
  pass_on_theirs(milliseconds(0));
  wire.flush(milliseconds(500));
}

}  // namespace nqueens
