// Problems: their names, and the published counts.

#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "core/board.hpp"
#include "core/sequence.hpp"

namespace nqueens {
namespace {

constexpr Problem torus(int n) {
  return {.n = n, .sequence = Sequence::torus};
}
constexpr Problem placements(int n) {
  return {.n = n, .sequence = Sequence::placements};
}

constexpr Problem amazons(int n) {
  return {.n = n, .sequence = Sequence::amazons};
}

TEST(SavedFrom, IsALargeBoardOfEachSequence) {
  EXPECT_EQ(sequences.front().saved_from, 18);
  for (const SequenceInfo& row : sequences) {
    EXPECT_GT(row.saved_from, row.small_board.n) << row.name;
    EXPECT_LT(row.saved_from, row.largest_n) << row.name;
  }
}

TEST(KnownCounts, AreWhatAFinishedCountHasToBe) {
  EXPECT_EQ(difference_from_published({.n = 11}, 2680), "");
  EXPECT_EQ(difference_from_published({.n = 11}, 2688),
            "the published count is 2680 (OEIS A000170)");
  EXPECT_EQ(difference_from_published(torus(12), 2), "the published count is 0 (OEIS A051906)");
  EXPECT_EQ(difference_from_published({.n = 28}, 1), "") << "none is published";
}

TEST(Problem, HasANumberForEachRowIfPlacementsAreCounted) {
  EXPECT_EQ(placements(9).values(), 9U);
  EXPECT_EQ(torus(9).values(), 1U);
}

TEST(KnownCounts, EndWhereThePublishedTablesEnd) {
  EXPECT_EQ(known_count({.n = 0}), std::nullopt);
  EXPECT_EQ(known_count({.n = 27}), Count{234'907'967'154'122'528});
  EXPECT_EQ(known_count({.n = 28}), std::nullopt);
  EXPECT_EQ(known_count(placements(19)), Count{461'939'618'823});
  EXPECT_EQ(known_count(placements(20)), std::nullopt);
  EXPECT_EQ(known_count(torus(31)), Count{13'404'947'681'712});
  EXPECT_EQ(known_count(torus(32)), Count{0});
  EXPECT_EQ(known_count(torus(33)), std::nullopt);
  EXPECT_EQ(known_count(amazons(26)), Count{286'022'102'245'804});
  EXPECT_EQ(known_count(amazons(27)), std::nullopt);
  EXPECT_EQ(known_count({.n = 32, .sequence = Sequence::half_turn_queens}), 181'254'386'312U);
  EXPECT_EQ(known_count({.n = 61, .sequence = Sequence::quarter_turn_queens}),
            291'826'098'503'680U);
  EXPECT_EQ(known_count({.n = 64, .sequence = Sequence::quarter_turn_queens}), std::nullopt);
}

TEST(KnownCounts, OfATorusAreNoMoreThanOfTheSquareAndDivisibleByItsSize) {
  for (int n = 1; n <= 27; ++n) {
    EXPECT_LE(*known_count(torus(n)), *known_count({.n = n}));
    EXPECT_EQ(*known_count(torus(n)) % static_cast<std::uint64_t>(n), 0U);
  }
}

/// Burnside's lemma, for numbers of different origins.
TEST(KnownCounts, OfSolutionsThatTurnsFixMakeTheFundamentalOnes) {
  for (const Sequence sequence : {Sequence::queens, Sequence::amazons}) {
    for (int n = 2; n <= 27; ++n) {
      const Problem problem{.n = n, .sequence = sequence};
      const auto half = known_count(*fixed_by(problem, Turn::half));
      const auto quarter = known_count(*fixed_by(problem, Turn::quarter));
      if (half && quarter && known_count(problem)) {
        EXPECT_EQ(*known_count(problem) + *half + *quarter * 2,
                  *known_fundamental_solutions(problem) * 8)
            << to_string(problem);
      }
    }
  }
  EXPECT_EQ(fixed_by(torus(5), Turn::half), std::nullopt);
}

TEST(Sequences, HaveWordsNamesAndASourceOfTheirOwn) {
  std::set<std::string_view> names;
  std::set<std::string_view> stems;
  std::set<std::string_view> sources;
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    EXPECT_EQ(sequence_of(sequences[i].words), static_cast<Sequence>(i));
    EXPECT_TRUE(names.insert(sequences[i].name).second);
    EXPECT_TRUE(stems.insert(sequences[i].stem).second);
    EXPECT_TRUE(sources.insert(sequences[i].source).second);
  }
  EXPECT_EQ(sequence_of({"torus", "placements", "queen", "nothing"}), std::nullopt);
  EXPECT_EQ(sequence_of({"square", "solutions", "unicorn", "nothing"}), std::nullopt);
}

TEST(Problem, HasAName) {
  EXPECT_EQ(to_string(Problem{.n = 16}), "n=16");
  EXPECT_EQ(to_string(torus(23)), "n=23 torus");
  EXPECT_EQ(to_string(placements(17)), "n=17 placements");
  EXPECT_EQ(to_string(amazons(16)), "n=16 amazon");
  EXPECT_EQ(to_string(*fixed_by(amazons(16), Turn::quarter)), "n=16 amazon-quarter-turn");
  EXPECT_EQ(placements(8).info().noun(true), "placement");
  EXPECT_EQ(torus(8).info().noun(false), "solutions");
}

}  // namespace
}  // namespace nqueens
