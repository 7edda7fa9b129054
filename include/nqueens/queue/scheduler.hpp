// Scheduler: who does which task. The one door to all that a job counts.
//
// A job has one count, or two where it is counted again by another decomposition. The scheduler
// owns their queues and knows the workers: who is at work, how many batches each one holds, and who
// was outvoted. The counts are done one after the other; a late result may bring back an earlier
// one.
//
// A batch is worth `batch_seconds` of a worker by what was measured so far, but never more than a
// small share of what is left: guided self-scheduling (Polychronopoulos and Kuck, 1987), which lets
// all workers end at about the same time. A worker holds two batches, the one that it works on and
// the next, so that it never waits for an answer; only one where a batch lasts so long that the
// wait is nothing: at the end a second one would lie idle in the hands of one worker while others
// have none.
//
// Like WorkQueue, a pure state machine: time comes in as an argument. No call but tick() takes
// longer the more workers there are. A worker is whoever gets batches and returns results, with
// however many processors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "nqueens/job/plan.hpp"
#include "nqueens/queue/work_queue.hpp"

namespace nqueens {

struct SchedulerPolicy {
  double batch_seconds = 1.0;  ///< work of one batch; trades messages against work lost by a death
  std::uint64_t most_prefixes = 16'384;  ///< in one batch of several tasks: about 1 MB
  /// A worker whose batches last this long or longer gets one at a time.
  double no_second_batch_seconds = 10;
  /// Where an earlier run counted wrong, all that it has from the same host is counted again.
  bool suspect_hosts = false;
};

/// Between calls of Scheduler::tick.
inline constexpr double tick_seconds = 0.5;

/// Seconds of silence towards a worker before it gets a sign of life: `least` where there are few
/// workers, more where the signs of life would be most of what the master does, but less than half
/// of a worker's patience.
double ping_interval_seconds(std::size_t workers, double least);

/// What a count begins with.
struct CountStart {
  std::optional<QueueSnapshot> snapshot{};  ///< of the runs before
  CheckPolicy checks{};
  std::function<bool(TaskId)> wanted{};  ///< this run counts no others; empty: all
  std::vector<TaskId> to_check{};        ///< done, and to be counted once more
  LeasePolicy leases{};
};

/// A batch and its worker: new tasks, or such as are to be counted once more.
struct Assignment {
  struct Task {
    TaskId task = 0;
    std::vector<std::string> kernels_to_avoid{};
  };
  WorkerId worker = 0;
  std::size_t count_index = 0;  ///< of the job's counts
  std::vector<Task> tasks{};
};

/// A worker that was wrong too often: nothing it says counts any more.
struct SetAside {
  WorkerId worker = 0;
  std::string why;
  std::uint64_t suspects = 0;  ///< other tasks that it counted and that are counted again
};

/// A host whose counts of earlier runs are counted again.
struct SuspectHost {
  std::string host;
  std::uint64_t suspects = 0;
};

/// What became of a result.
struct Taken {
  std::optional<Completion> completion{};  ///< nothing: refused
  const Dispute* dispute = nullptr;        ///< that has ended; until the next result is taken
  std::vector<SetAside> set_aside{};
  std::optional<SuspectHost> suspect_host{};
};

/// A worker whose lease of a task has expired: it gets nothing until it arrives again. The batches
/// that it holds still count then, since it works on them all the same: new ones behind them would
/// be late as well.
struct Late {
  WorkerId worker = 0;
  TaskId task = 0;
  std::uint64_t returned = 0;  ///< tasks that are to do again
};

class Scheduler {
 public:
  explicit Scheduler(SchedulerPolicy policy = {}) : policy_(policy) {}

  /// One more count, to be done when those before are finished; each worker then uses another
  /// kernel than for the first. Only before any worker arrives.
  /// @param costs  by task
  void add(const Job& job, std::vector<float> costs, CountStart start = {});

