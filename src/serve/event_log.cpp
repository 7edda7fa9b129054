// Lines about losses, duplicates, checks and disputes.

#include "serve/event_log.hpp"

#include <spdlog/spdlog.h>

#include "core/number.hpp"
#include "serve/roster.hpp"

namespace nqueens {

std::string describe_votes(const Dispute& dispute, const OriginTable& origins) {
  std::string votes;
  for (const Vote& vote : dispute.votes) {
    votes += (votes.empty() ? "" : ", ") + to_string(vote.record.count()) + " with " +
             amount_of(vote.record.nodes, "node") + " by " + to_string(origins[vote.record.origin]);
  }
  return to_string(dispute.unit) + " was counted with different results: " + votes;
}

std::string describe_going(std::uint64_t tasks) {
  return amount_of(tasks, "task") + (tasks == 1 ? " goes" : " go");
}

/// @param more  for the log only
void EventLog::note(Incident incident, const std::string& line, const std::string& more) const {
  const bool is_error = incident == Incident::set_aside || incident == Incident::unsettled;
  spdlog::log(is_error                     ? spdlog::level::err
              : incident == Incident::back ? spdlog::level::info
                                           : spdlog::level::warn,
              "{}{}", line, more);
  hooks_.incident(incident, line);
}

void EventLog::back(WorkerId worker) const {
  note(Incident::back, fmt::format("worker {} is back", worker));
}

void EventLog::lost(const std::vector<WorkerId>& workers, const std::string& host,
                    const std::string& why, std::uint64_t returned) const {
  hooks_.gone(workers);
  note(Incident::lost,
       fmt::format("{} on {} {} lost: {}; {} to others", describe_workers(workers),
                   host.empty() ? "an unknown host" : host, workers.size() == 1 ? "is" : "are", why,
                   describe_going(returned)));
}

void EventLog::taken(const Outcome& outcome, const TaskResult& result, WorkerId worker,
                     const std::string& host, const OriginTable& origins) const {
  hooks_.taken(worker, result, outcome.completion);
  const std::string unit = to_string(outcome.unit);
  const Dispute* dispute = outcome.dispute;
  switch (outcome.completion) {
    case Completion::accepted: break;
    case Completion::agrees:
    case Completion::duplicate: spdlog::debug("a second result of {} came and agrees", unit); break;
    case Completion::confirmed:
      spdlog::debug("{} is confirmed by {} on {}", unit, result.kernel, host);
      break;
    case Completion::disputed:
      note(Incident::disputed,
           fmt::format("{} is disputed: worker {} ({} on {}) counts {}", unit, worker,
                       result.kernel, host, to_string(result.count)),
           "; another worker counts it again");
      break;
    case Completion::settled:
      note(Incident::settled,
           fmt::format("{}; two agree on {}, which stands", describe_votes(*dispute, origins),
                       to_string(dispute->votes[*dispute->winner].record.count())));
      break;
    case Completion::unsettled: note(Incident::unsettled, describe_votes(*dispute, origins)); break;
  }
}

std::string EventLog::set_aside(const SetAside& worker, const std::string& host) const {
  std::string line =
      fmt::format("worker {} on {} is set aside: {}", worker.worker, host, worker.why);
  hooks_.gone({&worker.worker, 1});
  note(Incident::set_aside, line,
       fmt::format("; {} that it counted {} counted again; test the machine with nqueens selftest",
                   amount_of(worker.suspects, "other task"), worker.suspects == 1 ? "is" : "are"));
  return line;
}

void EventLog::suspects(const SuspectHost& suspect) const {
  note(
      Incident::suspect,
      fmt::format(
          "{} has counted wrong; {} of its tasks that no other host has confirmed {} counted again",
          suspect.host.empty() ? "an unknown host" : suspect.host, suspect.suspects,
          suspect.suspects == 1 ? "is" : "are"));
}

}  // namespace nqueens
