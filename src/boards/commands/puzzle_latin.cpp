// `puzzle latin`: n solutions of the n queens that fill the board.
#include <string>

#include "boards/commands/puzzle_run.hpp"
#include "boards/commands/puzzles.hpp"
#include "boards/commands/square_output.hpp"
#include "boards/puzzles/latin.hpp"
#include "boards/solutions/number_square.hpp"
#include "cli/options.hpp"
#include "core/number.hpp"

namespace nqueens::cli {
namespace {

class LatinAnswerer {
 public:
  LatinAnswerer(int n, const PuzzleOptions& options, const Launcher& launcher)
      : n_(n),
        options_(options),
        output_(options, SquareColours::by_number),
        run_(options, launcher) {}

  ExitCode answer() {
    output_.answers().begin({{"puzzle", "latin"}, {"n", n_}});
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
    if (squares_ == 0 && !run_.search().stopped()) {
      run_.tell("the whole board");
      complete_ = search(LatinSymmetry::none) == SearchEnd::complete;
    }
    run_.finish();
    const ExitCode code = run_.search().stopped() ? ExitCode::stopped
                          : squares_ == 0         ? ExitCode::runtime_error
                                                  : ExitCode::done;
    const PuzzleFormat format = options_.format();
    if (squares_ == 0 && (format == PuzzleFormat::board || format == PuzzleFormat::svg)) {
      throw Error(code, sentence());  // there is nothing to draw
    }
    output_.answers().end(sentence(), {{"found", squares_},
                                       {"complete", complete_},
                                       {"seconds", run_.seconds()},
                                       {"nodes", run_.search().nodes()}});
    return code;
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
      output_.write(square);
    }
  }

  [[nodiscard]] std::string sentence() const {
    const std::string solutions =
        amount_of(static_cast<std::uint64_t>(n_), "solution") + (n_ == 1 ? " fills " : " fill ");
    const std::string board = board_named({.rows = n_, .columns = n_});
    if (squares_ == 0) {
      return (complete_ ? "no " + solutions + board + ": all were "
                        : "none found; it is open whether " + solutions + board + ": ") +
             run_.ending();
    }
    std::string text = solutions + board;
    if (options_.lists()) {
      text += std::string(complete_ ? " in " : " in at least ") + amount_of(squares_, "way") +
              ", not counting other names of the numbers";
    }
    return text + ": " + (how_.empty() ? run_.ending() : how_);
  }

  const int n_;
  const PuzzleOptions& options_;
  SquareOutput output_;
  PuzzleRun run_;
  std::uint64_t squares_ = 0;
  bool complete_ = false;  ///< all squares were searched
  std::string how_;        ///< where not by the search of all
};

}  // namespace

ExitCode puzzle_latin(const PuzzleOptions& options, const Launcher& launcher) {
  const std::uint64_t n = rows_of(options);
  const bool by_rule = has_torus_solution(n) && !options.lists();
  const auto most = static_cast<std::uint64_t>(by_rule ? max_read_square : max_searched_latin);
  refuse(has_torus_solution(n) && !by_rule && n > most && n <= max_read_square,
         n_is(n) + "; --all, --limit and --count search all squares, of up to " +
             std::to_string(max_searched_latin) + " rows; leave them out");
  refuse(n < 1 || n > most,
         n_is(n) + "; puzzle latin searches 1 to " + std::to_string(max_searched_latin) +
             " rows, and finds one square of up to " + std::to_string(max_read_square) +
             " rows that neither 2 nor 3 divides");
  try {
    return LatinAnswerer(static_cast<int>(n), options, launcher).answer();
  } catch (const ReaderLeft&) {
    return ExitCode::done;  // not an error
  }
}

}  // namespace nqueens::cli
