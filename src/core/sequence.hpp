// The sequences that can be counted: a table with a row for each. Everything that depends on the
// sequence reads its SequenceInfo. kernel/ has the table of kernels. A problem is a sequence and
// its n. Finished counts are compared with the published ones, which are never used as an answer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/symmetry.hpp"
#include "nqueens/number.hpp"
#include "nqueens/sequence.hpp"

namespace nqueens {

/// Most tasks of a job. docs/cluster.md gives the memory that each costs the master.
inline constexpr std::uint64_t max_tasks = 10'000'000;

/// How a problem may be cut into tasks.
struct CutLimits {
  Symmetry symmetry = Symmetry::full;            ///< the largest one, and the default
  int min_depth = 0;                             ///< fewest queens in a prefix
  int max_depth = max_lines;                     ///< most queens in a prefix
  std::uint64_t max_tasks = nqueens::max_tasks;  ///< of a job

  [[nodiscard]] bool allows(Symmetry wanted) const { return wanted <= symmetry; }
  [[nodiscard]] bool allows(int depth) const { return depth >= min_depth && depth <= max_depth; }
};

/// A board that self-tests count whole. It takes one or two milliseconds with the scalar kernel,
/// and has many prefixes, to catch rare faults.
struct SmallBoard {
  int n;
  Symmetry symmetry;
  int depth;
};

/// Names a sequence in files, flags and JSON: its board, quantity and chess piece, and the turn
/// that maps its solutions to themselves.
using SequenceWords = std::array<std::string_view, 4>;
inline constexpr SequenceWords word_names = {"board", "quantity", "chess_piece", "fixed_by"};
inline constexpr SequenceWords usual_words = {"square", "solutions", "queen", "nothing"};
/// JSON always has the first of them, and the others if they are not the usual ones.
inline constexpr std::size_t always_named_words = 3;

struct SequenceInfo {
  std::string_view name;
  std::string_view stem;  ///< of files: n20.ckpt
  /// Counts from this n on are saved by default: with two cores they take a second or two.
  int saved_from;
  SequenceWords words = usual_words;
  std::string_view about{};            ///< the word that distinguishes it, in the help of options
  std::string_view pieces = "queens";  ///< what is placed, in the words of certificates
  Moves moves{};
  int largest_n = max_board;
  /// If true, rows are filled from the top, and a count has a number for each row: the pieces
  /// placed on it, also in dead ends. If false, a count is the number of full boards.
  bool by_row = false;
  CutLimits limits{};
  SmallBoard small_board;
  std::string_view source;                ///< of the published counts, which are in published.txt
  std::string_view fundamental_source{};  ///< likewise, up to rotation and reflection; empty:
                                          ///< not counted

  /// What is counted: "solutions" or "placements".
  [[nodiscard]] constexpr std::string_view quantity() const { return words[1]; }
  /// The same, or its singular "solution".
  [[nodiscard]] constexpr std::string_view noun(bool single) const {
    return words[1].substr(0, words[1].size() - (single ? 1 : 0));
  }
};

/// In the order of the enumeration.
inline constexpr std::size_t number_of_sequences = 8;
extern const std::array<SequenceInfo, number_of_sequences> sequences;

constexpr std::size_t index_of(Sequence sequence) {
  return static_cast<std::size_t>(sequence);
}
inline const SequenceInfo& info_of(Sequence sequence) {
  return sequences[index_of(sequence)];
}

std::optional<Sequence> sequence_of(const SequenceWords& words);

struct Problem {
  int n = 0;  ///< rows, 1 to its info().largest_n
  Sequence sequence = Sequence::queens;

  [[nodiscard]] const SequenceInfo& info() const { return info_of(sequence); }

  /// Numbers in a count: one, or one for each row of the board.
  [[nodiscard]] std::size_t values() const {
    return info().by_row ? static_cast<std::size_t>(n) : 1;
  }

  /// Numbers kept beside their sum: one for each row, or none.
  [[nodiscard]] std::size_t parts() const { return info().by_row ? values() : 0; }

  /// Whether solutions up to rotation and reflection are counted, from the counts of fixed_by().
  [[nodiscard]] bool has_fundamental() const { return !info().fundamental_source.empty(); }

  friend bool operator==(const Problem&, const Problem&) = default;
};

/// The problem of the solutions that a turn maps to themselves; empty if it is not counted.
std::optional<Problem> fixed_by(const Problem& problem, Turn turn);

/// The limits of its sequence for this n.
CutLimits cut_limits(const Problem& problem);

std::optional<Count> known_count(const Problem& problem);

/// The same for solutions up to rotation and reflection.
std::optional<Count> known_fundamental_solutions(const Problem& problem);

/// "the published count is 2680 (OEIS A000170)" if a finished count differs; empty if it agrees or
/// none is published. Every output of a finished count calls this.
std::string difference_from_published(const Problem& problem, Count count);

/// For messages: "n=16", "n=23 torus", "n=17 placements", "n=16 amazon", "n=16 half-turn".
std::string to_string(const Problem& problem);

}  // namespace nqueens
