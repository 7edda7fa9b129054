// Checks: which units are counted again, by whom, and which count is right.
//
// Every count of a unit is a vote. One vote is enough for a unit that nobody checks. A checked unit
// is settled when two independent votes agree.
//
// Votes agree when their counts and parts are equal, and their nodes too if both kernels search
// alike. They are independent when they come from two hosts; if there is only one host, from two
// workers; if there is only one worker, or one processor beside devices, from two kernels of it.
//
// If the first two differ, further votes are asked for until two independent ones agree. They
// come from the host on which the fewest workers have voted; if there are several, from the one
// with the fewest votes. So a wrong count is found, and outvoted.
//
// What a device has counted no device checks while it has new units to do and processors work:
// another kernel on it costs more than a check by a processor.
//
// A part of WorkQueue, and like that a pure state machine.
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

/// Whether two kernels, by their names, visit the same nodes.
using SameSearch = std::function<bool(std::string_view, std::string_view)>;

struct CheckPolicy {
  double fraction = 0;     ///< of the tasks: chance chooses them, and they are counted twice
  std::uint64_t seed = 0;  ///< of chance
  /// Also if all tasks were done before the run.
  bool of_finished_job = true;
  /// Votes that differ bring further ones; else the task keeps its first count.
  bool settle = true;
  /// Each vote on a task is by another kernel, as far as there are any.
  bool another_kernel = true;
  SameSearch same_search = [](auto, auto) { return false; };
  /// Whether a kernel, by its name, is one of devices.
  std::function<bool(std::string_view)> is_of_device = [](auto) { return false; };
  /// A result that no search can have is refused (queue/snapshot.hpp).
  bool of_real_counts = false;

  [[nodiscard]] bool chooses(TaskId task) const;
};

/// Whether two votes on a unit agree. It is decided here and nowhere else.
bool agree(const Vote& left, const Vote& right, const OriginTable& origins,
           const SameSearch& same_search);

/// A unit whose votes have differed, when no more of them are asked for.
struct Dispute {
  UnitId unit{};
  std::vector<Vote> votes;            ///< the first is the one whose count stood before
  std::optional<std::size_t> winner;  ///< of the votes; empty if no two independent ones agree
};

enum class Completion : std::uint8_t {
  accepted,   ///< the first result of the unit
  duplicate,  ///< came again and agrees; nobody had asked for it
  confirmed,  ///< a check that agrees, and is independent
  agrees,     ///< a check that agrees, but is not independent
  disputed,   ///< differs from another one: the unit will be counted once more
  settled,    ///< ends a dispute: two independent ones agree
  unsettled,  ///< ends a dispute: no two do, or the policy wants none settled
};

/// Units that are, or were, to be counted once more.
struct CheckCounts {
  std::uint64_t open = 0;
  std::uint64_t opened = 0;     ///< are or were open
  std::uint64_t confirmed = 0;  ///< of these, all votes agree
};

class Checks {
 public:
  /// @param units, workers  outlive this
  Checks(Units& units, const WorkerTable& workers, CheckPolicy policy)
      : units_(units), workers_(workers), policy_(std::move(policy)) {}

  [[nodiscard]] const CheckPolicy& policy() const { return policy_; }
  /// Whether the unit is to be counted twice.
  [[nodiscard]] bool chooses(const UnitId& unit) const {
    return policy_.chooses(unit.task) &&
           (!unit.is_slice() ||
            units_.in_progress().at(unit.task).purpose == OpenTask::Purpose::count);
  }

  /// The unit is to be counted once more. A suspect one counts as not done until then.
  void open(const UnitId& unit, bool is_suspect = false);
  [[nodiscard]] bool is_open(const UnitId& unit) const {
    return units_.flags(unit).stage > UnitStage::done;
  }
  [[nodiscard]] const CheckCounts& counts() const { return counts_; }
  /// Open ones that are suspect, or whose votes differ: their counts are not believed yet.
  [[nodiscard]] std::vector<UnitId> doubtful() const;

  /// A task, or a slice, that this worker may count again: on no other host have fewer workers
  /// counted it, and no other worker of its host has counted it less often. It is out until vote()
  /// or put_back().
  std::optional<UnitId> next(WorkerId worker, bool of_slices);
  void put_back(const UnitId& unit);
  /// Whether a check of the unit by this worker would be of use.
  [[nodiscard]] bool may_count(const UnitId& unit, WorkerId worker) const;
  /// Whether the worker may be asked for a slice of a check, of a task that these have counted.
  [[nodiscard]] bool may_join(const std::set<WorkerId>& voters, WorkerId worker) const {
    return !voters.contains(worker) || !workers_.expects_more();
  }

  /// Kernels that have counted the unit, and are not to do so again.
  [[nodiscard]] std::vector<std::string> kernels_to_avoid(const UnitId& unit) const;

  [[nodiscard]] bool agree(const Vote& left, const Vote& right) const {
    return nqueens::agree(left, right, units_.origins(), policy_.same_search);
  }
  /// Whether two votes agree and are independent, which settles the unit.
  [[nodiscard]] bool confirm(const Vote& left, const Vote& right) const {
    return agree(left, right) && independent(left, right);
  }
  /// Whether a vote that nobody has asked for can be ignored. If the unit is not open: the vote
  /// agrees with the one that stands. If it is open: it agrees with a vote by the same kernel on
  /// the same host, and in a dispute by the same worker.
  [[nodiscard]] bool is_repetition(const UnitId& unit, const Vote& vote) const;

  /// Takes a vote on a unit, which is done. @param asked_for  it was out for this vote
  Completion vote(const UnitId& unit, Vote vote, bool asked_for);

  /// Those that have ended in this run.
  [[nodiscard]] const std::deque<Dispute>& disputes() const { return disputes_; }
  /// One for each unit, in order, though a suspect one may be disputed again. The winner is the
  /// vote whose count stands now; none if no two agree in the end.
  [[nodiscard]] std::vector<Dispute> disputes_by_unit() const;
  /// Whether the votes on the unit all agreed when they were last decided on.
  [[nodiscard]] bool is_confirmed(const UnitId& unit) const {
    return units_.has(unit) && units_.flags(unit).is_confirmed;
  }

 private:
  /// What is known of a unit whose check is open.
  struct Doubt {
    std::vector<Vote> votes{};  ///< after the first
    bool is_suspect = false;
    bool is_disputed = false;
  };

  /// The vote that stands, and those after it.
  [[nodiscard]] std::vector<Vote> votes_on(const UnitId& unit) const;
  [[nodiscard]] Vote first_vote(const UnitId& unit) const {
    const UnitTable& table = units_.table(unit);
    return table.records.vote(unit.index(), table.counted_by[unit.index()]);
  }
  [[nodiscard]] bool independent(const Vote& left, const Vote& right) const;
  [[nodiscard]] bool are_of_only_processor(const Vote& left, const Vote& right) const;
  /// The first two votes that settle it.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> settling(
      const std::vector<Vote>& votes) const;
  [[nodiscard]] const Origin& origin_of(const Vote& vote) const {
    return units_.origins()[vote.record.origin];
  }

  Units& units_;
  const WorkerTable& workers_;
  CheckPolicy policy_;
  CheckCounts counts_;
  std::array<std::deque<UnitId>, 2> waiting_;  ///< tasks, slices; and such as wait no longer
  std::map<UnitId, Doubt> doubts_;
  std::deque<Dispute> disputes_;
};

}  // namespace nqueens
