// Computes attacked squares, symmetries, lines and cliques. Greedy cliques: each takes the
// neighbour that leaves most common neighbours.
#include "boards/puzzles/squares.hpp"

#include <algorithm>
#include <iterator>

#include "boards/solutions/text_source.hpp"
#include "nqueens/error.hpp"

namespace nqueens {
namespace {

int neighbours(const AttackGraph& graph, int square, const SquareSet& among) {
  return static_cast<int>((among & graph.attacked(square)).count());
}

/// Grows a clique until no square of `common`, the neighbours of all its squares, is left.
Clique grown(const AttackGraph& graph, Clique clique, SquareSet common, const SquareSet& free) {
  while (common.any()) {
    const int best = best_square(common, [&](int square) {  // few free neighbours break ties
      return std::pair(neighbours(graph, square, common), -neighbours(graph, square, free));
    });
    clique.push_back(best);
    common &= graph.attacked(best);
  }
  return clique;
}

/// Takes cliques from the free squares until none is free.
/// @param next_of  Clique(const SquareSet& free)
template <class Next>
std::vector<Clique> parted(const AttackGraph& graph, const Next& next_of) {
  std::vector<Clique> cliques;
  for (SquareSet free = graph.all(); free.any();) {
    cliques.push_back(next_of(free));
    for (const int square : cliques.back()) {
      free[static_cast<std::size_t>(square)] = false;
    }
  }
  return cliques;
}

}  // namespace

AttackGraph::AttackGraph(BoardSize size, ChessPiece piece) : size_(size), piece_(piece) {
  if (squares() > max_puzzle_squares) {
    throw Error(ExitCode::usage, joined("the board has ", squares(),
                                        " squares; puzzles take up to ", max_puzzle_squares));
  }
  for (int from = 0; from < squares(); ++from) {
    SquareSet set;
    for (int to = 0; to < squares(); ++to) {
      set[static_cast<std::size_t>(to)] =
          attacks(piece, square_of(size, from), square_of(size, to));
    }
    attacked_.push_back(set);
    dominated_.push_back(set.set(static_cast<std::size_t>(from)));
  }
}

SquareSet AttackGraph::all() const {
  return ~SquareSet() >> static_cast<std::size_t>(max_puzzle_squares - squares());
}

Arrangement greedy_domination(const AttackGraph& graph, bool independent, bool fewest) {
  SquareSet pieces;
  for (SquareSet uncovered = graph.all(); uncovered.any();) {
    // An uncovered square is not attacked, so it is always a candidate.
    const int best = best_square(independent ? uncovered : graph.all(), [&](int square) {
      const int gain = static_cast<int>((graph.dominated(square) & uncovered).count());
      return fewest ? -gain : gain;
    });
    pieces[static_cast<std::size_t>(best)] = true;
    uncovered &= ~graph.dominated(best);
  }
  return graph.arrangement(
      [&pieces](int square) { return pieces[static_cast<std::size_t>(square)]; });
}

Cliques::Cliques(const AttackGraph& graph) {
  std::vector<SquareSet> missing;  // attacks of each square that are in no clique yet
  for (int square = 0; square < graph.squares(); ++square) {
    missing.push_back(graph.attacked(square));
  }
  for (int from = 0; from < graph.squares(); ++from) {
    const auto row = static_cast<std::size_t>(from);
    while (missing[row].any()) {
      const int to = static_cast<int>(missing[row]._Find_first());
      cover.push_back(grown(graph, {from, to}, graph.attacked(from) & graph.attacked(to), {}));
      for (const int square : cover.back()) {
        for (const int other : cover.back()) {
          missing[static_cast<std::size_t>(square)][static_cast<std::size_t>(other)] = false;
        }
      }
    }
  }
  partition = parted(graph, [&](const SquareSet& free) {
    Clique largest;
    for (const Clique& clique : cover) {
      Clique rest;
      std::ranges::copy_if(clique, std::back_inserter(rest),
                           [&free](int square) { return free[static_cast<std::size_t>(square)]; });
      if (rest.size() > largest.size()) {
        largest = std::move(rest);
      }
    }
    // Squares that attack nothing are in no clique of the cover.
    return largest.empty() ? Clique{static_cast<int>(free._Find_first())} : largest;
  });
  auto by_squares = parted(graph, [&](const SquareSet& free) {
    const int first =
        best_square(free, [&](int square) { return -neighbours(graph, square, free); });
    return grown(graph, {first}, free & graph.attacked(first), free);
  });
  if (by_squares.size() < partition.size()) {
    partition = std::move(by_squares);
  }
}

Symmetries symmetries_of(BoardSize size) {
  Symmetries symmetries;
  const int turns = size.rows == size.columns ? 8 : 4;
  for (int index = 0; index < turns; ++index) {
    std::vector<int> images;
    for (int number = 0; number < size.squares(); ++number) {
      Square square = square_of(size, number);
      if ((index & 1) != 0) {
        square.row = size.rows - 1 - square.row;
      }
      if ((index & 2) != 0) {
        square.column = size.columns - 1 - square.column;
      }
      if ((index & 4) != 0) {
        std::swap(square.row, square.column);
      }
      images.push_back(square.row * size.columns + square.column);
    }
    symmetries.push_back(std::move(images));
  }
  return symmetries;
}

BoardLines::BoardLines(BoardSize size)
    : rows(static_cast<std::size_t>(size.rows)), columns(static_cast<std::size_t>(size.columns)) {
  const std::size_t falling = rows.size() + columns.size();  // the rising diagonals follow
  diagonals.resize(2 * falling);
  for (int number = 0; number < size.squares(); ++number) {
    const std::size_t row = static_cast<std::size_t>(number) / columns.size();
    const std::size_t column = static_cast<std::size_t>(number) % columns.size();
    rows[row].push_back(number);
    columns[column].push_back(number);
    diagonals[rows.size() + column - row].push_back(number);
    diagonals[falling + row + column].push_back(number);
  }
  std::erase_if(diagonals, [](const Line& line) { return line.size() < 2; });
  std::ranges::stable_sort(diagonals, {}, [](const Line& line) { return line.front(); });
}

}  // namespace nqueens
