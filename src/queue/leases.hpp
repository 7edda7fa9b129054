// Leases: which worker counts which unit, and until when. Pace: measured speeds, which set the
// length of leases.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <queue>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "job/slices.hpp"
#include "queue/worker_table.hpp"

namespace nqueens {

class Pace;

/// How long a worker was ready to count, but had no processor, since this was last asked of it; in
/// seconds, 0 if unknown.
using WaitedSeconds = std::function<double(WorkerId)>;

class Leases {
 public:
  /// @param workers  must outlive this
  explicit Leases(const WorkerTable& workers) : workers_(workers) {}

  /// Leases a unit that nobody holds.
  void begin(const UnitId& unit, WorkerId worker, double cost, double now, const Pace& pace);
  /// Ends the unit's lease, if there is one.
  void end(const UnitId& unit);
  [[nodiscard]] std::optional<WorkerId> holder(const UnitId& unit) const;

  struct Ended {
    UnitId unit{};
    WorkerId worker = 0;
  };
  std::vector<Ended> release(WorkerId worker);
  /// Ends the leases whose deadline has passed, in order of deadlines. All those of a worker that
  /// waited for a processor first become longer by that time, but together by no more than 100
  /// times what Pace gives: a worker that hangs beside one that waits must end, too.
  std::vector<Ended> expire(double now, const Pace& pace, const WaitedSeconds& waited = {});

  /// Number of workers that hold a unit.
  [[nodiscard]] std::size_t busy(WorkerKind kind) const { return busy_[kind]; }
  [[nodiscard]] std::size_t busy() const { return holders_.size(); }

 private:
  struct Lease {
    WorkerId worker = 0;
    double deadline = 0;
    double cost = 0;
    double prolonged = 0;  ///< seconds, in the deadline
  };
  /// The units that a worker holds, at least one.
  struct Holder {
    std::set<UnitId> units{};
    double cost = 0;
  };
  /// A lease with a guessed deadline, from before there were enough results.
  struct EarlyLease {
    UnitId unit{};
    double since = 0;
    double held_cost = 0;
    double deadline = 0;
  };
  struct Hash {
    std::size_t operator()(const UnitId& unit) const {
      return std::hash<std::uint64_t>()(unit.task * 0x9e3779b97f4a7c15U + unit.slice);
    }
  };
  using Deadline = std::pair<double, UnitId>;

  void correct_early_leases(const Pace& pace);
  /// Moves the deadlines of all leases of the worker.
  void prolong(WorkerId worker, double seconds);

  const WorkerTable& workers_;
  std::unordered_map<UnitId, Lease, Hash> leases_;
  std::unordered_map<WorkerId, Holder> holders_;
  ByKind<std::size_t> busy_;  ///< number of holders_
  std::priority_queue<Deadline, std::vector<Deadline>, std::greater<>>
      deadlines_;  ///< ended leases may be among them
  std::vector<EarlyLease> early_leases_;
};

/// Lease length: twice the expected time of all units that the worker holds, more if it is known to
/// be slow, plus a fixed time. The expected time per unit of cost is mean + 4 * deviation over
/// workers of the same kind, both smoothed as in TCP's retransmission timer (RFC 6298).
struct LeasePolicy {
  double grace_seconds = 5;  ///< added to every lease
  /// Units of cost per second, as the plan expects. Before the first results, leases assume a far
  /// lower rate, so that no live worker is declared lost. They are corrected once there are enough
  /// results; for devices, those of processors will do.
  double expected_cost_rate = nodes_per_second;
};

class Pace {
 public:
  /// @param workers, leases  must outlive this
  Pace(const WorkerTable& workers, const Leases& leases, LeasePolicy policy = {})
      : workers_(workers), leases_(leases), policy_(policy) {}

  [[nodiscard]] const LeasePolicy& policy() const { return policy_; }
  /// Learns from a first count. @param cost  of the unit: short ones have less weight
  void learn(double seconds_per_cost, WorkerId worker = unknown_worker, double cost = large_cost);
  /// Learns from a duplicate result, which affects only the speed of its worker.
  void learn_own(double seconds_per_cost, WorkerId worker, double cost = large_cost);
  /// Learns from a check, whose kernel may be slower.
  void learn_check(double seconds_per_cost, WorkerId worker = unknown_worker,
                   double cost = large_cost);

  /// Mean seconds per unit of cost for workers of this kind. Empty until there are as many results
  /// as busy workers of the kind, since the first results are the fastest.
  [[nodiscard]] std::optional<double> seconds_per_cost(WorkerKind kind) const {
    return kinds_[kind].is_known ? kinds_[kind].mean_seconds : std::nullopt;
  }
  /// Speed of `kind` relative to `as`; 1 until both were measured.
  [[nodiscard]] double times_as_fast(WorkerKind kind, WorkerKind as) const;
  /// Speed of all working workers, or of those of one kind, in workers of `kind`.
  [[nodiscard]] double capacity(WorkerKind kind, WorkerKind of) const {
    return times_as_fast(of, kind) * static_cast<double>(workers_.working(of));
  }
  [[nodiscard]] double capacity(WorkerKind kind) const {
    return capacity(kind, WorkerKind::processor) + capacity(kind, WorkerKind::device);
  }
  /// Expected cost of a check by this worker of work with this cost.
  [[nodiscard]] double check_cost(double cost, WorkerId worker) const {
    return kinds_[workers_.kind_of(worker)].check_factor * cost;
  }
  /// The worker's time per unit of cost relative to its kind's mean; 1 before its first result.
  [[nodiscard]] double slowness(WorkerId worker) const;
  /// Lease length for a worker that holds units of this total cost.
  [[nodiscard]] double lease_seconds(WorkerId worker, double held_cost) const;
  /// Whether lease_seconds() rests on enough results. If not, it is a guess.
  [[nodiscard]] bool knows_leases_of(WorkerKind kind) const {
    return seconds_per_cost(kind).has_value() ||
           (kind == WorkerKind::device && seconds_per_cost(WorkerKind::processor).has_value());
  }

 private:
  /// Measurements of one kind of worker.
  struct Measured {
    std::size_t results = 0;
    bool is_known = false;  ///< there are enough results
    bool has_counted = false;
    std::optional<double> mean_seconds{};  ///< per unit of cost
    double deviation_seconds = 0;
    double check_factor = 8;  ///< for check_cost(); guessed before the first check
  };

  static constexpr double large_cost = 1e300;

  void smooth(double seconds, WorkerKind kind, double cost);

  const WorkerTable& workers_;
  const Leases& leases_;
  LeasePolicy policy_;
  ByKind<Measured> kinds_;
  struct Own {
    std::size_t results = 0;
    double seconds = 0;  ///< per unit of cost, smoothed
  };
  std::unordered_map<WorkerId, Own> own_;
};

}  // namespace nqueens
