// The tables of published counts, from the OEIS. Results are compared with them; nothing is
// computed from them.

#include "nqueens/core/known_counts.hpp"

#include <array>

#include "nqueens/core/board.hpp"

namespace nqueens {
namespace {

struct Known {
  std::uint64_t solutions;    // A000170
  std::uint64_t fundamental;  // A002562
};

// Entry i is the board with i + 1 rows. Source: oeis.org/A000170 and oeis.org/A002562.
constexpr std::array<Known, max_known_board> known = {
    Known{1U, 1U},
    Known{0U, 0U},
    Known{0U, 0U},
    Known{2U, 1U},
    Known{10U, 2U},
    Known{4U, 1U},
    Known{40U, 6U},
    Known{92U, 12U},
    Known{352U, 46U},
    Known{724U, 92U},
    Known{2680U, 341U},
    Known{14200U, 1787U},
    Known{73712U, 9233U},
    Known{365596U, 45752U},
    Known{2279184U, 285053U},
    Known{14772512U, 1846955U},
    Known{95815104U, 11977939U},
    Known{666090624U, 83263591U},
    Known{4968057848U, 621012754U},
    Known{39029188884U, 4878666808U},
    Known{314666222712U, 39333324973U},
    Known{2691008701644U, 336376244042U},
    Known{24233937684440U, 3029242658210U},
    Known{227514171973736U, 28439272956934U},
    Known{2207893435808352U, 275986683743434U},
    Known{22317699616364044U, 2789712466510289U},
    Known{234907967154122528U, 29363495934315694U},
};

// Boards of a torus whose size shares a factor with 6 have no solution (Polya 1918). Source:
// oeis.org/A051906.
constexpr std::array<std::uint64_t, max_board> torus = {1,
                                                        0,
                                                        0,
                                                        0,
                                                        10,
                                                        0,
                                                        28,
                                                        0,
                                                        0,
                                                        0,
                                                        88,
                                                        0,
                                                        4524,
                                                        0,
                                                        0,
                                                        0,
                                                        140692,
                                                        0,
                                                        820496,
                                                        0,
                                                        0,
                                                        0,
                                                        128850048,
                                                        0,
                                                        1957725000,
                                                        0,
                                                        0,
                                                        0,
                                                        605917055356,
                                                        0,
                                                        13404947681712,
                                                        0};

// Row sums of oeis.org/A319284 without the empty board, which A319283 counts.
constexpr std::array<std::uint64_t, 19> placements = {
    1,         2,          5,          16,          53,          152,     551,
    2056,      8393,       35538,      166925,      856188,      4674889, 27358552,
    171129071, 1141190302, 8017021931, 59365844490, 461939618823};

/// The entry of the board with n rows.
template <class Entry, std::size_t Size>
const Entry* find(const std::array<Entry, Size>& table, int n) {
  return n >= 1 && static_cast<std::size_t>(n) <= Size ? &table[static_cast<std::size_t>(n - 1)]
                                                       : nullptr;
}

std::optional<Count> count_at(const std::uint64_t* entry) {
  return entry != nullptr ? std::optional<Count>(*entry) : std::nullopt;
}

}  // namespace

std::optional<Count> known_solutions(int n) {
  const Known* entry = find(known, n);
  return entry != nullptr ? std::optional<Count>(entry->solutions) : std::nullopt;
}

std::optional<Count> known_fundamental_solutions(int n) {
  const Known* entry = find(known, n);
  return entry != nullptr ? std::optional<Count>(entry->fundamental) : std::nullopt;
}

std::optional<Count> known_torus_solutions(int n) {
  return count_at(find(torus, n));
}

std::optional<Count> known_placements(int n) {
  return count_at(find(placements, n));
}

std::optional<Count> known_count(const Problem& problem) {
  if (problem.quantity == Quantity::placements) {
    return known_placements(problem.n);
  }
  return problem.board == Board::torus ? known_torus_solutions(problem.n)
                                       : known_solutions(problem.n);
}

std::string_view source_of_known_counts(const Problem& problem) {
  if (problem.quantity == Quantity::placements) {
    return "OEIS A319283";
  }
  return problem.board == Board::torus ? "OEIS A051906" : "OEIS A000170";
}

}  // namespace nqueens
