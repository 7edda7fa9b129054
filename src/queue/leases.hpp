// Leases: who counts which unit now, and until when.
#pragma once

#include <functional>
#include <optional>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

#include "job/slices.hpp"
#include "queue/pace.hpp"
#include "queue/workers.hpp"

namespace nqueens {

class Leases {
 public:
  /// @param workers, pace  outlive this
  Leases(Workers& workers, const Pace& pace) : workers_(workers), pace_(pace) {}

  /// Leases a unit that nobody holds.
  void begin(const UnitId& unit, WorkerId worker, double cost, double now);
  /// Ends its lease, if there is one.
  void end(const UnitId& unit);
  [[nodiscard]] std::optional<WorkerId> holder(const UnitId& unit) const;

  /// Ends all leases of a worker. @return their units
  std::vector<UnitId> release(WorkerId worker);

  struct Expired {
    UnitId unit{};
    WorkerId worker = 0;
  };
  /// Ends the leases whose deadline has passed; in that order.
  std::vector<Expired> expire(double now);

 private:
  struct Lease {
    WorkerId worker = 0;
    double deadline = 0;
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

  void correct_early_leases();

  Workers& workers_;
  const Pace& pace_;
  std::unordered_map<UnitId, Lease, Hash> leases_;
  std::priority_queue<Deadline, std::vector<Deadline>, std::greater<>>
      deadlines_;  ///< of leases, ended ones among them
  std::vector<EarlyLease> early_leases_;
};

}  // namespace nqueens
