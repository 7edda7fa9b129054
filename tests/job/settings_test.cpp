// Which settings go together.

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "job/job.hpp"

namespace nqueens {
namespace {

TEST(Settings, ADepthLargerThanTheBoardIsRefused) {
  JobSettings settings;
  settings.count.problem.n = 8;
  settings.count.depth = 8;
  EXPECT_NO_THROW(validate(settings));
  settings.count.depth = 9;
  EXPECT_THROW(validate(settings), Error);
}

bool refuses(const JobSettings& settings) {
  try {
    validate(settings);
    return false;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    return true;
  }
}

TEST(Settings, PlacementsAreOfTheSquareAndOfItsMirrorOnly) {
  JobSettings settings;
  settings.count.problem.n = 8;
  settings.count.problem.quantity = Quantity::placements;
  EXPECT_NO_THROW(validate(settings));
  settings.count.tasks = cut_limits(settings.count.problem).max_tasks + 1;
  EXPECT_THROW(validate(settings), Error);
  settings.count.tasks = {};
  for (const auto& [depth, valid] : {std::pair(1, false), std::pair(2, true), std::pair(8, true)}) {
    settings.count.depth = depth;
    EXPECT_EQ(refuses(settings), !valid) << depth;
  }
  settings.count.problem.n = 18;
  settings.count.depth = 9;
  EXPECT_TRUE(refuses(settings));
  settings.count.depth = {};
  settings.count.symmetry = Symmetry::full;
  EXPECT_THROW(validate(settings), Error);
  settings.count.symmetry = Symmetry::none;
  EXPECT_NO_THROW(validate(settings));
  settings.count.problem.board = Board::torus;
  EXPECT_THROW(validate(settings), Error);
}

TEST(Settings, OfAmazonsOnlyTheSolutionsOfTheSquareAreCounted) {
  JobSettings settings;
  settings.count.problem = {.n = 16, .chess_piece = ChessPiece::amazon};
  EXPECT_NO_THROW(validate(settings));
  settings.count.problem.board = Board::torus;
  EXPECT_THROW(validate(settings), Error);
  settings.count.problem.board = Board::square;
  settings.count.problem.quantity = Quantity::placements;
  EXPECT_THROW(validate(settings), Error);
}

}  // namespace
}  // namespace nqueens
