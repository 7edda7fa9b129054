// Writes arrangements in all formats, with the sentence or the fields about them.
#include "boards/commands/arrangement_puzzle.hpp"

#include <cstdint>
#include <string_view>

#include "boards/commands/puzzle_output.hpp"
#include "boards/commands/puzzle_run.hpp"
#include "boards/commands/unicode.hpp"
#include "boards/solutions/arrangement.hpp"
#include "boards/solutions/svg.hpp"
#include "core/number.hpp"

namespace nqueens::cli {
namespace {

/// Writes one arrangement after the other.
class ArrangementOutput {
 public:
  explicit ArrangementOutput(const PuzzleOptions& options)
      : answers_(options, "arrangements"),
        symbols_(draws_unicode(options.ascii, options.unicode, answers_.output())
                     ? SquareSymbols::unicode
                     : SquareSymbols::letters) {}

  [[nodiscard]] PuzzleOutput& answers() { return answers_; }

  void write(const Arrangement& arrangement) {
    switch (answers_.format()) {
      case PuzzleFormat::text: answers_.write(line_text(arrangement) + "\n", ""); break;
      case PuzzleFormat::board: answers_.write(board_text(arrangement, symbols_), "\n"); break;
      case PuzzleFormat::json: answers_.write(json_text(arrangement), ""); break;
      case PuzzleFormat::svg: answers_.write(svg_text(arrangement), ""); break;
    }
  }

 private:
  PuzzleOutput answers_;
  SquareSymbols symbols_;
};

class Answerer {
 public:
  Answerer(const ArrangementPuzzle& puzzle, const PuzzleOptions& options, const Launcher& launcher)
      : puzzle_(puzzle), options_(options), output_(options), run_(options, launcher) {}

  ExitCode answer() {
    optimum_ = puzzle_.best(run_.search(), [this](int number, bool possible) {
      run_.tell(puzzle_.counted(number) + ": " + (possible ? "yes" : "no"));
    });
    const ExitCode code = run_.search().stopped() ? ExitCode::stopped
                          : none()                ? ExitCode::runtime_error
                                                  : ExitCode::done;
    if (const PuzzleFormat format = options_.format();
        !optimum_.best && (format == PuzzleFormat::board || format == PuzzleFormat::svg)) {
      run_.finish();
      throw Error(code, sentence());  // there is nothing to draw
    }
    auto fields = puzzle_.fields;
    fields["number"] = optimum_.best ? nlohmann::ordered_json(optimum_.number) : nullptr;
    fields["bound"] = optimum_.bound;
    fields["proved"] = optimum_.proved() || none();
    output_.answers().begin(fields);
    if (optimum_.proved() && options_.lists()) {
      list();
    } else if (optimum_.best) {
      write_best();
    }
    run_.finish();
    output_.answers().end(sentence(), {{"ways", ways_ ? nlohmann::ordered_json(*ways_) : nullptr},
                                       {"seconds", run_.seconds()},
                                       {"nodes", run_.search().nodes()}});
    return run_.search().stopped() ? ExitCode::stopped : code;
  }

 private:
  /// Whether it is proved that there is no arrangement.
  [[nodiscard]] bool none() const { return !optimum_.best && !run_.search().stopped(); }

  void check(const Arrangement& arrangement) const {
    if (const auto fault = puzzle_.find_fault(arrangement)) {
      throw Error(ExitCode::wrong_answer, "the search is wrong: " + describe(*fault));
    }
  }

  /// Writes the best answer.
  void write_best() {
    check(*optimum_.best);
    run_.finish();
    output_.write(*optimum_.best);
  }

  /// Writes the answers that are wanted, and counts all. Several of them show themselves how far
  /// the search is; a count has its progress.
  void list() {
    const std::uint64_t most = options_.most();
    if (most == 1) {
      write_best();
    } else {
      run_.finish();
      run_.be_silent();
    }
    run_.tell("all of " + puzzle_.counted(optimum_.number));
    std::uint64_t ways = 0;
    const SearchEnd end =
        puzzle_.visit(optimum_.number, run_.search(), [&](const Arrangement& arrangement) {
          check(arrangement);
          if (ways++ < most && most > 1) {
            output_.write(arrangement);
          }
          return options_.count || ways < most;
        });
    if (ways == 0 && most > 1) {
      write_best();  // the search was stopped before it came to the first
    }
    if (end != SearchEnd::enough && ways > 0) {
      ways_ = ways;
    }
  }

  [[nodiscard]] std::string sentence() const {
    std::string text;
    const auto add = [&text](const std::string& clause, std::string_view link) {
      text += (text.empty() || clause.empty() ? "" : std::string(link)) + clause;
    };
    if (none()) {
      add(puzzle_.none, "");
    } else {
      add(optimum_.best ? puzzle_.possible(optimum_.number) : "", "");
      if (ways_) {
        text += std::string(run_.search().stopped() ? " in at least " : " in ") +
                amount_of(*ways_, "way");
      }
      add(optimum_.proved() ? puzzle_.optimal(optimum_.number) : puzzle_.open(optimum_.bound),
          "; ");
    }
    return text + ": " + run_.ending();
  }

  const ArrangementPuzzle& puzzle_;
  const PuzzleOptions& options_;
  ArrangementOutput output_;
  PuzzleRun run_;
  Optimum optimum_;
  std::optional<std::uint64_t> ways_;  ///< all that were found, if they were counted
};

}  // namespace

ExitCode answer(const ArrangementPuzzle& puzzle, const PuzzleOptions& options,
                const Launcher& launcher) {
  Answerer answerer(puzzle, options, launcher);
  try {
    return answerer.answer();
  } catch (const ReaderLeft&) {
    return ExitCode::done;  // not an error
  }
}

}  // namespace nqueens::cli
