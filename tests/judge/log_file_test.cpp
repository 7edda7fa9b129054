// What a checkpoint and the log of its runs say together.

#include "judge/log_file.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace nqueens {
namespace {

RunState logged(std::initializer_list<std::uint64_t> starts) {
  RunState state;
  for (const std::uint64_t start : starts) {
    state.read(encode({.time = 1, .body = RunStart{.start = start}}));
  }
  return state;
}

/// One that was killed before its first save is in the log alone, with the number of the next one.
TEST(LogFile, LacksTheStartsThatOnlyTheCheckpointKnows) {
  const auto without_log = [](const RunState& state) {
    return provenance_of(state, OriginTable(), Runs{.starts = 3}, 0).starts_without_log;
  };
  EXPECT_EQ(without_log(logged({1, 2, 3})), 0U);
  EXPECT_EQ(without_log(logged({1, 3})), 1U);
  EXPECT_EQ(without_log(logged({1, 3, 3, 3})), 1U);
  EXPECT_EQ(without_log(logged({1, 2, 3, 4})), 0U);
  EXPECT_EQ(without_log(logged({})), 3U);
}

}  // namespace
}  // namespace nqueens