  [[nodiscard]] std::size_t counts() const { return counts_.size(); }
  [[nodiscard]] const Job& job(std::size_t index) const { return counts_.at(index).job; }
  [[nodiscard]] const WorkQueue& queue(std::size_t index) const { return counts_.at(index).queue; }
  /// The count at work: the first that is not finished, else the last.
  [[nodiscard]] std::size_t current() const;
  [[nodiscard]] bool finished() const;

  /// The worker is ready for work, or back. @return false where it was set aside
  bool arrive(WorkerId worker, const std::string& host, const std::string& kernel);
  /// The worker is gone. @return the number of tasks that are to do again
  std::uint64_t depart(WorkerId worker);
  /// The worker has failed: what it has counted is not believed until others confirm it. @return
  /// the number of those tasks
  std::uint64_t suspect(WorkerId worker);
  /// So many workers are here or may still come: as long as it is more than one, nobody checks
  /// himself.
  void expect(std::size_t workers);
  /// The worker says how many batches it holds; this corrects the number where a message was lost.
  void holds(WorkerId worker, int batches);

  /// Takes a result. One that the job cannot have sets its worker aside, and so does the second
  /// count of a worker that is outvoted.
  Taken take(WorkerId worker, std::size_t count_index, const TaskResult& result);
  /// The worker has returned all results of one of its batches.
  void batch_finished(WorkerId worker);

  /// Leases the next batch to whoever is to get one; nothing where nobody is. To be called until
  /// then after each message of a worker, and after tick(). The worker that spoke comes first; where
  /// a check has opened, some that have nothing come next: the worker whose result is to be checked
  /// may not check it, and the others would never ask.
  std::optional<Assignment> next(double now);

  /// Ends the leases whose time is up: one entry for each of their workers. Whoever holds too little
  /// is to get a batch then, those with nothing first. To be called every `tick_seconds`.
  std::vector<Late> tick(double now);

  /// Workers that may get work.
  [[nodiscard]] std::size_t workers() const { return active_; }
  /// Time in the kernel that the results taken say they took.
  [[nodiscard]] double kernel_seconds() const { return kernel_seconds_; }
  /// Hosts whose counts of earlier runs are counted again.
  [[nodiscard]] const std::set<std::string>& suspect_hosts() const { return suspect_hosts_; }

 private:
  struct OneCount {
    Job job;
    WorkQueue queue;
    std::uint64_t most_tasks;  ///< in one batch
  };

  struct Worker {
    std::string host{};
    std::string kernel{};
    int batches_held = 0;
    bool active = false;                                   ///< may get work
    bool set_aside = false;                                ///< never will any more
    std::vector<std::pair<std::size_t, TaskId>> outvoted;  ///< count and task
  };

  std::uint64_t take_back(WorkerId worker);
  Assignment next_of(WorkerId worker, double now);
  void ask_idle();
  void ask_hungry();
  void set_active(WorkerId id, Worker& worker, bool active);
  void set_held(WorkerId id, Worker& worker, int batches);
  void note(WorkerId id, const Worker& worker);
  SetAside set_aside(WorkerId id, const std::string& why);
  void blame(std::size_t count_index, const Dispute& dispute, Taken& taken);
  void suspect_host_of(const Dispute& dispute, OneCount& count, Taken& taken);
  [[nodiscard]] double batch_cost() const;
  [[nodiscard]] int batches_wanted() const;

  SchedulerPolicy policy_;
  std::deque<OneCount> counts_;
  std::unordered_map<WorkerId, Worker> workers_;
  std::set<WorkerId> idle_;      ///< active, and hold nothing
  std::set<WorkerId> with_one_;  ///< active, and hold one batch
  std::deque<WorkerId> asked_;   ///< are to get batches, the first of them first
  bool check_opened_ = false;    ///< since idle workers were last asked
  std::size_t active_ = 0;
  double kernel_seconds_ = 0;
  std::set<std::string> suspect_hosts_;
};

}  // namespace nqueens
