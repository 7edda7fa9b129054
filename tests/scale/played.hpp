// What is played of a cluster: events, messages and workers.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "queue/scheduler.hpp"

namespace nqueens::scale {

inline constexpr double never = std::numeric_limits<double>::infinity();

enum class Kind : std::uint8_t {
  arrival,
  tick,
  death,
  task_end,
  batch,
  ping,
  ready,
  results,
  pong
};

struct Event {
  double time = 0;
  std::uint64_t order = 0;  ///< of creation, among events of one moment
  Kind kind = Kind::tick;
  WorkerId worker = 0;
  std::uint32_t payload = 0;  ///< slot of the message's content

  friend bool operator>(const Event& left, const Event& right) {
    return std::pair(left.time, left.order) > std::pair(right.time, right.order);
  }
};

struct HeldTask {
  UnitId unit{};
  double cost = 0;
  bool is_check = false;
  bool ends_batch = false;
};

struct Content {
  std::vector<HeldTask> tasks;      ///< of a batch
  std::vector<UnitResult> results;  ///< of results
  bool batch_finished = false;
  double hold_seconds = 0;  ///< of a batch
  int batches = 0;          ///< of the answer to a ping
};

/// The contents of messages that are on their way.
class Contents {
 public:
  std::uint32_t keep(Content content) {
    if (free_slots_.empty()) {
      contents_.push_back(std::move(content));
      return static_cast<std::uint32_t>(contents_.size() - 1);
    }
    const std::uint32_t slot = free_slots_.back();
    free_slots_.pop_back();
    contents_[slot] = std::move(content);
    return slot;
  }

  Content take(std::uint32_t slot) {
    free_slots_.push_back(slot);
    return std::exchange(contents_[slot], {});
  }

 private:
  std::vector<Content> contents_;
  std::vector<std::uint32_t> free_slots_;
};

struct Worker {
  bool alive = false;
  bool was_born = false;
  bool lost = false;  ///< as the master sees it
  float slowness = 1;
  double born = 0;
  double died = never;
  double reported = 0;
  double hold_seconds = 0;
  double spoken_to = 0;
  double last_sent = 0;     ///< when its last message arrives: none overtakes another
  double last_got = 0;      ///< likewise
  double task_seconds = 0;  ///< of the task that it works on
  std::deque<HeldTask> tasks;
  std::vector<UnitResult> results;
};

/// A worker comes, or comes back.
inline void arrive(Scheduler& scheduler, WorkerId id, const std::string& host, WorkerKind kind) {
  scheduler.greet(id, {.host = host, .space = {}});
  scheduler.ready(id, kind == WorkerKind::device ? "opencl" : "first",
                  kind == WorkerKind::device ? "device 0 (played)" : "");
  scheduler.come_back(id);
  scheduler.arrive(id);
}

}  // namespace nqueens::scale
