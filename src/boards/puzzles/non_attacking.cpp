// The model of chess pieces that do not attack one another: a variable for each clique of the
// squares says which of them has the chess piece, or that none has.
#include <gecode/int.hh>
#include <memory>

#include "boards/puzzles/depth_first.hpp"
#include "boards/puzzles/models.hpp"
#include "boards/puzzles/squares.hpp"

namespace nqueens {
namespace {

class NonAttackingModel final : public Gecode::Space {
 public:
  NonAttackingModel(const Cliques& cliques, int squares, int pieces)
      : squares_(*this, squares, 0, 1), places_(*this, static_cast<int>(cliques.partition.size())) {
    Gecode::BoolVarArgs empty;
    for (std::size_t index = 0; index < cliques.partition.size(); ++index) {
      Gecode::BoolVarArgs values = variables_of(squares_, cliques.partition[index]);
      const Gecode::BoolVar none(*this, 0, 1);
      values << none;
      empty << none;
      Gecode::IntVar& place = places_[static_cast<int>(index)];
      place = Gecode::IntVar(*this, 0, values.size() - 1);
      Gecode::channel(*this, values, place);
    }
    Gecode::linear(*this, empty, Gecode::IRT_EQ, empty.size() - pieces);
    for (const Clique& clique : cliques.cover) {
      Gecode::linear(*this, variables_of(squares_, clique), Gecode::IRT_LQ, 1);
    }
    Gecode::branch(*this, places_, Gecode::INT_VAR_SIZE_MIN(), Gecode::INT_VAL_MIN());
  }
  NonAttackingModel(NonAttackingModel& other) : Space(other) {
    squares_.update(*this, other.squares_);
    places_.update(*this, other.places_);
  }
  Space* copy() override { return new NonAttackingModel(*this); }

  [[nodiscard]] bool has_piece(int square) const { return squares_[square].one(); }

 private:
  Gecode::BoolVarArray squares_;  ///< whether a chess piece stands there
  Gecode::IntVarArray places_;  ///< of each clique of the partition: the chess piece's place in it
};

}  // namespace

Puzzle non_attacking(BoardSize size, ChessPiece piece) {
  const auto graph = std::make_shared<const AttackGraph>(size, piece);
  const auto cliques = std::make_shared<const Cliques>(*graph);
  Puzzle puzzle;
  puzzle.start = {.best = greedy_domination(*graph, true, true),
                  .bound = static_cast<int>(cliques->partition.size())};
  puzzle.start.number = static_cast<int>(puzzle.start.best->pieces.size());
  puzzle.visit = [graph, cliques](int number, Search& search, const VisitArrangement& visit) {
    return visit_solutions(
        std::make_unique<NonAttackingModel>(*cliques, graph->squares(), number), search,
        [&](const NonAttackingModel& model) {
          return visit(graph->arrangement([&](int square) { return model.has_piece(square); }));
        });
  };
  return puzzle;
}

}  // namespace nqueens
