// Tests that run on every kernel of this machine, whatever they count.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "nqueens/kernel/kernel.hpp"

namespace nqueens {

/// How GoogleTest names a kernel.
inline void PrintTo(const KernelEntry& entry, std::ostream* stream) {
  *stream << entry.name;
}

namespace test {

/// Runs on every kernel that this machine can run.
class KernelTest : public testing::TestWithParam<KernelEntry> {
 protected:
  [[nodiscard]] std::unique_ptr<Kernel> make(const Problem& problem) const {
    return GetParam().make(problem);
  }
};

inline std::vector<KernelEntry> supported_kernels() {
  std::vector<KernelEntry> entries;
  std::copy_if(kernels().begin(), kernels().end(), std::back_inserter(entries),
               [](const KernelEntry& entry) { return entry.supported(); });
  return entries;
}

inline std::string name_of_kernel(const testing::TestParamInfo<KernelEntry>& kernel) {
  return std::string(kernel.param.name);
}

inline bool is_frontier(const KernelEntry& entry) {
  return entry.search == "frontier";
}

/// What is counted below the prefixes. @param values  Problem::values()
inline std::vector<std::uint64_t> count_all(Kernel& kernel, const std::vector<Prefix>& prefixes,
                                            std::size_t values = 1) {
  std::vector<std::uint64_t> counts(prefixes.size() * values);
  kernel.count(prefixes, counts);
  return counts;
}

/// Stops a kernel when it asks for the second time, and expects that it ends.
inline void stop_at_second_question(Kernel& kernel, const std::vector<Prefix>& prefixes,
                                    std::size_t values = 1) {
  std::vector<std::uint64_t> counts(prefixes.size() * values);
  int asked = 0;
  EXPECT_FALSE(kernel.count(prefixes, counts, [&asked] { return ++asked < 2; }));
  EXPECT_EQ(asked, 2);
}

}  // namespace test
}  // namespace nqueens
