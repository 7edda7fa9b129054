// Random histories of events, and the shortest part of one that still fails.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace nqueens::test {

/// An act of some enumeration whose last value is `count`.
template <class Act>
struct Event {
  Act act{};
  std::uint64_t pick = 0;  ///< chooses the worker or task
};

template <class Act>
std::vector<Event<Act>> random_history(std::mt19937_64& random, std::uint64_t longest) {
  std::vector<Event<Act>> history(random() % longest);
  for (Event<Act>& event : history) {
    event = {static_cast<Act>(random() % static_cast<std::uint64_t>(Act::count)), random()};
  }
  return history;
}

/// Leaves out events one by one as long as the history still fails.
template <class Act, class Fails>
std::vector<Event<Act>> shrunk(std::vector<Event<Act>> history, const Fails& fails) {
  for (std::size_t i = 0; i < history.size();) {
    std::vector<Event<Act>> shorter = history;
    shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(i));
    if (fails(shorter)) {
      history = shorter;
      i = 0;
    } else {
      ++i;
    }
  }
  return history;
}

}  // namespace nqueens::test
