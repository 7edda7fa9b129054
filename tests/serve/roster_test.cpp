// The states of ranks, against a model of independent flags.

#include "serve/roster.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "support/boards.hpp"

namespace nqueens {
namespace {

using State = Roster::State;

/// A process on another machine, which may live or not.
ProcessIdentity far_away() {
  return {.host = "far", .space = "away", .pid = 1, .start_time = 1};
}

/// A process on this machine whose id now belongs to another one.
ProcessIdentity dead_process() {
  ProcessIdentity process = this_process();
  ++process.start_time;
  return process;
}

TEST(Roster, ALastWordStaysTheLast) {
  Roster roster(4);
  roster.greet(1, far_away());
  roster.fail(1);
  EXPECT_FALSE(roster.set_aside(1)) << "it waits to be dismissed";
  roster.greet(2, far_away());
  roster.leave(2);
  EXPECT_FALSE(roster.set_aside(2));
  roster.greet(3, far_away());
  EXPECT_TRUE(roster.set_aside(3));
  roster.leave(3);
  EXPECT_TRUE(roster.all_wait());
  EXPECT_EQ(roster.lost(), 1);
  EXPECT_EQ(roster.in_state(State::left), 0);
}

TEST(Roster, ADeadOneThatSaidGoodbyeIsLostAllTheSame) {
  Roster roster(2);
  roster.greet(1, dead_process());
  EXPECT_TRUE(roster.lose(1));
  EXPECT_FALSE(roster.hear(1));
  roster.leave(1);
  EXPECT_EQ(roster.lost(), 1);
  EXPECT_EQ(roster.in_state(State::left), 0);
  EXPECT_TRUE(roster.all_gone());
  EXPECT_FALSE(roster.all_wait());
}

TEST(Roster, DescribesKernelsWhenAllRanksHadOne) {
  Roster roster(4);
  for (const int rank : {1, 2, 3}) {
    roster.greet(rank, far_away());
    EXPECT_EQ(roster.describe_kernels(), "");
    EXPECT_TRUE(roster.ready(rank, rank == 2 ? "avx2" : "avx512"));
    EXPECT_TRUE(roster.ready(rank, rank == 2 ? "avx2" : "avx512")) << "said twice";
  }
  EXPECT_EQ(roster.describe_kernels(), "kernel avx2 on worker 2, avx512 on workers 1,3");
}

/// Everything to know about a rank, as independent flags.
struct Flags {
  bool spoken = false;
  bool known = false;
  bool ready = false;
  bool lost = false;
  bool goodbye = false;
  bool set_aside = false;
  bool dead = false;
};

enum class Event { hello, ready, lose, set_aside, failure, goodbye, death, count };

/// Plays an event on both, as the master would.
void play(Event event, Roster& roster, Flags& flags) {
  const bool is_message = event == Event::hello || event == Event::ready ||
                          event == Event::failure || event == Event::goodbye;
  if (is_message) {
    flags.spoken = true;
    const bool is_back = flags.lost && !flags.goodbye && !flags.dead;
    flags.lost = flags.lost && !is_back;
    EXPECT_EQ(roster.hear(1), is_back);
    if (is_back && flags.set_aside) {
      roster.set_aside(1);
    }
  }
  switch (event) {
    case Event::hello:
      flags.known = true;
      roster.greet(1, flags.dead ? dead_process() : far_away());
      break;
    case Event::ready:
      flags.ready = flags.ready || flags.known;
      EXPECT_EQ(roster.ready(1, "kernel"),
                flags.known || flags.lost || flags.goodbye || flags.set_aside);
      break;
    case Event::lose:
      EXPECT_EQ(roster.lose(1), !flags.lost && !flags.goodbye);
      flags.lost = flags.lost || !flags.goodbye;
      break;
    case Event::set_aside:
      flags.set_aside = true;
      roster.set_aside(1);
      break;
    case Event::failure:
      flags.lost = flags.goodbye = true;
      roster.fail(1);
      break;
    case Event::goodbye:
      flags.goodbye = true;
      roster.leave(1);
      break;
    case Event::death:
      if (flags.known) {
        flags.dead = true;
        roster.greet(1, dead_process());
      }
      break;
    case Event::count: break;
  }
}

void expect_same(const Roster& roster, const Flags& flags, const std::string& history) {
  const bool here = !flags.lost && !flags.goodbye && !flags.set_aside;
  EXPECT_EQ(roster.in_state(State::ready), flags.ready && here) << history;
  EXPECT_EQ(roster.expected(), here) << history;
  EXPECT_EQ(roster.lost(), flags.lost) << history;
  EXPECT_EQ(roster.in_state(State::left), flags.goodbye && !flags.lost && !flags.set_aside)
      << history;
  EXPECT_EQ(roster.nobody_came(), !flags.spoken) << history;
  EXPECT_EQ(roster.all_gone(), flags.spoken && (flags.goodbye || flags.dead)) << history;
  EXPECT_EQ(roster.all_wait(), flags.goodbye && !flags.dead) << history;
  EXPECT_EQ(roster.somebody_stays(), !flags.lost && !flags.goodbye) << history;
  int all = 0;
  for (std::size_t state = 0; state < Roster::states; ++state) {
    all += roster.in_state(static_cast<State>(state));
  }
  EXPECT_EQ(all, 1) << history;
}

TEST(Roster, SaysWhatIndependentFlagsWouldInRandomHistories) {
  static constexpr const char* names[] = {"hello",   "ready",   "lose", "set aside",
                                          "failure", "goodbye", "death"};
  const std::uint64_t seed = test::test_seed();
  std::mt19937_64 random(seed);
  for (int trial = 0; trial < 20'000 && !testing::Test::HasFailure(); ++trial) {
    Roster roster(2);
    Flags flags;
    std::string history = "seed " + std::to_string(seed) + ":";
    play(Event::hello, roster, flags);
    for (std::uint64_t length = random() % 8; length > 0 && !testing::Test::HasFailure();
         --length) {
      const auto event = static_cast<Event>(random() % static_cast<std::uint64_t>(Event::count));
      history += std::string(" ") + names[static_cast<int>(event)];
      play(event, roster, flags);
      expect_same(roster, flags, history);
    }
  }
}

}  // namespace
}  // namespace nqueens
