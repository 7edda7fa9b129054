// Leases: who counts which unit now, and until when. Pace: how long work takes, on which that
// depends.
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

class Leases {
 public:
  /// @param workers  outlive this
  explicit Leases(const WorkerTable& workers) : workers_(workers) {}

  /// Leases a unit that nobody holds.
  void begin(const UnitId& unit, WorkerId worker, double cost, double now, const Pace& pace);
  /// Ends its lease, if there is one.
  void end(const UnitId& unit);
  [[nodiscard]] std::optional<WorkerId> holder(const UnitId& unit) const;

  struct Ended {
    UnitId unit{};
    WorkerId worker = 0;
  };
  std::vector<Ended> release(WorkerId worker);
  /// Ends the leases whose deadline has passed; in that order.
  std::vector<Ended> expire(double now, const Pace& pace);

  /// Workers that hold a unit.
  [[nodiscard]] std::size_t busy(WorkerKind kind) const { return busy_[kind]; }
  [[nodiscard]] std::size_t busy() const { return holders_.size(); }

 private:
  struct Lease {
    WorkerId worker = 0;
    double deadline = 0;
    double cost = 0;
  };
  /// What a worker holds; at least one unit.
  struct Holder {
    std::set<UnitId> units{};
    double cost = 0;
  };
  /// A lease from before there were enough results, whose deadline was a guess.
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

  const WorkerTable& workers_;
  std::unordered_map<UnitId, Lease, Hash> leases_;
  std::unordered_map<WorkerId, Holder> holders_;
  ByKind<std::size_t> busy_;  ///< of the holders
  std::priority_queue<Deadline, std::vector<Deadline>, std::greater<>>
      deadlines_;  ///< of leases, ended ones among them
  std::vector<EarlyLease> early_leases_;
};

/// How long a worker may keep a unit: twice what all the units that it holds should take, or more
/// if it is known as slow, plus a fixed time. A unit of cost should take mean + 4 * deviation of
/// the seconds that were measured of workers of its kind, both smoothed as in TCP's retransmission
/// timer (RFC 6298).
struct LeasePolicy {
  double grace_seconds = 5;  ///< on top of every lease
  /// Units of cost a second, as the plan expects. Before the first results leases are for far
  /// fewer, so that nobody is thought lost. They are corrected when there are enough results, those
  /// of devices also when there are enough of processors.
  double expected_cost_rate = nodes_per_second;
};

class Pace {
 public:
  /// @param workers, leases  outlive this
  Pace(const WorkerTable& workers, const Leases& leases, LeasePolicy policy = {})
      : workers_(workers), leases_(leases), policy_(policy) {}

  [[nodiscard]] const LeasePolicy& policy() const { return policy_; }
  /// A unit of cost took the worker this time, in a first count.
  /// @param cost  of what took it: the less that is, the less it says
  void learn(double seconds_per_cost, WorkerId worker = unknown_worker, double cost = large_cost);
  /// The same of a first count that came twice: it says how fast that worker is, no more.
  void learn_own(double seconds_per_cost, WorkerId worker, double cost = large_cost);
  /// The same of a check. The kernel that checks may be slower.
  void learn_check(double seconds_per_cost, WorkerId worker = unknown_worker,
                   double cost = large_cost);

  /// Mean seconds of a worker of this kind for a unit of cost. The first results are the quickest,
  /// so nothing before there are as many as workers of the kind that hold something.
  [[nodiscard]] std::optional<double> seconds_per_cost(WorkerKind kind) const {
    return kinds_[kind].is_known ? kinds_[kind].mean_seconds : std::nullopt;
  }
  /// 1 as long as not both kinds were measured.
  [[nodiscard]] double times_as_fast(WorkerKind kind, WorkerKind as) const;
  /// How many workers of this kind would be as fast as those of another that work; or as all.
  [[nodiscard]] double capacity(WorkerKind kind, WorkerKind of) const {
    return times_as_fast(of, kind) * static_cast<double>(workers_.working(of));
  }
  [[nodiscard]] double capacity(WorkerKind kind) const {
    return capacity(kind, WorkerKind::processor) + capacity(kind, WorkerKind::device);
  }
  /// The expected cost of a check of something with this cost, by this worker.
  [[nodiscard]] double check_cost(double cost, WorkerId worker) const {
    return kinds_[workers_.kind_of(worker)].check_factor * cost;
  }
  /// How many times as long as the mean of its kind a worker takes; 1 before its first result.
  [[nodiscard]] double slowness(WorkerId worker) const;
  /// How long a worker may keep units of this cost together.
  [[nodiscard]] double lease_seconds(WorkerId worker, double held_cost) const;
  /// Whether enough is measured to say that. If not, it is a guess.
  [[nodiscard]] bool knows_leases_of(WorkerKind kind) const {
    return seconds_per_cost(kind).has_value() ||
           (kind == WorkerKind::device && seconds_per_cost(WorkerKind::processor).has_value());
  }

 private:
  /// What was measured of workers of one kind.
  struct Measured {
    std::size_t results = 0;  ///< learned from
    bool is_known = false;    ///< there were enough of them
    bool has_counted = false;
    std::optional<double> mean_seconds{};  ///< for a unit of cost
    double deviation_seconds = 0;          ///< from that mean
    double check_factor = 8;               ///< of check_cost(); a guess before the first check
  };

  static constexpr double large_cost = 1e300;

  void smooth(double seconds, WorkerKind kind, double cost);

  const WorkerTable& workers_;
  const Leases& leases_;
  LeasePolicy policy_;
  ByKind<Measured> kinds_;
  struct Own {
    std::size_t results = 0;
    double seconds = 0;  ///< for a unit of cost, smoothed
  };
  std::unordered_map<WorkerId, Own> own_;  ///< by worker
};

}  // namespace nqueens
