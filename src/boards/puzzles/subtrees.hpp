// The parts of a search tree that wait for a thread.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <gecode/kernel.hh>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace nqueens {

/// An alternative of a node.
struct Step {
  std::shared_ptr<const Gecode::Choice> choice;
  unsigned alternative = 0;
};

/// A subtree: the steps to it from the root of the tree. It takes no more memory than that, however
/// large a model is.
using Path = std::vector<Step>;

/// The subtrees that are still to be searched. Threads take them, and replace some by smaller ones.
/// Whether all are done is decided under the lock that hands them out, so none can be missed.
class Subtrees {
 public:
  /// Begins with the whole tree. @param enough  while fewer wait, a subtree should be split
  explicit Subtrees(std::size_t enough) : enough_(enough), waiting_(1) {}

  /// The next subtree, from the largest on. Waits while others may add some; nothing once all are
  /// done, or after end().
  std::optional<Path> take();

  /// Whether so many wait that the one taken can be searched as a whole.
  [[nodiscard]] bool are_enough();

  /// Adds the subtrees of a node. @param path  to the node
  void add(const Path& path, std::unique_ptr<const Gecode::Choice> choice);

  /// One that was taken is done: searched, or its subtrees are added.
  void done();

  /// Hands out no more.
  void end();

 private:
  const std::size_t enough_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Path> waiting_;
  std::size_t taken_ = 0;  ///< and not yet done
  bool ended_ = false;
};

}  // namespace nqueens
