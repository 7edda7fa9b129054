// What the starts of one launch know of --fresh: it is for the first one that gets as far as to
// move the old files aside. NQUEENS_FRESH_FILE, which the launcher sets, names a file that is there
// then.
#pragma once

#include "nqueens/run/count_request.hpp"

namespace nqueens {

/// How a start with --fresh begins: automatic where an earlier one has moved the old files aside.
StartMode fresh_start();

/// The old files are aside.
void leave_fresh_file();

}  // namespace nqueens
