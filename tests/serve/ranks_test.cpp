// What the user is told of ranks, threads and hosts.

#include <gtest/gtest.h>

#include <vector>

#include "serve/roster.hpp"

namespace nqueens {
namespace {

/// Ranks with so many workers each, all on one host of eight processors that they may use.
std::vector<Rank> on_one_host(const std::vector<int>& workers) {
  std::vector<Rank> ranks;
  for (const int number : workers) {
    ranks.push_back({.workers = number,
                     .processors = 8,
                     .host_ranks = static_cast<int>(workers.size()),
                     .host_processors = 8});
  }
  return ranks;
}

TEST(Ranks, AreDescribedWithTheirThreadsAndHosts) {
  EXPECT_EQ(describe_ranks(on_one_host({1})), "1 thread");
  EXPECT_EQ(describe_ranks(on_one_host({8})), "8 threads");
  EXPECT_EQ(describe_ranks(on_one_host({4, 4})), "2 ranks of 4 threads on 1 host");
  EXPECT_EQ(describe_ranks(on_one_host({1, 1, 1})), "3 ranks of 1 thread on 1 host");
  EXPECT_EQ(describe_ranks(on_one_host({1, 3, 2})), "3 ranks of 1 to 3 threads on 1 host");
  EXPECT_EQ(describe_ranks(on_one_host({0, 4})),
            "1 rank of 4 threads on 1 host, beside the master alone on rank 0");
  std::vector<Rank> far = on_one_host({4, 4, 4});
  far[1].host = far[2].host = 1;
  EXPECT_EQ(describe_ranks(far), "3 ranks of 4 threads on 2 hosts");
}

TEST(Ranks, AreACrowdWhereProcessorsAreFewer) {
  EXPECT_EQ(describe_crowd(on_one_host({8}), false), std::nullopt);
  EXPECT_EQ(describe_crowd(on_one_host({0, 4, 4}), true), std::nullopt);
  EXPECT_EQ(describe_crowd(on_one_host({4, 5}), true),
            "the host of rank 0 has 9 workers for 8 processors");
  EXPECT_EQ(describe_crowd(on_one_host({9}), false),
            "rank 0 has 9 threads and may use 8 processors");
  // As mpirun binds two ranks: each to a core of its own.
  std::vector<Rank> bound = on_one_host({1, 2});
  bound[0].processors = bound[1].processors = 1;
  EXPECT_EQ(
      describe_crowd(bound, true),
      "rank 1 has 2 threads and may use 1 processor; if mpirun bound it, give --bind-to none; "
      "if srun, --cpus-per-task");
  // Two hosts, of which only the second has too few.
  std::vector<Rank> far = on_one_host({8, 8, 8});
  far[1].host = far[2].host = 1;
  EXPECT_EQ(describe_crowd(far, true), "the host of rank 1 has 16 workers for 8 processors");
}

}  // namespace
}  // namespace nqueens
