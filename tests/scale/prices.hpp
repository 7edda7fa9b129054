// What rank 0 takes for messages, units and saved records: measured on the program's own Master,
// with workers that answer at once. MPI is left out, and is measured by itself.
#pragma once

#include "simulation.hpp"

namespace nqueens::scale {

/// Prints seconds of this processor. Under `mpirun -n 2`, what MPI takes for a message instead.
/// @param scenario  its workers, its job, the rate of its workers
void measure_prices(const Scenario& scenario);

}  // namespace nqueens::scale
