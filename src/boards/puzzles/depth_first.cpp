// Distributes a search tree among threads, each with its own engines of Gecode.
//
// A thread takes a subtree. While few others wait, it splits the subtree, otherwise it searches it
// whole. Gecode's engine for several threads is not used, since it loses solutions: a thread that
// takes work from another reports that it is busy only afterwards. If all others have become idle
// by then, the search ends as if complete (Gecode 6.2, gecode/search/par/engine.hpp: steal() and
// idle()).
#include "boards/puzzles/depth_first.hpp"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <gecode/search.hh>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "nqueens/error.hpp"

namespace nqueens {
namespace {

struct Step {
  std::shared_ptr<const Gecode::Choice> choice;
  unsigned alternative = 0;
};

/// A subtree, as the steps to it from the root. Its memory does not depend on the size of a model.
using Path = std::vector<Step>;

/// The subtrees still to be searched. Threads take them, and replace some by smaller ones. The lock
/// that hands them out also decides whether all are done, so none can be missed.
class Subtrees {
 public:
  /// Begins with the whole tree. @param enough  while fewer wait, subtrees should be split
  explicit Subtrees(std::size_t enough) : enough_(enough), waiting_(1) {}

  /// The next subtree, largest first. Waits while others may add some; nothing once all are done,
  /// or after end().
  std::optional<Path> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ended_ || !waiting_.empty() || taken_ == 0; });
    if (ended_ || waiting_.empty()) {
      return std::nullopt;
    }
    Path path = std::move(waiting_.front());
    waiting_.pop_front();
    ++taken_;
    return path;
  }

  [[nodiscard]] bool are_enough() {
    const std::scoped_lock lock(mutex_);
    return waiting_.size() >= enough_;
  }

  /// Adds the subtrees of a node. @param path  to the node
  void add(const Path& path, const std::shared_ptr<const Gecode::Choice>& choice) {
    const std::scoped_lock lock(mutex_);
    for (unsigned alternative = 0; alternative < choice->alternatives(); ++alternative) {
      waiting_.push_back(path);
      waiting_.back().push_back({.choice = choice, .alternative = alternative});
    }
    changed_.notify_all();
  }

  /// Call it when a subtree is searched, or its subtrees are added.
  void done() {
    const std::scoped_lock lock(mutex_);
    --taken_;
    changed_.notify_all();
  }

  void end() {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }

 private:
  const std::size_t enough_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Path> waiting_;
  std::size_t taken_ = 0;  ///< not done yet
  bool ended_ = false;
};

/// Waiting subtrees per thread: enough that no thread waits long at the end.
constexpr std::size_t waiting_subtrees = 8;

/// Most steps to a subtree that is split: deeper ones are small and costly to reach.
constexpr std::size_t max_steps = 16;

/// The search of a model: its threads, and what ends them.
class DepthFirst final : public Gecode::Search::Stop {
 public:
  DepthFirst(Search& search, const VisitSpace& visit)
      : search_(search),
        visit_(visit),
        subtrees_(waiting_subtrees * static_cast<std::size_t>(search.threads())) {}

  /// Called by the engines at every node.
  bool stop(const Gecode::Search::Statistics&, const Gecode::Search::Options&) override {
    return over_ || !search_.go_on();
  }

  SearchEnd run(std::unique_ptr<Gecode::Space> root) {
    if (search_.threads() == 1) {
      search_whole(std::move(root));
    } else if (root->status() != Gecode::SS_FAILED) {
      run_threads(*root);
    }
    if (thrown_) {
      std::rethrow_exception(thrown_);
    }
    return over_ ? SearchEnd::enough : search_.stopped() ? SearchEnd::stopped : SearchEnd::complete;
  }

 private:
  /// @param root  stable; each thread starts with a clone
  void run_threads(Gecode::Space& root) {
    std::vector<std::unique_ptr<Gecode::Space>> roots;
    for (int thread = 0; thread < search_.threads(); ++thread) {
      roots.emplace_back(root.clone());
    }
    std::vector<std::jthread> threads;  // destroyed before the roots
    for (auto& own : roots) {
      try {
        threads.emplace_back([this, &own] { run_thread(*own); });
      } catch (...) {
        fail();
        break;
      }
    }
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
        case Gecode::SS_SOLVED: visit(*node); break;
        case Gecode::SS_BRANCH:
          subtrees_.add(path, std::shared_ptr<const Gecode::Choice>(node->choice()));
          break;
      }
    }
  }

  void search_whole(std::unique_ptr<Gecode::Space> root) {
    Gecode::Search::Options options;
    options.stop = this;
    options.clone = false;  // the engine owns the root
    Gecode::DFS<Gecode::Space> engine(root.release(), options);
    while (const std::unique_ptr<const Gecode::Space> solution{engine.next()}) {
      visit(*solution);
      if (over_) {
        return;
      }
    }
  }

  void visit(const Gecode::Space& solution) {
    const std::scoped_lock alone(mutex_);
    try {
      over_ = over_ || !visit_(solution);
    } catch (...) {
      thrown_ = std::current_exception();
      over_ = true;
    }
  }

  /// Keeps the current exception and ends all threads. Exceptions of the visitor do not come here.
  void fail() {
    const std::scoped_lock alone(mutex_);
    thrown_ = thrown_ ? thrown_ : std::current_exception();
    over_ = true;
    subtrees_.end();
  }

  Search& search_;
  const VisitSpace& visit_;
  Subtrees subtrees_;
  std::mutex mutex_;                ///< held while the visitor runs
  std::atomic<bool> over_ = false;  ///< the visitor returned false, or something was thrown
  std::exception_ptr thrown_;
};

}  // namespace

SearchEnd visit_spaces(std::unique_ptr<Gecode::Space> root, Search& search,
                       const VisitSpace& visit) {
  if (search.stopped()) {
    return SearchEnd::stopped;
  }
  try {
    return DepthFirst(search, visit).run(std::move(root));
  } catch (const Gecode::MemoryExhausted&) {
    throw Error(ExitCode::runtime_error,
                "not enough memory for this search; take fewer --threads or a smaller board");
  }
}

}  // namespace nqueens
