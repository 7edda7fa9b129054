// Counts the nodes of searches, and asks whether to go on.
#include "boards/puzzles/search.hpp"

#include <utility>

namespace nqueens {

Search::Search(int threads, GoOn go_on) : threads_(threads), go_on_(std::move(go_on)) {}

bool Search::go_on() {
  const std::uint64_t nodes = nodes_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (go_on_ && !stopped_) {
    // A thread that finds another asking does not wait: it asks at one of its next nodes.
    const std::unique_lock asking(asking_, std::try_to_lock);
    if (asking && !stopped_ && !go_on_(nodes)) {
      stopped_ = true;
    }
  }
  return !stopped_;
}

}  // namespace nqueens
