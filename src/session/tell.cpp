// Lines about losses, duplicates, checks and disputes.

#include "session/tell.hpp"

#include <spdlog/spdlog.h>

#include <string>
#include <variant>

#include "core/number.hpp"
#include "core/text.hpp"
#include "job/job.hpp"
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
    votes += (votes.empty() ? "" : ", ") + to_string(vote.record.count()) + " with " +
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
      spdlog::info("{} results came more than once and agree", duplicates);
    }
    if (ended.is_disputed) {
      spdlog::error(
          "the last result of a task differs from the one before; a run from the checkpoint "
          "settles it");
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
                         to_string(dispute.votes[*dispute.winner].record.count())));
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

  /// @param more  for the log of the program only
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

void log_result(const RunResult& result, bool has_checkpoint) {
  if (result.part) {
    spdlog::info("part {} is counted: the sum of its {} is {}; {}", *result.part,
                 amount_of(result.tasks, "task"), to_string(result.count),
                 has_checkpoint ? "'nqueens merge' joins the parts"
                                : "--checkpoint FILE keeps it for 'nqueens merge'");
    return;
  }
  const SequenceInfo& row = result.job.problem.info();
  spdlog::info("counted {} {} for {} in {}, {} of kernel time", to_string(result.count),
               row.noun(result.count == 1U),
               // The noun may name the sequence already.
               to_string(row.stem == row.quantity() ? Problem{.n = result.job.problem.n}
                                                    : result.job.problem),
               format_duration(result.runs.elapsed_seconds), kernel_time(result.runs));
  if (row.by_row) {
    spdlog::info("with mirror images counted once: {}",
                 to_string(mirrored_placements(result.count)));
  }
  if (result.tasks_confirmed > 0) {
    spdlog::info("{} of {} {}; that took {} of kernel time ({:.2f} %)", result.tasks_confirmed,
                 amount_of(result.tasks, "task"),
                 result.tasks_confirmed == 1 ? "was counted twice and agrees"
                                             : "were counted twice and agree",
                 format_duration(result.runs.check_seconds),
                 result.runs.worker_seconds > 0
                     ? 100 * result.runs.check_seconds / result.runs.worker_seconds
                     : 0);
  }
  if (result.second && result.second->agrees) {
    spdlog::info("the second count, by another decomposition ({}), is the same",
                 describe_cut(result.second->job));
  }
  if (!result.fault.empty()) {
    spdlog::error("the count {}", result.fault);
  } else if (!result.agrees) {
    spdlog::info("no published count to compare with: {} does not have {}", row.source,
                 to_string(result.job.problem));
    if (result.fundamental) {
      spdlog::info("the count fits that of symmetric solutions, as it must");
    }
  } else {
    spdlog::info("the count agrees with {}", row.source);
  }
  if (result.runs.lost_workers > 0) {
    const bool one = result.runs.lost_workers == 1;
    spdlog::warn("{} {} lost; others counted {} tasks",
                 amount_of(result.runs.lost_workers, "worker"), one ? "was" : "were",
                 one ? "its" : "their");
  }
  if (result.runs.disputes > 0) {
    const bool one = result.runs.disputes == 1;
    spdlog::warn("{} {} counted with different results; further counts settled {}",
                 amount_of(result.runs.disputes, "task"), one ? "was" : "were",
                 one ? "it" : "them");
  }
}

}  // namespace nqueens
