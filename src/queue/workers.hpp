// Workers: the one table of all that is known of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include "job/slices.hpp"

namespace nqueens {

using WorkerId = int;

/// Whoever counted in an earlier run.
inline constexpr WorkerId unknown_worker = -1;
/// Whoever counted the slices of a task. Nobody else is the same, no other of these either.
inline constexpr WorkerId several_workers = -2;

class Workers {
 public:
  struct Worker {
    std::string host{};
    bool is_here = false;                      ///< may count
    std::optional<double> seconds_per_cost{};  ///< smoothed
    std::set<UnitId> held{};                   ///< leased to it
    double held_cost = 0;
  };

  [[nodiscard]] Worker& operator[](WorkerId worker) { return workers_[worker]; }
  [[nodiscard]] const Worker* find(WorkerId worker) const;

  void arrive(WorkerId worker, const std::string& host);
  void depart(WorkerId worker);
  /// So many workers are here or may still come. If it is more than one, nobody confirms a count
  /// of his own.
  void expect(std::size_t workers) { expected_ = workers; }

  /// The host of a worker that is here, else nothing.
  [[nodiscard]] const std::string* host_of(WorkerId worker) const;
  /// How many are here on a host.
  [[nodiscard]] std::size_t on(const std::string& host) const;
  [[nodiscard]] std::size_t hosts() const { return on_hosts_.size(); }
  [[nodiscard]] std::size_t expected() const { return std::max(here_, expected_); }
  /// Others may still come.
  [[nodiscard]] bool expects_more() const { return expected_ > here_; }

  void hold(WorkerId worker, const UnitId& unit, double cost);
  void let_go(WorkerId worker, const UnitId& unit, double cost);
  /// Workers that hold something.
  [[nodiscard]] std::size_t busy() const { return busy_; }

 private:
  std::unordered_map<WorkerId, Worker> workers_;
  std::unordered_map<std::string, std::size_t> on_hosts_;  ///< how many are here; none is 0
  std::size_t here_ = 0;
  std::size_t expected_ = 0;
  std::size_t busy_ = 0;
};

}  // namespace nqueens
