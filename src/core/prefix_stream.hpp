// The prefix stream: every way to start a solution, one at a time, each with its weight.
//
// A count is the sum of weight * completions over the prefixes of a stream. The stream places
// queens on a set of lines that the symmetry group maps to itself (the middle cross for D4), and
// keeps the lexicographically smallest placement of each orbit. If the stabiliser, the subgroup
// that maps the placement to itself, is still too large, the next such set is filled, too.
// The weight is the size of the orbit: the order of the group divided by that of the stabiliser.
// Then lines are filled, in the LineOrder, until the prefix holds `depth` queens. On a torus,
// `full` first puts a queen on the middle square and multiplies the weight by n, since translations
// bring each of a solution's n queens there. docs/algorithm.md proves that each solution is counted
// once.
//
// The stream is lazy (one small frame per queen, never a list), deterministic (an ordinal names a
// prefix for ever: any change of order is a new `stream_revision`) and copyable, which saves a
// position.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "core/board.hpp"
#include "core/names.hpp"
#include "core/sequence.hpp"
#include "core/symmetry.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

/// Called every few milliseconds of long work: false ends it. May be empty.
using KeepGoing = std::function<bool()>;

/// Error(runtime_error): KeepGoing stopped long work before a count. There is no result.
class WalkStopped : public Error {
 public:
  explicit WalkStopped(const char* what)
      : Error(ExitCode::runtime_error,
              std::string("stopped while ") + what + "; run the same command again") {}
};

/// Throws WalkStopped if keep_going returns false. @param what  as in "the prefixes were
/// enumerated"
void require_going(const KeepGoing& keep_going, const char* what = "the prefixes were enumerated");

/// Part of every job's identity. Raised whenever the sequence of prefixes changes for any
/// arguments.
inline constexpr int stream_revision = 1;

/// A placement of some queens. Each of its completions stands for `weight` solutions.
struct Prefix {
  Placement placement;
  std::uint32_t weight = 1;  ///< 1 to 8; on a torus up to 8 n
};

/// Which line gets the next queen once the symmetry is broken. With `fewest`, the depth does not
/// change the number of nodes of the tree, and prefixes are about equally large. Placements need
/// `rows`.
enum class LineOrder : std::uint8_t {
  rows,    ///< the lowest open row
  fewest,  ///< the open row or column with the fewest free squares; of equal ones the nearest to
           ///< the middle, then a row before a column, then the lowest number
};

template <>
inline constexpr std::array<std::string_view, 2> names_of<LineOrder> = {"rows", "fewest"};

/// The order of new jobs.
inline LineOrder best_order(const Problem& problem) {
  return problem.info().by_row ? LineOrder::rows : LineOrder::fewest;
}

/// The next line to fill. At least one must be open.
BoardLine next_line(int n, const Placement& placement, LineOrder order);

/// Bounds for the weights of prefixes with solutions: except for n = 1, no solution is its own
/// image under a reflection.
struct WeightBounds {
  std::uint64_t divisor = 1;  ///< of all weights
  std::uint64_t most = 1;
};
WeightBounds weight_bounds(const Problem& problem, Symmetry symmetry);

class PrefixStream {
 public:
  /// @param depth  fewest queens in a prefix, 0 to n; breaking the symmetry can take more
  /// @param keep_going  if it returns false, next() and skip() throw WalkStopped. They may take
  /// hours if a file names a great depth
  PrefixStream(const Problem& problem, Symmetry symmetry, int depth,
               LineOrder order = LineOrder::rows, KeepGoing keep_going = {});

  /// The extensions of one prefix to `depth` queens, with its weight; the prefix itself if it
  /// already holds that many.
  PrefixStream(const Problem& problem, const Prefix& above, int depth, LineOrder order,
               KeepGoing keep_going = {});

  /// Writes the next prefix to `prefix`. @return false at the end, with `prefix` unchanged
  bool next(Prefix& prefix);

  /// Skips `count` prefixes. Faster than next(): it only counts the free squares of the last line.
  std::uint64_t skip(std::uint64_t count);

  /// Ordinal of the next prefix.
  [[nodiscard]] std::uint64_t ordinal() const { return ordinal_; }

 private:
  enum class Step : std::uint8_t { leaf, inner, rejected };

  /// One line being filled: the squares still to try, and how far the symmetry was broken before
  /// it.
  struct Frame {
    BoardLine line;
    bool children_are_leaves = false;  ///< every queen on this line completes a prefix
    bool occupied = false;             ///< `queen` stands on the board
    IsometrySet stabiliser = 0;
    std::int8_t stage = 0;
    LineSet untried = 0;
    Square queen;
  };

  bool advance();
  void ask();
  Step descend(int stage, IsometrySet stabiliser);
  std::uint64_t pass_leaves(Frame& frame, std::uint64_t most);
  [[nodiscard]] bool leaves_follow(const Frame& frame) const;
  std::uint64_t pass_parents(Frame& frame, std::uint64_t most);
  /// Whether more lines must be filled to determine the stabiliser.
  [[nodiscard]] bool is_undecided(int stage, IsometrySet stabiliser) const;
  void push(BoardLine line, int stage, IsometrySet stabiliser, bool children_are_leaves);
  void remove_queen(Frame& frame);
  [[nodiscard]] bool translates() const {
    return placement_.moves.board == Board::torus && symmetry_ == Symmetry::full;
  }
  [[nodiscard]] std::uint32_t weight(IsometrySet stabiliser) const;

  int n_;
  int depth_;
  Symmetry symmetry_;
  LineOrder order_;
  std::uint32_t weight_above_ = 1;  ///< of the prefix above
  bool started_ = false;
  std::uint32_t leaf_weight_ = 1;
  int height_ = 0;  ///< frames in use
  std::uint64_t ordinal_ = 0;
  std::uint32_t steps_ = 0;  ///< keep_going_ is called once in many steps
  KeepGoing keep_going_;
  Placement placement_;
  std::array<Frame, max_lines> frames_;
};

}  // namespace nqueens
