#include "board_list.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>
#include <system_error>

#include "nqueens/core/error.hpp"

namespace nqueens::cli {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr const char* blanks = " \t\r";
  const auto begin = text.find_first_not_of(blanks);
  return begin == std::string_view::npos ? "" : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

}  // namespace

std::optional<std::uint64_t> parse_rows(const std::string& text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos) {
    return std::nullopt;
  }
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} ? number : std::numeric_limits<std::uint64_t>::max();
}

std::string quoted(const std::string& text) {
  constexpr std::size_t longest = 40;
  std::string shown = text.substr(0, longest);
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return "'" + shown + (text.size() > longest ? "..." : "") + "'";
}

BoardList read_board_list(std::istream& in, const std::string& name, const Objection& objection,
                          bool collect_bad_lines) {
  BoardList list;
  std::string line;
  for (std::uint64_t number = 1; std::getline(in, line); ++number) {
    const std::string text(trimmed(std::string_view(line).substr(0, line.find('#'))));
    if (text.empty()) {
      continue;
    }
    const auto n = parse_rows(text);
    const std::string wrong = n ? objection(*n) : quoted(text) + " is no number of rows";
    if (wrong.empty()) {
      list.boards.push_back(*n);
    } else if (collect_bad_lines) {
      list.bad_lines.push_back(number);
    } else {
      throw Error(ExitCode::usage, name + ":" + std::to_string(number) + ": " + wrong +
                                       "; mend the line, or skip such lines with --keep-going");
    }
  }
  if (in.bad()) {
    throw Error(ExitCode::usage, "cannot read '" + name + "'; name a text file");
  }
  return list;
}

}  // namespace nqueens::cli
