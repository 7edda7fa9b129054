// Puzzles whose answers are arrangements of chess pieces: the best ones, and a sentence with the
// proof.
#include <algorithm>
#include <array>
#include <functional>

#include "boards/commands/puzzle.hpp"
#include "core/number.hpp"

namespace nqueens::cli {
namespace {

/// A question, and the clauses of its answer.
struct Question {
  Json fields;  ///< the question, for the format json
  Puzzle puzzle;
  std::function<std::string(int number)> counted;  ///< "5 queens"
  std::array<std::string_view, 2> verbs{};         ///< singular and plural: " dominate "
  std::string object;                              ///< "the 8 x 8 board"
  /// What the bound proves if the best found may not be the best: "at least 5 are needed".
  std::function<std::string(int bound)> open;
  /// What the best number proves: "no 4 do"; empty if that is obvious.
  std::function<std::string(int number)> optimal;
  std::string none{};  ///< the answer if there is no arrangement at all
  /// The fault of an answer, found by code that shares nothing with the search.
  std::function<std::optional<std::string>(const Arrangement& answer)> find_fault = find_attack;
};

class Answerer {
 public:
  Answerer(const Question& question, const PuzzleOptions& options, const Launcher& launcher)
      : question_(question), options_(options), run_(options, launcher, "arrangements") {}

  ExitCode answer() {
    optimum_ = best_of(question_.puzzle, run_.search(), [this](int number, bool possible) {
      run_.tell(question_.counted(number) + ": " + (possible ? "yes" : "no"));
    });
    Json fields = question_.fields;
    fields["number"] = optimum_.best ? Json(optimum_.number) : nullptr;
    fields["bound"] = optimum_.bound;
    fields["proved"] = optimum_.proved() || none();
    run_.begin(fields);
    if (optimum_.proved() && options_.lists()) {
      list();
    } else if (optimum_.best) {
      write_best();
    }
    return run_.end(optimum_.best.has_value(), sentence(), {{"ways", optional_json(ways_)}});
  }

 private:
  /// Whether it is proved that there is no arrangement.
  [[nodiscard]] bool none() const { return !optimum_.best && !run_.stopped(); }

  void check(const Arrangement& arrangement) const {
    if (const auto fault = question_.find_fault(arrangement)) {
      throw Error(ExitCode::wrong_answer, "the search is wrong: " + *fault);
    }
  }

  void write_best() {
    check(*optimum_.best);
    run_.finish();
    run_.write(*optimum_.best);
  }

  /// Writes the requested answers and counts all. Answers show the progress themselves; a count has
  /// a progress line.
  void list() {
    const std::uint64_t most = options_.most();
    if (most == 1) {
      write_best();
    } else {
      run_.finish();
      run_.be_silent();
    }
    run_.tell("all of " + question_.counted(optimum_.number));
    std::uint64_t ways = 0;
    const auto visit = [&](const Arrangement& arrangement) {
      check(arrangement);
      if (ways++ < most && most > 1) {
        run_.write(arrangement);
      }
      return options_.count || ways < most;
    };
    const SearchEnd end = question_.puzzle.visit(optimum_.number, run_.search(), visit);
    if (ways == 0 && most > 1) {
      write_best();  // stopped before the first was found
    }
    if (end != SearchEnd::enough && ways > 0) {
      ways_ = ways;
    }
  }

  [[nodiscard]] std::string sentence() const {
    std::string text = none() ? question_.none : "";
    if (optimum_.best) {
      text = joined(question_.counted(optimum_.number),
                    question_.verbs[optimum_.number == 1 ? 0 : 1], question_.object);
    }
    if (ways_) {
      text += (run_.stopped() ? " in at least " : " in ") + amount_of(*ways_, "way");
    }
    if (!none()) {
      const std::string proved =
          optimum_.proved() ? question_.optimal(optimum_.number) : question_.open(optimum_.bound);
      text += (text.empty() || proved.empty() ? "" : "; ") + proved;
    }
    return text + ": " + run_.ending();
  }

