// Kernels that count right, and wait in the middle of a job for as long as a file is there.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "nqueens/kernel/kernel.hpp"

namespace nqueens::test {

struct Hold {
  std::string file;              ///< they wait while it exists
  std::uint64_t after = 0;       ///< so many prefixes of tasks are counted first, by the process
  std::string kernel{};          ///< the only one that waits; empty: all
  std::optional<double> pace{};  ///< seconds that they wait at most before each prefix: slow
};

/// The kernels with the hold. They share the count of prefixes that come first. Each that begins to
/// wait adds a line with the process id to the file. While it waits it asks `keep_going` every few
/// milliseconds, as below a long prefix. Never held is who counts to the end, whom nobody could
/// stop: as a self-test does.
std::vector<KernelEntry> held_kernels(std::span<const KernelEntry> entries, const Hold& hold);

}  // namespace nqueens::test
