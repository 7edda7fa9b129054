// Puzzles whose answers are squares of numbers. `puzzle latin`: n solutions of the n queens that
// fill the board. `puzzle magic`: magic squares from solutions, and solutions in magic squares.
#include <vector>

#include "boards/commands/puzzle.hpp"
#include "boards/puzzles/magic.hpp"
#include "boards/solutions/formats.hpp"
#include "boards/solutions/methods.hpp"
#include "cli/messages.hpp"
#include "core/number.hpp"

namespace nqueens::cli {
namespace {

/// The number of rows. Throws Error(usage) if it is missing or too large for the format.
std::uint64_t rows_of(const PuzzleOptions& options) {
  refuse(!options.n, "name the number of rows: nqueens puzzle " + options.puzzle + " N");
  refuse(options.format() == Format::svg && *options.n > max_drawn_picture,
         joined(n_is(*options.n), "; --format svg draws 1 to ", max_drawn_picture, " rows"));
  return *options.n;
}

class LatinAnswerer {
 public:
  LatinAnswerer(int n, const PuzzleOptions& options, const Launcher& launcher)
      : n_(n), options_(options), run_(options, launcher, "squares") {}

  ExitCode answer() {
    run_.begin({{"puzzle", "latin"}, {"n", n_}});
    const bool any = !options_.lists();
    if (any && has_torus_solution(static_cast<std::uint64_t>(n_))) {
      how_ = "translations of one solution of the torus";
      write(translated_latin_square(n_));
    } else if (any && n_ % 4 == 0) {
      run_.tell("those with both reflections");
      if (search(LatinSymmetry::reflections) == SearchEnd::enough) {
        how_ = "both reflections send them into each other, " + run_.ending();
      }
    }
    if (squares_ == 0 && !run_.stopped()) {
      run_.tell("the whole board");
      complete_ = search(LatinSymmetry::none) == SearchEnd::complete;
    }
    return run_.end(squares_ > 0, sentence(), {{"found", squares_}, {"complete", complete_}});
  }

 private:
  SearchEnd search(LatinSymmetry symmetry) {
    return visit_latin_squares(n_, symmetry, run_.search(), [this](const NumberSquare& square) {
      write(square);
      return options_.count || squares_ < options_.most();
    });
  }

  void write(const NumberSquare& square) {
    if (const auto fault = find_latin_fault(square)) {
      throw Error(ExitCode::wrong_answer, "the search is wrong: " + *fault);
    }
    if (squares_++ < options_.most()) {
      run_.write(square, SquareColours::by_number);
    }
  }

  [[nodiscard]] std::string sentence() const {
    const std::string filled =
        joined(amount_of(static_cast<std::uint64_t>(n_), "solution"),
               n_ == 1 ? " fills " : " fill ", board_named({.rows = n_, .columns = n_}));
    if (squares_ == 0) {
      return joined(complete_ ? "no " : "none found; it is open whether ", filled,
                    complete_ ? ": all were " : ": ", run_.ending());
    }
    const std::string ways =
        joined(complete_ ? " in " : " in at least ", amount_of(squares_, "way"),
               ", not counting other names of the numbers");
    return joined(filled, options_.lists() ? ways : "", ": ", how_.empty() ? run_.ending() : how_);
  }

