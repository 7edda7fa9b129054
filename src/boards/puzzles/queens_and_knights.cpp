// The model of queens and knights: two variables a square, and one for each line that says whether
// it has a queen.
#include <algorithm>
#include <gecode/int.hh>
#include <memory>
#include <optional>
#include <vector>

#include "boards/puzzles/depth_first.hpp"
#include "boards/puzzles/models.hpp"
#include "boards/puzzles/squares.hpp"

namespace nqueens {
namespace {

class QueensAndKnightsModel final : public Gecode::Space {
 public:
  QueensAndKnightsModel(const BoardLines& lines, const AttackGraph& knight_moves, int queens,
                        int knights)
      : queens_(*this, knight_moves.squares(), 0, 1),
        knights_(*this, knight_moves.squares(), 0, 1) {
    Gecode::linear(*this, post_lines(lines.rows), Gecode::IRT_EQ, queens);
    Gecode::linear(*this, post_lines(lines.columns), Gecode::IRT_EQ, queens);
    post_lines(lines.diagonals);
    for (int from = 0; from < knight_moves.squares(); ++from) {
      for_each(knight_moves.attacked(from), [&](int to) {
        exclude(knights_[from], queens_[to]);
        if (from < to) {
          exclude(knights_[from], knights_[to]);
        }
      });
    }
    Gecode::linear(*this, knights_, Gecode::IRT_EQ, knights);
    // Implied: pairs of squares have at most one knight, so half of the free squares are not
    // enough.
    const Cliques cliques(knight_moves);
    Gecode::BoolVarArgs has_knight;
    for (const Clique& clique : cliques.partition) {
      has_knight << any_of(knights_, clique);
    }
    Gecode::linear(*this, has_knight, Gecode::IRT_EQ, knights);
    Gecode::branch(*this, queens_, Gecode::BOOL_VAR_AFC_MAX(0.99), Gecode::BOOL_VAL_MAX());
    Gecode::branch(*this, knights_, Gecode::BOOL_VAR_AFC_MAX(0.99), Gecode::BOOL_VAL_MAX());
  }
  QueensAndKnightsModel(QueensAndKnightsModel& other) : Space(other) {
    queens_.update(*this, other.queens_);
    knights_.update(*this, other.knights_);
  }
  Space* copy() override { return new QueensAndKnightsModel(*this); }

  [[nodiscard]] std::optional<ChessPiece> piece_on(int square) const {
    return queens_[square].val() == 1    ? std::optional(ChessPiece::queen)
           : knights_[square].val() == 1 ? std::optional(ChessPiece::knight)
                                         : std::nullopt;
  }

 private:
  void exclude(const Gecode::BoolVar& one, const Gecode::BoolVar& other) {
    Gecode::rel(*this, one, Gecode::BOT_AND, other, 0);
  }

  /// A variable that says whether one of the squares has a chess piece.
  Gecode::BoolVar any_of(const Gecode::BoolVarArray& variables, const std::vector<int>& squares) {
    const Gecode::BoolVar any(*this, 0, 1);
    Gecode::rel(*this, Gecode::BOT_OR, variables_of(variables, squares), any);
    return any;
  }

  /// A line has one queen and nothing else, or no queen. (What stands between two squares makes no
  /// difference: a queen would attack it.)
  /// @return whether each has a queen
  Gecode::BoolVarArgs post_lines(const std::vector<Line>& lines) {
    Gecode::BoolVarArgs has_queen;
    for (const Line& line : lines) {
      Gecode::linear(*this, variables_of(queens_, line), Gecode::IRT_LQ, 1);
      has_queen << any_of(queens_, line);
      for (const int square : line) {
        exclude(knights_[square], has_queen[has_queen.size() - 1]);
      }
    }
    return has_queen;
  }

  Gecode::BoolVarArray queens_;
  Gecode::BoolVarArray knights_;
};

}  // namespace

Puzzle queens_and_knights(BoardSize size, int queens, int knights) {
  const int wanted = queens + knights;
  Puzzle puzzle{.start = {.best = {}, .bound = wanted}, .climb = wanted};
  if (wanted == 0) {
    puzzle.start.bound = std::min(size.rows, size.columns);
    puzzle.climb = 1;
  }
  puzzle.visit = [=, knight_moves = AttackGraph(size, ChessPiece::knight)](
                     int number, Search& search, const VisitArrangement& visit) {
    return visit_solutions(
        std::make_unique<QueensAndKnightsModel>(BoardLines(size), knight_moves,
                                                wanted == 0 ? number : queens,
                                                wanted == 0 ? number : knights),
        search, [&](const QueensAndKnightsModel& model) {
          return visit(arrangement_of(size, [&](int square) { return model.piece_on(square); }));
        });
  };
  return puzzle;
}

}  // namespace nqueens
