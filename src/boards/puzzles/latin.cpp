// The model of boards filled by solutions: an exact cover.
#include <algorithm>
#include <gecode/int.hh>
#include <memory>
#include <vector>

#include "boards/puzzles/depth_first.hpp"
#include "boards/puzzles/models.hpp"
#include "boards/solutions/methods.hpp"

namespace nqueens {
namespace {

/// A solution and its images, which are in a square together.
using Orbit = std::vector<std::vector<Row>>;

/// Each main diagonal has n squares, and no solution has two queens there. So if n solutions
/// fill the board, each of them has one.
bool is_on_both_diagonals(Rows solution) {
  bool falling = false, rising = false;
  for (std::size_t column = 0; column < solution.size(); ++column) {
    falling = falling || solution[column] == column;
    rising = rising || solution[column] + column + 1 == solution.size();
  }
  return falling && rising;
}

/// The solution with its images under both reflections; empty if two of them share a square, or if
/// an image comes earlier.
Orbit reflected(Rows solution) {
  const auto last = static_cast<Row>(solution.size() - 1);
  for (std::size_t column = 0; column < solution.size(); ++column) {
    // Then the half turn leaves this queen on its square, or on that of another one.
    if (solution[column] + solution[last - column] == last) {
      return {};
    }
  }
  Orbit orbit(4, {solution.begin(), solution.end()});
  for (const std::size_t image : {1U, 3U}) {
    std::ranges::reverse(orbit[image]);
  }
  for (const std::size_t image : {2U, 3U}) {
    std::ranges::transform(orbit[image], orbit[image].begin(),
                           [last](Row row) { return last - row; });
  }
  return std::ranges::min(orbit) == orbit.front() ? orbit : Orbit{};
}

std::vector<Orbit> orbits_of(int n, LatinSymmetry symmetry) {
  std::vector<Orbit> orbits;
  search(n, [&](Rows solution) {
    if (is_on_both_diagonals(solution)) {
      Orbit orbit = symmetry == LatinSymmetry::reflections
                        ? reflected(solution)
                        : Orbit{{solution.begin(), solution.end()}};
      if (!orbit.empty()) {
        orbits.push_back(std::move(orbit));
      }
    }
    return true;
  });
  return orbits;
}

/// A yes or no for each orbit, and for each square the orbit that covers it. With reflections a
/// quarter of the board is enough: the others are its images.
class LatinModel final : public Gecode::Space {
 public:
  LatinModel(int n, LatinSymmetry symmetry, const std::vector<Orbit>& orbits)
      : chosen_(*this, static_cast<int>(orbits.size()), 0, 1) {
    const auto side = static_cast<std::size_t>(symmetry == LatinSymmetry::reflections ? n / 2 : n);
    std::vector<Gecode::BoolVarArgs> covers(side * side);  // the orbits that cover each square
    for (std::size_t index = 0; index < orbits.size(); ++index) {
      for (const std::vector<Row>& solution : orbits[index]) {
        for (std::size_t column = 0; column < side; ++column) {
          if (solution[column] < side) {
            covers[solution[column] * side + column] << chosen_[static_cast<int>(index)];
          }
        }
      }
    }
    Gecode::IntVarArgs covered_by;
    for (const Gecode::BoolVarArgs& chosen : covers) {
      if (chosen.size() == 0) {
        fail();
        return;
      }
      covered_by << Gecode::IntVar(*this, 0, chosen.size() - 1);
      Gecode::channel(*this, chosen, covered_by[covered_by.size() - 1]);
    }
    covered_by_ = Gecode::IntVarArray(*this, covered_by);
    Gecode::branch(*this, covered_by_, Gecode::INT_VAR_SIZE_MIN(), Gecode::INT_VAL_MIN());
  }
  LatinModel(LatinModel& other) : Space(other) {
    chosen_.update(*this, other.chosen_);
    covered_by_.update(*this, other.covered_by_);
  }
  Space* copy() override { return new LatinModel(*this); }

  [[nodiscard]] bool is_chosen(std::size_t orbit) const {
    return chosen_[static_cast<int>(orbit)].val() == 1;
  }

 private:
  Gecode::BoolVarArray chosen_;
  Gecode::IntVarArray covered_by_;
};

/// Gives the squares of a solution its number, that of the column of its first row.
void number(NumberSquare& square, const std::vector<Row>& solution) {
  const auto first_row = std::ranges::find(solution, Row{0});
  for (std::size_t column = 0; column < solution.size(); ++column) {
    square.numbers[solution[column] * solution.size() + column] =
        static_cast<int>(first_row - solution.begin()) + 1;
  }
}

}  // namespace

SearchEnd visit_latin_squares(int n, LatinSymmetry symmetry, Search& search,
                              const VisitNumberSquare& visit) {
  if (symmetry == LatinSymmetry::reflections && n % 4 != 0) {
    return SearchEnd::complete;  // the n solutions come in fours
  }
  const std::vector<Orbit> orbits = orbits_of(n, symmetry);
  return visit_solutions(std::make_unique<LatinModel>(n, symmetry, orbits), search,
                         [&](const LatinModel& model) {
                           NumberSquare square = empty_square(n);
                           for (std::size_t index = 0; index < orbits.size(); ++index) {
                             if (model.is_chosen(index)) {
                               for (const std::vector<Row>& solution : orbits[index]) {
                                 number(square, solution);
                               }
                             }
                           }
                           return visit(square);
                         });
}

}  // namespace nqueens
