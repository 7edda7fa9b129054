// Writes solutions in all formats: rows and JSON are streamed, drawn boards are collected first.
// Reads rows, JSON and drawn boards.
#include "boards/solutions/formats.hpp"

#include <algorithm>
#include <utility>

#include "boards/solutions/methods.hpp"

namespace nqueens {
namespace {

/// Bytes per call of the sink.
constexpr std::size_t block = std::size_t{64} << 10;

void add_row(TextSource& text, std::uint64_t number, ReadSolution& solution) {
  if (solution.rows.size() == max_read) {
    text.fail(text.line(),
              joined("more than ", max_read, " rows; larger solutions cannot be read"));
  }
  // Number 0 becomes row -1.
  solution.rows.push_back(number > max_construct ? static_cast<Row>(beyond_all_rows)
                                                 : static_cast<Row>(number) - 1);
}

/// Takes a JSON list, with white space around the items, which `take_item` takes.
template <class TakeItem>
void take_json_list(TextSource& text, std::string_view opening, std::string_view closing,
                    const TakeItem& take_item) {
  text.expect(opening);
  bool more = true;
  while (more) {
    text.skip_white_space();
    take_item();
    text.skip_white_space();
    more = text.peek() == ',';
    text.expect(more ? "," : closing);
  }
}

/// First bytes of '.', 'Q' and the Unicode squares.
bool begins_square(int character) {
  return character == '.' || character == 'Q' || character == 0xC2 || character == 0xE2;
}

/// Takes a square. @return whether it holds a queen
bool take_square(TextSource& text) {
  switch (text.peek()) {
    case '.': text.expect("."); return false;
    case 'Q': text.expect("Q"); return true;
    case 0xC2: text.expect("\u00B7"); return false;
    case 0xE2: text.expect("\u265B"); return true;
    default: text.fail_here();
  }
}

/// Takes a line of squares. Keeps at most two queens, which attack each other.
/// @return the number of squares
std::uint64_t take_board_line(TextSource& text, int row, std::vector<Square>& queens) {
  int columns = 0;
  int in_row = 0;
  for (; text.peek() != '\n' && text.peek() != TextSource::end; text.skip_blanks()) {
    if (static_cast<std::uint64_t>(columns) == max_read_board) {
      text.fail(text.line(), joined("more than ", max_read_board, " squares"));
    }
    if (take_square(text) && ++in_row <= 2) {
      queens.push_back({row, columns});
    }
    ++columns;
  }
  text.take();
  return static_cast<std::uint64_t>(columns);
}

/// Fails at signs of another program's list and names the cure.
void refuse_other_lists(TextSource& text, std::size_t rows) {
  const int next = text.peek();
  if (rows == 1 && (next == ':' || next == '.' || next == ')')) {
    text.fail(text.line(), joined("unexpected ", TextSource::shown(next),
                                  "; if the line begins with its number, remove the numbers: "
                                  "sed -E 's/^ *[0-9]+[:.)] *//'"));
  }
  if (next != TextSource::end &&
      std::string_view(",;[](){}").find(static_cast<char>(next)) != std::string_view::npos) {
    text.fail(text.line(), joined("unexpected ", TextSource::shown(next),
                                  "; only blanks separate the rows: tr ',;[](){}' ' '"));
  }
}

/// Each reader begins at the first character of a solution, ends after its last, and fails at
/// anything else.
void read_rows(TextSource& text, ReadSolution& solution) {
  refuse_other_lists(text, 0);
  while (!text.is_behind_line()) {
    add_row(text, text.take_number(), solution);
    if (!text.is_behind_number()) {
      refuse_other_lists(text, solution.rows.size());
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
      take_json_list(text, "[", "]", [&] { add_row(text, text.take_strict_number(), solution); });
    }
  };
  take_json_list(text, "{", "}", take_field);
  if (!has_n || !has_rows) {
    text.fail(solution.line, joined("the object has no \"", has_n ? "rows" : "n", '"'));
  }
}

void read_board(TextSource& text, ReadSolution& solution) {
  solution.n = take_board_line(text, 0, solution.queens);
  for (std::uint64_t row = 1; row < solution.n; ++row) {
    text.skip_blanks();
    const std::uint64_t line = text.line();
    if (!begins_square(text.peek())) {
      text.fail(line, joined("the board of line ", solution.line, " ends after ", row, " of ",
                             solution.n, " lines"));
    }
    const std::uint64_t squares = take_board_line(text, static_cast<int>(row), solution.queens);
    if (squares != solution.n) {
      text.fail(line, joined(squares, " squares on a board that has ", solution.n, " in line ",
                             solution.line));
    }
  }
}

}  // namespace

SolutionWriter::SolutionWriter(Format format, SquareSymbols symbols, Sink sink)
    : format_(format), symbols_(symbols), sink_(std::move(sink)) {
  text_.reserve(block + 64);
}

void SolutionWriter::write(Rows solution) {
  begin(solution.size());
  add(solution);
  end();
}

void SolutionWriter::begin(std::uint64_t n) {
  collected_.clear();
  if (format_ == Format::json) {
    append(joined("{\"n\":", n, ",\"rows\":["));
  }
  first_row_ = true;
}

void SolutionWriter::add(Rows rows) {
  if (format_ == Format::board || format_ == Format::svg) {
    collected_.insert(collected_.end(), rows.begin(), rows.end());
    return;
  }
  const char separator = format_ == Format::json ? ',' : ' ';
  for (const Row row : rows) {
    if (!std::exchange(first_row_, false)) {
      text_.push_back(separator);
    }
    append(std::to_string(std::uint64_t{row} + 1));
  }
}

void SolutionWriter::end() {
  switch (format_) {
    case Format::text: append("\n"); break;
    case Format::json: append("]}\n"); break;
    case Format::board:
      append((first_solution_ ? "" : "\n") + board_text(arrangement_of(collected_), symbols_));
      break;
    case Format::svg: append(svg_text(arrangement_of(collected_))); break;
  }
  first_solution_ = false;
}

void SolutionWriter::flush() {
  if (!text_.empty()) {
    sink_(text_);
    text_.clear();
  }
}

void SolutionWriter::append(std::string_view text) {
  text_ += text;
  if (text_.size() >= block) {
    flush();
  }
}

std::optional<Fault> ReadSolution::fault(const Moves& moves) const {
  const auto fault = format == Format::board ? find_fault(n, queens) : find_fault(n, Rows(rows));
  return fault || moves == Moves{} ? fault : find_fault(solution(), moves);
}

std::string ReadSolution::cure() const {
  if (rows.size() < 2) {
    const bool alone = format == Format::text && rows.size() == 1;
    return alone && rows.front() > 8 && rows.front() != static_cast<Row>(-1)
               ? "one number alone; write blanks between the rows, for up to 9 rows: "
                 "sed -E 's/[0-9]/& /g'"
               : "";
  }
  std::vector<Row> others = rows;
  std::ranges::for_each(others, [](Row& row) { ++row; });
  if (std::ranges::find(others, Row{0}) != others.end() &&
      std::ranges::all_of(others, [this](Row row) { return row < n; })) {
    return joined("the rows count from 0; add 1 to each",
                  format == Format::text ? ": awk '{ for (i = 1; i <= NF; ++i) ++$i } 1'" : "");
  }
  if (format == Format::text && n > 4 && !find_fault(n - 1, Rows(rows).subspan(1))) {
    return "the line begins with its number; remove the numbers: "
           "sed -E 's/^ *[0-9]+ +//'";
  }
  return "";
}

std::vector<Row> ReadSolution::solution() const {
  std::vector<Row> by_column = rows;
  by_column.resize(n);
  for (const Square queen : queens) {
    by_column[static_cast<std::size_t>(queen.column)] = static_cast<Row>(queen.row);
  }
  return by_column;
}

bool read_solution(TextSource& text, ReadSolution& solution) {
  text.skip_to_word();
  const int first = text.peek();
  if (first == TextSource::end) {
    return false;
  }
  solution.line = text.line();
  solution.n = 0;
  solution.rows.clear();
  solution.queens.clear();
  if (first == '{') {
    solution.format = Format::json;
    read_json(text, solution);
  } else if (begins_square(first)) {
    solution.format = Format::board;
    read_board(text, solution);
  } else {
    solution.format = Format::text;
    read_rows(text, solution);
  }
  return true;
}

}  // namespace nqueens
