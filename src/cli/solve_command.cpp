#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "board_commands.hpp"
#include "board_list.hpp"
#include "input.hpp"
#include "nqueens/boards/construct.hpp"
#include "nqueens/boards/repair.hpp"
#include "nqueens/boards/search.hpp"
#include "nqueens/boards/writer.hpp"
#include "output.hpp"

namespace nqueens::cli {
namespace {

/// What is to be written of each board.
struct SolveRequest {
  MethodEntry method;
  SolutionFormat format = SolutionFormat::rows;
  std::uint64_t limit = 1;
  bool fundamental = false;
  std::uint64_t seed = 1;
};

void refuse(bool refused, const std::string& message) {
  if (refused) {
    throw Error(ExitCode::usage, message);
  }
}

/// The number that a user gave with an option.
std::uint64_t parse_number(const std::string& option, const std::string& text, std::uint64_t least) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const bool fits = is_digits(text) && std::from_chars(text.data(), end, number).ec == std::errc{};
  refuse(!fits || number < least, option + " " + quoted(text) + " is no whole number from " +
                                      std::to_string(least) + " to " +
                                      std::to_string(std::numeric_limits<std::uint64_t>::max()));
  return number;
}

SolveRequest make_request(const SolveOptions& options) {
  const bool from_file = options.input.has_value();
  const std::string name =
      !options.method.empty() ? options.method : std::string(from_file ? "construct" : "search");
  const auto* entry = std::find_if(methods.begin(), methods.end(),
                                   [&name](const MethodEntry& method) { return method.name == name; });
  SolveRequest request{.method = *entry, .format = *solution_format_from(options.format)};
  request.fundamental = options.fundamental;
  if (options.seed) {
    request.seed = parse_number("--seed", *options.seed, 0);
  }
  const bool lists = options.all || options.limit || (options.fundamental && !options.first);
  if (lists) {
    request.limit = options.limit ? parse_number("--limit", *options.limit, 1)
                                  : std::numeric_limits<std::uint64_t>::max();
  }
  refuse(options.input == "", "--input is empty; name a file, or - for standard input");
  refuse(options.output.empty(), "--output is empty; name a file, or - for standard output");
  refuse(options.n.empty() && !from_file, "name the number of rows, or a file of them with --input");
  refuse(
      (lists || options.fundamental) && !entry->finds_all,
      "--method " + name + " finds one solution; take --method search for --all, --limit and --fundamental");
  refuse(options.seed && entry->method != Method::repair, "--seed is for --method repair; leave it out");
  refuse(options.stats && entry->method != Method::permute, "--stats is for --method permute; leave it out");
  refuse((options.ascii || options.unicode) && request.format != SolutionFormat::board,
         "--ascii and --unicode are for --format board; leave them out");
  refuse(
      request.format == SolutionFormat::svg && (from_file || request.limit > 1),
      "--format svg draws one solution, since a picture is a file of its own; ask for the first one of one "
      "board, or take another format");
  return request;
}

/// Why a board cannot be solved as asked for, whether or not there is a solution; empty where it can.
std::string objection(const SolveRequest& request, std::uint64_t n) {
  const auto range = [](std::uint64_t max_rows) {
    return "takes 1 to " + std::to_string(max_rows) + " rows";
  };
  const std::string beginning =
      n == std::numeric_limits<std::uint64_t>::max() ? "n is too large" : "n is " + std::to_string(n);
  if (n < 1 || n > request.method.max_rows) {
    std::string text =
        beginning + "; --method " + std::string(request.method.name) + " " + range(request.method.max_rows);
    if (n > request.method.max_rows && n <= max_construct) {
      text += ", construct up to " + std::to_string(max_construct);
    }
    return text;
  }
  const bool board = request.format == SolutionFormat::board;
  const std::uint64_t drawn = board ? max_drawn_board : max_drawn_picture;
  if ((board || request.format == SolutionFormat::svg) && n > drawn) {
    return beginning + "; --format " + std::string(to_string(request.format)) + " " + range(drawn) +
           ", rows and json any number";
  }
  return {};
}

std::string no_solution(std::uint64_t n) {
  const std::string rows = std::to_string(n);
  return "there is no solution on a " + rows + " x " + rows + " board";
}

/// Whether the locale's character encoding is UTF-8, by the variables that POSIX names for it.
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

BoardSquares choose_squares(const SolveOptions& options, const Output& output) {
  const bool unicode = options.unicode || (!options.ascii && output.is_terminal() && locale_is_utf8());
  return unicode ? unicode_squares : ascii_squares;
}

/// Writes what was asked for of one board after the other.
class Solver {
 public:
  Solver(const SolveRequest& request, SolutionWriter& writer) : request_(request), writer_(writer) {}

