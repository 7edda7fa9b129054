// What `bench` and `selftest` print.
//
// Solutions a second are what a user gets. Kernels find them with trees of other sizes, so nodes a
// second and cycles a node tell fast code from a small tree. The median run counts: the slowest and
// the fastest are beside it, since they show how much else the machine does.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "node/bench.hpp"
#include "node/burn_in.hpp"
#include "report/json.hpp"

namespace nqueens {

/// What devices say of themselves.
Json json_of(const std::vector<DeviceInfo>& devices);

/// One JSON array on one line, one object for each kernel.
std::string to_json(std::span<const KernelBenchmark> results);

/// The head of a table for users: the work, and the names of the columns.
std::string table_head(const KernelBenchmark& first);

/// One line of the table. @param scalar  compared with; nullptr: not measured
std::string table_row(const KernelBenchmark& result, const KernelBenchmark* scalar);

std::string to_json(const BurnInReport& report);

/// A table for users, one line for each kernel, and one above it for each device.
std::string to_text(const BurnInReport& report);

}  // namespace nqueens
