// Self-tests of kernels before each count. Counts batches of prefixes and compares the results; the
// burn-in uses that, too.
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

/// Makes the kernel for a problem and tests it. It must count a whole small board of the same kind
/// and random prefixes of the problem's board like the scalar kernel (scalar itself like plain).
/// Takes milliseconds, and its nodes() include the test. Throws Error(wrong_answer) with the
/// kernel, the prefix and both counts if a count differs.
std::unique_ptr<Kernel> make_tested_kernel(const KernelEntry& entry, const Problem& problem);

/// Tests a device in the same way, and with a launch of larger prefixes. Counts must match the
/// scalar kernel, nodes a kernel with the same search. Throws WrongResults if not, DeviceError if
/// the device fails otherwise.
/// @param name  in records
void test_device(Backend& device, const std::string& name, const Problem& problem);

struct TestBatch {
  Problem problem;
  std::vector<Prefix> prefixes{};
  std::string_view kind = "random prefix";  ///< for messages
};

struct BatchCount {
  std::string_view kernel;
  std::string record_name;
  std::vector<std::uint64_t> counts;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

/// @param keep_going  called about every millisecond; false stops the count; may be empty
/// @return nothing if stopped
std::optional<BatchCount> count(const KernelEntry& entry, Kernel& kernel, const TestBatch& batch,
                                const KeepGoing& keep_going);
/// Counts to the end.
BatchCount count(const KernelEntry& entry, Kernel& kernel, const TestBatch& batch);

/// Counts the batch on a device repeatedly, without a pause.
/// @param name  of its kernel in records
/// @param keep_going  called every few milliseconds; false ends the call
/// @return up to `times` complete results, each with its share of the time. Throws like
/// Backend::work()
std::vector<BatchCount> count(Backend& device, const std::string& name, const TestBatch& batch,
                              std::size_t times, const KeepGoing& keep_going);

/// "counts 5 where scalar counts 4, below prefix 17 of n=11"; nothing if counts are equal.
std::optional<std::string> first_difference(const TestBatch& batch, const BatchCount& counted,
                                            const BatchCount& expected);

/// How a kernel's counts differ from the reference, or its nodes from a kernel with the same
/// search.
/// @param others  the reference first
std::optional<std::string> find_difference(const TestBatch& batch, const BatchCount& counted,
                                           const std::vector<BatchCount>& others);

/// The kernel to compare with: scalar, or plain for scalar itself.
const KernelEntry& reference_for(const KernelEntry& entry);

}  // namespace nqueens
