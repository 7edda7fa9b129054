// Tests of kernels on the machine that runs them: before each count, and as the burn-in of a node.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/sequence.hpp"
#include "device/devices.hpp"
#include "kernel/kernel.hpp"
#include "system/signals.hpp"

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

// --- The burn-in: compares kernels with each other on all cores for a given time

struct BurnInOptions {
  std::vector<const KernelEntry*>
      kernels;      ///< to be compared with scalar, and scalar with plain; at least one
  int threads = 1;  ///< each on a processor of its own, if there are enough
  double seconds = 60;
  std::uint64_t seed = 1;
};

/// Called meanwhile from any thread, by one at a time.
struct BurnInObserver {
  /// A line for each of the first mismatches.
  std::function<void(const std::string&)> mismatch;
  /// Ten times a second: the seconds so far, and the progress in words.
  std::function<void(double seconds, const std::string&)> progress;
};

struct KernelComparisons {
  std::string kernel;
  std::uint64_t comparisons = 0;  ///< prefixes compared, each time they were counted
  double seconds = 0;             ///< in the kernel, on all threads together
  std::uint64_t mismatches = 0;   ///< batches of prefixes with a different count or number of nodes
};

struct BurnInReport {
  std::string host;
  int threads = 0;
  double seconds = 0;      ///< elapsed
  std::uint64_t seed = 0;  ///< the same seed compares the same prefixes
  std::vector<KernelComparisons> kernels{};
  std::optional<std::string> first_mismatch{};
};

/// Compares until the time is over or a signal asks to stop; every kernel at least once on every
/// thread.
BurnInReport burn_in(const BurnInOptions& options, const Requests& requests,
                     const BurnInObserver& observer);

}  // namespace nqueens