  const Question& question_;
  const PuzzleOptions& options_;
  PuzzleRun run_;
  Optimum optimum_;
  std::optional<std::uint64_t> ways_;  ///< number of all answers, if counted
};

Json fields_of(const PuzzleOptions& options, BoardSize size, const Json& others = Json::object()) {
  Json fields = {{"puzzle", options.puzzle}, {"rows", size.rows}, {"columns", size.columns}};
  fields.update(others);
  return fields;
}

std::string amount(int number, std::string_view noun) {
  return amount_of(static_cast<std::uint64_t>(number), std::string(noun));
}

std::string queens_and_knights_text(int queens, int knights) {
  return amount(queens, "queen") + " and " + amount(knights, "knight");
}

std::string stand_on(BoardSize size) {
  return " stand unattacked on " + board_named(size);
}

std::string needed(int bound) {
  return joined("at least ", bound, " are needed");
}

std::string fewer_do_not(int number) {
  return joined("no ", number - 1, number == 2 ? " does" : " do");
}

/// The most queens with as many knights.
Question max_of_both(const PuzzleOptions& options, BoardSize size) {
  const auto counted = [](int number) { return queens_and_knights_text(number, number); };
  return {
      .fields = fields_of(options, size),
      .puzzle = queens_and_knights(size),
      .counted = counted,
      .object = stand_on(size),
      .open = [=](int bound) { return "at most " + counted(bound) + " can"; },
      .optimal = [](int number) { return joined("no ", number + 1, " and ", number + 1, " do"); },
      .none = "a queen and a knight cannot" + stand_on(size)};
}

Question wanted_numbers(const PuzzleOptions& options, BoardSize size) {
  const int queens = *options.queens;
  const int knights = *options.knights;
  std::string counted = queens_and_knights_text(queens, knights);
  return {.fields = fields_of(options, size, {{"queens", queens}, {"knights", knights}}),
          .puzzle = queens_and_knights(size, queens, knights),
          .counted = [=](int) { return counted; },
          .object = stand_on(size),
          .open = [=](int) { return "whether " + counted + " can" + stand_on(size) + " is open"; },
          .optimal = [](int) { return ""; },
          .none = counted + " cannot" + stand_on(size)};
}

}  // namespace

ExitCode puzzle_pieces(const PuzzleOptions& options, const Launcher& launcher) {
  const BoardSize size = size_of(options);
  const std::string_view piece = to_string(options.piece());
  const Question question{.fields = fields_of(options, size, {{"chess_piece", piece}}),
                          .puzzle = non_attacking(size, options.piece()),
                          .counted = [=](int number) { return amount(number, piece); },
                          .verbs = {" stands", " stand"},
                          .object = " unattacked on " + board_named(size),
                          .open = [](int bound) { return joined("at most ", bound, " can"); },
                          .optimal = [](int number) { return joined("no ", number + 1, " do"); }};
  return Answerer(question, options, launcher).answer();
}

ExitCode puzzle_dominate(const PuzzleOptions& options, const Launcher& launcher) {
  const BoardSize size = size_of(options);
  const bool independent = options.independent;
  const std::string piece = joined(independent ? "independent " : "", to_string(options.piece()));
  const Question question{
      .fields =
          fields_of(options, size,
                    {{"chess_piece", to_string(options.piece())}, {"independent", independent}}),
      .puzzle = domination(size, options.piece(), independent),
      .counted = [=](int number) { return amount(number, piece); },
      .verbs = {" dominates ", " dominate "},
      .object = board_named(size),
      .open = needed,
      .optimal = [](int number) { return number == 1 ? "" : fewer_do_not(number); },
      .find_fault =
          [independent](const Arrangement& arrangement) {
            const auto unguarded = find_unguarded(arrangement);
            return unguarded || !independent ? unguarded : find_attack(arrangement);
          }};
  return Answerer(question, options, launcher).answer();
}

ExitCode puzzle_pawns(const PuzzleOptions& options, const Launcher& launcher) {
  refuse(!options.queens, "puzzle pawns needs the number of queens; give it with --queens");
  const BoardSize size = size_of(options);
  const int queens = *options.queens;
  const int most = max_parted_queens(size);
  refuse(queens > most,
         joined("--queens is ", queens, "; ", board_named(size), " has room for ", most,
                ", since no pawn fits between queens on neighbouring squares"));
  const int lines = std::min(size.rows, size.columns);
  // 3 x 3 is the one board where fewer queens than lines fit, but pawns help.
  const bool need_pawns = queens > lines || (queens == 3 && size == BoardSize{3, 3});
  refuse(!need_pawns, joined("no pawn is needed for ", amount(queens, "queen"), " on ",
                             board_named(size), "; give more than ", lines, " with --queens"));
  const Question question{
      .fields = fields_of(options, size, {{"queens", queens}}),
      .puzzle = parted_queens(size, queens),
      .counted = [](int pawns) { return amount(pawns, "pawn"); },
      .verbs = {" lets ", " let "},
      .object = amount(queens, "queen") + stand_on(size),
      .open = needed,
      .optimal =
          [](int pawns) { return pawns == 1 ? "without one they do not" : fewer_do_not(pawns); }};
  return Answerer(question, options, launcher).answer();
}

ExitCode puzzle_knights(const PuzzleOptions& options, const Launcher& launcher) {
  const BoardSize size = size_of(options);
  refuse(options.queens.has_value() != options.knights.has_value(),
         "give both --queens and --knights, or none of them for the most of both");
  if (!options.queens) {
    return Answerer(max_of_both(options, size), options, launcher).answer();
  }
  const int lines = std::min(size.rows, size.columns);
  refuse(*options.queens > lines,
         joined("--queens is ", *options.queens, "; ", board_named(size), " has room for ", lines));
  refuse(*options.queens + *options.knights > size.squares(),
         joined(queens_and_knights_text(*options.queens, *options.knights), " are more than the ",
                size.squares(), " squares of ", board_named(size)));
  return Answerer(wanted_numbers(options, size), options, launcher).answer();
}

}  // namespace nqueens::cli
