// What every transport must do: between threads, and with several workers of a rank on a wire
// without MPI.

#include "net/transport.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "pipe_wire.hpp"
#include "transport_scenario.hpp"

namespace nqueens {
namespace {

using test::Pipe;
using test::PipeWire;

class WorkersOnAWire : public testing::Test {
 protected:
  static constexpr int workers = 3;
  Pipe down_;
  Pipe up_;
  PipeWire first_{0, {{}, {workers}}, up_, down_};
  PipeWire second_{1, {{}, {workers}}, down_, up_};
};

TEST_F(WorkersOnAWire, KeepTheRequirementsOnEveryTransport) {
  std::vector<std::string> faults;
  std::jthread rank([this, &faults] { faults = test::relayed_scenario(second_, workers, 1); });
  const auto transport = make_transport(first_);
  EXPECT_EQ(transport->size(), workers + 1);
  EXPECT_NO_THROW(test::transport_scenario(*transport));
  rank.join();
  EXPECT_EQ(faults, std::vector<std::string>());
}

/// Rank 0 hears its own workers and those of the other rank.
TEST(Workers, OfRankZeroKeepTheRequirementsBesideOthers) {
  for (const int others : {1, 3}) {
    Pipe down;
    Pipe up;
    PipeWire first(0, {{2}, {others}}, up, down);
    PipeWire second(1, {{2}, {others}}, down, up);
    std::vector<std::string> faults;
    std::jthread rank([&] { faults = test::relayed_scenario(second, others, 3); });
    EXPECT_EQ(test::leading_scenario(first, 2), std::vector<std::string>());
    rank.join();
    EXPECT_EQ(faults, std::vector<std::string>());
  }
}

TEST_F(WorkersOnAWire, MessagesOfAndToUnknownWorkersAreLost) {
  second_.send(0, workers, Ping{.batches = 1});
  second_.send(0, -1, Ping{.batches = 2});
  second_.send(0, 1, Ping{.batches = 3});
  const auto transport = make_transport(first_);
  std::optional<Envelope> envelope;
  while (!envelope) {
    envelope = transport->receive(std::chrono::milliseconds(0));
  }
  EXPECT_EQ(envelope->from, 2);
  EXPECT_EQ(std::get<Ping>(envelope->message).batches, 3);

  first_.send(1, 1, Ping{});  // there is no second worker
  first_.send(1, 0, Ping{.batches = 4});
  const auto hub = make_local_transports(2);
  std::optional<Envelope> received;
  relay(second_, *hub[0], [&] {
    received = hub[1]->receive(std::chrono::milliseconds(0));
    return received.has_value();
  });
  EXPECT_EQ(std::get<Ping>(received->message).batches, 4);
}

/// A relay whose workers say nothing. It notes how long its caller waits for them.
class SilentHub final : public Transport {
 public:
  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int size() const override { return 2; }
  void send(int /*to*/, const Message& /*message*/) override {}
  std::optional<Envelope> receive(std::chrono::milliseconds wait) override {
    waits.push_back(wait.count());
    return std::nullopt;
  }
  bool flush(std::chrono::milliseconds /*wait*/) override { return true; }
  void abandon() override {}

  std::vector<std::int64_t> waits;
};

/// One answer follows the other, and an idle rank leaves the processor to the others.
TEST_F(WorkersOnAWire, ARelayLooksAtTheWireEverLessOftenUntilAMessageComes) {
  SilentHub hub;
  relay(second_, hub, [&] {
    if (hub.waits.size() == 6) {
      first_.send(1, 0, Ping{});
    }
    return hub.waits.size() == 9;
  });
  EXPECT_EQ(hub.waits, (std::vector<std::int64_t>{1, 2, 4, 8, 8, 8, 1, 2, 4, 0}));
}

/// What a worker says last still leaves.
TEST_F(WorkersOnAWire, ARelayThatIsOverPassesOnWhatIsLeft) {
  const auto hub = make_local_transports(3);
  hub[2]->send(0, Goodbye{});
  relay(second_, *hub[0], [] { return true; });
  const auto parcel = first_.receive(std::chrono::milliseconds(0));
  ASSERT_TRUE(parcel);
  EXPECT_EQ(parcel->worker, 1);
  EXPECT_TRUE(std::holds_alternative<Goodbye>(parcel->message));
}

/// Nodes differ: rank 1 has two workers, rank 2 none that anybody knows of, rank 3 has three.
class UnequalWire final : public Wire {
 public:
  explicit UnequalWire(int of_rank_0) : ranks_{{of_rank_0}, {2}, {0}, {3}} {}

  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] const std::vector<Rank>& ranks() const override { return ranks_; }
  void send(int rank, int worker, const Message& message) override {
    sent = {.rank = rank, .worker = worker, .message = message};
  }
  std::optional<Parcel> receive(std::chrono::milliseconds /*wait*/) override { return sent; }
  bool flush(std::chrono::milliseconds /*wait*/) override { return true; }
  void abandon() override {}

