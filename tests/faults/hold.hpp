// Kernels that count right, but wait during a job while a file exists.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernel/kernel.hpp"

namespace nqueens::test {

struct Hold {
  std::string file;              ///< they wait while it exists
  std::uint64_t after = 0;       ///< the process first counts so many prefixes
  std::string kernel{};          ///< the only kernel that waits; empty: all
  std::optional<double> pace{};  ///< most seconds to wait before each prefix, for a slow run
  bool deaf = false;             ///< they call no `keep_going`, so that nothing ends the wait
};

/// The kernels with the hold. They share the number of prefixes to count first. Each kernel that
/// begins to wait adds a line with the process id to the file. While it waits it calls `keep_going`
/// every few milliseconds, as in a long prefix, unless it is deaf. A count without `keep_going`, as
/// in a self-test, is never held, since nothing could stop it.
std::vector<KernelEntry> held_kernels(std::span<const KernelEntry> entries, const Hold& hold);

}  // namespace nqueens::test
