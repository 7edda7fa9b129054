// Finds the solutions in a square of numbers.
#include <cstddef>
#include <utility>

#include "boards/puzzles/magic.hpp"
#include "boards/solutions/solution.hpp"

namespace nqueens {

std::vector<HiddenSolution> solutions_in(const NumberSquare& square) {
  const auto n = static_cast<std::size_t>(square.n);
  std::vector<Square> places(n * n);
  for (std::size_t index = 0; index < n * n; ++index) {
    places[static_cast<std::size_t>(square.numbers[index] - 1)] = {
        .row = static_cast<int>(index / n), .column = static_cast<int>(index % n)};
  }
  std::vector<HiddenSolution> found;
  for (const std::size_t step : {std::size_t{1}, n}) {
    for (std::size_t index = 0; index < n; ++index) {
      const std::size_t first = step == 1 ? index * n : index;
      std::vector<Square> queens;
      for (std::size_t i = 0; i < n; ++i) {
        queens.push_back(places[first + i * step]);
      }
      if (!find_fault(n, queens)) {
        HiddenSolution hidden{.first = static_cast<int>(first) + 1,
                              .step = static_cast<int>(step),
                              .rows = std::vector<Row>(n)};
        for (const Square queen : queens) {
          hidden.rows[static_cast<std::size_t>(queen.column)] = static_cast<Row>(queen.row);
        }
        found.push_back(std::move(hidden));
      }
    }
  }
  return found;
}

}  // namespace nqueens
