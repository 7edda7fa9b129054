// Random histories of events. One that fails is told of by the shortest part of it that still does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "support/boards.hpp"

namespace nqueens::test {

/// An act of some enumeration whose last value is `count`.
template <class Act>
struct Event {
  Act act{};
  std::uint64_t pick = 0;  ///< below 60: chooses the worker or task
};

template <class Act>
std::vector<Event<Act>> random_history(std::mt19937_64& random, std::uint64_t longest) {
  std::vector<Event<Act>> history(random() % longest);
  for (Event<Act>& event : history) {
    event = {static_cast<Act>(random() % static_cast<std::uint64_t>(Act::count)), random() % 60};
  }
  return history;
}

/// Leaves out events one by one as long as the history still fails.
template <class Act, class Play>
std::vector<Event<Act>> shrunk(std::vector<Event<Act>> history, const Play& play) {
  for (std::size_t i = 0; i < history.size();) {
    std::vector<Event<Act>> shorter = history;
    shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(i));
    if (play(shorter)) {
      history = shorter;
      i = 0;
    } else {
      ++i;
    }
  }
  return history;
}

/// Plays so many random histories.
/// @param play  gives what went wrong in a history, or nothing
/// @param names  by act
/// @return what went wrong first, and in which history; empty where nothing did
template <class Act, class Play>
std::string first_failure(int trials, std::uint64_t longest, const Play& play,
                          const std::vector<std::string>& names) {
  SeededRandom random;
  for (int trial = 0; trial < trials; ++trial) {
    const std::vector<Event<Act>> history = random_history<Act>(random, longest);
    if (play(history)) {
      const std::vector<Event<Act>> shortest = shrunk(history, play);
      std::string text = *play(shortest) + "; seed " + std::to_string(random.seed) + ", history:";
      for (const Event<Act>& event : shortest) {
        text += " " + names.at(static_cast<std::size_t>(event.act)) + "(" +
                std::to_string(event.pick) + ")";
      }
      return text;
    }
  }
  return {};
}

}  // namespace nqueens::test
