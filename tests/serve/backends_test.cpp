// The kernels of a worker: which of them counts a unit, and what is added up.

#include "serve/backends.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "core/prefix_stream.hpp"
#include "kernel/kernel.hpp"

namespace nqueens {
namespace {

const Problem board_of_ten{.n = 10};

bool always() {
  return true;
}

/// All solutions of the board in one unit.
UnitWork whole_board(std::vector<std::string> kernels_to_avoid = {}) {
  UnitWork unit{.prefixes = {.kernels_to_avoid = std::move(kernels_to_avoid)}};
  PrefixStream stream(board_of_ten, Symmetry::full, 3);
  for (Prefix prefix; stream.next(prefix);) {
    unit.prefixes.prefixes.push_back(prefix);
  }
  return unit;
}

/// Works until all are done. @return the kernels that have counted them
std::vector<std::string> count(Backends& backends, std::deque<UnitWork>& units) {
  std::vector<std::string> kernels;
  while (!units.empty()) {
    backends.work(units, always);
    for (; !units.empty() && units.front().is_done(); units.pop_front()) {
      EXPECT_EQ(units.front().result.count, Count{724});
      kernels.push_back(units.front().result.kernel);
    }
  }
  return kernels;
}

TEST(Backends, AddUpWhatTheirKernelCountsWithTheWeights) {
  Backends backends(board_of_ten, "scalar");
  EXPECT_EQ(backends.kernel(), "scalar");
  std::deque<UnitWork> units = {whole_board(), whole_board()};
  EXPECT_EQ(count(backends, units), (std::vector<std::string>{"scalar", "scalar"}));
}

TEST(Backends, LeaveAUnitAsItIsIfTheyAreInterrupted) {
  Backends backends(board_of_ten, "scalar");
  std::deque<UnitWork> units = {whole_board()};
  backends.work(units, [] { return false; });
  int asked = 0;
  backends.work(units, [&asked] { return ++asked < 2; });
  EXPECT_EQ(units.front().result.count, Count{});
  EXPECT_FALSE(units.front().is_done());
  count(backends, units);
}

TEST(Backends, BeginAnewAfterTheyHaveForgottenAUnit) {
  Backends backends(board_of_ten, "scalar");
  {
    std::deque<UnitWork> units = {whole_board()};
    backends.work(units, [] { return false; });
    backends.abandon();
  }
  std::deque<UnitWork> units = {whole_board()};
  EXPECT_EQ(count(backends, units).size(), 1U);
}

/// Whatever the revision or layout of its search: it would make the same mistake.
TEST(Backends, AvoidAKernelByItsName) {
  Backends backends(board_of_ten, "scalar");
  std::deque<UnitWork> units = {whole_board({"scalar.9"}), whole_board({"plain"}),
                                whole_board({"scalar", "opencl-stack.3"}),
                                whole_board({"scalar:4-groups"})};
  const auto kernels = count(backends, units);
  EXPECT_NE(kernels[0], "scalar");
  EXPECT_EQ(kernels[1], "scalar");
  EXPECT_EQ(kernels[2], kernels[0]);
  EXPECT_EQ(kernels[3], kernels[0]);
}

TEST(Backends, CountWithTheirOwnKernelIfThereIsNoOther) {
  std::vector<std::string> all;
  for (const KernelEntry& entry : kernels()) {
    all.push_back(entry.record_name());
  }
  Backends backends(board_of_ten, "scalar");
  std::deque<UnitWork> units = {whole_board(all)};
  EXPECT_EQ(count(backends, units), std::vector<std::string>{"scalar"});
}

}  // namespace
}  // namespace nqueens
