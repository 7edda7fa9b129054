// Lines about losses, duplicates, checks and disputes.

#include "story.hpp"

#include <spdlog/spdlog.h>

#include "nqueens/serve/ranks.hpp"

namespace nqueens {
namespace {

void log_ended(const Dispute& dispute, const OriginTable& origins) {
  const std::string votes = describe_votes(dispute, origins);
  if (dispute.winner) {
    spdlog::warn("{}; two agree on {}, which stands", votes,
                 to_string(dispute.votes[*dispute.winner].record.count()));
  } else {
    spdlog::error("{}", votes);
  }
}

}  // namespace

std::string describe_votes(const Dispute& dispute, const OriginTable& origins) {
  std::string votes;
  for (const Vote& vote : dispute.votes) {
    votes += (votes.empty() ? "" : ", ") + to_string(vote.record.count()) + " with " +
             std::to_string(vote.record.nodes) + " nodes by " +
             to_string(origins[vote.record.origin]);
  }
  return to_string(dispute.unit) + " was counted with different results: " + votes;
}

void log_loss(const std::vector<int>& workers, const std::string& host, const std::string& why,
              std::uint64_t returned) {
  spdlog::warn("{} on {} {} lost: {}; {} tasks go to others", describe_workers(workers),
               host.empty() ? "an unknown host" : host, workers.size() == 1 ? "is" : "are", why,
               returned);
}

void log_taken(const Outcome& outcome, const TaskResult& result, WorkerId worker,
               const std::string& host, const OriginTable& origins) {
  const std::string unit = to_string(outcome.unit);
  switch (outcome.completion) {
    case Completion::accepted: break;
    case Completion::agrees:
    case Completion::duplicate: spdlog::debug("a second result of {} came and agrees", unit); break;
    case Completion::confirmed:
      spdlog::debug("{} is confirmed by {} on {}", unit, result.kernel, host);
      break;
    case Completion::disputed:
      spdlog::warn("{} is disputed: worker {} ({} on {}) counts {}; another worker counts it again",
                   unit, worker, result.kernel, host, to_string(result.count));
      break;
    case Completion::settled:
    case Completion::unsettled: log_ended(*outcome.dispute, origins); break;
  }
}

void log_suspects(const SuspectHost& suspect) {
  spdlog::warn(
      "{} has counted wrong; {} of its tasks that no other host has confirmed are counted again",
      suspect.host.empty() ? "an unknown host" : suspect.host, suspect.suspects);
}

}  // namespace nqueens
