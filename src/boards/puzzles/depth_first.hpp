// Visits the solutions of a model, depth first, on the threads of a Search.
//
// Each thread has engines of Gecode of its own. A thread takes a subtree; while few others wait it
// splits it, else it searches it as a whole. Gecode's engine for several threads is not used, since
// it loses solutions: a thread that takes work from another reports that it is busy only
// afterwards. If all others have become idle by then, the search ends as if it were complete
// (Gecode 6.2, gecode/search/par/engine.hpp: steal() and idle()).
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <gecode/kernel.hh>
#include <gecode/search.hh>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "boards/puzzles/puzzle.hpp"
#include "core/error.hpp"

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

/// Subtrees that wait for each thread: enough that none waits long for the others at the end.
inline constexpr std::size_t waiting_subtrees = 8;

/// Most steps to a subtree that is split: those further down are small, and long ways to them are
/// dear.
inline constexpr std::size_t max_steps = 16;

/// The search of one model: the threads, and what ends them.
template <class Model, class Visit>
class DepthFirst final : public Gecode::Search::Stop {
 public:
  DepthFirst(Search& search, Visit& visit)
      : search_(search),
        visit_(visit),
        subtrees_(waiting_subtrees * static_cast<std::size_t>(search.threads())) {}

  /// Asked by the engines at every node.
  bool stop(const Gecode::Search::Statistics&, const Gecode::Search::Options&) override {
    return over_ || !search_.go_on();
  }

  void run(std::unique_ptr<Gecode::Space> root) {
    if (search_.threads() == 1) {
      search_whole(std::move(root));
    } else if (root->status() != Gecode::SS_FAILED) {
      run_threads(*root);
    }
    if (thrown_) {
      std::rethrow_exception(thrown_);
    }
  }

  [[nodiscard]] SearchEnd end() const {
    return over_ ? SearchEnd::enough : search_.stopped() ? SearchEnd::stopped : SearchEnd::complete;
  }

 private:
  /// @param root  stable; each thread begins with a clone of its own
  void run_threads(Gecode::Space& root) {
    std::vector<std::unique_ptr<Gecode::Space>> roots;
    for (int thread = 0; thread < search_.threads(); ++thread) {
      roots.emplace_back(root.clone());
    }
    {
      std::vector<std::jthread> threads;
      for (auto& own : roots) {
        try {
          threads.emplace_back([this, &own] { run_thread(*own); });
        } catch (...) {
          fail();
          break;
        }
      }
    }  // waits for them
  }

  void run_thread(Gecode::Space& root) noexcept {
    try {
      while (const auto path = subtrees_.take()) {
        take_on(root, *path);
        subtrees_.done();
        if (over_ || search_.stopped()) {
          subtrees_.end();
        }
      }
    } catch (...) {
      fail();
    }
  }

  /// Splits a subtree, or searches it.
  void take_on(Gecode::Space& root, const Path& path) {
    std::unique_ptr<Gecode::Space> node(root.clone());
    for (const Step& step : path) {
      node->commit(*step.choice, step.alternative);
    }
    if (path.size() >= max_steps || subtrees_.are_enough()) {
      search_whole(std::move(node));
    } else if (!over_ && search_.go_on()) {
      switch (node->status()) {
        case Gecode::SS_FAILED: break;
        case Gecode::SS_SOLVED: visit(static_cast<const Model&>(*node)); break;
        case Gecode::SS_BRANCH:
          subtrees_.add(path, std::unique_ptr<const Gecode::Choice>(node->choice()));
          break;
      }
    }
  }

  void search_whole(std::unique_ptr<Gecode::Space> root) {
    Gecode::Search::Options options;
    options.stop = this;
    options.clone = false;  // the engine owns the root itself
    Gecode::DFS<Model> engine(static_cast<Model*>(root.release()), options);
    while (const std::unique_ptr<const Model> solution{engine.next()}) {
      visit(*solution);
      if (over_) {
        return;
      }
    }
  }

  void visit(const Model& solution) {
    const std::scoped_lock alone(mutex_);
    try {
      over_ = over_ || !visit_(solution);
    } catch (...) {
      thrown_ = std::current_exception();
      over_ = true;
    }
  }

  /// Keeps the exception that is being handled, and ends all threads. Those of the visitor do not
  /// come here.
  void fail() {
    const std::scoped_lock alone(mutex_);
    thrown_ = thrown_ ? thrown_ : std::current_exception();
    over_ = true;
    subtrees_.end();
  }

  Search& search_;
  Visit& visit_;
  Subtrees subtrees_;
  std::mutex mutex_;                ///< of the visitor
  std::atomic<bool> over_ = false;  ///< the visitor wants no more, or something was thrown
  std::exception_ptr thrown_;
};

/// Visits every solution below the root once, until the visitor wants no more. On one thread their
/// order is that of the model's branching, on several it is any. Throws Error(runtime_error) if the
/// memory is not enough.
/// @tparam Model  a Gecode::Space. Its threads copy it and its propagators and branchers, which may
///   share only what is constant, and must not throw.
/// @param visit  bool(const Model& solution), called by one thread at a time; may throw
template <class Model, class Visit>
SearchEnd visit_solutions(std::unique_ptr<Model> root, Search& search, Visit visit) {
  if (search.stopped()) {
    return SearchEnd::stopped;
  }
  try {
    DepthFirst<Model, Visit> depth_first(search, visit);
    depth_first.run(std::move(root));
    return depth_first.end();
  } catch (const Gecode::MemoryExhausted&) {
    throw Error(ExitCode::runtime_error,
                "not enough memory for this search; take fewer --threads or a smaller board");
  }
}

}  // namespace nqueens
