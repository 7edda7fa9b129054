// A job of n = 24 that takes 10,000 s on 100 cores.
#pragma once

#include "view/projection.hpp"

namespace nqueens::test {

inline constexpr double hour = 3600;

inline Projection example_projection() {
  Projection projection{.job = {.problem = {.n = 24}},
                        .script = "slurm/count.sbatch",
                        .arguments = "n24.toml",
                        .tasks = 1000,
                        .longest_task = 6e-5,
                        .longest_slice = 6e-5,
                        .estimate = {.count = {.estimate = 3e14, .low = 2.7e14, .high = 3.3e14},
                                     .core_seconds = {.estimate = 1e6, .low = 9e5, .high = 1.1e6}},
                        .rate = {},
                        .machine = {.hosts = 4, .cores_per_host = 25, .limit_seconds = 2 * hour},
                        .kernel = "avx2",
                        .seed = 7};
  projection.estimate.prefixes = 320;
  return projection;
}

}  // namespace nqueens::test
