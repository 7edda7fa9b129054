// Results as text and as JSON.

#include "report/result.hpp"

#include <gtest/gtest.h>

#include <ctime>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "core/number.hpp"
#include "report/version.hpp"
#include "support/text.hpp"
#include "support/twelve.hpp"

namespace nqueens {
namespace {

using Json = nlohmann::ordered_json;  // equal only in the same order

using test::twelve;

TEST(ResultAsJson, HoldsEveryValueInItsOrderOnOneLine) {
  const std::string text = to_json(twelve());
  EXPECT_EQ(text.find('\n'), std::string::npos);
  const Json json = Json::parse(text);
  const Json expected = {{"n", 12},
                         {"board", "square"},
                         {"quantity", "solutions"},
                         {"chess_piece", "queen"},
                         {"solutions", "14200"},
                         {"fundamental", "1787"},
                         {"agrees", true},
                         {"symmetry", "full"},
                         {"depth", 4},
                         {"seconds", 1.5},
                         {"kernel_seconds", 2.25},
                         {"device_seconds", 0.5},
                         {"ranks", 3},
                         {"workers", 6},
                         {"kernel", "plain,scalar"},
                         {"tasks", 512},
                         {"tasks_confirmed", 3},
                         {"disputes", 2},
                         {"check_seconds", 0.125},
                         {"second_count",
                          {{"solutions", "14201"},
                           {"symmetry", "mirror"},
                           {"depth", 5},
                           {"kernel", "avx2"},
                           {"agrees", false}}},
                         {"count_sha256", "3f5a"},
                         {"part", nullptr},
                         {"nodes", "856188"},
                         {"resumed", true},
                         {"lost_workers", 1},
                         {"sequence", "OEIS A000170"},
                         {"provenance", json_of(twelve().provenance)},
                         {"version", version()}};
  EXPECT_EQ(json, expected) << json;
}

TEST(ResultAsJson, OfPlacementsHasTheirProfileAndNoFundamentalSolutions) {
  RunResult result = twelve();
  result.job.problem = {.n = 3, .sequence = Sequence::placements};
  result.count = 5;
  result.profile = {3, 2, 0};
  const Json json = Json::parse(to_json(result));
  EXPECT_EQ(json["quantity"], "placements");
  EXPECT_EQ(json["placements"], "5");
  EXPECT_EQ(json["mirrored_placements"], "3");
  EXPECT_EQ(json["profile"], (std::vector<std::string>{"3", "2", "0"}));
  EXPECT_FALSE(json.contains("solutions"));
  EXPECT_FALSE(json.contains("fundamental"));
  EXPECT_EQ(profile_to_text(result), "1\t3\n2\t2\n3\t0\n");
}

TEST(ResultAsJson, KeepsCountsThatNoDoubleHolds) {
  RunResult result = twelve();
  result.count = *parse_count("340282366920938463463374607431768211455");
  result.nodes = std::numeric_limits<std::uint64_t>::max();
  const Json json = Json::parse(to_json(result));
  EXPECT_EQ(json["solutions"], "340282366920938463463374607431768211455");
  EXPECT_EQ(json["nodes"], "18446744073709551615");
}

TEST(ResultAsJson, HasNullForWhatIsUnknown) {
  RunResult result = twelve();
  result.fundamental.reset();
  result.agrees.reset();
  result.second.reset();
  result.runs.kernels.clear();
  result.sequence.clear();
  result.provenance = {.starts = {{}}};
  const Json json = Json::parse(to_json(result));
  EXPECT_EQ(to_json(result).find("\"\""), std::string::npos) << "no text is empty";
  EXPECT_TRUE(json.at("provenance").at("started").is_null());
  EXPECT_TRUE(json.at("fundamental").is_null());
  EXPECT_TRUE(json.at("agrees").is_null());
  EXPECT_TRUE(json.at("second_count").is_null());
  result.agrees = false;
  EXPECT_EQ(Json::parse(to_json(result)).at("agrees"), false);
}

}  // namespace
}  // namespace nqueens
