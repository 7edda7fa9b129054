// What the master tells of workers and results, in words.
//
// There are two lists of events. ServeEvent is what happens to workers and results, as the master
// sees it; it points into the queue, and is gone with the call. RunEvent is a line of the log of
// runs: it must be readable years later, by other programs, and holds sums of thousands of the
// first kind. What is a line of its own there, an incident, is made here from the same words that
// the log of the program has.
#pragma once

#include <vector>

#include "queue/scheduler.hpp"
#include "report/run_log.hpp"
#include "serve/master.hpp"

namespace nqueens {

/// Says it in the log, if it is worth a line.
/// @param must_settle  throw Error(wrong_answer) if no two counts of a task agree
/// @return  what of it is an incident, with the text of its line
std::vector<RunIncident> say(const ServeEvent& event, const Scheduler& scheduler, bool must_settle);

}  // namespace nqueens
