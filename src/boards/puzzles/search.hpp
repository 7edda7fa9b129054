// A search for the answer to a puzzle: on how many threads, whom it asks whether to go on, and how
// it ended.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>

namespace nqueens {

enum class SearchEnd : std::uint8_t {
  complete,  ///< all of the tree was searched: there are no other solutions
  enough,    ///< the visitor wanted no more
  stopped,   ///< Search::go_on() said so; nothing is known of the rest of the tree
};

/// One or more searches of one puzzle, one after the other, on some threads. In a build without
/// Gecode they throw Error(usage), which says how to get it.
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

}  // namespace nqueens
