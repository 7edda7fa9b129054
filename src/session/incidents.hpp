// Turns the master's events about workers and results into text.
//
// There are two kinds of events. The master emits a ServeEvent for each worker and result; it
// points into the queue and is valid only during the call. A RunEvent is a line of the log of runs:
// other programs must be able to read it years later, and one line sums up thousands of
// ServeEvents. An incident is a ServeEvent with a line of its own there, worded as in the program's
// log.
#pragma once

#include <vector>

#include "queue/scheduler.hpp"
#include "report/run_log.hpp"
#include "serve/master.hpp"

namespace nqueens {

/// Logs the event if it deserves a line.
/// @param must_settle  throw Error(wrong_answer) if no two counts of a task agree
/// @return  the incidents in it, each with its line
std::vector<RunIncident> say(const ServeEvent& event, const Scheduler& scheduler, bool must_settle);

}  // namespace nqueens
