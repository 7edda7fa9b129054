// Models of the n queens, and of boards filled by solutions.
#include <algorithm>
#include <cstdlib>
#include <gecode/int.hh>
#include <memory>
#include <vector>

#include "boards/puzzles/depth_first.hpp"
#include "boards/puzzles/models.hpp"
#include "boards/solutions/methods.hpp"

namespace nqueens {
namespace {

/// Distance of a line from the middle of the board, in half squares.
int from_the_middle(int n, int line) {
  return std::abs(2 * line - (n - 1));
}

/// The row nearest to the middle that is left for a queen; of two, the upper one.
int nearest_to_the_middle(int n, const Gecode::IntVar& rows) {
  int nearest = rows.min();
  for (Gecode::IntVarValues row(rows); row(); ++row) {
    if (from_the_middle(n, row.val()) < from_the_middle(n, nearest)) {
      nearest = row.val();
    }
  }
  return nearest;
}

/// The n queens: three all-different constraints.
class QueensModel final : public Gecode::Space {
 public:
  explicit QueensModel(int n) : rows_(*this, n, 0, n - 1) {
    // Value propagation only. Stronger propagation saves less than a third of the dead ends and
    // takes twice the time at 10 rows, a hundred times at 500.
    Gecode::distinct(*this, rows_, Gecode::IPL_VAL);
    Gecode::distinct(*this, Gecode::IntArgs::create(n, 0, 1), rows_, Gecode::IPL_VAL);
    Gecode::distinct(*this, Gecode::IntArgs::create(n, 0, -1), rows_, Gecode::IPL_VAL);
    const auto to_the_middle = [n](const Space&, const Gecode::IntVar& rows, int) {
      return from_the_middle(n, nearest_to_the_middle(n, rows));
    };
    const auto outwards = [n](const Space&, const Gecode::IntVar&, int column) {
      return from_the_middle(n, column);
    };
    // Ties make the difference. If they go to the first column, some boards above 100 rows take
    // millions of dead ends. With these rules all boards up to 1000 rows take fewer than 100,000,
    // and most fewer than ten.
    Gecode::branch(
        *this, rows_,
        Gecode::tiebreak(Gecode::INT_VAR_SIZE_MIN(), Gecode::INT_VAR_MERIT_MIN(to_the_middle),
                         Gecode::INT_VAR_MERIT_MAX(outwards)),
        Gecode::INT_VAL([n](const Space&, const Gecode::IntVar& rows, int) {
          return nearest_to_the_middle(n, rows);
        }));
  }
  QueensModel(QueensModel& other) : Space(other) { rows_.update(*this, other.rows_); }
  Space* copy() override { return new QueensModel(*this); }

  [[nodiscard]] std::vector<Row> solution() const {
    std::vector<Row> rows;
    for (int column = 0; column < rows_.size(); ++column) {
      rows.push_back(static_cast<Row>(rows_[column].val()));
    }
    return rows;
  }

 private:
  Gecode::IntVarArray rows_;
};

/// A solution and its images, which are in a square together.
using Orbit = std::vector<std::vector<Row>>;

/// Each main diagonal has n squares and at most one queen of each solution. So if n solutions fill
/// the board, each has a queen there.
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
    // The half turn maps this queen to its own square, or to another queen's.
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

/// An exact cover: a Boolean for each orbit, and for each square the orbit that covers it. With
/// reflections a quarter of the board is enough, since the rest is its images.
class LatinModel final : public Gecode::Space {
 public:
  LatinModel(int n, LatinSymmetry symmetry, const std::vector<Orbit>& orbits)
      : chosen_(*this, static_cast<int>(orbits.size()), 0, 1) {
    const auto side = static_cast<std::size_t>(symmetry == LatinSymmetry::reflections ? n / 2 : n);
    std::vector<Gecode::BoolVarArgs> covers(side * side);  // orbits that cover each square
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

/// Numbers the squares of a solution by its column in the first row.
void number(NumberSquare& square, const std::vector<Row>& solution) {
  const auto first_row = std::ranges::find(solution, Row{0});
  for (std::size_t column = 0; column < solution.size(); ++column) {
    square.numbers[solution[column] * solution.size() + column] =
        static_cast<int>(first_row - solution.begin()) + 1;
  }
}

}  // namespace

SearchEnd visit_queens(int n, Search& search, const VisitSolution& visit) {
  return visit_solutions(std::make_unique<QueensModel>(n), search,
                         [&visit](const QueensModel& model) { return visit(model.solution()); });
}

SearchEnd visit_latin_squares(int n, LatinSymmetry symmetry, Search& search,
                              const VisitNumberSquare& visit) {
  if (symmetry == LatinSymmetry::reflections && n % 4 != 0) {
    return SearchEnd::complete;  // solutions come in fours
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
