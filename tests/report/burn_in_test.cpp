// What selftest prints.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "report/measurements.hpp"

namespace nqueens {
namespace {

BurnInReport sample() {
  return {
      .host = "node7",
      .threads = 2,
      .seconds = 60.25,
      .seed = 18'446'744'073'709'551'615U,
      .kernels = {{.kernel = "avx512", .comparisons = 123'456, .seconds = 70.5, .mismatches = 1},
                  {.kernel = "scalar", .comparisons = 789, .seconds = 50, .mismatches = 0}},
      .first_mismatch = "kernel avx512 on processor 1 of node7 \"counts\" 5"};
}

TEST(BurnInReport, JsonHasEveryField) {
  const auto json = nlohmann::json::parse(to_json(sample()));
  EXPECT_EQ(json["host"], "node7");
  EXPECT_EQ(json["threads"], 2);
  EXPECT_EQ(json["seconds"], 60.25);
  EXPECT_EQ(json["seed"], "18446744073709551615");  // more than a double holds
  EXPECT_EQ(json["kernels"].size(), 2U);
  EXPECT_EQ(json["kernels"][0]["kernel"], "avx512");
  EXPECT_EQ(json["kernels"][0]["comparisons"], 123'456);
  EXPECT_EQ(json["kernels"][1]["seconds"], 50);
  EXPECT_EQ(json["kernels"][0]["mismatches"], 1);
  EXPECT_EQ(json["first_mismatch"], *sample().first_mismatch);
}

TEST(BurnInReport, NoMismatchIsNull) {
  BurnInReport report = sample();
  report.first_mismatch.reset();
  EXPECT_TRUE(nlohmann::json::parse(to_json(report))["first_mismatch"].is_null());
}

TEST(BurnInReport, TheTableHasALineAKernel) {
  EXPECT_EQ(to_text(sample()),
            "node7: 2 threads, 60.2 s, seed 18446744073709551615\n"
            "kernel           comparisons   seconds  mismatches\n"
            "avx512                123456      70.5           1\n"
            "scalar                   789      50.0           0\n");
}

}  // namespace
}  // namespace nqueens
