// Finds, constructs and checks single solutions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "nqueens/error.hpp"

#pragma GCC visibility push(default)
namespace nqueens {

/// A row, from 0.
using Row = std::uint32_t;

/// The row of the queen in each column, from the first column on.
using Rows = std::span<const Row>;

/// Called with each solution, which is valid during the call. Returns false to end the search.
using VisitSolution = std::function<bool(Rows solution)>;

/// Visits the solutions of a board in lexicographic order, in constant memory.
/// @param n  rows of the board, 1 to 64; throws Error(usage) for others
void for_each_solution(int n, const VisitSolution& visit);

/// A solution by an explicit rule (E. Pauls 1874), in O(n) time.
/// @param n  rows of the board, 1 to 1,000,000,000; throws Error(usage) for others
/// @return empty for 2 and 3, which have none
std::vector<Row> construct(std::uint64_t n);

/// Why these are no solution of a board of rows.size() rows, such as "the queens at column 1, row 1
/// and column 2, row 2 are on the same diagonal", with columns and rows counted from 1. Nothing if
/// they are one. O(n) time and memory.
std::optional<std::string> why_no_solution(Rows rows);

}  // namespace nqueens
#pragma GCC visibility pop
