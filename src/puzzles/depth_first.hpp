// Visits the solutions of a model, depth first, on the threads of a Search.
//
// Each thread has engines of Gecode of its own. The tree is split from the root into many subtrees,
// and a thread that is done with one takes the next. Gecode's engine for several threads is not
// used, since it loses solutions: a thread that takes work from another reports that it is busy
// only afterwards. If all others have become idle by then, the search ends as if it were complete
// (Gecode 6.2, gecode/search/par/engine.hpp: steal() and idle()).
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <gecode/kernel.hh>
#include <gecode/search.hh>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "nqueens/puzzles/search.hpp"

namespace nqueens {

/// Asks the search at every node, and whether another thread has ended it.
class StopWithSearch final : public Gecode::Search::Stop {
 public:
  StopWithSearch(Search& search, const std::atomic<bool>& over) : search_(search), over_(over) {}
  bool stop(const Gecode::Search::Statistics&, const Gecode::Search::Options&) override {
    return over_ || !search_.go_on();
  }

 private:
  Search& search_;
  const std::atomic<bool>& over_;
};

/// Replaces a tree by subtrees that have its solutions, each in one of them: at least so many, or
/// as many as the tree has leaves. Breadth first. Empty where the search was stopped.
std::vector<std::unique_ptr<Gecode::Space>> split(std::unique_ptr<Gecode::Space> root,
                                                  std::size_t least, Search& search);

/// Enough that no thread waits long for the others at the end.
inline constexpr std::size_t subtrees_of_thread = 64;

/// Visits every solution below the root once, until the visitor wants no more. On one thread their
/// order is that of the model's branching, on several it is any.
/// @tparam Model  a Gecode::Space. Its threads copy it and its propagators and branchers, which may
///   share only what is constant, and must not throw.
/// @param visit  bool(const Model& solution), called by one thread at a time; may throw
template <class Model, class Visit>
SearchEnd visit_solutions(std::unique_ptr<Model> root, Search& search, Visit visit) {
  std::mutex visiting;
  std::atomic<bool> over = false;  ///< the visitor wants no more, or has thrown
  std::exception_ptr thrown;
  const auto visit_below = [&](std::unique_ptr<Gecode::Space> subtree) {
    StopWithSearch stop(search, over);
    Gecode::Search::Options options;
    options.stop = &stop;
    options.clone = false;  // the engine owns the root itself
    Gecode::DFS<Model> engine(static_cast<Model*>(subtree.release()), options);
    while (const std::unique_ptr<const Model> solution{engine.next()}) {
      const std::scoped_lock alone(visiting);
      try {
        over = over || !visit(*solution);
      } catch (...) {
        thrown = std::current_exception();
        over = true;
      }
      if (over) {
        return;
      }
    }
  };
  if (search.stopped()) {
    return SearchEnd::stopped;
  }
  if (search.threads() == 1) {
    visit_below(std::move(root));
  } else {
    const auto threads = static_cast<std::size_t>(search.threads());
    auto subtrees = split(std::move(root), threads * subtrees_of_thread, search);
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> running;
    for (std::size_t thread = 0; thread < threads; ++thread) {
      running.emplace_back([&] {
        for (std::size_t i = next++; i < subtrees.size() && !over && !search.stopped();
             i = next++) {
          visit_below(std::move(subtrees[i]));
        }
      });
    }
    running.clear();  // waits for them
  }
  if (thrown) {
    std::rethrow_exception(thrown);
  }
  return over ? SearchEnd::enough : search.stopped() ? SearchEnd::stopped : SearchEnd::complete;
}

}  // namespace nqueens
