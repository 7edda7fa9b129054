// What happens to workers and results, in the log and for the hooks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "queue/scheduler.hpp"
#include "serve/serve.hpp"

namespace nqueens {

/// "task 5 was counted with different results: 7 with 40 nodes by avx512 on node1, 8 with 40 nodes
/// by avx2 on node2".
std::string describe_votes(const Dispute& dispute, const OriginTable& origins);

/// "1 task goes", "2 tasks go".
std::string describe_going(std::uint64_t tasks);

class EventLog {
 public:
  /// @param hooks  outlive this
  explicit EventLog(const ServeHooks& hooks) : hooks_(hooks) {}

  /// A lost worker has spoken.
  void back(WorkerId worker) const;

  /// @param host  empty if nobody knows
  /// @param returned  tasks that the workers held
  void lost(const std::vector<WorkerId>& workers, const std::string& host, const std::string& why,
            std::uint64_t returned) const;

  /// Says what became of a result, if that is worth a line.
  void taken(const Outcome& outcome, const TaskResult& result, WorkerId worker,
             const std::string& host, const OriginTable& origins) const;

  /// @return why, in words
  std::string set_aside(const SetAside& worker, const std::string& host) const;

  void suspects(const SuspectHost& suspect) const;

 private:
  void note(Incident incident, const std::string& line, const std::string& more = "") const;

  const ServeHooks& hooks_;
};

}  // namespace nqueens
