// Job files with slips: the message says what was meant.

#include <gtest/gtest.h>

#include <string>

#include "core/error.hpp"
#include "job/settings.hpp"

namespace nqueens {
namespace {

std::string refusal(const std::string& content) {
  try {
    parse_job_file(content, "x.toml");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    return error.what();
  }
  return "no error";
}

TEST(JobFileAdvice, WithAMistypedNameGetsTheRightOne) {
  EXPECT_EQ(refusal("[cuont]\nn = 8\n"),
            "x.toml:1: unknown section or key 'cuont'; did you mean count?");
  EXPECT_EQ(refusal("[count]\nn = 8\ntaks = 5\n"),
            "x.toml:3: unknown key 'taks' in [count]; did you mean tasks?");
  EXPECT_EQ(refusal("[run]\nkernels = 'avx2'\n"),
            "x.toml:2: unknown key 'kernels' in [run]; did you mean kernel?");
}

TEST(JobFileAdvice, WithATextWithoutQuotesIsToldSo) {
  EXPECT_EQ(refusal("[count]\nn = 8\n[run]\nkernel = avx2 # fast\n"),
            "x.toml:4: quotes are missing; write kernel = \"avx2\"");
  EXPECT_EQ(refusal("run.log_interval = 10m\n"),
            "x.toml:1: quotes are missing; write log_interval = \"10m\"");
  EXPECT_EQ(refusal("[run]\nkernel = avx512:expand\n"),
            "x.toml:2: quotes are missing; write kernel = \"avx512:expand\"");
  EXPECT_EQ(refusal("[count]\r\nboard = torus\r\n"),
            "x.toml:2: quotes are missing; write board = \"torus\"");
  // Quotes would not help.
  EXPECT_EQ(refusal("[count]\nn = 2O\n"),
            "x.toml:2: n is 2O; it must be a whole number from 1 to 32");
  EXPECT_EQ(refusal("[count]\nboard = rund\n"),
            "x.toml:2: board is rund; it must be \"square\" or \"torus\"");
  EXPECT_NE(refusal("[count]\nn = 08\n").find("x.toml:2: not valid TOML: "), std::string::npos);
}

}  // namespace
}  // namespace nqueens
