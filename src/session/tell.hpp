// What the master tells of workers and results, and what a count has come to, in words.
#pragma once

#include <vector>

#include "queue/scheduler.hpp"
#include "report/result.hpp"
#include "report/run_log.hpp"
#include "serve/master.hpp"

namespace nqueens {

/// Says it in the log, if it is worth a line.
/// @param must_settle  throw Error(wrong_answer) if no two counts of a task agree
/// @return  what of it is an incident, with the text of its line
std::vector<RunIncident> say(const ServeEvent& event, const Scheduler& scheduler, bool must_settle);

/// What a count, or a part of one, has come to.
void log_result(const RunResult& result, bool has_checkpoint);

}  // namespace nqueens
