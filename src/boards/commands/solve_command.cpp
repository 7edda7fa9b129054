// The command `solve`: solutions of a board, or one for each board in a file.
#include <array>
#include <chrono>
#include <iostream>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "boards/commands/commands.hpp"
#include "boards/commands/input.hpp"
#include "boards/commands/size_list.hpp"
#include "boards/commands/solve_options.hpp"
#include "boards/commands/unicode.hpp"
#include "boards/puzzles/queens.hpp"
#include "boards/solutions/one_solution.hpp"
#include "boards/solutions/search.hpp"
#include "boards/solutions/solution.hpp"
#include "boards/solutions/writer.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/text.hpp"
#include "system/clock.hpp"

namespace nqueens::cli {
namespace {

constexpr const char* solve_footer =
    "Methods:\n"
    "  search     depth first, column by column: lexicographic order, up to 64 rows\n"
    "  permute    the classic search over permutations, up to 64 rows\n"
    "  cp         constraint programming, by Gecode, up to 1000 rows\n"
    "  construct  an explicit rule: one solution of up to 1000000000 rows\n"
    "  repair     fewer conflicts step by step from a random start: one solution of up to\n"
    "             100000000 rows\n\n"
    "Formats; columns and rows count from 1, row 1 is drawn first:\n"
    "  rows       1 5 8 6 3 7 2 4: the row of the queen in each column\n"
    "  board      all squares, up to 1000 rows; Unicode on a UTF-8 terminal, else ASCII\n"
    "  json       one object on each line: {\"n\":8,\"rows\":[1,5,8,6,3,7,2,4]}\n"
    "  svg        a picture of one solution, up to 200 rows\n"
    "An output file named .svg or .json has that format.\n\n"
    "Exit codes: 0 done, also if a list is empty; 1 the board has no solution, or the answer\n"
    "cannot be written; 2 wrong option or input file. A closed pipe (| head) is not an error.\n";

std::string no_solution(std::uint64_t n) {
  const std::string rows = std::to_string(n);
  return "a " + rows + " x " + rows + " board has no solution";
}

/// Writes the wanted solutions of one board after the other.
class Solver {
 public:
  Solver(const SolveOptions& options, SolutionWriter& writer)
      : options_(options), writer_(writer), most_(options.most()) {}

  /// @param n  rows of a board with a solution, or for a search of any board
  void solve(std::uint64_t n) {
    std::uint64_t written = 0;
    bool reader_left = false;
    const auto visit = [&](Rows solution) {
      if (!options_.fundamental || is_smallest_of_orbit(solution)) {
        reader_left = !write(solution);
        ++written;
      }
      return written < most_ && !reader_left;
    };
    switch (options_.method().method) {
      case Method::search: search(static_cast<int>(n), visit); break;
      case Method::permute: comparisons_ += permute(static_cast<int>(n), visit); break;
      case Method::cp: constrain(n, visit); break;
      case Method::construct: construct(n); break;
      case Method::repair: writer_.write(repair(n, options_.seed.value_or(1))); break;
    }
    if (reader_left) {
      throw ReaderLeft{};
    }
  }

  [[nodiscard]] std::uint64_t comparisons() const { return comparisons_; }

 private:
  /// The solver is not ours, so its solutions are checked before they are written.
  static void constrain(std::uint64_t n, const VisitSolution& visit) {
    Search search;
    visit_queens(static_cast<int>(n), search, [&](Rows solution) {
      if (const auto fault = find_fault(n, solution)) {
        throw Error(ExitCode::wrong_answer, "the solver is wrong: " + describe(*fault, n));
      }
      return visit(solution);
    });
  }

  void construct(std::uint64_t n) {
    std::array<Row, 4096> rows;
    writer_.begin(n);
    for (std::uint64_t column = 0; column < n;) {
      std::size_t count = 0;
      for (; count < rows.size() && column < n; ++count, ++column) {
        rows[count] = constructed_row(n, column);
      }
      writer_.add(Rows(rows).first(count));
    }
    writer_.end();
  }

  /// False if the reader has left. A search then ends normally and can report its comparisons.
  bool write(Rows solution) {
    try {
      writer_.write(solution);
      flush_sometimes();
      return true;
    } catch (const ReaderLeft&) {
      return false;
    }
  }

