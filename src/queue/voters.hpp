// Voters: the workers that may count, by host.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <unordered_map>

namespace nqueens {

using WorkerId = int;

/// Whoever counted in an earlier run.
inline constexpr WorkerId unknown_worker = -1;

class Voters {
 public:
  void arrive(WorkerId worker, const std::string& host);
  void depart(WorkerId worker);

  /// So many workers are here or may still come. Where it is more than one, nobody confirms a count
  /// of his own.
  void expect(std::size_t workers) { expected_ = workers; }

  /// The host of a worker that is here, else nothing.
  [[nodiscard]] const std::string* host_of(WorkerId worker) const;
  /// How many are here on a host.
  [[nodiscard]] std::size_t on(const std::string& host) const;
  [[nodiscard]] std::size_t hosts() const { return workers_on_.size(); }
  [[nodiscard]] std::size_t workers() const { return std::max(hosts_.size(), expected_); }
  /// Others may still come.
  [[nodiscard]] bool expects_more() const { return expected_ > hosts_.size(); }

 private:
  std::unordered_map<WorkerId, std::string> hosts_;          ///< of the workers that are here
  std::unordered_map<std::string, std::size_t> workers_on_;  ///< by host, how many; none is 0
  std::size_t expected_ = 0;
};

}  // namespace nqueens
