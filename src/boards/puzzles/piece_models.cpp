// Models of unattacked chess pieces: of one kind, queens with knights, and queens separated by
// pawns.
#include <algorithm>
#include <cstddef>
#include <gecode/int.hh>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "boards/puzzles/depth_first.hpp"
#include "boards/puzzles/models.hpp"
#include "boards/puzzles/squares.hpp"

namespace nqueens {
namespace {

/// Chess pieces of one kind that do not attack one another. Each clique has a variable: the square
/// with its chess piece, or none.
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
  Gecode::IntVarArray places_;    ///< by clique of the partition: place of its chess piece
};

/// Queens and knights: two variables per square, and one per line that tells whether it has a
/// queen.
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
    // Implied: each clique has at most one knight, so half of the free squares are not enough.
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

  /// A variable that is true if one of the squares has a chess piece.
  Gecode::BoolVar any_of(const Gecode::BoolVarArray& variables, const std::vector<int>& squares) {
    const Gecode::BoolVar any(*this, 0, 1);
    Gecode::rel(*this, Gecode::BOT_OR, variables_of(variables, squares), any);
    return any;
  }

  /// A line has one queen and nothing else, or no queen. (Squares in between do not matter: a queen
  /// attacks whatever stands there.)
  /// @return for each line, whether it has a queen
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

enum Content : int { empty, queen, pawn };

/// Accepts lines in which no queen attacks another. Pawns cut a line into parts, of which at most
/// max_without have no queen. A state is the number of such parts and whether the current part has
/// a queen so far.
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
  accepting.push_back(-1);             // likewise
  return {0, transitions.data(), accepting.data()};
}

/// Queens separated by pawns: an automaton reads each line, square by square. After G. Pesant, A
/// Regular Language Membership Constraint for Finite Sequences of Variables (2004).
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
        // Implied, since no square lies between any two of the four.
        const int below = corner + size.columns;
        Gecode::count(*this, variables_of(squares_, {corner, corner + 1, below, below + 1}), queen,
                      Gecode::IRT_LQ, 1);
      }
    }
    // Squares at which searches fail most often come first.
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
  /// Constrains all rows, or all columns: pawns cut them into this many parts, each with or without
  /// a queen.
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

/// Queens on every second square of every second row, and pawns everywhere else, except superfluous
/// ones.
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
