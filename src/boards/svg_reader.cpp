// Pictures of svg_text(), and no others: but for the places of the queens every character must be what that
// writes for a board of this size, with any white space between elements. So nothing can hide or move a
// queen.

#include <cstdint>
#include <string>
#include <string_view>

#include "nqueens/boards/svg.hpp"
#include "readers.hpp"

namespace nqueens {
namespace {

[[noreturn]] void refuse(TextSource& text) {
  text.fail(text.line(), text.peek() == TextSource::end
                             ? "the text ends within a picture"
                             : "this is in no picture of nqueens solve --format svg; no others are read");
}

/// Takes what a picture must have here.
void take_markup(TextSource& text, std::string_view markup) {
  for (const char expected : markup) {
    if (expected == '<' || expected == '\n') {
      text.skip_white_space();
    }
    if (expected == '\n') {
      continue;
    }
    if (text.peek() != static_cast<unsigned char>(expected)) {
      refuse(text);
    }
    text.take();
  }
}

/// Takes all up to the end of a tag.
std::string take_tag(TextSource& text) {
  constexpr std::size_t longest = 250;
  std::string tag;
  text.skip_white_space();
  while (!tag.ends_with('>')) {
    if (text.peek() == TextSource::end || tag.size() == longest) {
      refuse(text);
    }
    tag.push_back(static_cast<char>(text.take()));
  }
  return tag;
}

/// Takes a length that is a number of whole squares.
int take_squares(TextSource& text) {
  if (text.peek() < '0' || text.peek() > '9') {
    refuse(text);
  }
  const std::uint64_t units = text.take_strict_number();
  if (units % svg_square != 0 || units / svg_square > max_read_board) {
    text.fail(text.line(), "a queen stands between squares or far off the board");
  }
  return static_cast<int>(units / svg_square);
}

}  // namespace

void read_svg(TextSource& text, ReadSolution& solution) {
  // The size of the opening tag depends on n, which the title has.
  std::string opening = take_tag(text) + '\n';
  opening += take_tag(text) + '\n';
  take_markup(text, "<title>");
  const std::uint64_t line = text.line();
  solution.n = text.peek() >= '0' && text.peek() <= '9' ? text.take_strict_number() : 0;
  if (solution.n < 1 || solution.n > max_drawn_picture) {
    text.fail(line, "the title names no board from 1 to " + std::to_string(max_drawn_picture) + " queens");
  }
  const int n = static_cast<int>(solution.n);
  if (opening != svg_opening(n)) {
    text.fail(solution.line, "the picture does not begin as nqueens solve draws " + std::to_string(n) +
                                 " queens; no others are read");
  }
  const std::string board = svg_board(n);
  take_markup(text, std::string_view(board).substr(board.find(" queens")));
  take_markup(text, "<");
  while (text.peek() == 'u') {
    take_markup(text, svg_queen.before_x.substr(1));
    const int column = take_squares(text);
    take_markup(text, svg_queen.before_y);
    const int row = take_squares(text);
    take_markup(text, svg_queen.end);
    // One more than there is room for is enough to show that two attack each other.
    if (solution.queens.size() <= solution.n) {
      solution.queens.push_back({row, column});
    }
    take_markup(text, "<");
  }
  take_markup(text, "/svg>");
}

}  // namespace nqueens
