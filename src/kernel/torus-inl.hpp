// The solutions of the torus: an exact cover of its lines, with the free squares of all lines in
// vectors.
//
// A torus has 4 n lines (rows, columns, diagonals, antidiagonals), and each holds exactly one queen
// of a solution. A board is a word of free squares for every line. A table has the squares that a
// queen removes, a few vectors for all lines. A board is dropped if an open line has no free
// square; otherwise the line with the fewest free squares comes next.
//
// Boards with the same number of queens wait in a batch. All children of a batch are placed, then a
// line is chosen for each survivor, and the survivors are the next batch. Children do not depend on
// each other, so a processor works on several at once.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/board.hpp"
#include "kernel/kernel.hpp"
#include "kernel/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// Lines come in chunks of sixteen, the lanes of the longest vectors.
inline constexpr std::size_t chunk_words = 16;

/// Chunks of the lines of the largest torus.
inline constexpr std::size_t max_chunks = 4 * max_board / chunk_words;

/// Boards of a batch (measured: docs/kernels.md).
inline constexpr std::size_t batch_boards = 32;

/// Queens between two calls of keep_going, about a millisecond.
inline constexpr std::uint64_t queens_between_questions = 1 << 14;

/// A set of the lines of a torus: rows, columns, diagonals, antidiagonals, then padding.
struct TorusLines {
  std::array<std::uint64_t, 2> bits{};

  HWY_INLINE void add(std::size_t line) { bits[line / 64] |= std::uint64_t{1} << line % 64; }

  HWY_INLINE void add_chunk(std::size_t chunk, std::uint64_t lines) {
    bits[chunk * chunk_words / 64] |= lines << chunk * chunk_words % 64;
  }

  [[nodiscard]] HWY_INLINE bool empty() const { return (bits[0] | bits[1]) == 0; }

  /// The lowest line of a non-empty set.
  [[nodiscard]] HWY_INLINE std::size_t lowest() const {
    return static_cast<std::size_t>(bits[0] != 0 ? std::countr_zero(bits[0])
                                                 : 64 + std::countr_zero(bits[1]));
  }

  [[nodiscard]] HWY_INLINE TorusLines with(const TorusLines& other) const {
    return {{bits[0] | other.bits[0], bits[1] | other.bits[1]}};
  }

  [[nodiscard]] HWY_INLINE TorusLines but(const TorusLines& other) const {
    return {{bits[0] & ~other.bits[0], bits[1] & ~other.bits[1]}};
  }

  friend HWY_INLINE bool operator==(const TorusLines& a, const TorusLines& b) {
    return ((a.bits[0] ^ b.bits[0]) | (a.bits[1] ^ b.bits[1])) == 0;
  }
};

/// @tparam Chunks  enough for 4 n lines
template <std::size_t Chunks>
class TorusKernel final : public Kernel {
 public:
  explicit TorusKernel(const Problem& problem)
      : Kernel(problem),
        n_(problem.n),
        attacked_(static_cast<std::size_t>(n_ * n_)),
        lines_(static_cast<std::size_t>(n_ * n_)),
        boards_(batch_boards * static_cast<std::size_t>(n_ + 1)) {
    for (int row = 0; row < n_; ++row) {
      for (int column = 0; column < n_; ++column) {
        prepare_queen({row, column});
      }
    }
  }

  [[nodiscard]] std::uint64_t nodes() const noexcept override { return nodes_; }

 private:
  /// One word for each line: for a row the columns of some squares, for any other line their rows.
  struct alignas(64) Squares {
    std::array<std::uint32_t, Chunks * chunk_words> on{};
  };

  struct Cover {
    Squares free;
    TorusLines filled;          ///< lines with a queen, and the padding
    std::size_t line = 0;       ///< whose squares are tried
    std::uint32_t untried = 0;  ///< squares of that line
  };

  /// The four lines of a square: its row, column, diagonal and antidiagonal.
  [[nodiscard]] std::array<std::size_t, 4> lines_of(Square square) const {
    const auto line = [this](int kind, int i) {
      return static_cast<std::size_t>(kind * n_ + i % n_);
    };
    return {line(0, square.row), line(1, square.column), line(2, square.row + square.column),
            line(3, square.column - square.row + n_)};
  }

  /// Adds the squares of a row to the words of their lines.
  void add_squares(int row, LineSet columns, Squares& squares) const {
    for (; columns != 0; columns = without_lowest(columns)) {
      const int column = lowest_line(columns);
      const auto [by_row, by_column, by_diagonal, by_antidiagonal] = lines_of({row, column});
      squares.on[by_row] |= ShortLineSet{1} << column;
      for (const std::size_t line : {by_column, by_diagonal, by_antidiagonal}) {
        squares.on[line] |= ShortLineSet{1} << row;
      }
    }
  }

  /// Fills the tables for a queen on this square of an empty board.
  void prepare_queen(Square at) {
    const auto queen = static_cast<std::uint16_t>(at.row * n_ + at.column);
    Placement placement{.moves = info_of(Sequence::torus).moves};
    placement.toggle(n_, at);
    for (int row = 0; row < n_; ++row) {
      add_squares(row, all_lines(n_) & ~placement.free_in_row(n_, row), attacked_[queen]);
    }
    const auto lines = lines_of(at);
    for (std::size_t kind = 0; kind < lines.size(); ++kind) {
      lines_[queen].add(lines[kind]);
      queen_on_[lines[kind]][static_cast<std::size_t>(kind == 0 ? at.column : at.row)] = queen;
    }
  }

