// The model of domination: one variable a square, one constraint for all.
#include "boards/puzzles/domination.hpp"

#include <algorithm>
#include <gecode/int.hh>
#include <memory>
#include <vector>

#include "boards/puzzles/attack_graph.hpp"
#include "boards/puzzles/best_number.hpp"
#include "boards/puzzles/cover.hpp"
#include "boards/puzzles/depth_first.hpp"
#include "boards/puzzles/square_variables.hpp"

namespace nqueens {
namespace {

class DominationModel final : public Gecode::Space {
 public:
  DominationModel(const CoverProblem& problem, const std::vector<std::vector<int>>& symmetries)
      : squares_(*this, problem.graph.squares(), 0, 1) {
    post_cover(*this, squares_, problem);
    branch_cover(*this, squares_, problem, symmetries);
  }
  DominationModel(DominationModel& other) : Space(other) { squares_.update(*this, other.squares_); }
  Space* copy() override { return new DominationModel(*this); }

  [[nodiscard]] SquareSet pieces() const { return squares_with_one(squares_); }

 private:
  Gecode::BoolVarArray squares_;
};

/// Takes the chess piece that dominates most new squares until all are dominated.
SquareSet greedy_dominators(const AttackGraph& graph, bool independent) {
  SquareSet pieces;
  SquareSet uncovered = graph.all();
  SquareSet candidates = uncovered;
  while (uncovered.any()) {
    int best = -1;
    std::size_t most = 0;
    for_each(candidates, [&](int square) {
      const std::size_t gain = (graph.dominated(square) & uncovered).count();
      if (gain > most) {
        best = square;
        most = gain;
      }
    });
    pieces[static_cast<std::size_t>(best)] = true;
    uncovered &= ~graph.dominated(best);
    // An uncovered square is not attacked, so it stays a candidate of its own.
    candidates &= independent ? ~graph.dominated(best) : SquareSet().set();
  }
  return pieces;
}

/// No fewer can dominate the board, even if no two dominated the same square.
int min_dominators(const AttackGraph& graph) {
  std::size_t most = 1;
  for (int number = 0; number < graph.squares(); ++number) {
    most = std::max(most, graph.dominated(number).count());
  }
  return (graph.squares() + static_cast<int>(most) - 1) / static_cast<int>(most);
}

SearchEnd visit_models(const AttackGraph& graph, bool independent, int number,
                       const std::vector<std::vector<int>>& symmetries, Search& search,
                       const VisitArrangement& visit) {
  const CoverProblem problem{.graph = graph, .independent = independent, .most = number};
  return visit_solutions(
      std::make_unique<DominationModel>(problem, symmetries), search,
      [&](const DominationModel& solution) {
        return visit(arrangement_of(graph.size(), graph.piece(), solution.pieces()));
      });
}

}  // namespace

Optimum fewest_dominators(const Domination& puzzle, Search& search, const TellDecided& tell) {
  const AttackGraph graph(puzzle.size, puzzle.piece);
  const SquareSet greedy = greedy_dominators(graph, puzzle.independent);
  Optimum optimum{.best = arrangement_of(puzzle.size, puzzle.piece, greedy),
                  .number = static_cast<int>(greedy.count()),
                  .bound = min_dominators(graph)};
  close_gap(
      optimum,
      [&](int number, const VisitArrangement& visit) {
        return visit_models(graph, puzzle.independent, number, symmetries_of(puzzle.size), search,
                            visit);
      },
      tell);
  return optimum;
}

SearchEnd visit_dominators(const Domination& puzzle, int number, Search& search,
                           const VisitArrangement& visit) {
  const AttackGraph graph(puzzle.size, puzzle.piece);
  return visit_models(graph, puzzle.independent, number, {}, search, visit);
}

}  // namespace nqueens
