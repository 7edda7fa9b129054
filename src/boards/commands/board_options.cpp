// Reads the options that the commands of boards have in common.
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
#include <string_view>

#include "core/names.hpp"

namespace nqueens::cli {
namespace {

/// Whether the locale's character encoding is UTF-8, by the environment variables of POSIX.
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

}  // namespace

Format BoardOptions::format() const {
  const std::string extension = std::filesystem::path(output).extension();
  constexpr std::string_view other_pictures[] = {".png", ".jpg", ".jpeg", ".gif", ".pdf"};
  refuse(!wanted_format && std::ranges::find(other_pictures, extension) != std::end(other_pictures),
         "a picture is SVG; name a file " +
             std::filesystem::path(output).replace_extension(".svg").string());
  return wanted_format.value_or(extension == ".svg"                             ? Format::svg
                                : extension == ".json" || extension == ".jsonl" ? Format::json
                                                                                : Format::text);
}

SquareSymbols BoardOptions::symbols(const Output& output_file) const {
  const bool draws_unicode = unicode || (!ascii && output_file.is_terminal() && locale_is_utf8());
  return draws_unicode ? SquareSymbols::unicode : SquareSymbols::letters;
}

CLI::Option* add_rows(CLI::App& command, BoardOptions& options, const std::string& help) {
  const auto take_rows = [&n = options.n](const std::string& text) {
    n = parse_rows(text);
    refuse(!n && !text.empty(), quoted(text) + " is not a number of rows");
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

void add_output(CLI::App& command, BoardOptions& options) {
  add_text(command, "-o,--output FILE", options.output,
           "Output file, which appears when complete; - is standard output [-]");
}

void refuse_contradictions(const BoardOptions& options) {
  refuse(options.output.empty(), "--output is empty; name a file, or - for standard output");
  refuse((options.ascii || options.unicode) && options.format() != Format::board,
         "--ascii and --unicode are for --format board; leave them out");
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
