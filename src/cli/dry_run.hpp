// `count --dry-run`: the job, and what its checkpoint holds.
#pragma once

#include "run/count_request.hpp"

namespace nqueens::cli {

/// Prints the job without counting it. What takes over a second is announced on stderr.
void print_dry_run(const JobSettings& settings, StartMode start, bool json);

}  // namespace nqueens::cli
