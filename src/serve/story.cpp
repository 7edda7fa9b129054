// Lines about losses, duplicates, checks and disputes.

#include "story.hpp"

#include <spdlog/spdlog.h>

#include "nqueens/serve/ranks.hpp"

namespace nqueens {
namespace {

void log_ended(const Dispute& dispute, const WorkQueue& queue) {
  const std::string votes = describe_votes(dispute, queue);
  if (dispute.winner) {
    spdlog::warn("{}; two agree on {}, which stands", votes,
                 to_string(dispute.votes[*dispute.winner].record.count()));
  } else {
    spdlog::error("{}", votes);
  }
}

}  // namespace

std::string describe_votes(const Dispute& dispute, const WorkQueue& queue) {
  std::string votes;
  for (const Vote& vote : dispute.votes) {
    votes += (votes.empty() ? "" : ", ") + to_string(vote.record.count()) + " with " +
             std::to_string(vote.record.nodes) + " nodes by " +
             to_string(queue.snapshot().origins[vote.record.origin]);
  }
  return "task " + std::to_string(dispute.task) + " was counted with different results: " + votes;
}

void log_loss(const std::vector<int>& workers, const std::string& host, const std::string& why,
              std::uint64_t returned) {
  spdlog::warn("{} on {} {} lost: {}; {} tasks go to others", describe_workers(workers),
               host.empty() ? "an unknown host" : host, workers.size() == 1 ? "is" : "are", why,
               returned);
}

void log_taken(const Taken& taken, const TaskResult& result, WorkerId worker,
               const std::string& host, const WorkQueue& queue) {
  if (!taken.completion) {
    return;
  }
  switch (*taken.completion) {
    case Completion::accepted: break;
    case Completion::agrees:
    case Completion::duplicate:
      spdlog::debug("a second result of task {} came and agrees", result.task);
      break;
    case Completion::confirmed:
      spdlog::debug("task {} is confirmed by {} on {}", result.task, result.kernel, host);
      break;
    case Completion::disputed:
      spdlog::warn(
          "task {} is disputed: worker {} ({} on {}) counts {}; another worker counts it again",
          result.task, worker, result.kernel, host, to_string(result.count));
      break;
    case Completion::settled:
    case Completion::unsettled: log_ended(*taken.dispute, queue); break;
  }
  if (taken.suspect_host) {
    const auto& [suspect, suspects] = *taken.suspect_host;
    spdlog::warn(
        "{} has counted wrong; {} of its tasks that no other host has confirmed are counted again",
        suspect.empty() ? "an unknown host" : suspect, suspects);
  }
}

}  // namespace nqueens
