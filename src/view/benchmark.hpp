// What `bench` and `selftest` print.
//
// Users want solutions a second. Since kernels search trees of different sizes, nodes a second and
// cycles a node tell fast code from a small tree. Figures are those of the median run; the slowest
// and the fastest show how busy the machine is otherwise.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "node/bench.hpp"
#include "node/burn_in.hpp"
#include "report/json.hpp"

namespace nqueens {

Json json_of(const std::vector<DeviceInfo>& devices);

/// A JSON array on one line, with an object for each kernel.
std::string to_json(std::span<const KernelBenchmark> results);

/// Two lines: the work, and the names of the columns.
std::string table_head(const KernelBenchmark& first);

/// @param scalar  the kernel to compare with; nullptr: it was not measured
std::string table_row(const KernelBenchmark& result, const KernelBenchmark* scalar);

std::string to_json(const BurnInReport& report);

/// A line for each device, then a table with a line for each kernel.
std::string to_text(const BurnInReport& report);

}  // namespace nqueens
