// The result of a count of twelve queens, with a value in each field.
#pragma once

#include "report/result.hpp"

namespace nqueens::test {

inline RunResult twelve() {
  return {.job = {.problem = {.n = 12}, .depth = 4},
          .count = Count(14'200),
          .fundamental = Count(1'787),
          .agrees = true,
          .runs = {.elapsed_seconds = 1.5,
                   .kernel_seconds = 2.25,
                   .device_seconds = 0.5,
                   .check_seconds = 0.125,
                   .lost_workers = 1,
                   .disputes = 2,
                   .kernels = "plain,scalar"},
          .ranks = 3,
          .workers = 6,
          .tasks = 512,
          .tasks_confirmed = 3,
          .second =
              SecondResult{.job = {.problem = {.n = 12}, .symmetry = Symmetry::mirror, .depth = 5},
                           .count = Count(14'201),
                           .agrees = false,
                           .kernels = "avx2"},
          .count_sha256 = "3f5a",
          .nodes = 856'188,
          .resumed = true,
          .sequence = "OEIS A000170",
          .provenance = {.hosts = {"node1", "node2"}}};
}

}  // namespace nqueens::test
