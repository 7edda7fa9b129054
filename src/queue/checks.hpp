// Checks: which units are counted again, by which workers, and which count is right.
//
// Each count of a unit is a vote. One vote is enough for a unit that is not checked. A checked unit
// is settled when two independent votes agree.
//
// Votes agree if their counts and parts are equal, and their nodes too if both kernels visit the
// same nodes. Independent votes come from two hosts; on a single host, from two workers; with a
// single worker, or a single processor beside devices, from two of its kernels.
//
// If the first two votes differ, more are requested until two independent ones agree, so a wrong
// count is found and outvoted. Votes are requested from the host with the fewest voters, then the
// fewest votes.
//
// A device does not check counts of devices while there are new units to do and processors work:
// running a second kernel on it costs more than a check by a processor.
//
// Part of WorkQueue and, like it, a pure state machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "queue/units.hpp"
#include "queue/worker_table.hpp"

namespace nqueens {

/// Whether two kernels, given by name, visit the same nodes.
using SameSearch = std::function<bool(std::string_view, std::string_view)>;

struct CheckPolicy {
  double fraction = 0;     ///< share of the tasks to count twice, chosen at random: 0 to 1
  std::uint64_t seed = 0;  ///< of the random choice
  /// Choose tasks to check even if all were done before this run.
  bool of_finished_job = true;
  /// Request more votes after a disagreement. If false, the first count stands.
  bool settle = true;
  /// Every vote on a task uses a different kernel while there are any left.
  bool another_kernel = true;
  SameSearch same_search = [](auto, auto) { return false; };
  /// Whether the kernel of this name runs on devices.
  std::function<bool(std::string_view)> is_of_device = [](auto) { return false; };
  /// Refuse results that no search can give (queue/snapshot.hpp).
  bool of_real_counts = false;

  [[nodiscard]] bool chooses(TaskId task) const;
};

/// The only definition of agreement between two votes on a unit.
bool agree(const Vote& left, const Vote& right, const OriginTable& origins,
           const SameSearch& same_search);

/// A disagreement on a unit, after its last vote.
struct Dispute {
  UnitId unit{};
  std::vector<Vote> votes;            ///< the first one was accepted before the check
  std::optional<std::size_t> winner;  ///< index into votes; empty if no two independent ones agree
};

enum class Completion : std::uint8_t {
  accepted,   ///< the first result of the unit
  duplicate,  ///< unrequested repetition of a result
  confirmed,  ///< check that agrees and is independent
  agrees,     ///< check that agrees but is not independent
  disputed,   ///< differs from an earlier vote: the unit will be counted again
  settled,    ///< ends a dispute: two independent votes agree
  unsettled,  ///< ends a dispute: no two do, or the policy settles none
};

/// Numbers of checks, in units.
struct CheckCounts {
  std::uint64_t open = 0;
  std::uint64_t opened = 0;     ///< all so far, including the open ones
  std::uint64_t confirmed = 0;  ///< of opened, those whose votes all agree
};

class Checks {
 public:
  /// @param units, workers  must outlive this
  Checks(Units& units, const WorkerTable& workers, CheckPolicy policy)
      : units_(units), workers_(workers), policy_(std::move(policy)) {}

  [[nodiscard]] const CheckPolicy& policy() const { return policy_; }
  /// Whether chance chose the unit to be counted twice.
  [[nodiscard]] bool chooses(const UnitId& unit) const {
    return policy_.chooses(unit.task) &&
           (!unit.is_slice() ||
            units_.in_progress().at(unit.task).purpose == OpenTask::Purpose::count);
  }

  /// Requests another count of the unit. Until then a suspect unit is saved as not done.
  void open(const UnitId& unit, bool is_suspect = false);
  [[nodiscard]] bool is_open(const UnitId& unit) const {
    return units_.flags(unit).stage > UnitStage::done;
  }
  [[nodiscard]] const CheckCounts& counts() const { return counts_; }
  /// Units not trusted until their check ends: suspect ones, and those whose votes differ.
  [[nodiscard]] std::vector<UnitId> doubtful() const;

  /// Takes a task or slice that may_count() allows. It stays taken until vote() or put_back().
  std::optional<UnitId> next(WorkerId worker, bool of_slices);
  void put_back(const UnitId& unit);
  /// Whether a check by this worker is of use: no other host has fewer voters on the unit, and no
  /// other worker on its host has fewer votes.
  [[nodiscard]] bool may_count(const UnitId& unit, WorkerId worker) const;
  /// Whether the worker may check slices of a task that `voters` counted.
  [[nodiscard]] bool may_join(const std::set<WorkerId>& voters, WorkerId worker) const {
    return !voters.contains(worker) || !workers_.expects_more();
  }

  /// Kernels that have counted the unit and must not count it again.
  [[nodiscard]] std::vector<std::string> kernels_to_avoid(const UnitId& unit) const;

  [[nodiscard]] bool agree(const Vote& left, const Vote& right) const {
    return nqueens::agree(left, right, units_.origins(), policy_.same_search);
  }
  /// Whether two votes agree and are independent: together they settle the unit.
  [[nodiscard]] bool confirm(const Vote& left, const Vote& right) const {
    return agree(left, right) && independent(left, right);
  }
  /// Whether an unrequested vote can be ignored. If no check is open, it must agree with the
  /// accepted vote. If one is, it must agree with a vote of the same kernel and host, and in a
  /// dispute of the same worker.
  [[nodiscard]] bool is_repetition(const UnitId& unit, const Vote& vote) const;

  /// Adds a vote on a done unit. @param asked_for  the vote was requested
  Completion vote(const UnitId& unit, Vote vote, bool asked_for);

  /// Disputes that ended in this run.
  [[nodiscard]] const std::deque<Dispute>& disputes() const { return disputes_; }
  /// One per unit, sorted, with the votes of repeated disputes joined. The winner is the vote whose
  /// count stands now; empty if the unit stays unsettled.
  [[nodiscard]] std::vector<Dispute> disputes_by_unit() const;
  /// Whether all votes agreed when the last check of the unit ended.
  [[nodiscard]] bool is_confirmed(const UnitId& unit) const {
    return units_.has(unit) && units_.flags(unit).is_confirmed;
  }

 private:
  /// State of an open check.
  struct Doubt {
    std::vector<Vote> votes{};  ///< without the accepted one
    bool is_suspect = false;
    bool is_disputed = false;
  };

  /// The accepted vote, then those of the open check.
  [[nodiscard]] std::vector<Vote> votes_on(const UnitId& unit) const;
  [[nodiscard]] Vote first_vote(const UnitId& unit) const {
    const UnitTable& table = units_.table(unit);
    return table.records.vote(unit.index(), table.counted_by[unit.index()]);
  }
  [[nodiscard]] bool independent(const Vote& left, const Vote& right) const;
  [[nodiscard]] bool are_of_only_processor(const Vote& left, const Vote& right) const;
  /// Indices of the first two votes that settle the unit.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> settling(
      const std::vector<Vote>& votes) const;
  [[nodiscard]] const Origin& origin_of(const Vote& vote) const {
    return units_.origins()[vote.record.origin];
  }

  Units& units_;
  const WorkerTable& workers_;
  CheckPolicy policy_;
  CheckCounts counts_;
  std::array<std::deque<UnitId>, 2> waiting_;  ///< [0] tasks, [1] slices; may hold stale entries
  std::map<UnitId, Doubt> doubts_;
  std::deque<Dispute> disputes_;
};

}  // namespace nqueens
