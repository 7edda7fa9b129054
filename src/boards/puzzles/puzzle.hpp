// A puzzle of chess pieces, and a search for answers: its threads, its stop callback, and how it
// ended.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

#include "boards/solutions/arrangement.hpp"

namespace nqueens {

enum class SearchEnd : std::uint8_t {
  complete,  ///< the whole tree was searched: there are no other solutions
  enough,    ///< the visitor returned false
  stopped,   ///< Search::go_on() returned false; the rest of the tree is unknown
};

/// One or more successive searches of a puzzle, on some threads.
class Search {
 public:
  /// Called at nodes of the tree, by any thread but one at a time, with the number of nodes so far
  /// in all searches; false stops. Must not throw.
  using GoOn = std::function<bool(std::uint64_t nodes)>;

  /// @param threads  that search in parallel, at least 1
  explicit Search(int threads = 1, GoOn go_on = {});

  [[nodiscard]] int threads() const { return threads_; }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] bool stopped() const { return stopped_; }

  /// Counts a node and calls the GoOn, unless another thread does. After the first false, always
  /// returns false. Any thread may call it.
  bool go_on();

 private:
  const int threads_;
  const GoOn go_on_;
  std::mutex asking_;
  std::atomic<std::uint64_t> nodes_ = 0;
  std::atomic<bool> stopped_ = false;
};

/// Each at least 1.
struct BoardSize {
  int rows = 0;
  int columns = 0;

  [[nodiscard]] constexpr int squares() const { return rows * columns; }
  friend bool operator==(const BoardSize&, const BoardSize&) = default;
};

/// Most squares of a board in puzzles of chess pieces: 20 x 20. AttackGraph throws Error(usage)
/// above.
inline constexpr int max_puzzle_squares = 400;

/// Called with each arrangement; false ends the search.
using VisitArrangement = std::function<bool(const Arrangement& arrangement)>;

/// Called when a search has decided whether a number of chess pieces is possible.
using TellDecided = std::function<void(int number, bool possible)>;

/// The best number, as far as known when a search ends.
struct Optimum {
  std::optional<Arrangement> best;  ///< nothing if stopped before
  int number = 0;                   ///< what is counted in the best found
  int bound = 0;                    ///< proved: none is better
  [[nodiscard]] bool proved() const { return best && number == bound; }
};

/// A puzzle of the best number of chess pieces.
struct Puzzle {
  using Visit = std::function<SearchEnd(int number, Search& search, const VisitArrangement& visit)>;

  Optimum start;  ///< known without a search
  Visit visit{};  ///< visits every arrangement once
  Visit find{};   ///< if set, finds one sooner; may leave out symmetric images
  /// 0: starts at the bound and moves towards the best number until a search finds something. That
  /// suits numbers that are decided faster the further they are from the best. Otherwise starts at
  /// the best number and climbs by this step while searches find something.
  int climb = 0;
};

Optimum best_of(const Puzzle& puzzle, Search& search, const TellDecided& tell = {});

}  // namespace nqueens
