// `puzzle magic`: magic squares from solutions of the n queens, and solutions in magic squares.
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "boards/commands/input.hpp"
#include "boards/commands/puzzle_run.hpp"
#include "boards/commands/puzzles.hpp"
#include "boards/commands/square_output.hpp"
#include "boards/commands/unicode.hpp"
#include "boards/puzzles/latin.hpp"
#include "boards/puzzles/magic.hpp"
#include "boards/solutions/number_square.hpp"
#include "boards/solutions/one_solution.hpp"
#include "boards/solutions/reader.hpp"
#include "boards/solutions/writer.hpp"
#include "cli/options.hpp"
#include "cli/say.hpp"
#include "core/number.hpp"

namespace nqueens::cli {
namespace {

/// A square of a board, and how it was made.
struct MagicAnswer {
  std::optional<NumberSquare> square;
  std::string how;
};

std::string even_board(std::uint64_t n) {
  return n_is(n) +
         "; puzzle magic makes squares of solutions with an odd number of rows, and of 12 "
         "rows without --from-queens";
}

MagicAnswer magic_of_solution(Rows solution, Search& search) {
  return {.square = magic_square_of(solution, search),
          .how = "the numbers 1 to " + std::to_string(solution.size()) + " stand on one solution"};
}

/// The solution that is made a square if none is given: one of the torus if there is one.
std::vector<Row> solution_of(std::uint64_t n) {
  std::vector<Row> rows;
  for (std::uint64_t column = 0; column < n; ++column) {
    rows.push_back(has_torus_solution(n) ? static_cast<Row>(2 * column % n)
                                         : constructed_row(n, column));
  }
  return rows;
}

MagicAnswer magic_of_size(std::uint64_t n, Search& search) {
  if (n % 2 != 0) {
    const std::vector<Row> rows = solution_of(n);
    return magic_of_solution(rows, search);
  }
  MagicAnswer answer{
      .square = {},
      .how = "each run of " + std::to_string(n) + " numbers stands on a solution of its own"};
  visit_latin_squares(static_cast<int>(n), LatinSymmetry::reflections, search,
                      [&answer](const NumberSquare& latin) {
                        answer.square = magic_square_of_latin(latin);
                        return false;
                      });
  return answer;
}

ExitCode write_square(const PuzzleOptions& options, const Launcher& launcher,
                      const std::function<MagicAnswer(Search& search)>& make) {
  SquareOutput output(options, SquareColours::chequered);
  PuzzleRun run(options, launcher);
  const MagicAnswer answer = make(run.search());
  run.finish();
  if (!answer.square) {
    throw Error(run.search().stopped() ? ExitCode::stopped : ExitCode::runtime_error,
                "no magic square was found: " + run.ending());
  }
  if (const auto fault = find_magic_fault(*answer.square)) {
    throw Error(ExitCode::wrong_answer, "the square is wrong: " + *fault);
  }
  const bool pandiagonal = is_pandiagonal(*answer.square);
  output.answers().begin({{"puzzle", "magic"}, {"n", answer.square->n}});
  output.write(*answer.square);
  output.answers().end(
      std::string(pandiagonal ? "pandiagonal " : "") + "magic square, " + answer.how,
      {{"pandiagonal", pandiagonal}});
  return ExitCode::done;
}

ExitCode magic_from_queens(const PuzzleOptions& options, const Launcher& launcher) {
  Input input(*options.from_queens);
  TextSource text([&input](std::span<char> buffer) { return input.read(buffer); }, input.name());
  ReadSolution read;
  refuse(!read_solution(text, read), "no solution found in '" + input.name() + "'");
  if (const auto fault = read.fault()) {
    throw Error(ExitCode::wrong_answer, "the solution in line " + std::to_string(read.line) +
                                            " of '" + input.name() +
                                            "' is wrong: " + describe(*fault, read.n));
  }
  refuse(read.n > max_read_square,
         n_is(read.n) + "; puzzle magic takes up to " + std::to_string(max_read_square) + " rows");
  refuse(read.n % 2 == 0, even_board(read.n));
  const std::vector<Row> rows = read.solution();
  return write_square(options, launcher,
                      [&rows](Search& search) { return magic_of_solution(rows, search); });
}

NumberSquare read_magic_square(const std::string& file) {
  Input input(file);
  TextSource text([&input](std::span<char> buffer) { return input.read(buffer); }, input.name());
  NumberSquare square;
  refuse(!read_square(text, square), "no square found in '" + input.name() + "'");
  NumberSquare another;
  refuse(read_square(text, another),
         "there is more than one square in '" + input.name() + "'; --to-queens takes one");
  if (const auto fault = find_magic_fault(square)) {
    throw Error(ExitCode::wrong_answer,
                "the square in '" + input.name() + "' is not magic: " + *fault);
  }
  return square;
}

std::string numbers_of(const HiddenSolution& hidden, int n) {
  const std::string first = std::to_string(hidden.first);
  return hidden.step == 1
             ? "the numbers " + first + " to " + std::to_string(hidden.first + n - 1)
             : "the numbers " + first + ", " + std::to_string(hidden.first + n) + ", ...";
}

ExitCode magic_to_queens(const PuzzleOptions& options) {
  refuse(options.format() == PuzzleFormat::svg,
         "--format svg draws one answer; take another format for the solutions of a square");
  const NumberSquare square = read_magic_square(*options.to_queens);
  const std::vector<HiddenSolution> found = solutions_in(square);
  if (found.empty()) {
    throw Error(ExitCode::runtime_error,
                "this magic square gives no solution: no run of " + std::to_string(square.n) +
                    " numbers is one, and none of those with the same remainder");
  }
  Output output(options.output);
  const bool board = options.format() == PuzzleFormat::board;
  const bool unicode = draws_unicode(options.ascii, options.unicode, output);
  const auto format = options.format() == PuzzleFormat::json ? Format::json
                      : board                                ? Format::board
                                                             : Format::text;
  std::string text;
  SolutionWriter writer(format, unicode ? SquareSymbols::unicode : SquareSymbols::letters,
                        [&text](std::string_view part) { text += part; });
  for (const HiddenSolution& hidden : found) {
    writer.write(hidden.rows);
    writer.flush();
    if (options.format() == PuzzleFormat::text) {
      text.pop_back();
      text += "  # " + numbers_of(hidden, square.n) + "\n";
    }
    output.write(text);
    text.clear();
  }
  output.commit();
  say(amount_of(found.size(), "solution") + " in this magic square");
  return ExitCode::done;
}

}  // namespace

ExitCode puzzle_magic(const PuzzleOptions& options, const Launcher& launcher) {
  refuse(options.lists(),
         "puzzle magic gives one square, and --to-queens every solution; leave "
         "out --all, --limit and --count");
  refuse(options.to_queens && options.from_queens, "--to-queens does not go with --from-queens");
  refuse(options.n && (options.to_queens || options.from_queens),
         "N does not go with --to-queens and --from-queens, whose files say it");
  try {
    if (options.to_queens) {
      return magic_to_queens(options);
    }
    if (options.from_queens) {
      return magic_from_queens(options, launcher);
    }
    const std::uint64_t n = rows_of(options);
    refuse(n < 1 || n > max_read_square,
           n_is(n) + "; puzzle magic takes 1 to " + std::to_string(max_read_square) + " rows");
    if (!has_solution(n)) {
      throw Error(ExitCode::runtime_error,
                  "a " + std::to_string(n) + " x " + std::to_string(n) + " board has no solution");
    }
    refuse(n % 2 == 0 && n != 12, n_is(n) + "; puzzle magic takes odd numbers, and 12");
    return write_square(options, launcher,
                        [n](Search& search) { return magic_of_size(n, search); });
  } catch (const ReaderLeft&) {
    return ExitCode::done;  // not an error
  }
}

}  // namespace nqueens::cli