  /// Flushes slow solutions one by one and fast ones in groups.
  void flush_sometimes() {
    const auto now = Clock::now();
    if (now - flushed_ > std::chrono::milliseconds(1)) {
      writer_.flush();
      flushed_ = now;
    }
  }

  const SolveOptions& options_;
  SolutionWriter& writer_;
  const std::uint64_t most_;  ///< solutions of a board
  Clock::time_point flushed_;
  std::uint64_t comparisons_ = 0;
};

/// The sizes of boards that options name; those of a file are all looked at before one is solved.
SizeList sizes_of(const SolveOptions& options) {
  if (!options.input) {
    const std::string wrong = objection(options, *options.n);
    refuse(!wrong.empty(), wrong);
    return {.sizes = {*options.n}, .first_bad_lines = {}};
  }
  Input input(*options.input);
  const auto object = [&options](std::uint64_t n) {
    const std::string wrong = objection(options, n);
    return wrong.empty() && !has_solution(n) ? no_solution(n) : wrong;
  };
  return read_sizes(input, object, options.keep_going);
}

void tell_bad_lines(const SizeList& list) {
  std::string lines;
  for (const std::uint64_t line : list.first_bad_lines) {
    lines += (lines.empty() ? " " : ", ") + std::to_string(line);
  }
  std::cerr << "nqueens: skipped " << amount_of(list.bad_lines, "bad line") << ":" << lines
            << (list.bad_lines > list.first_bad_lines.size() ? " ..." : "") << '\n';
}

/// Writes the solutions of all boards, or until the reader leaves.
/// @return the method's comparisons
std::uint64_t write_solutions(const SolveOptions& options,
                              const std::vector<std::uint64_t>& sizes) {
  Output output(options.output);
  const bool unicode = draws_unicode(options.ascii, options.unicode, output);
  SolutionWriter writer(options.format(), unicode ? SquareSymbols::unicode : SquareSymbols::letters,
                        [&output](std::string_view text) { output.write(text); });
  Solver solver(options, writer);
  try {
    for (const std::uint64_t n : sizes) {
      solver.solve(n);
    }
    writer.flush();
    output.commit();
  } catch (const ReaderLeft&) {
    // Not an error. What follows is still reported.
  } catch (const std::bad_alloc&) {
    throw Error(ExitCode::runtime_error, "not enough memory; --method construct needs almost none");
  }
  return solver.comparisons();
}

/// Above some size: by which method a solution is, or that the search for several may not end.
void tell_method(const SolveOptions& options) {
  if (!options.is_large() || options.first) {
    return;
  }
  const Method method = options.method().method;
  std::string text;
  if (method == Method::construct && !options.wanted_method) {
    text = "this is the solution of --method construct; --first searches for the first one";
  } else if (method == Method::search || method == Method::permute ||
             (method == Method::cp && options.lists())) {
    text = "a search may not end; 'nqueens solve N' alone gives one solution at once";
  } else {
    return;
  }
  std::cerr << "nqueens: above " << largest_searched << " rows " << text << '\n';
}

ExitCode solve(const SolveOptions& options) {
  refuse_contradictions(options);
  const SizeList list = sizes_of(options);
  const bool empty = !options.input && !has_solution(list.sizes.front());
  if (empty && !options.lists()) {
    throw Error(ExitCode::runtime_error, no_solution(list.sizes.front()));
  }
  tell_method(options);
  const std::uint64_t comparisons = write_solutions(options, list.sizes);
  if (options.stats) {
    std::cerr << "diagonal comparisons: " << comparisons << '\n';
  }
  if (empty) {
    std::cerr << "nqueens: " << no_solution(list.sizes.front()) << '\n';
  }
  if (list.bad_lines > 0) {
    tell_bad_lines(list);
  }
  return ExitCode::done;
}

}  // namespace

Command add_solve(CLI::App& program) {
  const auto options = std::make_shared<SolveOptions>();
  CLI::App& command =
      *program.add_subcommand("solve", "Print solutions of a board: the first, all, or some");
  command.footer(solve_footer);
  add_solve_options(command, *options);
  return {.parser = &command, .run = [options](const Launcher&) { return solve(*options); }};
}

}  // namespace nqueens::cli
