// `count --dry-run`: the job, and what its checkpoint holds.
#pragma once

#include <optional>

#include "core/error.hpp"
#include "run/count_request.hpp"

namespace nqueens::cli {

/// Prints the job without counting it. What takes over a second is announced on stderr.
ExitCode print_dry_run(const JobSettings& settings, StartMode start,
                       const std::optional<Part>& part, bool json);

}  // namespace nqueens::cli
