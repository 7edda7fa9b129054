// Squares of numbers to text and back.

#include "boards/solutions/number_square.hpp"

#include <algorithm>
#include <utility>

#include "boards/solutions/text_source.hpp"

namespace nqueens {
namespace {

/// Takes a row with its end of line, and adds its numbers.
/// @return how many it has
std::uint64_t take_number_row(TextSource& text, std::vector<int>& numbers) {
  std::uint64_t count = 0;
  for (; text.peek() != '\n' && text.peek() != '#' && text.peek() != TextSource::end;
       text.skip_blanks()) {
    if (count == max_read_square) {
      text.fail(text.line(), "more than " + std::to_string(max_read_square) +
                                 " numbers in a row; larger squares cannot be read");
    }
    const bool is_digit = text.peek() >= '0' && text.peek() <= '9';
    const std::uint64_t number = is_digit ? text.take_number() : 0;
    const int behind = text.peek();
    if (!is_digit || (behind != ' ' && behind != '\t' && behind != '\r' && behind != '\n' &&
                      behind != '#' && behind != TextSource::end)) {
      text.fail(text.line(), "unexpected " + TextSource::shown(behind) +
                                 "; a square is lines of numbers with blanks between them");
    }
    if (number > max_number) {
      text.fail(text.line(), "a number is above " + std::to_string(max_number));
    }
    numbers.push_back(static_cast<int>(number));
    ++count;
  }
  text.skip_line();
  return count;
}

}  // namespace

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
  std::string text = "{\"n\":" + std::to_string(square.n) + ",\"square\":[";
  const auto n = static_cast<std::size_t>(square.n);
  for (std::size_t index = 0; index < square.numbers.size(); ++index) {
    if (index % n == 0) {
      text += index == 0 ? "[" : "],[";
    } else {
      text += ',';
    }
    text += std::to_string(square.numbers[index]);
  }
  return text + "]]}";
}

NumberSquareReader::NumberSquareReader(ReadText read, std::string name)
    : text_(std::make_unique<TextSource>(std::move(read), std::move(name))) {}

NumberSquareReader::~NumberSquareReader() = default;

bool NumberSquareReader::next(NumberSquare& square) {
  text_->skip_to_word();
  if (text_->peek() == TextSource::end) {
    return false;
  }
  const std::string first_line = std::to_string(text_->line());
  square.numbers.clear();
  const std::uint64_t n = take_number_row(*text_, square.numbers);
  for (std::uint64_t row = 1; row < n; ++row) {
    text_->skip_blanks();
    while (text_->peek() == '#') {
      text_->skip_line();
      text_->skip_blanks();
    }
    const std::uint64_t line = text_->line();
    const std::uint64_t count = take_number_row(*text_, square.numbers);
    if (count == 0) {
      text_->fail(line, "the square of line " + first_line + " ends after " + std::to_string(row) +
                            " of " + std::to_string(n) + " rows");
    }
    if (count != n) {
      text_->fail(line, "a row of " + std::to_string(count) + " in a square that has " +
                            std::to_string(n) + " numbers in line " + first_line);
    }
  }
  square.n = static_cast<int>(n);
  return true;
}

}  // namespace nqueens
