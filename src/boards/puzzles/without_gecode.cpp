// What searches say in a build without Gecode: the sources that include it are left out, and this
// one takes their place.
#include "boards/puzzles/domination.hpp"
#include "boards/puzzles/latin.hpp"
#include "boards/puzzles/non_attacking.hpp"
#include "boards/puzzles/pawns.hpp"
#include "boards/puzzles/queens.hpp"
#include "boards/puzzles/queens_and_knights.hpp"
#include "core/error.hpp"

namespace nqueens {
namespace {

[[noreturn]] void lack_solver() {
  throw Error(
      ExitCode::usage,
      "this build has no Gecode, which searches puzzles; install libgecode-dev, then "
      "configure and build again: cmake --preset release && cmake --build --preset release");
}

}  // namespace

Optimum fewest_dominators(const Domination&, Search&, const TellDecided&) {
  lack_solver();
}

SearchEnd visit_dominators(const Domination&, int, Search&, const VisitArrangement&) {
  lack_solver();
}

Optimum max_non_attacking(BoardSize, ChessPiece, Search&, const TellDecided&) {
  lack_solver();
}

SearchEnd visit_non_attacking(BoardSize, ChessPiece, int, Search&, const VisitArrangement&) {
  lack_solver();
}

Optimum fewest_pawns(BoardSize, int, Search&, const TellDecided&) {
  lack_solver();
}

SearchEnd visit_parted_queens(BoardSize, int, int, Search&, const VisitArrangement&) {
  lack_solver();
}

Optimum max_queens_and_knights(BoardSize, Search&, const TellDecided&) {
  lack_solver();
}

SearchEnd visit_queens_and_knights(BoardSize, int, int, Search&, const VisitArrangement&) {
  lack_solver();
}

SearchEnd visit_queens(int, Search&, const VisitSolution&) {
  lack_solver();
}

SearchEnd visit_latin_squares(int, LatinSymmetry, Search&, const VisitNumberSquare&) {
  lack_solver();
}

}  // namespace nqueens
