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

void EventLog::back(WorkerId worker) const {
  const std::string line = fmt::format("worker {} is back", worker);
  spdlog::info("{}", line);
  hooks_.incident(Incident::back, line);
}

void EventLog::lost(const std::vector<WorkerId>& workers, const std::string& host,
                    const std::string& why, std::uint64_t returned) const {
  const std::string line =
      fmt::format("{} on {} {} lost: {}; {} to others", describe_workers(workers),
                  host.empty() ? "an unknown host" : host, workers.size() == 1 ? "is" : "are", why,
                  describe_going(returned));
  spdlog::warn("{}", line);
  hooks_.gone(workers);
  hooks_.incident(Incident::lost, line);
}

void EventLog::taken(const Outcome& outcome, const TaskResult& result, WorkerId worker,
                     const std::string& host, const OriginTable& origins) const {
  hooks_.taken(worker, result, outcome.completion);
  const std::string unit = to_string(outcome.unit);
  switch (outcome.completion) {
    case Completion::accepted: break;
    case Completion::agrees:
    case Completion::duplicate: spdlog::debug("a second result of {} came and agrees", unit); break;
    case Completion::confirmed:
      spdlog::debug("{} is confirmed by {} on {}", unit, result.kernel, host);
      break;
    case Completion::disputed: {
      const std::string line = fmt::format("{} is disputed: worker {} ({} on {}) counts {}", unit,
                                           worker, result.kernel, host, to_string(result.count));
      spdlog::warn("{}; another worker counts it again", line);
      hooks_.incident(Incident::disputed, line);
      break;
    }
    case Completion::settled: ended(Incident::settled, *outcome.dispute, origins); break;
    case Completion::unsettled: ended(Incident::unsettled, *outcome.dispute, origins); break;
  }
}

void EventLog::ended(Incident incident, const Dispute& dispute, const OriginTable& origins) const {
  std::string line = describe_votes(dispute, origins);
  if (dispute.winner) {
    line += fmt::format("; two agree on {}, which stands",
                        to_string(dispute.votes[*dispute.winner].record.count()));
    spdlog::warn("{}", line);
  } else {
    spdlog::error("{}", line);
  }
  hooks_.incident(incident, line);
}

std::string EventLog::set_aside(const SetAside& worker, const std::string& host) const {
  std::string line =
      fmt::format("worker {} on {} is set aside: {}", worker.worker, host, worker.why);
  spdlog::error("{}; {} that it counted {} counted again; test the machine with nqueens selftest",
                line, amount_of(worker.suspects, "other task"),
                worker.suspects == 1 ? "is" : "are");
  const WorkerId gone = worker.worker;
  hooks_.gone({&gone, 1});
  hooks_.incident(Incident::set_aside, line);
  return line;
}

void EventLog::suspects(const SuspectHost& suspect) const {
  const std::string line = fmt::format(
      "{} has counted wrong; {} of its tasks that no other host has confirmed {} counted again",
      suspect.host.empty() ? "an unknown host" : suspect.host, suspect.suspects,
      suspect.suspects == 1 ? "is" : "are");
  spdlog::warn("{}", line);
  hooks_.incident(Incident::suspect, line);
}

}  // namespace nqueens
