// Visits the solutions of a model, depth first: the engine of Gecode on the threads of a Search.
#pragma once

#include <gecode/kernel.hh>
#include <gecode/search.hh>
#include <memory>

#include "nqueens/puzzles/search.hpp"

namespace nqueens {

/// Asks the search at every node.
class StopWithSearch final : public Gecode::Search::Stop {
 public:
  explicit StopWithSearch(Search& search) : search_(search) {}
  bool stop(const Gecode::Search::Statistics&, const Gecode::Search::Options&) override {
    return !search_.go_on();
  }

 private:
  Search& search_;
};

/// Visits every solution below the root once, until the visitor wants no more. On one thread their
/// order is that of the model's branching, on several it is any.
/// @tparam Model  a Gecode::Space. Its threads copy it and its propagators and branchers, which may
///   share only what is constant, and must not throw.
/// @param visit  bool(const Model& solution), called on the caller's thread; may throw
template <class Model, class Visit>
SearchEnd visit_solutions(std::unique_ptr<Model> root, Search& search, Visit visit) {
  if (search.stopped()) {
    return SearchEnd::stopped;
  }
  StopWithSearch stop(search);
  Gecode::Search::Options options;
  options.threads = search.threads();
  options.stop = &stop;
  options.clone = false;  // the engine owns the root itself
  Gecode::DFS<Model> engine(root.release(), options);
  while (const std::unique_ptr<const Model> solution{engine.next()}) {
    if (!visit(*solution)) {
      return SearchEnd::enough;
    }
  }
  return engine.stopped() ? SearchEnd::stopped : SearchEnd::complete;
}

}  // namespace nqueens
