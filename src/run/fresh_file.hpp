// What the starts of one launch know of --fresh: it is for the first one that gets as far as to
// move the old files aside. NQUEENS_FRESH_FILE, which the launcher sets, names a file that is there
// then.
#pragma once

#include <string>

#include "run/count_request.hpp"

namespace nqueens {

/// How a start with --fresh begins: fresh, or fresh_done.
StartMode fresh_start();

/// The old files are aside, if this start was to move them. Throws Error(runtime_error) if later
/// starts cannot be told.
void leave_fresh_file(StartMode start);

/// How the user goes on from what this start has counted.
std::string advice_to_go_on(StartMode start);

}  // namespace nqueens
