// What `plan` prints: what a job is expected to cost, and how to submit it.
#pragma once

#include <string>

#include "node/projection.hpp"

namespace nqueens {

/// The command that submits it to Slurm.
std::string sbatch(const Projection& projection);

std::string to_text(const Projection& projection);
std::string to_json(const Projection& projection);

}  // namespace nqueens
