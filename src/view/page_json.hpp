// The facts of a report: docs/reference.md has the fields.
//
// A job may run for months on thousands of ranks, and its page is to open at once. So a rate is a
// mean over a step of a 120th of the job's time or more. It is that of the kernels times the
// workers at work: results may come rarely, and many at once, so what came in a step says little.
#pragma once

#include "report/json.hpp"
#include "view/page.hpp"

namespace nqueens {

/// The output of `report --json`.
Json json_of(const RunPage& page);

}  // namespace nqueens
