// Visits the solutions of a model depth first, on the threads of a Search.
#pragma once

#include <functional>
#include <gecode/kernel.hh>
#include <memory>
#include <utility>

#include "boards/puzzles/puzzle.hpp"

namespace nqueens {

/// Called with each solution, by one thread at a time; false ends the search. May throw.
using VisitSpace = std::function<bool(const Gecode::Space& solution)>;

/// Visits every solution below the root once, until the visitor returns false. On one thread they
/// come in the order of the model's branching, on several in any order. Throws Error(runtime_error)
/// if there is too little memory.
/// @param root  threads copy it with its propagators and branchers, which may share only constants
/// and must not throw
SearchEnd visit_spaces(std::unique_ptr<Gecode::Space> root, Search& search,
                       const VisitSpace& visit);

/// Like visit_spaces(), for a visitor of models: bool(const Model& solution).
template <class Model, class Visit>
SearchEnd visit_solutions(std::unique_ptr<Model> root, Search& search, Visit visit) {
  return visit_spaces(std::move(root), search, [&visit](const Gecode::Space& solution) {
    return visit(static_cast<const Model&>(solution));
  });
}

}  // namespace nqueens
