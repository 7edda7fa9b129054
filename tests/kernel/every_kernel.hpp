// Tests that run on every kernel of this machine.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "kernel/kernel.hpp"

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

/// Those that this processor runs.
inline std::vector<KernelEntry> supported_kernels() {
  std::vector<KernelEntry> entries;
  std::ranges::copy_if(kernels(), std::back_inserter(entries), &KernelEntry::supported);
  return entries;
}

/// As GoogleTest takes it.
inline std::string name_of(const KernelEntry& entry) {
  std::string name(entry.name);
  std::ranges::replace_if(
      name, [](char c) { return c == ':' || c == '-'; }, '_');
  return name;
}

inline std::string name_of_kernel(const testing::TestParamInfo<KernelEntry>& kernel) {
  return name_of(kernel.param);
}

inline bool is_frontier(const KernelEntry& entry) {
  return entry.search == "frontier";
}

/// The counts below the prefixes. @param values  Problem::values()
inline std::vector<std::uint64_t> count_all(Kernel& kernel, const std::vector<Prefix>& prefixes,
                                            std::size_t values = 1) {
  std::vector<std::uint64_t> counts(prefixes.size() * values);
  kernel.count(prefixes, counts);
  return counts;
}

/// Stops a kernel at its second call of keep_going, and expects that it ends.
inline void stop_at_second_question(Kernel& kernel, const std::vector<Prefix>& prefixes,
                                    std::size_t values = 1) {
  std::vector<std::uint64_t> counts(prefixes.size() * values);
  int asked = 0;
  EXPECT_FALSE(kernel.count(prefixes, counts, [&asked] { return ++asked < 2; }));
  EXPECT_EQ(asked, 2);
}

}  // namespace test
}  // namespace nqueens
