// What a mistyped word was meant to be.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text.hpp"

namespace nqueens {
namespace {

TEST(EditDistance, CountsLettersToChange) {
  struct Pair {
    const char* left;
    const char* right;
    std::size_t distance;
  };
  for (const Pair& pair : {Pair{"", "", 0},
                           {"count", "count", 0},
                           {"", "count", 5},
                           {"cont", "count", 1},
                           {"ccount", "count", 1},
                           {"caunt", "count", 1},
                           {"cuont", "count", 1},
                           {"kitten", "sitting", 3},
                           {"abcdef", "badcfe", 3}}) {
    EXPECT_EQ(edit_distance(pair.left, pair.right), pair.distance) << pair.left;
    EXPECT_EQ(edit_distance(pair.right, pair.left), pair.distance) << pair.left;
  }
}

TEST(MostSimilar, FindsWhatWasMeant) {
  const std::vector<std::string> commands = {"count", "check", "resume", "certificate"};
  EXPECT_EQ(most_similar("cuont", commands), "count");
  EXPECT_EQ(most_similar("chekc", commands), "check");
  EXPECT_EQ(most_similar("cert", commands), "certificate");
  EXPECT_EQ(most_similar("COUNT", commands), "count");
  EXPECT_EQ(most_similar("N", {"board", "n"}), "n");
  EXPECT_EQ(most_similar("resumed", commands), "resume");
  EXPECT_EQ(most_similar("counting", commands), "count");
  EXPECT_EQ(most_similar("counter", {"mounted", "counters", "mounters"}), "counters");
  EXPECT_EQ(most_similar("counter", {"mounter", "counters"}), "mounter") << "the first of two";
}

TEST(MostSimilar, FindsNothingLikeIt) {
  const std::vector<std::string> commands = {"count", "check"};
  for (const char* word : {"", "-", "--", "c", "xyz", "solve", "tnuoc"}) {
    EXPECT_EQ(most_similar(word, commands), "") << word;
  }
  EXPECT_EQ(most_similar(std::string(1000, 'c'), commands), "");
  EXPECT_EQ(most_similar("count", {}), "");
}

TEST(DidYouMean, IsTheEndOfAMessage) {
  EXPECT_EQ(did_you_mean("--thread", {"--threads", "--kernel"}), "; did you mean --threads?");
  EXPECT_EQ(did_you_mean("--colour", {"--threads", "--kernel"}), "");
}

}  // namespace
}  // namespace nqueens
