// The sequences that can be counted: a table with a row for each. What depends on the sequence asks
// its row; the tables of makers in kernel/ say who counts it. A problem is a sequence and its n.
// Finished counts are compared with the published ones, which are never used as an answer.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "nqueens/number.hpp"
#include "nqueens/sequence.hpp"

namespace nqueens {

/// Most tasks of a job. docs/cluster.md has what each costs the master in memory.
inline constexpr std::uint64_t max_tasks = 10'000'000;

enum class Board : std::uint8_t {
  square,  ///< the chess board
  torus,   ///< its edges joined: diagonals go on at the other side (modular queens)
};

/// The symmetries that a count uses. The three modes search different prefixes with different
/// weights, so they check one another. On a torus `full` also uses the n * n translations.
enum class Symmetry : std::uint8_t {
  none,    ///< none: the search visits every solution
  mirror,  ///< the reflection that reverses every row: one half of the board
  full,    ///< all eight symmetries of the square (the dihedral group D4): one eighth
};

/// What the chess pieces of a sequence attack besides rows and columns. All are called queens.
struct Moves {
  Board board = Board::square;
  bool diagonals = true;
  bool knights = false;  ///< the squares a knight's move away

  friend bool operator==(const Moves&, const Moves&) = default;
};

/// How a problem may be cut into tasks.
struct CutLimits {
  Symmetry symmetry = Symmetry::full;            ///< the largest that it has: a job's by default
  int min_depth = 0;                             ///< queens that a prefix holds
  int max_depth = max_board;                     ///< likewise
  int max_default_depth = max_board;             ///< likewise, if the settings leave it open
  std::uint64_t max_tasks = nqueens::max_tasks;  ///< of a job

  [[nodiscard]] bool allows(Symmetry wanted) const { return wanted <= symmetry; }
  [[nodiscard]] bool allows(int depth) const { return depth >= min_depth && depth <= max_depth; }
};

/// A board that a self-test counts whole: one or two milliseconds with the scalar kernel, and many
/// prefixes, to catch rare faults.
struct SmallBoard {
  int n;
  Symmetry symmetry;
  int depth;
};

/// Names a sequence in files, flags and JSON: its board, quantity and chess piece.
using SequenceWords = std::array<std::string_view, 3>;
inline constexpr SequenceWords word_names = {"board", "quantity", "chess_piece"};
inline constexpr SequenceWords usual_words = {"square", "solutions", "queen"};

struct SequenceRow {
  std::string_view name;
  std::string_view stem;  ///< of files: n20.ckpt
  SequenceWords words = usual_words;
  std::string_view about{};            ///< the word that is its own, for the help of options
  std::string_view pieces = "queens";  ///< what is placed, as certificates explain it
  Moves moves{};
  /// Rows are filled from the top, and a count has a number for each: the pieces placed on it,
  /// also in dead ends. Else a count is one number, of full boards.
  bool by_row = false;
  CutLimits limits{};
  SmallBoard small_board;
  std::string_view source;                ///< of the published counts
  std::string_view known;                 ///< these counts, for n = 1, 2, 3 ...
  std::string_view fundamental_source{};  ///< likewise, up to rotation and reflection; empty:
                                          ///< not counted
  std::string_view known_fundamental{};

  /// What is counted: "solutions" or "placements".
  [[nodiscard]] constexpr std::string_view quantity() const { return words[1]; }
  /// The same, of a single one "solution".
  [[nodiscard]] constexpr std::string_view noun(bool single) const {
    return words[1].substr(0, words[1].size() - (single ? 1 : 0));
  }
};

/// In the order of the enumeration.
inline constexpr std::array sequences = {
    // n = 27 is due to Preusser and Engelhardt (2016).
    SequenceRow{.name = "queens",
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
    SequenceRow{
        .name = "torus",
        .stem = "torus",
        .words = {"torus", "solutions", "queen"},
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
    SequenceRow{
        .name = "placements",
        .stem = "placements",
        .words = {"square", "placements", "queen"},
        .about = "the queens that the plain search places,\nwhich fills row after row",
        .by_row = true,
        .limits = {Symmetry::mirror, 2, 8, 5, 1'000'000},
        .small_board = {10, Symmetry::mirror, 3},
        .source = "OEIS A319283",
        .known = "1, 2, 5, 16, 53, 152, 551, 2056, 8393, 35538, 166925, 856188, 4674889, 27358552, "
                 "171129071, 1141190302, 8017021931, 59365844490, 461939618823"},
    SequenceRow{.name = "amazons",
                .stem = "amazon",
                .words = {"square", "solutions", "amazon"},
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
};

constexpr std::size_t index_of(Sequence sequence) {
  return static_cast<std::size_t>(sequence);
}
constexpr const SequenceRow& row_of(Sequence sequence) {
  return sequences[index_of(sequence)];
}
static_assert(row_of(Sequence::queens).name == "queens" &&
              row_of(Sequence::torus).name == "torus" &&
              row_of(Sequence::placements).name == "placements" &&
              row_of(Sequence::amazons).name == "amazons");

/// The sequence with these words, if there is one.
constexpr std::optional<Sequence> sequence_of(const SequenceWords& words) {
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    if (sequences[i].words == words) {
      return static_cast<Sequence>(i);
    }
  }
  return std::nullopt;
}

struct Problem {
  int n = 0;  ///< rows, 1 to max_board
  Sequence sequence = Sequence::queens;

  [[nodiscard]] constexpr const SequenceRow& row() const { return row_of(sequence); }

  /// How many numbers a count has: one, or one for each row of the board.
  [[nodiscard]] constexpr std::size_t values() const {
    return row().by_row ? static_cast<std::size_t>(n) : 1;
  }

  /// How many of these are kept beside their sum: those of the rows.
  [[nodiscard]] constexpr std::size_t parts() const { return row().by_row ? values() : 0; }

  /// Whether solutions up to rotation and reflection are counted.
  [[nodiscard]] constexpr bool has_fundamental() const { return !row().fundamental_source.empty(); }

  friend bool operator==(const Problem&, const Problem&) = default;
};

/// The limits of its sequence on a board of n rows.
constexpr CutLimits cut_limits(const Problem& problem) {
  CutLimits limits = problem.row().limits;
  limits.min_depth = std::min(limits.min_depth, problem.n);
  limits.max_depth = std::min(limits.max_depth, problem.n);
  return limits;
}

/// The published count, if there is one.
std::optional<Count> known_count(const Problem& problem);

/// The same of solutions up to rotation and reflection.
std::optional<Count> known_fundamental_solutions(const Problem& problem);

/// For messages: "n=16", "n=23 torus", "n=17 placements", "n=16 amazon".
std::string to_string(const Problem& problem);

}  // namespace nqueens
