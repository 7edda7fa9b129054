// What a run tells whoever keeps a record of it.
#pragma once

#include <span>
#include <string>

#include "queue/scheduler.hpp"

namespace nqueens {

/// Is told what happens while workers are served. By default nothing comes of it.
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  /// The worker may get work, for the first time or again.
  virtual void here(WorkerId /*worker*/, const std::string& /*host*/,
                    const std::string& /*kernel*/) {}
  /// The workers get no more work.
  virtual void gone(std::span<const WorkerId> /*workers*/) {}
  /// A result was taken.
  virtual void taken(WorkerId /*worker*/, const TaskResult& /*result*/, Completion /*completion*/) {
  }

  enum class Incident : std::uint8_t {
    lost,       ///< workers are thought to be dead
    back,       ///< a worker was, and speaks
    set_aside,  ///< nobody believes a worker any more
    suspect,    ///< a host counted wrong in an earlier run
    disputed,   ///< counts of a unit differ
    settled,    ///< two agree on it
    unsettled,  ///< no two do
  };
  /// @param text  in words, as in the log
  virtual void incident(Incident /*incident*/, const std::string& /*text*/) {}
};

}  // namespace nqueens
