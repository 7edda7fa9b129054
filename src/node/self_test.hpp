// Tests of kernels on the machine that runs them, before each count; and what they and the burn-in
// compare: the results of kernels on a batch of prefixes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/prefix_stream.hpp"
#include "device/backend.hpp"
#include "kernel/kernel.hpp"

namespace nqueens {

/// Makes and tests the kernel for a problem: it must count a whole small board of the same kind,
/// and random prefixes of the problem's board, like the scalar kernel (scalar itself like plain).
/// Takes milliseconds. Its nodes() then include the test. Throws Error(wrong_answer) with
/// the kernel, the prefix and both counts if a count differs.
std::unique_ptr<Kernel> make_tested_kernel(const KernelEntry& entry, const Problem& problem);

/// The same test for what counts on a device, and a launch of larger prefixes: counts must be those
/// of the scalar kernel, and nodes those of a kernel of its search. Throws WrongResults if they are
/// not, and DeviceError if the device fails otherwise.
/// @param name  in records
void test_device(Backend& device, const std::string& name, const Problem& problem);

/// Prefixes of a board to count.
struct TestBatch {
  Problem problem;
  std::vector<Prefix> prefixes{};
  std::string_view kind = "random prefix";  ///< for messages
};

/// A kernel's results on a batch.
struct BatchCount {
  std::string_view kernel;
  std::string record_name;
  std::vector<std::uint64_t> counts;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

/// @param keep_going  asked about every millisecond; false ends the count. If empty, nothing does
/// @return nothing if that ended it
std::optional<BatchCount> count(const KernelEntry& entry, Kernel& kernel, const TestBatch& batch,
                                const KeepGoing& keep_going);
/// The same to the end.
BatchCount count(const KernelEntry& entry, Kernel& kernel, const TestBatch& batch);

/// Counts the batch again and again on a device, without a pause.
/// @param name  of its kernel in records
/// @param keep_going  asked every few milliseconds; false ends the call
/// @return what has been counted to the end, `times` results or fewer, each with its share of the
/// time. Throws as Backend::work() does
std::vector<BatchCount> count(Backend& device, const std::string& name, const TestBatch& batch,
                              std::size_t times, const KeepGoing& keep_going);

/// "counts 5 where scalar counts 4, below prefix 17 of n=11"; nothing if the counts are equal.
std::optional<std::string> first_difference(const TestBatch& batch, const BatchCount& counted,
                                            const BatchCount& expected);

/// How a kernel's counts differ from the reference, or its nodes from another kernel of the same
/// search.
/// @param others  the reference first
std::optional<std::string> find_difference(const TestBatch& batch, const BatchCount& counted,
                                           const std::vector<BatchCount>& others);

/// What a kernel is compared with: scalar, and scalar itself with plain.
const KernelEntry& reference_for(const KernelEntry& entry);

}  // namespace nqueens
