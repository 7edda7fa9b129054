#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <new>
#include <string>
#include <string_view>
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

enum class Method { search, permute, construct, repair };

struct MethodEntry {
  Method method;
  std::string_view name;
  std::uint64_t max_rows;
  bool finds_all;  ///< or one solution only
};

constexpr std::array<MethodEntry, 4> methods = {{
    {Method::search, "search", max_search, true},
    {Method::permute, "permute", max_search, true},
    {Method::construct, "construct", max_construct, false},
    {Method::repair, "repair", max_repair, false},
}};

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

SolveRequest make_request(const SolveOptions& options) {
  const bool from_file = !options.input.empty();
  const std::string name =
      !options.method.empty() ? options.method : std::string(from_file ? "construct" : "search");
  const auto* entry = std::find_if(methods.begin(), methods.end(),
                                   [&name](const MethodEntry& method) { return method.name == name; });
  SolveRequest request{.method = *entry, .format = *solution_format_from(options.format)};
  request.fundamental = options.fundamental;
  request.seed = options.seed.value_or(request.seed);
  const bool lists = options.all || options.limit || (options.fundamental && !options.first);
  if (lists) {
    request.limit = options.limit.value_or(std::numeric_limits<std::uint64_t>::max());
  }
  refuse(options.n.empty() && !from_file, "name the number of rows, or a file of them with --input");
  refuse(
      (lists || options.fundamental) && !entry->finds_all,
      "--method " + name + " finds one solution; take --method search for --all, --limit and --fundamental");
  refuse(options.seed && entry->method != Method::repair, "--seed is for --method repair; leave it out");
  refuse(options.stats && entry->method != Method::permute, "--stats is for --method permute; leave it out");
  refuse((options.ascii || options.unicode) && request.format != SolutionFormat::board,
         "--ascii and --unicode are for --format board; leave them out");
  refuse(request.format == SolutionFormat::svg && (from_file || request.limit > 1),
         "--format svg draws one solution; ask for the first one of one board, or take another format");
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
    const auto visit = [&](Rows solution) {
      if (!request_.fundamental || is_smallest_of_orbit(solution)) {
        writer_.write(solution);
        flush_sometimes();
        ++written;
      }
      return written < request_.limit;
    };
    switch (request_.method.method) {
      case Method::search: search(static_cast<int>(n), visit); break;
      case Method::permute: comparisons_ += permute(static_cast<int>(n), visit); break;
      case Method::construct: construct(n); break;
      case Method::repair: writer_.write(repair(n, request_.seed)); break;
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
  if (options.input.empty()) {
    const auto n = parse_rows(options.n);
    refuse(!n, quoted(options.n) + " is no number of rows");
    const std::string wrong = objection(request, *n);
    refuse(!wrong.empty(), wrong);
    return {.boards = {*n}, .bad_lines = {}};
  }
  Input input(options.input);
  const auto object = [&request](std::uint64_t n) {
    const std::string wrong = objection(request, n);
    return wrong.empty() && !has_solution(n) ? no_solution(n) : wrong;
  };
  return read_board_list(input.stream(), input.name(), object, options.keep_going);
}

void tell_bad_lines(const BoardList& list) {
  constexpr std::size_t most = 20;
  std::string lines;
  for (std::size_t index = 0; index < std::min(list.bad_lines.size(), most); ++index) {
    lines += (index == 0 ? " " : ", ") + std::to_string(list.bad_lines[index]);
  }
  std::cerr << "nqueens: skipped " << list.bad_lines.size()
            << (list.bad_lines.size() == 1 ? " bad line:" : " bad lines:") << lines
            << (list.bad_lines.size() > most ? " ..." : "") << '\n';
}

}  // namespace

ExitCode solve(const SolveOptions& options) {
  const SolveRequest request = make_request(options);
  const BoardList list = boards_of(options, request);
  const bool empty = options.input.empty() && !has_solution(list.boards.front());
  if (empty && request.limit == 1 && !options.limit) {
    throw Error(ExitCode::runtime_error, no_solution(list.boards.front()));
  }
  try {
    Output output(options.output);
    SolutionWriter writer(request.format, choose_squares(options, output),
                          [&output](std::string_view text) { output.write(text); });
    Solver solver(request, writer);
    for (const std::uint64_t n : list.boards) {
      solver.solve(n);
    }
    writer.flush();
    output.commit();
    if (options.stats) {
      std::cerr << "diagonal comparisons: " << solver.comparisons() << '\n';
    }
  } catch (const ReaderLeft&) {
    return ExitCode::done;
  } catch (const std::bad_alloc&) {
    throw Error(ExitCode::runtime_error, "the memory is too small; --method construct needs next to none");
  }
  if (empty) {
    std::cerr << "nqueens: " << no_solution(list.boards.front()) << '\n';
  }
  if (!list.bad_lines.empty()) {
    tell_bad_lines(list);
  }
  return ExitCode::done;
}

}  // namespace nqueens::cli
