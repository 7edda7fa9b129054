// A puzzle of chess pieces, and a search for answers: on how many threads, whom it asks whether to
// go on, and how it ended.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

#include "boards/solutions/arrangement.hpp"

namespace nqueens {

enum class SearchEnd : std::uint8_t {
  complete,  ///< all of the tree was searched: there are no other solutions
  enough,    ///< the visitor wanted no more
  stopped,   ///< Search::go_on() said so; nothing is known of the rest of the tree
};

/// One or more searches of one puzzle, one after the other, on some threads.
class Search {
 public:
  /// Asked at nodes of the tree, by any of the threads but never by two at a time, with the number
  /// of nodes so far in all searches; false stops. Must not throw.
  using GoOn = std::function<bool(std::uint64_t nodes)>;

  /// @param threads  that search at the same time, at least 1
  explicit Search(int threads = 1, GoOn go_on = {});

  [[nodiscard]] int threads() const { return threads_; }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] bool stopped() const { return stopped_; }

  /// Counts a node and asks whether to go on, unless another thread is asking. Once it has said no
  /// it does so for ever. Any thread may call it.
  bool go_on();

 private:
  const int threads_;
  const GoOn go_on_;
  std::mutex asking_;
  std::atomic<std::uint64_t> nodes_ = 0;
  std::atomic<bool> stopped_ = false;
};

/// Rows and columns, each at least 1.
struct BoardSize {
  int rows = 0;
  int columns = 0;

  [[nodiscard]] constexpr int squares() const { return rows * columns; }
  friend bool operator==(const BoardSize&, const BoardSize&) = default;
};

/// Most squares of a board that puzzles of chess pieces take: 20 x 20. Attacks on larger
/// ones throw Error(usage).
inline constexpr int max_puzzle_squares = 400;

/// Called with each arrangement; false ends the search.
using VisitArrangement = std::function<bool(const Arrangement& arrangement)>;

/// Told of each number of chess pieces once a search has decided whether it is possible.
using TellDecided = std::function<void(int number, bool possible)>;

/// What is known of the best number when a search ends.
struct Optimum {
  std::optional<Arrangement> best;  ///< the best found; nothing if a stop came first
  int number = 0;                   ///< what is counted in the best found
  int bound = 0;                    ///< a number that is proved: none is better
  [[nodiscard]] bool proved() const { return best && number == bound; }
};

/// A puzzle of the best number of chess pieces.
struct Puzzle {
  /// Visits arrangements of a number of chess pieces.
  using Visit = std::function<SearchEnd(int number, Search& search, const VisitArrangement& visit)>;

  Optimum start;  ///< what is known without a search
  Visit visit{};  ///< every arrangement once
  Visit find{};   ///< if set, finds one sooner: may leave out images by symmetries
  /// 0: begins at the bound and moves it towards the best number while searches find nothing. For
  /// numbers that are decided the faster the further they are from the best one. Else begins at the
  /// best number and climbs by such steps while searches find something.
  int climb = 0;
};

Optimum best_of(const Puzzle& puzzle, Search& search, const TellDecided& tell = {});

}  // namespace nqueens
