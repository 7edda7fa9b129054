// Replaces the searches in a build without Gecode.
#include "boards/puzzles/models.hpp"
#include "nqueens/error.hpp"

namespace nqueens {
namespace {

[[noreturn]] void lack_solver() {
  throw Error(
      ExitCode::usage,
      "this build has no Gecode, which searches puzzles; install libgecode-dev, then "
      "configure and build again: cmake --preset release && cmake --build --preset release");
}

}  // namespace

Puzzle non_attacking(BoardSize, ChessPiece) {
  lack_solver();
}

Puzzle domination(BoardSize, ChessPiece, bool) {
  lack_solver();
}

Puzzle parted_queens(BoardSize, int) {
  lack_solver();
}

Puzzle queens_and_knights(BoardSize, int, int) {
  lack_solver();
}

SearchEnd visit_latin_squares(int, LatinSymmetry, Search&, const VisitNumberSquare&) {
  lack_solver();
}

SearchEnd visit_queens(int, Search&, const VisitSolution&) {
  lack_solver();
}

}  // namespace nqueens