  Parcel sent;

 private:
  std::vector<Rank> ranks_;
};

void expect_numbers(UnequalWire& wire, Transport& transport, int first) {
  const std::array<std::array<int, 2>, 5> places{{{1, 0}, {1, 1}, {3, 0}, {3, 1}, {3, 2}}};
  for (int i = 0; i < 5; ++i) {
    transport.send(first + i, Ping{});
    const auto& [rank, worker] = places.at(static_cast<std::size_t>(i));
    EXPECT_EQ(wire.sent.rank, rank) << i;
    EXPECT_EQ(wire.sent.worker, worker) << i;
    const auto envelope = transport.receive(std::chrono::milliseconds(0));
    ASSERT_TRUE(envelope);
    EXPECT_EQ(envelope->from, first + i);
  }
  wire.sent.worker = 3;
  EXPECT_FALSE(transport.receive(std::chrono::milliseconds(0)));
}

TEST(Workers, AreNumberedThroughRanksOfUnequalSize) {
  UnequalWire wire(0);
  const auto transport = make_transport(wire);
  ASSERT_EQ(transport->size(), 6);
  expect_numbers(wire, *transport, 1);
}

/// However much each of them has to say.
TEST(Workers, OfRankZeroAndOfOthersAreHeardInTurn) {
  UnequalWire wire(1);
  wire.sent = {.rank = 1, .worker = 0, .message = Ping{}};
  const auto hub = make_local_transports(2);
  const auto transport = make_transport(wire, hub[0].get());
  std::array<int, 6> heard{};
  for (int i = 0; i < 10; ++i) {
    hub[1]->send(0, Ping{});
    const auto envelope = transport->receive(std::chrono::milliseconds(0));
    ASSERT_TRUE(envelope);
    ++heard.at(static_cast<std::size_t>(envelope->from));
  }
  EXPECT_EQ(heard[1], 5);
  EXPECT_EQ(heard[2], 5);
}

TEST(Workers, OfRankZeroAreTheFirst) {
  UnequalWire wire(2);
  const auto hub = make_local_transports(3);
  const auto transport = make_transport(wire, hub.front().get());
  ASSERT_EQ(transport->size(), 8);
  expect_numbers(wire, *transport, 3);
  for (const int number : {1, 2}) {
    transport->send(number, Ping{.batches = number});
    Transport& own = *hub.at(static_cast<std::size_t>(number));
    EXPECT_EQ(std::get<Ping>(own.receive(std::chrono::seconds(60))->message).batches, number);
    own.send(0, Goodbye{});
    EXPECT_EQ(transport->receive(std::chrono::milliseconds(0))->from, number);
  }
}

class LocalTransports : public testing::TestWithParam<int> {};

TEST_P(LocalTransports, DoWhatEveryTransportDoes) {
  const auto transports = make_local_transports(GetParam());
  std::mutex mutex;
  std::string problems;
  {
    std::vector<std::jthread> ranks;
    for (const auto& transport : transports) {
      ranks.emplace_back([&transport, &mutex, &problems] {
        try {
          test::transport_scenario(*transport);
        } catch (const std::exception& error) {
          const std::lock_guard lock(mutex);
          problems += error.what() + std::string("; ");
        }
      });
    }
  }
  EXPECT_EQ(problems, "");
}

INSTANTIATE_TEST_SUITE_P(Sizes, LocalTransports, testing::Values(2, 3, 5));

}  // namespace
}  // namespace nqueens
