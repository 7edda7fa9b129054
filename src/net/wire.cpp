// Workers on a wire: numbered through on rank 0, and one wire for all of a rank.

#include <algorithm>
#include <cassert>

#include "nqueens/net/transport.hpp"

namespace nqueens {
namespace {

class NumberedWorkers final : public Transport {
 public:
  NumberedWorkers(Wire& wire, int workers) : wire_(wire), workers_(workers) {
    assert(workers >= 1 && (wire.rank() == 0 || workers == 1));
  }

  [[nodiscard]] int rank() const override { return wire_.rank(); }
  [[nodiscard]] int size() const override { return (wire_.size() - 1) * workers_ + 1; }

  void send(int to, const Message& message) override {
    if (to == 0) {
      wire_.send(0, 0, message);
    } else {
      wire_.send((to - 1) / workers_ + 1, (to - 1) % workers_, message);
    }
  }

  std::optional<Envelope> receive(std::chrono::milliseconds wait) override {
    auto parcel = wire_.receive(wait);
    if (!parcel || parcel->worker < 0 || parcel->worker >= workers_) {
      return std::nullopt;
    }
    const int from = parcel->rank == 0 ? 0 : (parcel->rank - 1) * workers_ + parcel->worker + 1;
    return Envelope{.from = from, .message = std::move(parcel->message)};
  }

  bool flush(std::chrono::milliseconds wait) override { return wire_.flush(wait); }
  void abandon() override { wire_.abandon(); }

 private:
  Wire& wire_;
  int workers_;
};

}  // namespace

std::unique_ptr<Transport> make_transport(Wire& wire, int workers) {
  return std::make_unique<NumberedWorkers>(wire, workers);
}

void relay(Wire& wire, Transport& hub, const std::function<bool()>& over) {
  using std::chrono::milliseconds;
  // A worker wakes the hub; nothing wakes MPI, which is looked at so often.
  constexpr milliseconds nap{1};
  const auto pass_on_theirs = [&](milliseconds wait) {
    for (auto envelope = hub.receive(wait); envelope; envelope = hub.receive(milliseconds(0))) {
      wire.send(0, envelope->from - 1, envelope->message);
    }
  };
  while (!over()) {
    while (auto parcel = wire.receive(milliseconds(0))) {
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
