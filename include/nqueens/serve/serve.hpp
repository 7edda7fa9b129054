// The master: hands out the tasks of a work queue to the workers of a transport and takes their results. A
// worker whose counts are outvoted twice is set aside, and others count again what it has counted.
//
// It never waits for any one rank. A worker is lost when its process is seen to be gone (same machine) or
// when a lease of it expires; its tasks go to others, and should it speak again it is welcome back. When the
// run ends, whatever the reason, the workers are asked to leave and get a moment to hand in what they have.
// They are dismissed then where all are there; else they wait until rank 0 has told its answer.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "nqueens/job/plan.hpp"
#include "nqueens/net/transport.hpp"
#include "nqueens/queue/dispatcher.hpp"
#include "nqueens/queue/work_queue.hpp"
#include "nqueens/run/requests.hpp"
#include "nqueens/store/process.hpp"

namespace nqueens {

struct MasterOptions {
  std::string kernel = "auto";  ///< asked of every worker
  DispatchPolicy dispatch;
  double save_interval_seconds = 60;  ///< between calls of MasterHooks::save
  double ping_interval_seconds =
      20;                        ///< of silence before a worker gets a sign of life; more among thousands
  double hello_seconds = 60;     ///< how long to wait for a first worker
  double silence_seconds = 60;   ///< with all workers lost, how long to wait for one to come back
  double farewell_seconds = 10;  ///< at most, for the workers' last results
  double stopped_farewell_seconds = 0.5;  ///< the same after a signal: mpirun kills a second after SIGTERM
  bool end_on_unsettled = true;           ///< a dispute without a winner ends the run
};

/// What the master asks of the rest of the program. What a hook throws ends the run.
struct MasterHooks {
  std::function<void()> save;                                ///< the queue is to be saved
  std::function<void()> tick;                                ///< called at least ten times a second
  std::function<bool()> out_of_time = [] { return false; };  ///< asked as often; true ends the run
};

enum class MasterEnd {
  finished,     ///< all tasks are done
  stopped,      ///< a signal to this process, or to all workers, asked to stop
  out_of_time,  ///< MasterHooks::out_of_time said so
  no_workers,   ///< none came, or none is left
};

class Master {
 public:
  /// All references must outlive the master.
  Master(Transport& transport, const Job& job, WorkQueue& queue, Requests& requests, MasterOptions options,
         MasterHooks hooks);

  /// When the first queue is finished, the tasks of this one are counted: each worker uses another kernel
  /// than before. To be called before run().
  void then_count(const Job& job, WorkQueue& queue);

  /// Runs until the end, saves, and dismisses the workers where everyone_left(). Throws Error(wrong_answer)
  /// where the counts of a task differ and no two workers agree; nothing is saved then, but the workers are
  /// dismissed all the same.
  MasterEnd run();

  /// After run(): processes on this machine that did not say goodbye and still live. A launcher would wait
  /// for them for ever; see kill_processes().
  [[nodiscard]] std::vector<ProcessIdentity> hung_workers() const;

  [[nodiscard]] int workers_alive() const;
  /// After run(): whether every other rank has said goodbye and is there to end together with this one. If
  /// not, those that are there wait for dismiss_workers(transport, false).
  [[nodiscard]] bool everyone_left() const { return everyone_left_; }
  [[nodiscard]] int lost_workers() const;
  /// Kernels that workers have reported to run.
  [[nodiscard]] const std::set<std::string>& kernels() const { return kernels_; }
  /// Which of the counts is at work: 0, or 1 for that of then_count().
  [[nodiscard]] std::size_t counting() const;
  /// Time in the kernel that accepted and duplicate results of this run took.
  [[nodiscard]] double worker_seconds() const { return worker_seconds_; }
  /// Why the last worker that gave up did so; empty where none did.
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  struct Worker {
    ProcessIdentity process;
    bool known = false;  ///< has said which process it is
    std::string kernel;
    bool ready = false;           ///< has a kernel and gets work
    bool lost = false;            ///< thought to be dead
    bool goodbye = false;         ///< will send no more
    double spoken_to = 0;         ///< when the last message was sent to it
    std::vector<TaskId> wrong{};  ///< tasks whose counts by it were outvoted
    bool set_aside = false;       ///< has been wrong too often: nothing it says counts
  };

  /// One of the job's counts.
  struct Counting {
    Job job;
    WorkQueue& queue;
    TaskSource source;
    Dispatcher dispatcher;
    bool another_kernel = false;  ///< than the one that each worker has chosen
  };

  MasterEnd run_to_end();
  MasterEnd serve();
  void receive(std::chrono::milliseconds wait);
  void handle(int from, const Hello& hello);
  void handle(int from, const Ready& ready);
  void handle(int from, const Results& results);
  void handle(int from, const Failure& failure);
  void handle(int from, const Goodbye& goodbye);
  void handle(int from, const Ping& ping);
  void handle(int from, const auto& other);
  void tell(int rank, const Message& message);
  void take(int from, const TaskResult& result, WorkQueue& queue);
  void tell_of_dispute(const Dispute& dispute, const WorkQueue& queue) const;
  void blame(const Dispute& dispute, const WorkQueue& queue);
  void set_aside(int rank, const std::string& why);
  [[nodiscard]] Counting& current() { return counts_[counting()]; }
  [[nodiscard]] bool all_finished() const;
  void join(int rank);
  std::uint64_t leave(int rank);
  std::uint64_t suspect(int rank);
  void give_work(int rank);
  void offer_checks();
  void look_after_workers();
  void tell_who_may_come();
  void end_overdue_leases();
  void lose(int rank, const std::string& why, std::uint64_t returned);
  void welcome_back(int rank);
  void log_kernels() const;
  void farewell(double seconds);
  void part_after_failure();
  void dismiss();
  [[nodiscard]] bool everyone_waits() const;
  [[nodiscard]] bool hopeless() const;
  [[nodiscard]] bool workers_told_to_stop() const;
  [[nodiscard]] double now() const;

  Transport& transport_;
  Requests& requests_;
  MasterOptions options_;
  MasterHooks hooks_;
  std::vector<Counting> counts_;
  std::map<int, Worker> workers_;
  std::set<std::string> kernels_;
  std::chrono::steady_clock::time_point start_;
  double heard_ = 0;  ///< when any worker last spoke
  double looked_after_ = 0;
  double saved_ = 0;
  double worker_seconds_ = 0;
  bool leaving_ = false;     ///< no more work is handed out
  bool has_failed_ = false;  ///< nor are results taken
  bool everyone_left_ = false;
  int ready_workers_ = 0;  ///< ever, lost ones included
  bool kernels_logged_ = false;
  std::string failure_;
};

/// Tells all workers what there will be to count: they test their kernels while the master makes its plan.
void welcome_workers(Transport& transport, const Problem& problem, const std::string& kernel);

/// Tells all workers that the master lives, while it does not serve them yet.
void ping_workers(Transport& transport);

/// Ends the workers that wait: each returns from run_worker().
/// @param finalize  they end together with this rank, which must be about to end as well. Else each leaves
///                  alone, since ranks are missing; mpirun may then end all others at once, so that rank 0
///                  has to have told its answer before
void dismiss_workers(Transport& transport, bool finalize = true);

/// Kills those of the processes that still live on this machine half a second from now. The last thing to do:
/// mpirun may take the death of a rank as a reason to end all others at once.
void kill_processes(std::span<const ProcessIdentity> processes);

/// "rank 64", "ranks 1-63,65". @param ranks  in ascending order
std::string describe_ranks(std::span<const int> ranks);

}  // namespace nqueens
