// The program's log of a job: its start, forecast, stop with advice how to go on, and result.
//
// Each line is derived from the job's state after the event, so wording never affects what is done.
// Only the forecast does work: it samples the board while the workers test their kernels.
#pragma once

#include <optional>
#include <string>

#include "nqueens/estimate.hpp"
#include "report/result.hpp"
#include "session/job.hpp"

namespace nqueens {

/// @param first_count  set for the second count
void log_start(const JobRun& run, const std::optional<Count>& first_count);

/// Samples a new count for a second and logs the expected count and time; warns above a day. Does
/// nothing if a quick bound or the time limit is below a minute. Assumes that the workers are as
/// fast as this machine.
/// @return the expected count, if the whole board was sampled and is counted
std::optional<Interval> log_forecast(JobRun& run);

/// Why serving ended before the job was finished; empty if it was.
std::string stop_reason(const JobRun& run, const Served& served);

/// Logs the CPU time of the workers, and how much of it was possible.
void log_processor_time(const Scheduler& scheduler, double elapsed_seconds);

/// Logs what is saved and how to go on.
void log_stop(const JobRun& run, const std::string& reason);

/// How to go on, appended to the error that no worker is left.
std::string advice_without_workers(const JobRun& run);

void log_result(const RunResult& result, bool has_checkpoint);

}  // namespace nqueens
