// What the self-test and the burn-in compare: the results of kernels on a batch of prefixes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/prefix_stream.hpp"
#include "device/backend.hpp"
#include "kernel/kernel.hpp"

namespace nqueens {

/// Prefixes of a board to count.
struct TestBatch {
  Problem problem;
  std::vector<Prefix> prefixes{};
  std::string_view kind = "random prefix";  ///< for messages
};

/// A kernel's results on a batch.
struct Counted {
  std::string_view kernel;
  std::string record_name;
  std::vector<std::uint64_t> counts;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

/// @param keep_going  asked about every millisecond; false ends the count. If empty, nothing does
/// @return nothing if that ended it
std::optional<Counted> count(const KernelEntry& entry, Kernel& kernel, const TestBatch& batch,
                             const KeepGoing& keep_going);
/// The same to the end.
Counted count(const KernelEntry& entry, Kernel& kernel, const TestBatch& batch);

/// Counts the batch again and again on a device, without a pause.
/// @param name  of its kernel in records
/// @param keep_going  asked every few milliseconds; false ends the call
/// @return what has been counted to the end, `times` results or fewer, each with its share of the
/// time. Throws as Backend::work() does
std::vector<Counted> count(Backend& device, const std::string& name, const TestBatch& batch,
                           std::size_t times, const KeepGoing& keep_going);

/// "counts 5 where scalar counts 4, below prefix 17 of n=11"; nothing if the counts are equal.
std::optional<std::string> first_difference(const TestBatch& batch, const Counted& counted,
                                            const Counted& expected);

/// How a kernel's counts differ from the reference, or its nodes from another kernel of the same
/// search.
/// @param others  the reference first
std::optional<std::string> find_difference(const TestBatch& batch, const Counted& counted,
                                           const std::vector<Counted>& others);

/// What a kernel is compared with: scalar, and scalar itself with plain.
const KernelEntry& reference_for(const KernelEntry& entry);

}  // namespace nqueens