  const int n_;
  const PuzzleOptions& options_;
  PuzzleRun run_;
  std::uint64_t squares_ = 0;
  bool complete_ = false;  ///< all squares were searched
  std::string how_;        ///< if not by searching all squares
};

/// Writes a magic square.
/// @param make  std::optional<NumberSquare>(Search&)
/// @param how  the method
template <class Make>
ExitCode write_magic(const PuzzleOptions& options, const Launcher& launcher, const Make& make,
                     const std::string& how) {
  PuzzleRun run(options, launcher, "squares");
  const std::optional<NumberSquare> square = make(run.search());
  if (!square) {
    run.finish();
    throw Error(run.stopped() ? ExitCode::stopped : ExitCode::runtime_error,
                "no magic square was found: " + run.ending());
  }
  if (const auto fault = find_magic_fault(*square)) {
    throw Error(ExitCode::wrong_answer, "the square is wrong: " + *fault);
  }
  const bool pandiagonal = is_pandiagonal(*square);
  run.begin({{"puzzle", "magic"}, {"n", square->n}});
  run.write(*square, SquareColours::chequered);
  return run.end(true, joined(pandiagonal ? "pandiagonal " : "", "magic square, ", how),
                 {{"pandiagonal", pandiagonal}});
}

ExitCode magic_of_solution(Rows solution, const PuzzleOptions& options, const Launcher& launcher) {
  return write_magic(
      options, launcher, [&](Search& search) { return magic_square_of(solution, search); },
      joined("the numbers 1 to ", solution.size(), " stand on one solution"));
}

ExitCode magic_of_size(std::uint64_t n, const PuzzleOptions& options, const Launcher& launcher) {
  refuse(n < 1 || n > max_read_square,
         joined(n_is(n), "; puzzle magic takes 1 to ", max_read_square, " rows"));
  constexpr const char* asks = "puzzle magic makes squares of solutions of the queens";
  constexpr const char* advice = "; take an odd number from 5 on, or 12";
  if (!has_solution(n)) {
    throw Error(ExitCode::runtime_error, joined(no_solution(n), ", and ", asks, advice));
  }
  refuse(n % 2 == 0 && n != 12, joined(n_is(n), "; ", asks, advice));
  if (n % 2 != 0) {
    std::vector<Row> solution = constructed(n);
    for (std::uint64_t column = 0; column < n && has_torus_solution(n); ++column) {
      solution[column] = static_cast<Row>(2 * column % n);
    }
    return magic_of_solution(solution, options, launcher);
  }
  const auto make = [n](Search& search) {
    std::optional<NumberSquare> square;
    visit_latin_squares(static_cast<int>(n), LatinSymmetry::reflections, search,
                        [&square](const NumberSquare& latin) {
                          square = magic_square_of_latin(latin);
                          return false;
                        });
    return square;
  };
  return write_magic(options, launcher, make,
                     joined("each run of ", n, " numbers stands on a solution of its own"));
}

ExitCode magic_from_queens(const PuzzleOptions& options, const Launcher& launcher) {
  TextSource text = open_text(*options.from_queens);
  ReadSolution read;
  refuse(!read_solution(text, read),
         "no solution found in '" + text.name() + "'; write it as 'nqueens solve' does");
  if (const auto fault = read.fault()) {
    throw Error(ExitCode::wrong_answer,
                joined("the solution in line ", read.line, " of '", text.name(),
                       "' is wrong: ", describe(*fault, read.n)));
  }
  refuse(read.n > max_read_square,
         joined(n_is(read.n), "; puzzle magic takes up to ", max_read_square, " rows"));
  refuse(read.n % 2 == 0, n_is(read.n) +
                              "; puzzle magic makes squares of solutions with an odd number of "
                              "rows, and of 12 rows without --from-queens");
  return magic_of_solution(read.solution(), options, launcher);
}

NumberSquare read_magic_square(const std::string& file) {
  TextSource text = open_text(file);
  NumberSquare square;
  refuse(!read_square(text, square), "no square found in '" + text.name() + "'");
  NumberSquare another;
  refuse(read_square(text, another),
         "there is more than one square in '" + text.name() + "'; --to-queens takes one");
  if (const auto fault = find_magic_fault(square)) {
    throw Error(ExitCode::wrong_answer,
                "the square in '" + text.name() + "' is not magic: " + *fault);
  }
  return square;
}

ExitCode magic_to_queens(const PuzzleOptions& options) {
  refuse(options.format() == Format::svg,
         "--format svg draws one answer; take another format for the solutions of a square");
  const NumberSquare square = read_magic_square(*options.to_queens);
  const std::vector<HiddenSolution> found = solutions_in(square);
  if (found.empty()) {
    throw Error(ExitCode::runtime_error,
                joined("this magic square gives no solution: no run of ", square.n,
                       " numbers is one, and none of those with the same remainder"));
  }
  Output output(options.output, objection_to_boards);
  std::string text;
  SolutionWriter writer(options.format(), options.symbols(output),
                        [&text](std::string_view part) { text += part; });
  for (const HiddenSolution& hidden : found) {
    writer.write(hidden.rows);
    writer.flush();
    if (options.format() == Format::text) {
      text.pop_back();
      const bool is_run = hidden.step == 1;
      text += joined("  # the numbers ", hidden.first, is_run ? " to " : ", ",
                     hidden.first + square.n - (is_run ? 1 : 0), is_run ? "" : ", ...", "\n");
    }
    output.write(text);
    text.clear();
  }
  output.commit();
  say(amount_of(found.size(), "solution") + " in this magic square");
  return ExitCode::done;
}

}  // namespace

ExitCode puzzle_latin(const PuzzleOptions& options, const Launcher& launcher) {
  const std::uint64_t n = rows_of(options);
  const bool by_rule = has_torus_solution(n) && !options.lists();
  const auto most = static_cast<std::uint64_t>(by_rule ? max_read_square : max_searched_latin);
  refuse(has_torus_solution(n) && !by_rule && n > most && n <= max_read_square,
         joined(n_is(n), "; --all, --limit and --count search all squares, of up to ",
                max_searched_latin, " rows; leave them out"));
  refuse(n < 1 || n > most, joined(n_is(n), "; puzzle latin searches 1 to ", max_searched_latin,
                                   " rows, and finds one square of up to ", max_read_square,
                                   " rows that neither 2 nor 3 divides"));
  return LatinAnswerer(static_cast<int>(n), options, launcher).answer();
}

ExitCode puzzle_magic(const PuzzleOptions& options, const Launcher& launcher) {
  refuse(options.lists(),
         "puzzle magic gives one square, and --to-queens every solution; leave "
         "out --all, --limit and --count");
  refuse(options.to_queens && options.from_queens, "--to-queens does not go with --from-queens");
  refuse(options.n && (options.to_queens || options.from_queens),
         "N does not go with --to-queens and --from-queens, whose files say it");
  if (options.to_queens) {
    return magic_to_queens(options);
  }
  return options.from_queens ? magic_from_queens(options, launcher)
                             : magic_of_size(rows_of(options), options, launcher);
}

}  // namespace nqueens::cli
