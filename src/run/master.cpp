#include "nqueens/run/master.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <csignal>
#include <utility>
#include <variant>

#include "hello.hpp"
#include "nqueens/core/error.hpp"

namespace nqueens {
namespace {

constexpr std::chrono::milliseconds receive_wait{50};
constexpr int most_messages_at_once = 1000;
constexpr double look_after_interval_seconds = 0.5;

/// Prefixes in one batch at most: about 1 MB.
constexpr std::uint64_t most_prefixes = 16'384;

DispatchPolicy bounded(DispatchPolicy policy, const Job& job) {
  policy.most_tasks =
      std::min(policy.most_tasks, std::max<std::uint64_t>(most_prefixes / job.prefixes_per_task, 1));
  return policy;
}

/// "7 and 8", "7 and 8 on row 3": of two results of a task.
std::string difference(const QueueSnapshot& kept, const TaskResult& result) {
  const auto both = [](Count left, Count right) { return to_string(left) + " and " + to_string(right); };
  const Count count = kept.records[result.task].count();
  if (count != result.count) {
    return both(count, result.count);
  }
  const auto placed = kept.placed_by(result.task);
  const auto row = std::mismatch(placed.begin(), placed.end(), result.placed.begin()).first - placed.begin();
  const auto index = static_cast<std::size_t>(row);
  return both(placed[index], result.placed[index]) + " on row " + std::to_string(row + 1);
}

}  // namespace

Master::Master(Transport& transport, const Job& job, WorkQueue& queue, Requests& requests,
               MasterOptions options, MasterHooks hooks)
    : transport_(transport),
      queue_(queue),
      requests_(requests),
      job_(job),
      options_(std::move(options)),
      hooks_(std::move(hooks)),
      source_(job),
      dispatcher_(queue, bounded(options_.dispatch, job)),
      start_(std::chrono::steady_clock::now()) {}

double Master::now() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

MasterEnd Master::run() {
  try {
    const MasterEnd end = run_to_end();
    dismiss();
    return end;
  } catch (...) {
    dismiss();
    throw;
  }
}

MasterEnd Master::run_to_end() {
  const MasterEnd end = serve();
  if (end != MasterEnd::finished) {
    hooks_.save();  // at once: whoever stopped the run may not give it another second
  }
  const std::uint64_t done = queue_.state().done;
  const bool unhurried = end == MasterEnd::finished || end == MasterEnd::out_of_time;
  farewell(unhurried ? options_.farewell_seconds : options_.stopped_farewell_seconds);
  if (const std::uint64_t duplicates = queue_.state().duplicates; duplicates > 0) {
    spdlog::info("{} results came more than once and agree", duplicates);
  }
  if (end == MasterEnd::finished || queue_.state().done > done) {
    hooks_.save();
  }
  return queue_.finished() ? MasterEnd::finished : end;
}

MasterEnd Master::serve() {
  while (!queue_.finished()) {
    if (requests_.stop()) {
      return MasterEnd::stopped;
    }
    if (hooks_.out_of_time()) {
      return MasterEnd::out_of_time;
    }
    if (requests_.save.exchange(false) || now() - saved_ >= options_.save_interval_seconds) {
      hooks_.save();
      saved_ = now();
    }
    receive(receive_wait);
    look_after_workers();
    hooks_.tick();
    if (hopeless()) {
      return workers_told_to_stop() ? MasterEnd::stopped : MasterEnd::no_workers;
    }
  }
  return MasterEnd::finished;
}

void Master::receive(std::chrono::milliseconds wait) {
  for (int i = 0; i < most_messages_at_once; ++i) {
    const auto envelope = transport_.receive(i == 0 ? wait : std::chrono::milliseconds(0));
    if (!envelope) {
      return;
    }
    heard_ = now();
    welcome_back(envelope->from);
    std::visit([this, &envelope](const auto& body) { handle(envelope->from, body); }, envelope->message);
    give_work(envelope->from);
  }
}

/// Takes a worker that was thought lost back when it speaks; but not one that will leave or is dead for sure,
/// whose messages were on their way.
void Master::welcome_back(int rank) {
  Worker& worker = workers_[rank];
  if (!worker.lost || worker.goodbye || liveness(worker.process) == Liveness::dead) {
    return;
  }
  spdlog::info("worker {} is back", rank);
  worker.lost = false;
  if (worker.ready) {
    dispatcher_.join(rank);
  }
}

void Master::handle(int from, const Hello& hello) {
  workers_[from].process = sender_of(hello);
  spdlog::debug("worker {}: process {} on {}", from, hello.pid, hello.host);
  tell(from, hello_from(this_process()));
  tell(from, Welcome{.problem = job_.problem(), .kernel = options_.kernel});
}

void Master::handle(int from, const Ready& ready) {
  Worker& worker = workers_[from];
  ready_workers_ += worker.ready ? 0 : 1;
  worker.kernel = ready.kernel;
  worker.ready = true;
  kernels_.insert(ready.kernel);
  if (!worker.lost) {
    dispatcher_.join(from);
  }
  spdlog::debug("worker {}: kernel {}", from, ready.kernel);
  if (ready_workers_ == transport_.size() - 1 && !std::exchange(kernels_logged_, true)) {
    log_kernels();
  }
}

/// One line about what runs where.
void Master::log_kernels() const {
  std::map<std::string, std::vector<int>> ranks;
  for (const auto& [rank, worker] : workers_) {
    ranks[worker.kernel].push_back(rank);
  }
  std::string line;
  for (const auto& [kernel, its_ranks] : ranks) {
    line += (line.empty() ? "kernel " : ", ") + kernel + " on " + describe_ranks(its_ranks);
  }
  spdlog::info("{}", line);
}

void Master::handle(int from, const Results& results) {
  for (const TaskResult& result : results.results) {
    switch (queue_.complete(result)) {
      case Completion::accepted: break;
      case Completion::duplicate: spdlog::debug("task {} came again and agrees", result.task); break;
      case Completion::conflict:
        throw Error(ExitCode::wrong_answer, "task " + std::to_string(result.task) +
                                                " was counted twice with different results: " +
                                                difference(queue_.snapshot(), result) +
                                                " (the latter by worker " + std::to_string(from) + " on " +
                                                workers_[from].process.host + "); one of them is wrong");
    }
    worker_seconds_ += result.seconds;
  }
  if (results.batch_finished) {
    dispatcher_.batch_finished(from);
  }
}

void Master::handle(int from, const Failure& failure) {
  failure_ = failure.reason;
  lose(from, failure.reason, dispatcher_.leave(from));
  workers_[from].goodbye = true;  // it waits to be dismissed and will not come back
}

void Master::handle(int from, const Goodbye& /*goodbye*/) {
  workers_[from].goodbye = true;
  const std::uint64_t returned = dispatcher_.leave(from);
  spdlog::debug("worker {} leaves; {} tasks are to do again", from, returned);
}

/// That the worker lives is noted already.
void Master::handle(int from, const Ping& ping) {
  dispatcher_.holds(from, ping.batches);
}

void Master::handle(int from, const auto& /*other*/) {
  spdlog::warn("worker {} sent a message that is not a worker's", from);
}

void Master::tell(int rank, const Message& message) {
  transport_.send(rank, message);
  workers_[rank].spoken_to = now();
}

void Master::give_work(int rank) {
  if (leaving_ || !workers_[rank].ready) {
    return;
  }
  while (true) {
    const std::vector<TaskId> tasks = dispatcher_.next_batch(rank, now());
    if (tasks.empty()) {
      return;
    }
    Batch batch;
    for (const TaskId task : tasks) {
      batch.tasks.push_back({.task = task, .prefixes = {}});
      source_.append_prefixes(task, batch.tasks.back().prefixes);
    }
    tell(rank, batch);
  }
}

/// Finds dead workers and expired leases, gives out what came back, and keeps in touch.
void Master::look_after_workers() {
  const double time = now();
  if (time - looked_after_ < look_after_interval_seconds) {
    return;
  }
  looked_after_ = time;
  for (auto& [rank, worker] : workers_) {
    if (!worker.lost && !worker.goodbye && liveness(worker.process) == Liveness::dead) {
      lose(rank, "its process " + std::to_string(worker.process.pid) + " is gone", dispatcher_.leave(rank));
    }
  }
  end_overdue_leases();
  for (const int rank : dispatcher_.hungry()) {
    give_work(rank);
  }
  const double ping_interval = ping_interval_seconds(workers_.size(), options_.ping_interval_seconds);
  for (auto& [rank, worker] : workers_) {
    // One that said goodbye waits to be dismissed, and would take silence for the master's death.
    if (time - worker.spoken_to > ping_interval && liveness(worker.process) != Liveness::dead) {
      tell(rank, Ping{});
    }
  }
}

/// Takes all tasks from the workers that are late with one.
void Master::end_overdue_leases() {
  std::map<int, std::vector<TaskId>> overdue;
  for (const auto& expired : queue_.expire(now())) {
    overdue[expired.worker].push_back(expired.task);
  }
  for (const auto& [rank, tasks] : overdue) {
    lose(rank, "task " + std::to_string(tasks.front()) + " is overdue",
         tasks.size() + dispatcher_.suspend(rank));
  }
}

void Master::lose(int rank, const std::string& why, std::uint64_t returned) {
  Worker& worker = workers_[rank];
  if (worker.lost) {
    return;
  }
  worker.lost = true;
  spdlog::warn("worker {} on {} is lost: {}; {} tasks go to others", rank,
               worker.process.host.empty() ? "an unknown host" : worker.process.host, why, returned);
}

/// Whether no worker will ever come (back).
bool Master::hopeless() const {
  if (workers_alive() > 0) {
    return false;
  }
  if (workers_.empty()) {
    return now() > options_.hello_seconds;
  }
  const auto is_gone = [](const auto& entry) {
    return entry.second.goodbye || liveness(entry.second.process) == Liveness::dead;
  };
  const bool all_spoke = static_cast<int>(workers_.size()) == transport_.size() - 1;
  if (all_spoke && std::all_of(workers_.begin(), workers_.end(), is_gone)) {
    return true;
  }
  return now() - heard_ > options_.silence_seconds;
}

/// Whether workers left of their own accord: they were sent a signal. A launcher passes a signal to one rank
/// after the other, and the workers' farewells may be here before the master's own signal.
bool Master::workers_told_to_stop() const {
  return std::any_of(workers_.begin(), workers_.end(),
                     [](const auto& entry) { return entry.second.goodbye && !entry.second.lost; });
}

/// Asks all workers for their last results and waits for them, but not for long; still less where a signal
/// comes meanwhile.
void Master::farewell(double seconds) {
  leaving_ = true;
  for (int rank = 1; rank < transport_.size(); ++rank) {
    if (!workers_[rank].lost) {
      tell(rank, Leave{});
    }
  }
  const double start = now();
  const auto waited_for = [](const auto& entry) { return !entry.second.lost && !entry.second.goodbye; };
  while (now() - start < seconds && std::any_of(workers_.begin(), workers_.end(), waited_for)) {
    if (requests_.stop()) {
      seconds = std::min(seconds, options_.stopped_farewell_seconds);
    }
    receive(std::chrono::milliseconds(20));
    look_after_workers();
  }
}

/// Ends all workers. Where one is missing nobody may wait for it in the transport's shutdown.
void Master::dismiss() {
  everyone_left_ = everyone_waits();
  for (int rank = 1; rank < transport_.size(); ++rank) {
    tell(rank, Dismiss{.finalize = everyone_left_});
  }
  transport_.flush(std::chrono::milliseconds(500));
  if (!everyone_left_) {
    transport_.abandon();
  }
}

/// Whether every worker has said goodbye and lives to be dismissed, as far as can be seen.
bool Master::everyone_waits() const {
  return static_cast<int>(workers_.size()) == transport_.size() - 1 &&
         std::all_of(workers_.begin(), workers_.end(), [](const auto& entry) {
           return entry.second.goodbye && liveness(entry.second.process) != Liveness::dead;
         });
}

std::vector<ProcessIdentity> Master::hung_workers() const {
  const ProcessIdentity self = this_process();
  std::vector<ProcessIdentity> hung;
  for (const auto& [rank, worker] : workers_) {
    if (!worker.goodbye && worker.process != self && liveness(worker.process) == Liveness::alive) {
      hung.push_back(worker.process);
    }
  }
  return hung;
}

int Master::workers_alive() const {
  return static_cast<int>(std::count_if(workers_.begin(), workers_.end(), [](const auto& entry) {
    return entry.second.ready && !entry.second.lost && !entry.second.goodbye;
  }));
}

int Master::lost_workers() const {
  return static_cast<int>(
      std::count_if(workers_.begin(), workers_.end(), [](const auto& entry) { return entry.second.lost; }));
}

void ping_workers(Transport& transport) {
  for (int rank = 1; rank < transport.size(); ++rank) {
    transport.send(rank, hello_from(this_process()));
    transport.send(rank, Ping{});
  }
}

void kill_processes(std::span<const ProcessIdentity> processes) {
  for (const ProcessIdentity& process : processes) {
    if (liveness(process) == Liveness::alive) {
      spdlog::warn("process {} of a worker does not answer and is killed", process.pid);
      kill(static_cast<pid_t>(process.pid), SIGKILL);
    }
  }
}

std::string describe_ranks(std::span<const int> ranks) {
  std::string text;
  for (std::size_t first = 0; first < ranks.size();) {
    std::size_t last = first;
    while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) {
      ++last;
    }
    text += (text.empty() ? "" : ",") + std::to_string(ranks[first]);
    if (last > first) {
      text += "-" + std::to_string(ranks[last]);
    }
    first = last + 1;
  }
  return (ranks.size() == 1 ? "rank " : "ranks ") + text;
}

}  // namespace nqueens
