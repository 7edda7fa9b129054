// What the log of the program says of a job: how it starts, what to expect, why it stops and how to
// go on, and what it has come to.
//
// A line is made of the state of the job alone, after the act that it tells of: no act is changed
// for its words, and they can be read in one place. The forecast is an act of its own: it samples
// the board while the workers test their kernels.
#pragma once

#include <optional>
#include <string>

#include "nqueens/estimate.hpp"
#include "report/result.hpp"
#include "session/job.hpp"

namespace nqueens {

/// @param first_count  if this is the second
void log_start(const JobRun& run, const std::optional<Count>& first_count);

/// Samples a new count for a second and logs what to expect, if a quick bound says that it takes
/// over a minute and its limit is no shorter; warns above a day. It takes the workers for as fast
/// as this machine.
/// @return the expected count of the whole board, if it was sampled and all of it is counted
std::optional<Interval> log_forecast(JobRun& run);

/// Why serving ended before the job was finished; else empty.
std::string stop_reason(const JobRun& run, const Served& served);

/// Logs how much processor time the counts took, and how much the workers had.
void log_processor_time(const Scheduler& scheduler, double elapsed_seconds);

/// Logs what is saved and how the user goes on.
void log_stop(const JobRun& run, const std::string& reason);

/// What is saved, behind the word that no worker is left.
std::string advice_without_workers(const JobRun& run);

/// What a count, or a part of one, has come to.
void log_result(const RunResult& result, bool has_checkpoint);

}  // namespace nqueens
