// What `nqueens bench` prints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/problem.hpp"

namespace nqueens {

struct KernelBenchmark {
  std::string kernel;
  std::string instruction_set;
  Problem problem;
  bool whole_board = true;          ///< else a sample of it
  std::size_t prefixes = 0;         ///< in the work
  int runs = 0;                     ///< of the whole work
  double seconds = 0;               ///< of the median run
  double solutions_per_second = 0;  ///< of the board: completions times the weight of their prefix
  double min_solutions_per_second = 0;  ///< in the slowest run
  double max_solutions_per_second = 0;  ///< in the fastest run
  double children_per_second = 0;       ///< queens tried, of the median run
  std::uint64_t children = 0;           ///< equal on every machine for all frontier kernels
  std::optional<double> clock_hz;  ///< of the core, measured while it adds; nothing if it varied
  std::optional<double> cycles_per_child;
};

/// One JSON array on one line, one object for each kernel.
std::string to_json(std::span<const KernelBenchmark> results);

/// The head of a table for users: the work, and the names of the columns.
std::string table_head(const KernelBenchmark& first);

/// One line of the table. @param scalar  compared with; nullptr: not measured
std::string table_row(const KernelBenchmark& result, const KernelBenchmark* scalar);

}  // namespace nqueens
