// Whether a solution is the smallest of its eight images. It makes only the inverse and reads the
// others from it.

#include "boards/solutions/solution.hpp"

#include <vector>

namespace nqueens {
namespace {

/// Whether the image with reversed columns, reversed rows, or both, is smaller.
bool has_smaller_reversal(Rows solution, Rows image, bool backwards, bool upside_down) {
  const std::size_t n = solution.size();
  for (std::size_t column = 0; column < n; ++column) {
    const Row read = image[backwards ? n - 1 - column : column];
    const Row row = upside_down ? static_cast<Row>(n - 1) - read : read;
    if (row != solution[column]) {
      return row < solution[column];
    }
  }
  return false;
}

}  // namespace

bool is_smallest_of_orbit(Rows solution) {
  std::vector<Row> transposed(solution.size());
  for (std::size_t column = 0; column < solution.size(); ++column) {
    transposed[solution[column]] = static_cast<Row>(column);
  }
  for (const bool backwards : {false, true}) {
    for (const bool upside_down : {false, true}) {
      if (has_smaller_reversal(solution, solution, backwards, upside_down) ||
          has_smaller_reversal(solution, transposed, backwards, upside_down)) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace nqueens
