// What is said of a count when it starts, and when it stops before it is finished.
#pragma once

#include <string>

#include "run/checkpoint_keeper.hpp"
#include "run/count_request.hpp"
#include "run/job_counts.hpp"
#include "serve/serve.hpp"
#include "system/signals.hpp"

namespace nqueens {

/// The checkpoint that a run goes on from; none: it starts anew.
struct SavedFile {
  std::filesystem::path file;
  std::int64_t time = 0;
};

/// @param first_count  if this is the second
void log_start(const CountRequest& request, const JobCounts& counts, const CheckpointKeeper& keeper,
               const SavedFile& saved, std::optional<Count> first_count);

std::string stop_reason(const JobCounts& counts, const Served& served, const Requests& requests);

/// Logs what is saved and how the user goes on.
void log_stop(const CountRequest& request, const JobCounts& counts, const CheckpointKeeper& keeper,
              const std::string& reason);

/// What is saved, behind the word that no worker is left.
std::string advice_without_workers(const CountRequest& request, const CheckpointKeeper& keeper);

}  // namespace nqueens
