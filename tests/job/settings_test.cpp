// Which settings go together.

#include "job/settings.hpp"

#include <gtest/gtest.h>

#include "support/text.hpp"

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

std::string refusal(const JobSettings& settings) {
  return test::error_of(ExitCode::usage, [&] { validate(settings); });
}

TEST(Settings, PlacementsAreOfTheMirrorOnly) {
  JobSettings settings;
  settings.count.problem.n = 8;
  settings.count.problem.sequence = Sequence::placements;
  EXPECT_NO_THROW(validate(settings));
  settings.count.tasks = cut_limits(settings.count.problem).max_tasks + 1;
  EXPECT_THROW(validate(settings), Error);
  settings.count.tasks = {};
  for (const auto& [depth, valid] : {std::pair(1, false), std::pair(2, true), std::pair(8, true)}) {
    settings.count.depth = depth;
    EXPECT_EQ(refusal(settings).empty(), valid) << depth;
  }
  settings.count.problem.n = 18;
  settings.count.depth = 9;
  EXPECT_NE(refusal(settings), "");
  settings.count.depth = {};
  settings.count.symmetry = Symmetry::full;
  EXPECT_EQ(refusal(settings),
            "symmetry is full; n=18 placements has only mirror symmetry; choose mirror or none");
  settings.count.symmetry = Symmetry::none;
  EXPECT_NO_THROW(validate(settings));
  settings.count.depth = {};
  settings.count.order = LineOrder::fewest;
  EXPECT_EQ(refusal(settings),
            "order fewest does not go with placements, which are counted by rows; leave it out");
}

TEST(Settings, ARangeBeginsWhereTheCommandSays) {
  JobSettings settings;
  settings.count.problem.n = 4;
  EXPECT_NO_THROW(validate(settings));
  EXPECT_EQ(test::error_of(ExitCode::usage, [&] { validate(settings, 5); }),
            "n is 4; it must be a whole number from 5 to 32");
}

TEST(Settings, DevicesAreNamedByNumbersOrAWord) {
  for (const std::string text : {"auto", "none", "0", "0,2", "3,1"}) {
    const auto choice = device_choice_from(text);
    ASSERT_TRUE(choice) << text;
    EXPECT_EQ(to_string(*choice), text);
  }
  for (const std::string text : {"", ",", "0,", "all", "-1", "1,1", "0 2"}) {
    EXPECT_FALSE(device_choice_from(text)) << text;
  }
}

TEST(Settings, WordsThatNameNoSequenceAreNamed) {
  for (const SequenceInfo& row : sequences) {
    EXPECT_EQ(info_of(sequence_named(row.words)).name, row.name);
  }
  const auto message = [](const SequenceWords& words) {
    return test::error_of(ExitCode::usage, [&] { sequence_named(words); });
  };
  EXPECT_EQ(message({"torus", "placements", "queen", "nothing"}),
            "board torus with quantity placements is not counted; leave one of them out");
  EXPECT_EQ(message({"torus", "placements", "amazon", "nothing"}),
            "board torus with quantity placements with piece amazon is not counted; leave one of "
            "them out");
}

}  // namespace
}  // namespace nqueens
