// Finds the best number of chess pieces by trying numbers one after the other.
#pragma once

#include <functional>

#include "boards/puzzles/optimum.hpp"
#include "boards/puzzles/search.hpp"

namespace nqueens {

/// Visits arrangements of so many chess pieces until the visitor has enough.
using VisitNumber = std::function<SearchEnd(int number, const VisitArrangement& visit)>;

/// Looks for one arrangement of so many chess pieces, makes it the best, and tells what is decided.
inline SearchEnd try_number(Optimum& optimum, int number, const VisitNumber& visit_number,
                            const TellDecided& tell) {
  const SearchEnd end = visit_number(number, [&](const Arrangement& arrangement) {
    optimum.best = arrangement;
    optimum.number = number;
    return false;
  });
  if (tell && end != SearchEnd::stopped) {
    tell(number, end == SearchEnd::enough);
  }
  return end;
}

/// Begins at the bound, and moves it towards the best number while searches find nothing. For
/// numbers that are decided the faster the further they are from the best one.
inline void close_gap(Optimum& optimum, const VisitNumber& visit_number, const TellDecided& tell) {
  const int step = optimum.bound < optimum.number ? 1 : -1;
  while (optimum.bound != optimum.number &&
         try_number(optimum, optimum.bound, visit_number, tell) == SearchEnd::complete) {
    optimum.bound += step;
  }
}

/// Begins at the best number and makes it larger while searches find something. For puzzles in
/// which each arrangement holds one of every smaller number.
inline void climb(Optimum& optimum, const VisitNumber& visit_number, const TellDecided& tell) {
  while (optimum.number < optimum.bound) {
    const SearchEnd end = try_number(optimum, optimum.number + 1, visit_number, tell);
    if (end == SearchEnd::complete) {
      optimum.bound = optimum.number;
    } else if (end == SearchEnd::stopped) {
      break;
    }
  }
}

}  // namespace nqueens
