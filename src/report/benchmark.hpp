// What `bench` and `selftest` print.
#pragma once

#include <span>
#include <string>

#include "node/bench.hpp"
#include "node/self_test.hpp"

namespace nqueens {

/// One JSON array on one line, one object for each kernel.
std::string to_json(std::span<const KernelBenchmark> results);

/// The head of a table for users: the work, and the names of the columns.
std::string table_head(const KernelBenchmark& first);

/// One line of the table. @param scalar  compared with; nullptr: not measured
std::string table_row(const KernelBenchmark& result, const KernelBenchmark* scalar);

/// One JSON object on one line.
std::string to_json(const BurnInReport& report);

/// A table for users, one line for each kernel.
std::string to_text(const BurnInReport& report);

}  // namespace nqueens
