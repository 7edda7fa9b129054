// What is said of a count that stops before it is finished.
#pragma once

#include <string>

#include "run/checkpoint_keeper.hpp"
#include "run/count_request.hpp"
#include "run/job_counts.hpp"
#include "serve/serve.hpp"
#include "system/signals.hpp"

namespace nqueens {

std::string stop_reason(const JobCounts& counts, const Served& served, const Requests& requests);

/// Logs what is saved and how the user goes on.
void log_stop(const CountRequest& request, const JobCounts& counts, const CheckpointKeeper& keeper,
              const std::string& reason);

/// What is saved, behind the word that no worker is left.
std::string advice_without_workers(const CountRequest& request, const CheckpointKeeper& keeper);

}  // namespace nqueens
