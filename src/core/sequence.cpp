// The table of sequences with their published counts.

#include "core/sequence.hpp"

#include <algorithm>

namespace nqueens {
namespace {

/// The n-th of the numbers, which are separated by ", ".
std::optional<Count> known_at(int n, std::string_view known) {
  for (; n > 1 && !known.empty(); --n) {
    known.remove_prefix(std::min(known.find(','), known.size() - 2) + 2);
  }
  return n == 1 ? parse_count(known.substr(0, known.find(','))) : std::nullopt;
}

}  // namespace

constexpr std::array<SequenceInfo, number_of_sequences> sequences = {
    // n = 27 is due to Preusser and Engelhardt (2016).
    SequenceInfo{.name = "queens",
                 .stem = "n",
                 .small_board = {12, Symmetry::full, 5},
                 .source = "OEIS A000170",
                 .known =
                     "1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, "
                     "14772512, 95815104, 666090624, 4968057848, 39029188884, 314666222712, "
                     "2691008701644, 24233937684440, 227514171973736, 2207893435808352, "
                     "22317699616364044, 234907967154122528",
                 .fundamental_source = "OEIS A002562",
                 .known_fundamental =
                     "1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285053, 1846955, "
                     "11977939, 83263591, 621012754, 4878666808, 39333324973, 336376244042, "
                     "3029242658210, 28439272956934, 275986683743434, 2789712466510289, "
                     "29363495934315694"},
    // No solutions if n shares a factor with 6 (Polya 1918).
    SequenceInfo{
        .name = "torus",
        .stem = "torus",
        .words = {"torus", "solutions", "queen", "nothing"},
        .about = "torus, whose edges are joined",
        .moves = {.board = Board::torus},
        .small_board = {11, Symmetry::mirror, 3},
        .source = "OEIS A051906",
        .known = "1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4524, 0, 0, 0, 140692, 0, 820496, 0, 0, "
                 "0, 128850048, 0, 1957725000, 0, 0, 0, 605917055356, 0, 13404947681712, 0"},
    // Placements are the same in a mirror, not in a board turned round. All prefixes hold as many
    // queens, so at least two, which no mirror leaves in their places; and few, since the rows that
    // they fill are counted by the master alone. It holds a number a row of the board for each
    // task. Published are row sums of A319284; A319283 counts the empty board as well.
    SequenceInfo{
        .name = "placements",
        .stem = "placements",
        .words = {"square", "placements", "queen", "nothing"},
        .about = "placements: the queens that the plain\nsearch places, which fills row after row",
        .by_row = true,
        .limits = {Symmetry::mirror, 2, 8, 5, 1'000'000},
        .small_board = {10, Symmetry::mirror, 3},
        .source = "OEIS A319283",
        .known = "1, 2, 5, 16, 53, 152, 551, 2056, 8393, 35538, 166925, 856188, 4674889, 27358552, "
                 "171129071, 1141190302, 8017021931, 59365844490, 461939618823"},
    SequenceInfo{.name = "amazons",
                 .stem = "amazon",
                 .words = {"square", "solutions", "amazon", "nothing"},
                 .about = "amazon, which moves like a knight, too",
                 .pieces = "amazons, which are queens that move like a knight, too,",
                 .moves = {.knights = true},
                 .small_board = {12, Symmetry::full, 5},
                 .source = "OEIS A051223",
                 .known =
                     "1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 156, 1876, 5180, 32516, 202900, 1330622, "
                     "8924976, 64492432, 495864256, 3977841852, 34092182276, 306819842212, "
                     "2883202816808, 28144109776812, 286022102245804",
                 .fundamental_source = "OEIS A051224",
                 .known_fundamental =
                     "1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 6, 22, 239, 653, 4089, 25411, 166463, 1115871, "
                     "8062150, 61984976, 497236090, 4261538564, 38352532487, 360400504834, "
                     "3518014210402, 35752764285788"},
    // All weights are two: no solution of two rows or more is its own mirror image.
    SequenceInfo{.name = "half_turn_queens",
                 .stem = "half-turn",
                 .words = {"square", "solutions", "queen", "half-turn"},
                 .about = "half-turn",
                 .moves = {.turn = Turn::half},
                 .limits = {Symmetry::mirror},
                 .small_board = {16, Symmetry::mirror, 5},
                 .source = "OEIS A032522",
                 .known = "1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000, 8152, "
                          "18104, 44184, 144620, 375664, 1250692, 3581240, 11675080, 34132592, "
                          "115718268, 320403024, 1250901440, 3600075088, 14589438024, 43266334696, "
                          "181254386312"},
    // Orbits of four fill rows in pairs, so boards without solutions leave a remainder of 2 or 3
    // when four divides them (Ahrens 1910).
    SequenceInfo{.name = "quarter_turn_queens",
                 .stem = "quarter-turn",
                 .words = {"square", "solutions", "queen", "quarter-turn"},
                 .about = "quarter-turn",
                 .moves = {.turn = Turn::quarter},
                 .largest_n = max_quarter_turn_board,
                 .limits = {Symmetry::mirror},
                 .small_board = {20, Symmetry::mirror, 8},
                 .source = "OEIS A033148",
                 .known = "1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 64, 128, 0, 0, 480, 704, "
                          "0, 0, 3328, 3264, 0, 0, 32896, 43776, 0, 0, 406784, 667904, 0, 0, "
                          "5845504, 8650752, 0, 0, 77184000, 101492736, 0, 0, 1261588480, "
                          "1795233792, 0, 0, 21517426688, 35028172800, 0, 0, 406875119616, "
                          "652044443648, 0, 0, 8613581094912, 12530550128640, 0, 0, "
                          "194409626533888, 291826098503680, 0, 0"},
    SequenceInfo{.name = "half_turn_amazons",
                 .stem = "amazon-half-turn",
                 .words = {"square", "solutions", "amazon", "half-turn"},
                 .pieces = "amazons, which are queens that move like a knight, too,",
                 .moves = {.knights = true, .turn = Turn::half},
                 .limits = {Symmetry::mirror},
                 .small_board = {18, Symmetry::mirror, 5},
                 .source = "OEIS A051223, A051224 and A352661",
                 .known = "1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 12, 28, 44, 196, 340, 1014, 1992, "
                          "4768, 15312, 46540, 126236, 417684"},
    SequenceInfo{
        .name = "quarter_turn_amazons",
        .stem = "amazon-quarter-turn",
        .words = {"square", "solutions", "amazon", "quarter-turn"},
        .pieces = "amazons, which are queens that move like a knight, too,",
        .moves = {.knights = true, .turn = Turn::quarter},
        .largest_n = max_quarter_turn_board,
        .limits = {Symmetry::mirror},
        .small_board = {20, Symmetry::mirror, 8},
        .source = "OEIS A352661",
        .known = "1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0, 24, 34, 0, 0, 120, 164, 0, 0"},
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
  return known_at(problem.n, problem.info().known);
}

std::optional<Count> known_fundamental_solutions(const Problem& problem) {
  return known_at(problem.n, problem.info().known_fundamental);
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
