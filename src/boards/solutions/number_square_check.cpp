// Adds up every line of a magic square, and checks the queens of every number of a Latin square.
#include "boards/solutions/number_square_check.hpp"

#include <cstdint>
#include <vector>

#include "boards/solutions/check.hpp"
#include "core/square.hpp"

namespace nqueens {
namespace {

std::int64_t number_at(const NumberSquare& square, int row, int column) {
  return square.numbers[static_cast<std::size_t>(row) * static_cast<std::size_t>(square.n) +
                        static_cast<std::size_t>(column)];
}

std::int64_t magic_sum(std::int64_t n) {
  return n * (n * n + 1) / 2;
}

/// The sum of n squares in steps on the torus.
std::int64_t sum_of_line(const NumberSquare& square, Square from, Square step) {
  std::int64_t sum = 0;
  for (int i = 0; i < square.n; ++i) {
    sum += number_at(square, (from.row + i * step.row) % square.n,
                     (from.column + i * step.column) % square.n);
  }
  return sum;
}

std::optional<std::string> find_number_fault(const NumberSquare& square) {
  const std::int64_t squares = std::int64_t{square.n} * square.n;
  std::vector<bool> seen(static_cast<std::size_t>(squares) + 1);
  for (const int number : square.numbers) {
    const std::string text = std::to_string(number);
    if (number < 1 || number > squares) {
      return text + " is not a number from 1 to " + std::to_string(squares);
    }
    if (seen[static_cast<std::size_t>(number)]) {
      return text + " is there twice";
    }
    seen[static_cast<std::size_t>(number)] = true;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_magic_fault(const NumberSquare& square) {
  if (auto fault = find_number_fault(square)) {
    return fault;
  }
  const std::int64_t wanted = magic_sum(square.n);
  std::optional<std::string> fault;
  const auto check = [&](const std::string& line, Square from, Square step) {
    const std::int64_t sum = sum_of_line(square, from, step);
    if (!fault && sum != wanted) {
      fault = line + " adds up to " + std::to_string(sum) + ", not " + std::to_string(wanted);
    }
  };
  for (int line = 0; line < square.n; ++line) {
    check("row " + std::to_string(line + 1), {.row = line, .column = 0}, {.row = 0, .column = 1});
  }
  for (int line = 0; line < square.n; ++line) {
    check("column " + std::to_string(line + 1), {.row = 0, .column = line},
          {.row = 1, .column = 0});
  }
  const int last = square.n - 1;
  check("the diagonal from the upper left", {.row = 0, .column = 0}, {.row = 1, .column = 1});
  check("the diagonal from the upper right", {.row = 0, .column = last},
        {.row = 1, .column = last});
  return fault;
}

bool is_pandiagonal(const NumberSquare& square) {
  for (int column = 0; column < square.n; ++column) {
    for (const int step : {1, square.n - 1}) {
      if (sum_of_line(square, {.row = 0, .column = column}, {.row = 1, .column = step}) !=
          magic_sum(square.n)) {
        return false;
      }
    }
  }
  return true;
}

std::optional<std::string> find_latin_fault(const NumberSquare& square) {
  const auto n = static_cast<std::size_t>(square.n);
  std::vector<std::vector<Square>> queens(n);
  for (int row = 0; row < square.n; ++row) {
    for (int column = 0; column < square.n; ++column) {
      const std::int64_t number = number_at(square, row, column);
      if (number < 1 || number > square.n) {
        return std::to_string(number) + " is not a number from 1 to " + std::to_string(n);
      }
      queens[static_cast<std::size_t>(number - 1)].push_back({.row = row, .column = column});
    }
  }
  for (std::size_t index = 0; index < n; ++index) {
    if (const auto fault = find_fault(n, queens[index])) {
      return "number " + std::to_string(index + 1) + ": " + describe(*fault, n);
    }
  }
  return std::nullopt;
}

}  // namespace nqueens
