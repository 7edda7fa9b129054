// Readers of rows, JSON and drawn boards, chosen by the first character. Memory grows with the
// text, never with a number in it.

#include "boards/solutions/reader.hpp"

#include <utility>

#include "boards/solutions/construct.hpp"
#include "boards/solutions/text_source.hpp"

namespace nqueens {
namespace {

void add_row(TextSource& text, std::uint64_t number, ReadSolution& solution) {
  if (solution.rows.size() == max_read) {
    text.fail(text.line(),
              "more than " + std::to_string(max_read) + " rows; larger solutions cannot be read");
  }
  // 0 becomes the row -1.
  solution.rows.push_back(number > max_construct ? static_cast<Row>(beyond_all_rows)
                                                 : static_cast<Row>(number) - 1);
}

void take_json_rows(TextSource& text, ReadSolution& solution) {
  text.expect("[");
  text.skip_white_space();
  add_row(text, text.take_strict_number(), solution);
  text.skip_white_space();
  while (text.peek() == ',') {
    text.expect(",");
    text.skip_white_space();
    add_row(text, text.take_strict_number(), solution);
    text.skip_white_space();
  }
  text.expect("]");
}

/// '.', 'Q' and the first bytes of the Unicode squares.
bool begins_square(int character) {
  return character == '.' || character == 'Q' || character == 0xC2 || character == 0xE2;
}

/// Takes a square. @return whether it holds a queen
bool take_square(TextSource& text) {
  switch (text.peek()) {
    case '.': text.expect(ascii_squares.empty); return false;
    case 'Q': text.expect(ascii_squares.queen); return true;
    case 0xC2: text.expect(unicode_squares.empty); return false;
    case 0xE2: text.expect(unicode_squares.queen); return true;
    default: text.fail_here();
  }
}

/// Takes a line of squares. Keeps at most two of its queens, which attack each other.
/// @return the number of squares
std::uint64_t take_board_line(TextSource& text, int row, std::vector<Square>& queens) {
  int columns = 0;
  int in_row = 0;
  for (; text.peek() != '\n' && text.peek() != TextSource::end; text.skip_blanks()) {
    if (static_cast<std::uint64_t>(columns) == max_read_board) {
      text.fail(text.line(), "more than " + std::to_string(max_read_board) + " squares");
    }
    if (take_square(text) && ++in_row <= 2) {
      queens.push_back({row, columns});
    }
    ++columns;
  }
  text.take();
  return static_cast<std::uint64_t>(columns);
}

/// Each reader begins at the first character of a solution, ends behind its last, and fails where
/// something else stands.
void read_rows(TextSource& text, ReadSolution& solution) {
  while (text.peek() != '\n' && text.peek() != '#' && text.peek() != TextSource::end) {
    add_row(text, text.take_number(), solution);
    const int next = text.peek();
    if (next != ' ' && next != '\t' && next != '\r' && next != '\n' && next != '#' &&
        next != TextSource::end) {
      text.fail_here();
    }
    text.skip_blanks();
  }
  solution.n = solution.rows.size();
}

void read_json(TextSource& text, ReadSolution& solution) {
  bool has_n = false;
  bool has_rows = false;
  const auto take_field = [&] {
    const std::uint64_t line = text.line();
    text.expect("\"");
    const bool is_n = text.peek() == 'n';
    text.expect(is_n ? "n\"" : "rows\"");
    if (std::exchange(is_n ? has_n : has_rows, true)) {
      text.fail(line, is_n ? "n is given twice" : "rows is given twice");
    }
    text.skip_white_space();
    text.expect(":");
    text.skip_white_space();
    if (is_n) {
      solution.n = text.take_strict_number();
      if (solution.n == TextSource::ceiling) {
        text.fail(line, "n has more than 15 digits; larger solutions cannot be read");
      }
    } else {
      take_json_rows(text, solution);
    }
    text.skip_white_space();
  };
  text.expect("{");
  text.skip_white_space();
  take_field();
  while (text.peek() == ',') {
    text.expect(",");
    text.skip_white_space();
    take_field();
  }
  text.expect("}");
  if (!has_n || !has_rows) {
    text.fail(solution.line, std::string("the object has no \"") + (has_n ? "rows" : "n") + "\"");
  }
}

void read_board(TextSource& text, ReadSolution& solution) {
  solution.n = take_board_line(text, 0, solution.queens);
  for (std::uint64_t row = 1; row < solution.n; ++row) {
    text.skip_blanks();
    const std::uint64_t line = text.line();
    if (!begins_square(text.peek())) {
      text.fail(line, "the board of line " + std::to_string(solution.line) + " ends after " +
                          std::to_string(row) + " of " + std::to_string(solution.n) + " lines");
    }
    const std::uint64_t squares = take_board_line(text, static_cast<int>(row), solution.queens);
    if (squares != solution.n) {
      text.fail(line, std::to_string(squares) + " squares on a board that has " +
                          std::to_string(solution.n) + " in line " + std::to_string(solution.line));
    }
  }
}

}  // namespace

std::optional<Fault> ReadSolution::fault() const {
  return format == SolutionFormat::board ? find_fault(n, queens) : find_fault(n, Rows(rows));
}

SolutionReader::SolutionReader(ReadText read, std::string name)
    : text_(std::make_unique<TextSource>(std::move(read), std::move(name))) {}

SolutionReader::~SolutionReader() = default;

bool SolutionReader::next(ReadSolution& solution) {
  text_->skip_to_word();
  const int first = text_->peek();
  if (first == TextSource::end) {
    return false;
  }
  solution.line = text_->line();
  solution.n = 0;
  solution.rows.clear();
  solution.queens.clear();
  if (first == '{') {
    solution.format = SolutionFormat::json;
    read_json(*text_, solution);
  } else if (begins_square(first)) {
    solution.format = SolutionFormat::board;
    read_board(*text_, solution);
  } else {
    solution.format = SolutionFormat::rows;
    read_rows(*text_, solution);
  }
  return true;
}

}  // namespace nqueens
