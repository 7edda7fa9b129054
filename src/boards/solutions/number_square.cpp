// Reads and writes squares of numbers, adds up the lines of magic squares, and checks the queens of
// every number of a Latin square.
#include "boards/solutions/number_square.hpp"

#include <algorithm>

#include "boards/solutions/solution.hpp"

namespace nqueens {
namespace {

/// Takes a row with its newline and appends its numbers.
/// @return their number
std::uint64_t take_number_row(TextSource& text, std::vector<int>& numbers) {
  std::uint64_t count = 0;
  for (; !text.is_behind_line(); text.skip_blanks()) {
    if (count == max_read_square) {
      text.fail(text.line(), joined("more than ", max_read_square,
                                    " numbers in a row; larger squares cannot be read"));
    }
    const bool is_digit = text.peek() >= '0' && text.peek() <= '9';
    const std::uint64_t number = is_digit ? text.take_number() : 0;
    if (!is_digit || !text.is_behind_number()) {
      text.fail(text.line(), joined("unexpected ", TextSource::shown(text.peek()),
                                    "; a square is lines of numbers with blanks between them"));
    }
    if (number > max_number) {
      text.fail(text.line(), joined("a number is above ", max_number));
    }
    numbers.push_back(static_cast<int>(number));
    ++count;
  }
  text.take_line();
  return count;
}

std::int64_t magic_sum(std::int64_t n) {
  return n * (n * n + 1) / 2;
}

/// The sum of n squares, stepping on the torus.
std::int64_t sum_of_line(const NumberSquare& square, Square from, Square step) {
  std::int64_t sum = 0;
  for (int i = 0; i < square.n; ++i) {
    sum +=
        square.at((from.row + i * step.row) % square.n, (from.column + i * step.column) % square.n);
  }
  return sum;
}

std::optional<std::string> find_number_fault(const NumberSquare& square) {
  const std::int64_t squares = std::int64_t{square.n} * square.n;
  std::vector<bool> seen(static_cast<std::size_t>(squares) + 1);
  for (const int number : square.numbers) {
    if (number < 1 || number > squares) {
      return joined(number, " is not a number from 1 to ", squares);
    }
    if (seen[static_cast<std::size_t>(number)]) {
      return joined(number, " is there twice");
    }
    seen[static_cast<std::size_t>(number)] = true;
  }
  return std::nullopt;
}

}  // namespace

NumberSquare empty_square(int n) {
  const auto side = static_cast<std::size_t>(n);
  return {.n = n, .numbers = std::vector<int>(side * side)};
}

std::string board_text(const NumberSquare& square) {
  std::size_t width = 0;
  for (const int number : square.numbers) {
    width = std::max(width, std::to_string(number).size());
  }
  std::string text;
  const auto n = static_cast<std::size_t>(square.n);
  for (std::size_t index = 0; index < square.numbers.size(); ++index) {
    const std::string digits = std::to_string(square.numbers[index]);
    text.append(width - digits.size(), ' ');
    text += digits;
    text += (index + 1) % n == 0 ? '\n' : ' ';
  }
  return text;
}

std::string json_text(const NumberSquare& square) {
  std::string text = joined("{\"n\":", square.n, ",\"square\":[");
  const auto n = static_cast<std::size_t>(square.n);
  for (std::size_t index = 0; index < square.numbers.size(); ++index) {
    const char* separator = index == 0 ? "[" : index % n == 0 ? "],[" : ",";
    text += joined(separator, square.numbers[index]);
  }
  return text + "]]}";
}

bool read_square(TextSource& text, NumberSquare& square) {
  text.skip_to_word();
  if (text.peek() == TextSource::end) {
    return false;
  }
  const std::uint64_t first_line = text.line();
  square.numbers.clear();
  const std::uint64_t n = take_number_row(text, square.numbers);
  for (std::uint64_t row = 1; row < n; ++row) {
    text.skip_blanks();
    while (text.peek() == '#') {
      text.take_line();
      text.skip_blanks();
    }
    const std::uint64_t line = text.line();
    const std::uint64_t count = take_number_row(text, square.numbers);
    if (count == 0) {
      text.fail(line,
                joined("the square of line ", first_line, " ends after ", row, " of ", n, " rows"));
    }
    if (count != n) {
      text.fail(line, joined("a row of ", count, " in a square that has ", n, " numbers in line ",
                             first_line));
    }
  }
  square.n = static_cast<int>(n);
  return true;
}

std::optional<std::string> find_magic_fault(const NumberSquare& square) {
  if (auto fault = find_number_fault(square)) {
    return fault;
  }
  const std::int64_t wanted = magic_sum(square.n);
  std::optional<std::string> fault;
  const auto check = [&](const std::string& line, Square from, Square step) {
    const std::int64_t sum = sum_of_line(square, from, step);
    if (!fault && sum != wanted) {
      fault = joined(line, " adds up to ", sum, ", not ", wanted);
    }
  };
  for (int row = 0; row < square.n; ++row) {
    check(joined("row ", row + 1), {row, 0}, {0, 1});
  }
  for (int column = 0; column < square.n; ++column) {
    check(joined("column ", column + 1), {0, column}, {1, 0});
  }
  const int last = square.n - 1;
  check("the diagonal from the upper left", {0, 0}, {1, 1});
  check("the diagonal from the upper right", {0, last}, {1, last});
  return fault;
}

bool is_pandiagonal(const NumberSquare& square) {
  for (int column = 0; column < square.n; ++column) {
    for (const int step : {1, square.n - 1}) {
      if (sum_of_line(square, {0, column}, {1, step}) != magic_sum(square.n)) {
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
      const int number = square.at(row, column);
      if (number < 1 || number > square.n) {
        return joined(number, " is not a number from 1 to ", n);
      }
      queens[static_cast<std::size_t>(number - 1)].push_back({row, column});
    }
  }
  for (std::size_t index = 0; index < n; ++index) {
    if (const auto fault = find_fault(n, queens[index])) {
      return joined("number ", index + 1, ": ", describe(*fault, n));
    }
  }
  return std::nullopt;
}

}  // namespace nqueens
