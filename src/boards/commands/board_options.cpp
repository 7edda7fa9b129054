// Reads the options that the commands of boards share.
#include "boards/commands/board_options.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <span>

#include "boards/solutions/arrangement.hpp"
#include "core/names.hpp"

namespace nqueens::cli {
namespace {

/// Whether the locale's encoding is UTF-8, by the POSIX environment variables.
bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') {
      std::string text = value;
      std::transform(text.begin(), text.end(), text.begin(),
                     [](char c) { return static_cast<char>(c | 0x20); });
      return text.find("utf-8") != std::string::npos || text.find("utf8") != std::string::npos;
    }
  }
  return false;
}

/// "4", "Q" or "4,3": an item in a line of numbers, of a board, or of chess pieces.
enum class Word : std::uint8_t { number, square, place, piece, other };

Word kind_of(std::string_view word) {
  constexpr std::string_view digits = "0123456789";
  constexpr std::string_view squares[] = {
      ".", "Q", "A",      "K",      "R",      "B",      "N",      "C",      "H",
      "I", "P", "\u00B7", "\u265A", "\u265B", "\u265C", "\u265D", "\u265E", "\u265F"};
  if (word.find_first_not_of(digits) == std::string_view::npos) {
    return Word::number;
  }
  if (std::ranges::find(squares, word) != std::end(squares)) {
    return Word::square;
  }
  if (word.ends_with('s') ? chess_piece_from(word.substr(0, word.size() - 1)).has_value()
                          : chess_piece_from(word).has_value()) {
    return Word::piece;
  }
  const bool ends_list = word.ends_with(';');
  const std::size_t comma = word.find(',');
  return comma != std::string_view::npos && is_digits(word.substr(0, comma)) &&
                 is_digits(word.substr(comma + 1, word.size() - comma - 1 - (ends_list ? 1 : 0)))
             ? Word::place
             : Word::other;
}

/// Whether a line is from `solve` or `puzzle`, ignoring its comment; nothing if it is blank.
std::optional<bool> is_of_boards(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  std::optional<Word> first;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    if (line.empty()) {
      return first ? std::optional(true) : std::nullopt;
    }
    const std::string_view word = line.substr(0, line.find_first_of(blanks));
    line.remove_prefix(word.size());
    const Word kind = kind_of(word);
    const bool fits = !first ? kind != Word::place : kind == *first;
    if (kind == Word::other || !(fits || (first == Word::piece && kind == Word::place))) {
      return false;
    }
    first = first.value_or(kind);
  }
}

}  // namespace

std::string objection_to_boards(std::string_view start) {
  constexpr std::size_t enough = 1U << 16U;
  constexpr std::string_view json = "{\"n\":";
  std::string fault = "holds something else than solutions of boards";
  if (start.starts_with(svg_start) || start.starts_with("{\"puzzle\":\"")) {
    return "";
  }
  if (start.starts_with(json)) {
    start.remove_prefix(std::min(start.find_first_not_of("0123456789", json.size()), start.size()));
    return start.starts_with(",\"rows\":[") ? "" : fault;
  }
  if (start.size() > enough) {
    start = start.substr(0, start.find_last_of(" \n", enough) + 1);
  }
  bool is_known = false;
  while (!start.empty()) {
    const std::string_view line = start.substr(0, start.find('\n'));
    start.remove_prefix(std::min(line.size() + 1, start.size()));
    const std::string_view comment = line.substr(std::min(line.find('#'), line.size()));
    const auto fits = is_of_boards(line.substr(0, line.size() - comment.size()));
    if (fits == false) {
      return fault;
    }
    // A puzzle without an answer has only the sentence.
    is_known = is_known || fits || comment.find("searched in ") != std::string_view::npos ||
               comment.find(": stopped (") != std::string_view::npos;
  }
  return is_known ? "" : fault;
}

Format BoardOptions::format() const {
  const std::string extension = std::filesystem::path(output).extension();
  const auto is_one_of = [&extension](std::initializer_list<std::string_view> endings) {
    return std::ranges::find(endings, extension) != endings.end();
  };
  return wanted_format.value_or(is_one_of({".svg", ".png", ".jpg", ".jpeg", ".gif", ".pdf"})
                                    ? Format::svg
                                : is_one_of({".json", ".jsonl"}) ? Format::json
                                                                 : Format::text);
}

SquareSymbols BoardOptions::symbols(const Output& output_file) const {
  const bool draws_unicode = unicode || (!ascii && output_file.is_terminal() && locale_is_utf8());
  return draws_unicode ? SquareSymbols::unicode : SquareSymbols::letters;
}

CLI::Option* add_rows(CLI::App& command, BoardOptions& options, const std::string& help) {
  const auto take_rows = [&n = options.n](const std::string& text) {
    n = parse_rows(text);
    refuse(!n && !text.empty(), quoted(text) + " is not a number of rows, such as 8");
  };
  return command.add_option_function<std::string>("n", take_rows, help)->type_name("N");
}

void add_format(CLI::App& command, BoardOptions& options, const FormatNames& names,
                const std::string& letters, const std::string& symbols) {
  const auto format_named = [names](std::string_view name) {
    return value_named<Format>(names, name);
  };
  add_value(command, "-f,--format F", options.wanted_format,
            OneOf{format_named, {names.begin(), names.end()}},
            joined("Format [by the name of the output file, else ", names.front(), "]"));
  auto* ascii = command.add_flag("--ascii", options.ascii,
                                 "For --format board: " + letters + " and . also on a terminal");
  command
      .add_flag("--unicode", options.unicode,
                "For --format board: chess " + symbols + " also in a file")
      ->excludes(ascii);
}

void refuse_contradictions(const BoardOptions& options) {
  refuse((options.ascii || options.unicode) && options.format() != Format::board,
         "--ascii and --unicode are for --format board; leave them out");
  switch (options.format()) {
    case Format::svg: require_ending(options.output, {".svg"}, "a picture, which is SVG"); break;
    case Format::json: require_ending(options.output, {".json", ".jsonl"}, "JSON"); break;
    case Format::text:
    case Format::board: require_ending(options.output, {".txt"}, "text"); break;
  }
}

std::optional<std::uint64_t> parse_rows(const std::string& text) {
  if (!is_digits(text)) {
    return std::nullopt;
  }
  return number_from<std::uint64_t>(text).value_or(largest_number);
}

std::string n_is(std::uint64_t n) {
  return n == largest_number ? "n is too large" : joined("n is ", n);
}

std::string no_solution(std::uint64_t n) {
  return joined("a ", n, " x ", n, " board has no solution");
}

TextSource open_text(const std::string& path) {
  const std::string name = path == "-" ? "stdin" : path;
  const int descriptor = path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const auto fail = [name] {
    throw Error(ExitCode::usage,
                "cannot read '" + name + "': " + std::strerror(errno) + "; name a text file");
  };
  // A folder can be opened, but not read.
  if (descriptor < 0 || read(descriptor, nullptr, 0) < 0) {
    fail();
  }
  const auto read_some = [descriptor, fail](std::span<char> buffer) {
    ssize_t count = read(descriptor, buffer.data(), buffer.size());
    for (; count < 0; count = read(descriptor, buffer.data(), buffer.size())) {
      if (errno == EAGAIN) {
        pollfd ready = {.fd = descriptor, .events = POLLIN, .revents = 0};
        poll(&ready, 1, -1);
      } else if (errno != EINTR) {
        fail();
      }
    }
    return static_cast<std::size_t>(count);
  };
  return {read_some, name};
}

}  // namespace nqueens::cli
