// The table of sequences with their published counts.

#include "core/sequence.hpp"

#include <algorithm>

namespace nqueens {
namespace {

/// One line per list: its name, and the counts for n = 1, 2, 3 ...
constexpr std::string_view published =
#include "published.txt.inc"
    ;

/// The n-th number of a list, if present.
std::optional<Count> known_at(int n, const std::string& list) {
  const std::string begin = "\n" + list + ": ";
  const std::size_t at = published.find(begin);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  std::string_view known = published.substr(at + begin.size());
  known = known.substr(0, known.find('\n'));
  for (; n > 1 && !known.empty(); --n) {
    known.remove_prefix(std::min(known.find(' '), known.size() - 1) + 1);
  }
  return n == 1 ? parse_count(known.substr(0, known.find(' '))) : std::nullopt;
}

}  // namespace

constexpr std::array<SequenceInfo, number_of_sequences> sequences = {
    // n = 27 is due to Preusser and Engelhardt (2016).
    SequenceInfo{.name = "queens",
                 .stem = "n",
                 .saved_from = 18,
                 .small_board = {12, Symmetry::full, 5},
                 .source = "OEIS A000170",
                 .fundamental_source = "OEIS A002562"},
    // No solutions if n shares a factor with 6 (Polya 1918).
    SequenceInfo{.name = "torus",
                 .stem = "torus",
                 .saved_from = 22,
                 .words = {"torus", "solutions", "queen", "nothing"},
                 .about = "torus, whose edges are joined",
                 .moves = {.board = Board::torus},
                 .small_board = {11, Symmetry::mirror, 3},
                 .source = "OEIS A051906"},
    // The mirror preserves the counts by row, rotations do not. All prefixes hold the same number
    // of queens: at least two, so that no prefix is its own mirror image, but few, since the rows
    // that they fill are counted by the master alone. It keeps a number per row of the board for
    // each task. The published counts are row sums of A319284; A319283 counts the empty board as
    // well.
    SequenceInfo{
        .name = "placements",
        .stem = "placements",
        .saved_from = 17,
        .words = {"square", "placements", "queen", "nothing"},
        .about = "placements: the queens that the plain\nsearch places, which fills row after row",
        .by_row = true,
        .limits = {Symmetry::mirror, 2, 8, 1'000'000},
        .small_board = {10, Symmetry::mirror, 3},
        .source = "OEIS A319283"},
    SequenceInfo{.name = "amazons",
                 .stem = "amazon",
                 .saved_from = 20,
                 .words = {"square", "solutions", "amazon", "nothing"},
                 .about = "amazon, which moves like a knight, too",
                 .pieces = "amazons, which are queens that move like a knight, too,",
                 .moves = {.knights = true},
                 .small_board = {12, Symmetry::full, 5},
                 .source = "OEIS A051223",
                 .fundamental_source = "OEIS A051224"},
    // All weights are two: no solution of two rows or more is its own mirror image.
    SequenceInfo{.name = "half_turn_queens",
                 .stem = "half-turn",
                 .saved_from = 24,
                 .words = {"square", "solutions", "queen", "half-turn"},
                 .about = "half-turn",
                 .moves = {.turn = Turn::half},
                 .limits = {Symmetry::mirror},
                 .small_board = {16, Symmetry::mirror, 5},
                 .source = "OEIS A032522"},
    // An orbit of four fills four rows, so there are no solutions if n leaves a remainder of 2 or 3
    // when divided by four (Ahrens 1910).
    SequenceInfo{.name = "quarter_turn_queens",
                 .stem = "quarter-turn",
                 .saved_from = 44,
                 .words = {"square", "solutions", "queen", "quarter-turn"},
                 .about = "quarter-turn",
                 .moves = {.turn = Turn::quarter},
                 .largest_n = max_quarter_turn_board,
                 .limits = {Symmetry::mirror},
                 .small_board = {20, Symmetry::mirror, 8},
                 .source = "OEIS A033148"},
    SequenceInfo{.name = "half_turn_amazons",
                 .stem = "amazon-half-turn",
                 .saved_from = 26,
                 .words = {"square", "solutions", "amazon", "half-turn"},
                 .pieces = "amazons, which are queens that move like a knight, too,",
                 .moves = {.knights = true, .turn = Turn::half},
                 .limits = {Symmetry::mirror},
                 .small_board = {18, Symmetry::mirror, 5},
                 .source = "OEIS A051223, A051224 and A352661"},
    SequenceInfo{.name = "quarter_turn_amazons",
                 .stem = "amazon-quarter-turn",
                 .saved_from = 40,
                 .words = {"square", "solutions", "amazon", "quarter-turn"},
                 .pieces = "amazons, which are queens that move like a knight, too,",
                 .moves = {.knights = true, .turn = Turn::quarter},
                 .largest_n = max_quarter_turn_board,
                 .limits = {Symmetry::mirror},
                 .small_board = {20, Symmetry::mirror, 8},
                 .source = "OEIS A352661"},
};

static_assert(sequences[index_of(Sequence::queens)].name == "queens" &&
              sequences[index_of(Sequence::torus)].name == "torus" &&
              sequences[index_of(Sequence::placements)].name == "placements" &&
              sequences[index_of(Sequence::amazons)].name == "amazons" &&
              sequences[index_of(Sequence::half_turn_queens)].name == "half_turn_queens" &&
              sequences[index_of(Sequence::quarter_turn_queens)].name == "quarter_turn_queens" &&
              sequences[index_of(Sequence::half_turn_amazons)].name == "half_turn_amazons" &&
              sequences[index_of(Sequence::quarter_turn_amazons)].name == "quarter_turn_amazons");

std::optional<Sequence> sequence_of(const SequenceWords& words) {
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    if (sequences[i].words == words) {
      return static_cast<Sequence>(i);
    }
  }
  return std::nullopt;
}

std::optional<Problem> fixed_by(const Problem& problem, Turn turn) {
  SequenceWords words = problem.info().words;
  words.back() = turn == Turn::half ? "half-turn" : "quarter-turn";
  const auto sequence = sequence_of(words);
  return sequence ? std::optional(Problem{.n = problem.n, .sequence = *sequence}) : std::nullopt;
}

CutLimits cut_limits(const Problem& problem) {
  CutLimits limits = problem.info().limits;
  limits.min_depth = std::min(limits.min_depth, problem.n);
  limits.max_depth = std::min(limits.max_depth, problem.n);
  return limits;
}

std::optional<Count> known_count(const Problem& problem) {
  return known_at(problem.n, std::string(problem.info().name));
}

std::optional<Count> known_fundamental_solutions(const Problem& problem) {
  return known_at(problem.n, std::string(problem.info().name) + " fundamental");
}

std::string difference_from_published(const Problem& problem, Count count) {
  const auto known = known_count(problem);
  return !known || *known == count ? ""
                                   : "the published count is " + to_string(*known) + " (" +
                                         std::string(problem.info().source) + ")";
}

std::string to_string(const Problem& problem) {
  std::string text = "n=" + std::to_string(problem.n);
  if (problem.sequence != Sequence::queens) {
    text += " " + std::string(problem.info().stem);
  }
  return text;
}

}  // namespace nqueens
