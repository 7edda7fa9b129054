// The tables of published counts, from the OEIS. Results are only compared with them.

#include "core/known_counts.hpp"

#include <array>

#include "core/board.hpp"

namespace nqueens {
namespace {

struct Known {
  std::uint64_t solutions;    ///< oeis.org/A000170; n = 27 is due to Preusser and Engelhardt (2016)
  std::uint64_t fundamental;  ///< oeis.org/A002562
  std::uint64_t torus;        ///< oeis.org/A051906: 0 where n shares a factor with 6 (Polya 1918)
  std::uint64_t placements;   ///< row sums of oeis.org/A319284 without the empty board, which
                              ///< A319283 counts
  std::uint64_t amazons;      ///< oeis.org/A051223
  std::uint64_t fundamental_amazons;  ///< oeis.org/A051224
};

/// Nothing is published.
constexpr std::uint64_t none = ~std::uint64_t{0};

/// Entry i is the board with i + 1 rows.
constexpr Known known[max_board] = {
    {1, 1, 1, 1, 1, 1},
    {0, 0, 0, 2, 0, 0},
    {0, 0, 0, 5, 0, 0},
    {2, 1, 0, 16, 0, 0},
    {10, 2, 10, 53, 0, 0},
    {4, 1, 0, 152, 0, 0},
    {40, 6, 28, 551, 0, 0},
    {92, 12, 0, 2056, 0, 0},
    {352, 46, 0, 8393, 0, 0},
    {724, 92, 0, 35538, 4, 1},
    {2680, 341, 88, 166925, 44, 6},
    {14200, 1787, 0, 856188, 156, 22},
    {73712, 9233, 4524, 4674889, 1876, 239},
    {365596, 45752, 0, 27358552, 5180, 653},
    {2279184, 285053, 0, 171129071, 32516, 4089},
    {14772512, 1846955, 0, 1141190302, 202900, 25411},
    {95815104, 11977939, 140692, 8017021931, 1330622, 166463},
    {666090624, 83263591, 0, 59365844490, 8924976, 1115871},
    {4968057848, 621012754, 820496, 461939618823, 64492432, 8062150},
    {39029188884, 4878666808, 0, none, 495864256, 61984976},
    {314666222712, 39333324973, 0, none, 3977841852, 497236090},
    {2691008701644, 336376244042, 0, none, 34092182276, 4261538564},
    {24233937684440, 3029242658210, 128850048, none, 306819842212, 38352532487},
    {227514171973736, 28439272956934, 0, none, 2883202816808, 360400504834},
    {2207893435808352, 275986683743434, 1957725000, none, 28144109776812, 3518014210402},
    {22317699616364044, 2789712466510289, 0, none, 286022102245804, 35752764285788},
    {234907967154122528, 29363495934315694, 0, none, none, none},
    {none, none, 0, none, none, none},
    {none, none, 605917055356, none, none, none},
    {none, none, 0, none, none, none},
    {none, none, 13404947681712, none, none, none},
    {none, none, 0, none, none, none},
};

std::optional<Count> known_at(int n, std::uint64_t Known::*sequence) {
  const bool in_table = n >= 1 && n <= max_board && known[n - 1].*sequence != none;
  return in_table ? std::optional<Count>(known[n - 1].*sequence) : std::nullopt;
}

}  // namespace

std::optional<Count> known_count(const Problem& problem) {
  if (problem.quantity == Quantity::placements) {
    return known_at(problem.n, &Known::placements);
  }
  if (problem.chess_piece == ChessPiece::amazon) {
    return known_at(problem.n, &Known::amazons);
  }
  return known_at(problem.n, problem.board == Board::torus ? &Known::torus : &Known::solutions);
}

std::string_view source_of_known_counts(const Problem& problem) {
  if (problem.quantity == Quantity::placements) {
    return "OEIS A319283";
  }
  if (problem.chess_piece == ChessPiece::amazon) {
    return "OEIS A051223";
  }
  return problem.board == Board::torus ? "OEIS A051906" : "OEIS A000170";
}

std::optional<Count> known_fundamental_solutions(const Problem& problem) {
  return known_at(problem.n, problem.chess_piece == ChessPiece::amazon ? &Known::fundamental_amazons
                                                                       : &Known::fundamental);
}

std::string_view source_of_known_fundamental(const Problem& problem) {
  return problem.chess_piece == ChessPiece::amazon ? "OEIS A051224" : "OEIS A002562";
}

}  // namespace nqueens