  bool complete(const Placement& placement, std::span<std::uint64_t> counts,
                const KeepGoing& keep_going) noexcept override {
    solutions_ = 0;
    const int left = n_ - placement.queens();
    Cover& root = boards_.front();
    bool complete = true;
    if (set_up(root, placement)) {
      if (left == 0) {
        solutions_ = 1;
      } else {
        choose_line(root);
        complete = search(boards_.data(), 1, left, keep_going);
      }
    }
    counts.front() = solutions_;
    return complete;
  }

  /// @return whether every line without a queen has a free square
  bool set_up(Cover& root, const Placement& placement) const {
    root.free = {};
    root.filled = {};
    for (std::size_t line = 4 * static_cast<std::size_t>(n_); line < root.free.on.size(); ++line) {
      root.filled.add(line);
    }
    for (int row = 0; row < n_; ++row) {
      if ((placement.rows >> row & 1U) != 0) {
        const int column = placement.queen_column[static_cast<std::size_t>(row)];
        root.filled = root.filled.with(lines_[static_cast<std::size_t>(row * n_ + column)]);
      }
      add_squares(row, placement.free_in_row(n_, row), root.free);
    }
    return short_lines<0>(root) == root.filled;
  }

  /// Searches the boards of a batch. Every open line has a free square.
  /// @param left  queens left to place, at least one
  /// @return false if keep_going did
  bool search(Cover* batch, std::size_t boards, int left, const KeepGoing& keep_going) {
    Cover* const next = batch + batch_boards;
    while (boards != 0) {
      if (nodes_ - asked_at_ >= queens_between_questions) {
        asked_at_ = nodes_;
        if (!keep_going()) {
          return false;
        }
      }
      std::size_t children = 0;
      while (boards != 0 && children < batch_boards) {
        Cover& parent = batch[boards - 1];
        const std::size_t queen =
            queen_on_[parent.line][static_cast<std::size_t>(lowest_line(parent.untried))];
        parent.untried = without_lowest(parent.untried);
        boards -= parent.untried == 0 ? 1 : 0;
        children += place(parent, queen, next[children]) ? 1 : 0;
        ++nodes_;
      }
      if (left == 1) {
        solutions_ += children;
        continue;
      }
      for (std::size_t i = 0; i < children; ++i) {
        choose_line(next[i]);
      }
      if (!search(next, children, left - 1, keep_going)) {
        return false;
      }
    }
    return true;
  }

  /// @return whether every line without a queen still has a free square
  HWY_INLINE bool place(const Cover& parent, std::size_t queen, Cover& child) const {
    TorusLines empty;
    const Squares& attacked = attacked_[queen];
    for (std::size_t chunk = 0; chunk < Chunks; ++chunk) {
      std::uint64_t lines_empty = 0;
      for (std::size_t i = 0; i < chunk_words; i += lanes()) {
        const std::size_t at = chunk * chunk_words + i;
        const Words free = hn::AndNot(load(&attacked.on[at]), load(&parent.free.on[at]));
        store(free, &child.free.on[at]);
        lines_empty |= std::uint64_t{bits_of(is_empty(free))} << i;
      }
      empty.add_chunk(chunk, lines_empty);
    }
    child.filled = parent.filled.with(lines_[queen]);
    return empty == child.filled;
  }

  /// Lines with at most `Most` free squares.
  template <int Most>
  HWY_INLINE static TorusLines short_lines(const Cover& board) {
    TorusLines lines;
    for (std::size_t chunk = 0; chunk < Chunks; ++chunk) {
      std::uint64_t bits = 0;
      for (std::size_t i = 0; i < chunk_words; i += lanes()) {
        Words free = load(&board.free.on[chunk * chunk_words + i]);
        for (int k = 0; k < Most; ++k) {
          free = hn::And(free, hn::Sub(free, all(1)));
        }
        bits |= std::uint64_t{bits_of(is_empty(free))} << i;
      }
      lines.add_chunk(chunk, bits);
    }
    return lines;
  }

  /// The first open line with the fewest free squares.
  HWY_INLINE static void choose_line(Cover& board) {
    const TorusLines forced = short_lines<1>(board).but(board.filled);
    TorusLines lines = forced.empty() ? short_lines<2>(board).but(board.filled) : forced;
    if (lines.empty()) {
      lines = min_lines(board);
    }
    board.line = lines.lowest();
    board.untried = board.free.on[board.line];
  }

  /// The first open line with the fewest free squares, for the few boards where all have more than
  /// two.
  HWY_NOINLINE static TorusLines min_lines(const Cover& board) {
    int least = max_board + 1;
    TorusLines lines;
    for (std::size_t line = 0; line < board.free.on.size(); ++line) {
      const int squares = std::popcount(board.free.on[line]);
      if (squares != 0 && squares < least) {
        least = squares;
        lines = {};
        lines.add(line);
      }
    }
    return lines;
  }

  int n_;
  std::uint64_t nodes_ = 0;
  std::uint64_t asked_at_ = 0;     ///< nodes at the last call of keep_going
  std::uint64_t solutions_ = 0;    ///< of the current prefix
  std::vector<Squares> attacked_;  ///< by queen: row times n plus column
  std::vector<TorusLines> lines_;  ///< by queen: the lines that it fills
  std::array<std::array<std::uint16_t, max_board>, 4 * max_board>
      queen_on_{};             ///< by line and bit of its word
  std::vector<Cover> boards_;  ///< a batch for every number of queens placed
};

inline std::unique_ptr<Kernel> make_torus_kernel(const Problem& problem) {
  static constexpr auto makers = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<MakeKernel, sizeof...(I)>{
        [](const Problem& asked) -> std::unique_ptr<Kernel> {
          return std::make_unique<TorusKernel<I + 1>>(asked);
        }...};
  }
  (std::make_index_sequence<max_chunks>{});
  return makers[(4 * static_cast<std::size_t>(problem.n) - 1) / chunk_words](problem);
}

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();
