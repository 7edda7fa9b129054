// Ways to find solutions: searches for all of them, a formula, and a repair of conflicts.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "boards/solutions/solution.hpp"
#include "core/number.hpp"
#include "nqueens/number.hpp"

namespace nqueens {

/// Largest board to search: a set of rows is one 64-bit word.
inline constexpr int max_search = 64;

/// Depth-first search, column by column, with the three words of M. Richards (1997): occupied rows
/// and both kinds of diagonals. Visits solutions in lexicographic order, in constant memory.
/// @param n      rows of the board, 1 to max_search; for other moves to the sequence's largest_n
/// @param moves  moves other than a queen's are searched more slowly, by Placement
void search(int n, const VisitSolution& visit, const Moves& moves = {});

/// The classic search over permutations: queens always stand in different rows and columns. Each
/// column swaps its row with every later one in turn, and continues with the next column if no
/// earlier queen attacks along a diagonal. Visits the same solutions as search() in another order,
/// up to the same size.
/// @return the number of comparisons of two queens
std::uint64_t permute(int n, const VisitSolution& visit);

/// Largest board to construct: takes no memory, and 10 GB of text.
inline constexpr std::uint64_t max_construct = 1'000'000'000;

/// The even rows from 2 on, then the odd rows from 1 on, in steps like a knight's; with these
/// changes by n mod 12 (rows counted from 1 here):
///   3, 9  2 goes to the end of the even rows, 1 and 3 to the end of the odd ones;
///   8     the odd rows change places two by two: 3 1 7 5 11 9 ...;
///   2     1 and 3 change places, 5 goes to the end.
/// E. Pauls (1874) showed that every n but 2 and 3 has a solution. For proofs of such constructions
/// see E. J. Hoffman, J. C. Loessi, R. C. Moore, Constructions for the Solution of the m Queens
/// Problem, Mathematics Magazine 42 (1969).
/// @param n  rows of the board, 1 or 4 to max_construct
/// @return the row of the queen in a column, both from 0: O(1)
constexpr Row constructed_row(std::uint64_t n, std::uint64_t column) {
  const std::uint64_t evens = n / 2;
  const std::uint64_t remainder = n % 12;
  const bool rotates = remainder == 3 || remainder == 9;
  const std::uint64_t from_end = n - 1 - column;
  std::uint64_t row = 0;  // from 1
  if (column < evens) {
    row = !rotates ? 2 * column + 2 : column + 1 == evens ? 2 : 2 * column + 4;
  } else {
    const std::uint64_t index = column - evens;
    row = 2 * index + 1;
    if (rotates) {
      row = from_end == 0 ? 3 : from_end == 1 ? 1 : 2 * index + 5;
    } else if (remainder == 8) {
      row = index % 2 == 0 ? 2 * index + 3 : 2 * index - 1;
    } else if (remainder == 2) {
      row = from_end == 0 ? 5 : index == 1 ? 1 : 2 * index + 3;
    }
  }
  return static_cast<Row>(row - 1);
}

/// All rows, for a board that fits into memory.
std::vector<Row> constructed(std::uint64_t n);

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    return scrambled(std::exchange(state_, state_ + 0x9e37'79b9'7f4a'7c15));
  }

  /// A number from 0 to bound - 1: the high word of a product, with a bias below bound / 2^64.
  constexpr std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((Uint128{next()} * bound) >> 64);
  }

 private:
  std::uint64_t state_;
};

/// Largest board to repair: takes 8 bytes per row.
inline constexpr std::uint64_t max_repair = 100'000'000;

/// Local search in linear time after R. Sosic and J. Gu, 3,000,000 Queens in Less Than One Minute,
/// SIGART Bulletin 2 (1991). Greedy start: each column gets a random free row with empty diagonals;
/// about the last hundred columns get the remaining rows. Then each attacked queen swaps rows with
/// a random other queen if that leaves fewer conflicts. A start that gets stuck is replaced by a
/// new one, so the search ends with probability 1 on every board.
/// @param n     rows of the board, 1 or 4 to max_repair
/// @param seed  the same seed gives the same solution on every platform
std::vector<Row> repair(std::uint64_t n, std::uint64_t seed);

}  // namespace nqueens
