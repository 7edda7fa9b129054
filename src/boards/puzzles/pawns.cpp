// The model of queens that pawns part: an automaton reads each line, square by square. After G.
// Pesant, A Regular Language Membership Constraint for Finite Sequences of Variables (2004).
#include <algorithm>
#include <cstddef>
#include <gecode/int.hh>
#include <memory>
#include <utility>
#include <vector>

#include "boards/puzzles/depth_first.hpp"
#include "boards/puzzles/models.hpp"
#include "boards/puzzles/squares.hpp"

namespace nqueens {
namespace {

/// What is on a square.
enum Content : int { empty, queen, pawn };

/// Reads lines in which no queen sees another. Pawns cut a line into parts, of which a limited
/// number may be without a queen. States say how many parts were, and whether the part that is read
/// has a queen so far.
Gecode::DFA parted_line(int max_without) {
  std::vector<Gecode::DFA::Transition> transitions;
  std::vector<int> accepting;
  for (int without = 0; without <= max_without; ++without) {
    const int no_queen = 2 * without;
    const int one_queen = no_queen + 1;
    transitions.emplace_back(no_queen, empty, no_queen);
    transitions.emplace_back(no_queen, queen, one_queen);
    transitions.emplace_back(one_queen, empty, one_queen);
    transitions.emplace_back(one_queen, pawn, no_queen);
    accepting.push_back(one_queen);
    if (without < max_without) {
      transitions.emplace_back(no_queen, pawn, no_queen + 2);
      accepting.push_back(no_queen);
    }
  }
  transitions.emplace_back(-1, 0, 0);  // ends the list
  accepting.push_back(-1);             // the same
  return {0, transitions.data(), accepting.data()};
}

class PawnsModel final : public Gecode::Space {
 public:
  PawnsModel(BoardSize size, int queens, int pawns) : squares_(*this, size.squares(), empty, pawn) {
    const BoardLines lines(size);
    post_parts(lines.rows, queens, pawns);
    post_parts(lines.columns, queens, pawns);
    for (const Line& diagonal : lines.diagonals) {
      Gecode::extensional(*this, variables_of(squares_, diagonal),
                          parted_line(static_cast<int>(diagonal.size()) + 1));
    }
    for (int corner = 0; corner < size.squares() - size.columns; ++corner) {
      if ((corner + 1) % size.columns != 0) {
        // Implied, since there is no square between any two of the four.
        const int below = corner + size.columns;
        Gecode::count(*this, variables_of(squares_, {corner, corner + 1, below, below + 1}), queen,
                      Gecode::IRT_LQ, 1);
      }
    }
    // The squares that searches fail at most often come first.
    Gecode::branch(*this, squares_, Gecode::INT_VAR_AFC_SIZE_MAX(0.99),
                   Gecode::INT_VAL([](const Space&, const Gecode::IntVar& square,
                                      int) { return square.in(queen) ? queen : square.min(); },
                                   nullptr));
  }
  PawnsModel(PawnsModel& other) : Space(other) { squares_.update(*this, other.squares_); }
  Space* copy() override { return new PawnsModel(*this); }

  [[nodiscard]] std::optional<ChessPiece> piece_on(int square) const {
    switch (squares_[square].val()) {
      case queen: return ChessPiece::queen;
      case pawn: return ChessPiece::pawn;
      default: return std::nullopt;
    }
  }

 private:
  /// All rows, or all columns: pawns cut them into this many parts in all, and each part has a
  /// queen or is without.
  void post_parts(const std::vector<Line>& lines, int queens, int pawns) {
    const int max_without = static_cast<int>(lines.size()) + pawns - queens;
    if (max_without < 0) {
      fail();
      return;
    }
    Gecode::IntVarArgs queens_of;
    Gecode::IntVarArgs pawns_of;
    for (const Line& line : lines) {
      const int length = static_cast<int>(line.size());
      const Gecode::IntVar queens_here(*this, 0, (length + 1) / 2);
      const Gecode::IntVar pawns_here(*this, 0, length);
      Gecode::count(*this, variables_of(squares_, line), queen, Gecode::IRT_EQ, queens_here);
      Gecode::count(*this, variables_of(squares_, line), pawn, Gecode::IRT_EQ, pawns_here);
      Gecode::linear(*this, Gecode::IntArgs({1, -1}), Gecode::IntVarArgs({queens_here, pawns_here}),
                     Gecode::IRT_LQ, 1);
      Gecode::extensional(*this, variables_of(squares_, line),
                          parted_line(std::min(max_without, length + 1)));
      queens_of << queens_here;
      pawns_of << pawns_here;
    }
    Gecode::linear(*this, queens_of, Gecode::IRT_EQ, queens);
    Gecode::linear(*this, pawns_of, Gecode::IRT_EQ, pawns);
  }

  Gecode::IntVarArray squares_;
};

/// Queens on every second square of every second row, pawns everywhere else, less those that are
/// not needed.
Arrangement parted_by_many(BoardSize size, int queens) {
  Arrangement arrangement = arrangement_of(size, [&](int number) {
    const Square square = square_of(size, number);
    const bool is_queen = square.row % 2 == 0 && square.column % 2 == 0 && queens-- > 0;
    return is_queen ? ChessPiece::queen : ChessPiece::pawn;
  });
  for (std::size_t index = 0; index < arrangement.pieces.size();) {
    Arrangement less = arrangement;
    less.pieces.erase(less.pieces.begin() + static_cast<std::ptrdiff_t>(index));
    if (arrangement.pieces[index].piece == ChessPiece::pawn && !find_attack(less)) {
      arrangement = std::move(less);
    } else {
      ++index;
    }
  }
  return arrangement;
}

}  // namespace

Puzzle parted_queens(BoardSize size, int queens) {
  Puzzle puzzle;
  puzzle.start = {.best = parted_by_many(size, queens),
                  .bound = std::max(0, queens - std::min(size.rows, size.columns))};
  puzzle.start.number = static_cast<int>(puzzle.start.best->pieces.size()) - queens;
  puzzle.visit = [size, queens](int pawns, Search& search, const VisitArrangement& visit) {
    return visit_solutions(
        std::make_unique<PawnsModel>(size, queens, pawns), search, [&](const PawnsModel& model) {
          return visit(arrangement_of(size, [&](int number) { return model.piece_on(number); }));
        });
  };
  return puzzle;
}

}  // namespace nqueens