  /// @param n  rows of a board that has a solution, or any that is searched
  void solve(std::uint64_t n) {
    std::uint64_t written = 0;
    bool reader_left = false;
    const auto visit = [&](Rows solution) {
      if (!request_.fundamental || is_smallest_of_orbit(solution)) {
        reader_left = !write(solution);
        ++written;
      }
      return written < request_.limit && !reader_left;
    };
    switch (request_.method.method) {
      case Method::search: search(static_cast<int>(n), visit); break;
      case Method::permute: comparisons_ += permute(static_cast<int>(n), visit); break;
      case Method::construct: construct(n); break;
      case Method::repair: writer_.write(repair(n, request_.seed)); break;
    }
    if (reader_left) {
      throw ReaderLeft{};
    }
  }

  [[nodiscard]] std::uint64_t comparisons() const { return comparisons_; }

 private:
  using Clock = std::chrono::steady_clock;

  void construct(std::uint64_t n) {
    const Construction construction(n);
    std::array<Row, 4096> rows;
    writer_.begin(n);
    for (std::uint64_t column = 0; column < n;) {
      std::size_t count = 0;
      for (; count < rows.size() && column < n; ++count, ++column) {
        rows[count] = construction.row(column);
      }
      writer_.add(Rows(rows).first(count));
    }
    writer_.end();
  }

  /// Whether there still is a reader: a search ends by itself, so that it can tell what it did.
  bool write(Rows solution) {
    try {
      writer_.write(solution);
      flush_sometimes();
      return true;
    } catch (const ReaderLeft&) {
      return false;
    }
  }

  /// A solution is handed on at once where they come slowly, with those that follow where they come fast.
  void flush_sometimes() {
    const auto now = Clock::now();
    if (now - flushed_ > std::chrono::milliseconds(1)) {
      writer_.flush();
      flushed_ = now;
    }
  }

  const SolveRequest& request_;
  SolutionWriter& writer_;
  Clock::time_point flushed_;
  std::uint64_t comparisons_ = 0;
};

/// The boards that options name; those of a file are all looked at before one is solved.
BoardList boards_of(const SolveOptions& options, const SolveRequest& request) {
  if (!options.input) {
    const auto n = parse_rows(options.n);
    refuse(!n, quoted(options.n) + " is no number of rows");
    const std::string wrong = objection(request, *n);
    refuse(!wrong.empty(), wrong);
    return {.boards = {*n}, .first_bad_lines = {}};
  }
  Input input(*options.input);
  const auto object = [&request](std::uint64_t n) {
    const std::string wrong = objection(request, n);
    return wrong.empty() && !has_solution(n) ? no_solution(n) : wrong;
  };
  return read_board_list(input, object, options.keep_going);
}

void tell_bad_lines(const BoardList& list) {
  std::string lines;
  for (const std::uint64_t line : list.first_bad_lines) {
    lines += (lines.empty() ? " " : ", ") + std::to_string(line);
  }
  std::cerr << "nqueens: skipped " << list.bad_lines << (list.bad_lines == 1 ? " bad line:" : " bad lines:")
            << lines << (list.bad_lines > list.first_bad_lines.size() ? " ..." : "") << '\n';
}

/// Writes the solutions of all boards, or as many as the reader wants.
/// @return comparisons that the method counted
std::uint64_t write_solutions(const SolveOptions& options, const SolveRequest& request,
                              const std::vector<std::uint64_t>& boards) {
  Output output(options.output);
  SolutionWriter writer(request.format, choose_squares(options, output),
                        [&output](std::string_view text) { output.write(text); });
  Solver solver(request, writer);
  try {
    for (const std::uint64_t n : boards) {
      solver.solve(n);
    }
    writer.flush();
    output.commit();
  } catch (const ReaderLeft&) {
    // No mistake, and no reason to be silent about the rest.
  } catch (const std::bad_alloc&) {
    throw Error(ExitCode::runtime_error, "the memory is too small; --method construct needs next to none");
  }
  return solver.comparisons();
}

}  // namespace

ExitCode solve(const SolveOptions& options) {
  const SolveRequest request = make_request(options);
  const BoardList list = boards_of(options, request);
  const bool empty = !options.input && !has_solution(list.boards.front());
  if (empty && request.limit == 1 && !options.limit) {
    throw Error(ExitCode::runtime_error, no_solution(list.boards.front()));
  }
  const std::uint64_t comparisons = write_solutions(options, request, list.boards);
  if (options.stats) {
    std::cerr << "diagonal comparisons: " << comparisons << '\n';
  }
  if (empty) {
    std::cerr << "nqueens: " << no_solution(list.boards.front()) << '\n';
  }
  if (list.bad_lines > 0) {
    tell_bad_lines(list);
  }
  return ExitCode::done;
}

}  // namespace nqueens::cli
