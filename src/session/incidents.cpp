// Lines about losses, duplicates, checks and disputes.

#include "session/incidents.hpp"

#include <spdlog/spdlog.h>

#include <string>
#include <utility>
#include <variant>

#include "core/number.hpp"
#include "nqueens/error.hpp"
#include "serve/all_workers.hpp"

namespace nqueens {
namespace {

using Kind = RunIncident::Kind;

/// "1 task goes", "2 tasks go".
std::string going(std::uint64_t tasks) {
  return amount_of(tasks, "task") + (tasks == 1 ? " goes" : " go");
}

std::string or_unknown(const std::string& host) {
  return host.empty() ? "an unknown host" : host;
}

/// "task 5 was counted with different results: 7 with 40 nodes by avx512 on node1, 8 with 40 nodes
/// by avx2 on node2".
std::string describe_votes(const Dispute& dispute, const OriginTable& origins) {
  std::string votes;
  for (const Vote& vote : dispute.votes) {
    votes += (votes.empty() ? "" : ", ") + to_string(vote.record.count) + " with " +
             amount_of(vote.record.nodes, "node") + " by " + to_string(origins[vote.record.origin]);
  }
  return to_string(dispute.unit) + " was counted with different results: " + votes;
}

class Teller {
 public:
  Teller(const Scheduler& scheduler, bool must_settle)
      : workers_(scheduler.workers()), queue_(scheduler.queue()), must_settle_(must_settle) {}

  void operator()(const Came& /*came*/) {}

  void operator()(const AllReady& /*all*/) { spdlog::info("{}", describe_kernels(workers_)); }

  void operator()(const Left& left) {
    spdlog::debug("worker {} leaves; {} to others", left.worker, going(left.returned));
  }

  void operator()(const Doubted& doubted) {
    if (doubted.suspects > 0) {
      spdlog::warn("{} of worker {} {} counted again", amount_of(doubted.suspects, "earlier task"),
                   doubted.worker, doubted.suspects == 1 ? "is" : "are");
    }
  }

  void operator()(const Back& back) {
    note(Kind::back, fmt::format("worker {} is back", back.worker));
  }

  void operator()(const Lost& lost) {
    note(Kind::lost,
         fmt::format("{} on {} {} lost: {}; {} to others", describe_workers(lost.workers),
                     or_unknown(workers_[lost.workers.front()].process.host),
                     lost.workers.size() == 1 ? "is" : "are", lost.why, going(lost.returned)));
  }

  void operator()(const Counted& counted) {
    if (counted.taken.outcome) {
      tell(*counted.taken.outcome, counted);
    }
    if (const auto& suspect = counted.taken.suspect_host) {
      note(Kind::suspect,
           fmt::format("{} has counted wrong; {} of its tasks that no other host has confirmed {} "
                       "counted again",
                       or_unknown(suspect->host), suspect->suspects,
                       suspect->suspects == 1 ? "is" : "are"));
    }
    for (const SetAside& worker : counted.taken.set_aside) {
      note(Kind::set_aside, describe_set_aside(worker, workers_),
           fmt::format("; {} counted again; test the machine with nqueens selftest",
                       amount_of(worker.suspects, "other task") + " that it counted " +
                           (worker.suspects == 1 ? "is" : "are")));
    }
  }

  void operator()(const Ended& ended) {
    if (const std::uint64_t duplicates = queue_.state().duplicates; duplicates > 0) {
      spdlog::info("{} {}", amount_of(duplicates, "duplicate result"),
                   duplicates == 1 ? "agrees" : "agree");
    }
    if (ended.is_disputed) {
      spdlog::error("two counts of a task differ; run again from the checkpoint to settle it");
    }
  }

  std::vector<RunIncident> incidents{};

 private:
  void tell(const Outcome& outcome, const Counted& counted) {
    const std::string unit = to_string(outcome.unit);
    const std::string& kernel = counted.result.kernel;
    const std::string& host = workers_[counted.worker].process.host;
    switch (outcome.completion) {
      case Completion::accepted: break;
      case Completion::agrees:
      case Completion::duplicate:
        spdlog::debug("a second result of {} came and agrees", unit);
        break;
      case Completion::confirmed:
        spdlog::debug("{} is confirmed by {} on {}", unit, kernel, host);
        break;
      case Completion::disputed:
        note(Kind::disputed,
             fmt::format("{} is disputed: worker {} ({} on {}) counts {}", unit, counted.worker,
                         kernel, host, to_string(counted.result.count)),
             "; another worker counts it again");
        break;
      case Completion::settled: {
        const Dispute& dispute = *outcome.dispute;
        note(Kind::settled,
             fmt::format("{}; two agree on {}, which stands", describe_votes(dispute, origins_),
                         to_string(dispute.votes[*dispute.winner].record.count)));
        break;
      }
      case Completion::unsettled:
        if (must_settle_) {
          throw Error(ExitCode::wrong_answer,
                      describe_votes(*outcome.dispute, origins_) +
                          "; no two independent counts agree, so nobody can tell which is right");
        }
        note(Kind::unsettled, describe_votes(*outcome.dispute, origins_));
        break;
    }
  }

  /// @param more  only for the program's log
  void note(Kind kind, const std::string& line, const std::string& more = "") {
    const bool is_error = kind == Kind::set_aside || kind == Kind::unsettled;
    spdlog::log(is_error             ? spdlog::level::err
                : kind == Kind::back ? spdlog::level::info
                                     : spdlog::level::warn,
                "{}{}", line, more);
    incidents.push_back({.kind = kind, .text = line});
  }

  const WorkerTable& workers_;
  const WorkQueue& queue_;
  const OriginTable& origins_ = queue_.units().origins();
  bool must_settle_;
};

}  // namespace

std::vector<RunIncident> say(const ServeEvent& event, const Scheduler& scheduler,
                             bool must_settle) {
  Teller teller(scheduler, must_settle);
  std::visit(teller, event);
  return std::move(teller.incidents);
}

}  // namespace nqueens
