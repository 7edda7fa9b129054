// Searches that place whole orbits of a turn, two or four queens at a time; and Burnside's sum.

#include "kernel/fundamental.hpp"

#include <array>
#include <stdexcept>

#include "core/board.hpp"

namespace nqueens {
namespace {

/// Counts solutions made of whole orbits under a turn of the board. It fills the first open row in
/// every way; each queen brings the rest of its orbit.
class OrbitSearch {
 public:
  /// @param turns  orbit size: 2 for the half turn, 4 for the quarter turn
  OrbitSearch(const Problem& problem, int turns, const Interrupted& interrupted)
      : n_(problem.n), turns_(turns), interrupted_(interrupted) {
    board_.moves = problem.info().moves;
  }

  std::optional<Count> run() {
    if (n_ % 2 == 1) {
      // A turn maps the middle row to itself or to the middle column, so its queen is in the
      // centre.
      board_.toggle(n_, {n_ / 2, n_ / 2});
    }
    search();
    return stopped_ ? std::nullopt : std::optional<Count>(solutions_);
  }

 private:
  // NOLINTNEXTLINE(misc-no-recursion): the depth is at most n / 2
  void search() {
    const LineSet open_rows = all_lines(n_) & ~board_.rows;
    if (open_rows == 0) {
      solutions_ += 1;
      return;
    }
    // About twice a second, since the callback may be slow.
    if ((++nodes_ & 0xffffffU) == 0 && interrupted_ && interrupted_()) {
      stopped_ = true;
    }
    const int row = lowest_line(open_rows);
    for (LineSet left = board_.free_in_row(n_, row); left != 0 && !stopped_;
         left = without_lowest(left)) {
      const int placed = place_orbit({row, lowest_line(left)});
      if (placed == turns_) {
        search();
      }
      take_back(placed);
    }
  }

  /// Places the queens of the square's orbit one by one, until a square is not free.
  int place_orbit(Square square) {
    for (int placed = 0; placed < turns_; ++placed) {
      if (!board_.is_free(n_, square)) {
        return placed;
      }
      board_.toggle(n_, square);
      placed_[static_cast<std::size_t>(height_++)] = square;
      square = turns_ == 2 ? Square{n_ - 1 - square.row, n_ - 1 - square.column}
                           : Square{square.column, n_ - 1 - square.row};
    }
    return turns_;
  }

  void take_back(int placed) {
    for (int i = 0; i < placed; ++i) {
      board_.toggle(n_, placed_[static_cast<std::size_t>(--height_)]);
    }
  }

  int n_;
  int turns_;
  const Interrupted& interrupted_;
  Placement board_;
  std::array<Square, max_board> placed_{};
  int height_ = 0;
  std::uint64_t nodes_ = 0;
  Count solutions_;
  bool stopped_ = false;
};

}  // namespace

std::optional<Count> count_fixed_by_half_turn(const Problem& problem,
                                              const Interrupted& interrupted) {
  return OrbitSearch(problem, 2, interrupted).run();
}

std::optional<Count> count_fixed_by_quarter_turn(const Problem& problem,
                                                 const Interrupted& interrupted) {
  return OrbitSearch(problem, 4, interrupted).run();
}

std::optional<Count> count_fundamental(const Problem& problem, Count all,
                                       const Interrupted& interrupted) {
  if (problem.n == 1) {
    return all;  // the only board on which reflections fix a solution
  }
  const auto half = count_fixed_by_half_turn(problem, interrupted);
  const auto quarter = half ? count_fixed_by_quarter_turn(problem, interrupted) : std::nullopt;
  if (!quarter) {
    return std::nullopt;
  }
  const Count sum = all + *half + *quarter * 2;
  if (sum % 8 != 0) {
    throw std::logic_error(
        "the numbers of all solutions and of those fixed by rotations contradict one another");
  }
  return sum / 8;
}

}  // namespace nqueens
