// The best arrangement of a puzzle, with what is proved of it.
#pragma once

#include <functional>
#include <optional>

#include "boards/solutions/arrangement.hpp"

namespace nqueens {

/// Told of each number of chess pieces once a search has decided whether so many are possible.
using TellDecided = std::function<void(int number, bool possible)>;

/// Called with each arrangement; false ends the search.
using VisitArrangement = std::function<bool(const Arrangement& arrangement)>;

/// What is known of the best number when a search ends.
struct Optimum {
  std::optional<Arrangement> best;  ///< the best found; nothing if a stop came first
  int number = 0;                   ///< what is counted in the best found
  int bound = 0;                    ///< a number that is proved: none is better
  [[nodiscard]] bool proved() const { return best && number == bound; }
};

}  // namespace nqueens
