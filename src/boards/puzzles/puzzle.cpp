// Counts the nodes of searches, and tries numbers of chess pieces one after the other.
#include "boards/puzzles/puzzle.hpp"

#include <utility>

namespace nqueens {

Search::Search(int threads, GoOn go_on) : threads_(threads), go_on_(std::move(go_on)) {}

bool Search::go_on() {
  const std::uint64_t nodes = nodes_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (go_on_ && !stopped_) {
    // If another thread is calling, this one does not wait, but calls at one of its next nodes.
    const std::unique_lock asking(asking_, std::try_to_lock);
    if (asking && !stopped_ && !go_on_(nodes)) {
      stopped_ = true;
    }
  }
  return !stopped_;
}

Optimum best_of(const Puzzle& puzzle, Search& search, const TellDecided& tell) {
  Optimum optimum = puzzle.start;
  const Puzzle::Visit& find = puzzle.find ? puzzle.find : puzzle.visit;
  const int towards_best = optimum.bound < optimum.number ? 1 : -1;
  while (optimum.number != optimum.bound) {
    const int number = puzzle.climb > 0 ? optimum.number + puzzle.climb : optimum.bound;
    const SearchEnd end = find(number, search, [&](const Arrangement& arrangement) {
      optimum.best = arrangement;
      optimum.number = number;
      return false;
    });
    if (end == SearchEnd::stopped) {
      break;
    }
    if (tell) {
      tell(number, end == SearchEnd::enough);
    }
    if (end == SearchEnd::complete) {
      optimum.bound = puzzle.climb > 0 ? optimum.number : optimum.bound + towards_best;
    }
  }
  return optimum;
}

}  // namespace nqueens
