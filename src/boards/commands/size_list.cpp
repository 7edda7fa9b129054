// Reads lists of board sizes, with what is wrong in which line.
#include "boards/commands/size_list.hpp"

#include <array>
#include <limits>
#include <string_view>

#include "cli/text.hpp"
#include "core/error.hpp"

namespace nqueens::cli {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr const char* blanks = " \t\r";
  const auto begin = text.find_first_not_of(blanks);
  return begin == std::string_view::npos
             ? ""
             : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// The lines of a text. A line that is too long is cut just above the limit.
class LineReader {
 public:
  explicit LineReader(Input& input) : input_(input) {}

  /// The next line, without its end; false at the end of the text.
  bool next(std::string& line) {
    line.clear();
    bool any = false;
    while (position_ < size_ || fill()) {
      any = true;
      const char character = block_[position_++];
      if (character == '\n') {
        break;
      }
      if (line.size() <= longest_line) {
        line.push_back(character);
      }
    }
    return any;
  }

 private:
  bool fill() {
    size_ = input_.read(block_);
    position_ = 0;
    return size_ > 0;
  }

  Input& input_;
  std::array<char, 65536> block_;
  std::size_t position_ = 0;
  std::size_t size_ = 0;
};

/// What is wrong with a line; empty if it has a good number of rows, or none.
std::string take_line(std::string_view line, const Objection& objection,
                      std::vector<std::uint64_t>& sizes) {
  if (line.size() > longest_line) {
    return "the line is longer than " + std::to_string(longest_line) + " characters";
  }
  const std::string text(trimmed(line.substr(0, line.find('#'))));
  if (text.empty()) {
    return {};
  }
  const auto n = parse_rows(text);
  std::string wrong = n ? objection(*n) : quoted(text) + " is not a number of rows";
  if (wrong.empty()) {
    sizes.push_back(*n);
  }
  return wrong;
}

}  // namespace

std::optional<std::uint64_t> parse_rows(const std::string& text) {
  if (!is_digits(text)) {
    return std::nullopt;
  }
  return number_from<std::uint64_t>(text).value_or(std::numeric_limits<std::uint64_t>::max());
}

SizeList read_sizes(Input& input, const Objection& objection, bool skip_bad_lines) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  SizeList list;
  LineReader lines(input);
  std::string line;
  for (std::uint64_t number = 1; lines.next(line); ++number) {
    if (number == 1 && line.starts_with(byte_order_mark)) {
      line.erase(0, byte_order_mark.size());
    }
    const std::string wrong = take_line(line, objection, list.sizes);
    if (!wrong.empty() && !skip_bad_lines) {
      throw Error(ExitCode::usage, input.name() + ":" + std::to_string(number) + ": " + wrong +
                                       "; correct the line, or skip such lines with --keep-going");
    }
    if (!wrong.empty() && ++list.bad_lines <= max_bad_lines) {
      list.first_bad_lines.push_back(number);
    }
  }
  if (list.sizes.empty()) {
    throw Error(ExitCode::usage,
                "'" + input.name() + "' names no board to solve; write one number of rows a line");
  }
  return list;
}

}  // namespace nqueens::cli
