#include "nqueens/run/master.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <csignal>
#include <stdexcept>
#include <thread>
#include <utility>
#include <variant>

#include "hello.hpp"
#include "nqueens/core/error.hpp"
#include "nqueens/kernel/kernel.hpp"

namespace nqueens {
namespace {

constexpr std::chrono::milliseconds receive_wait{50};
constexpr int most_messages_at_once = 1000;
constexpr double look_after_interval_seconds = 0.5;

/// Idle workers that are asked at once when a check waits; all others within look_after_interval_seconds.
constexpr std::size_t most_asked_at_once = 8;

/// Prefixes in one batch at most: about 1 MB.
constexpr std::uint64_t most_prefixes = 16'384;

DispatchPolicy bounded(DispatchPolicy policy, const Job& job) {
  policy.most_tasks =
      std::min(policy.most_tasks, std::max<std::uint64_t>(most_prefixes / job.prefixes_per_task, 1));
  return policy;
}

/// A worker that was outvoted so often is not believed any more: once may have been a stray particle.
constexpr std::size_t most_wrong = 2;

/// "7 with 40 nodes by avx512 on node1, 8 with 40 nodes by avx2 on node2": the votes on a task.
std::string describe(const Dispute& dispute, const WorkQueue& queue) {
  std::string text;
  for (const Vote& vote : dispute.votes) {
    text += (text.empty() ? "" : ", ") + to_string(vote.record.count()) + " with " +
            std::to_string(vote.record.nodes) + " nodes by " +
            to_string(queue.snapshot().origins[vote.record.origin]);
  }
  return text;
}

}  // namespace

Master::Master(Transport& transport, const Job& job, WorkQueue& queue, Requests& requests,
               MasterOptions options, MasterHooks hooks)
    : transport_(transport),
      requests_(requests),
      options_(std::move(options)),
      hooks_(std::move(hooks)),
      start_(std::chrono::steady_clock::now()) {
  then_count(job, queue);
}

void Master::then_count(const Job& job, WorkQueue& queue) {
  counts_.push_back({.job = job,
                     .queue = queue,
                     .source = TaskSource(job),
                     .dispatcher = Dispatcher(queue, bounded(options_.dispatch, job)),
                     .another_kernel = !counts_.empty()});
}

double Master::now() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

MasterEnd Master::run() {
  try {
    const MasterEnd end = run_to_end();
    dismiss();
    return end;
  } catch (...) {
    part_after_failure();
    dismiss();
    throw;
  }
}

MasterEnd Master::run_to_end() {
  const MasterEnd end = serve();
  if (end != MasterEnd::finished) {
    hooks_.save();  // at once: whoever stopped the run may not give it another second
  }
  const auto done = [this] {
    std::uint64_t sum = 0;
    for (const Counting& count : counts_) {
      sum += count.queue.state().done;
    }
    return sum;
  };
  const std::uint64_t done_before = done();
  const bool unhurried = end == MasterEnd::finished || end == MasterEnd::out_of_time;
  farewell(unhurried ? options_.farewell_seconds : options_.stopped_farewell_seconds);
  if (const std::uint64_t duplicates = current().queue.state().duplicates; duplicates > 0) {
    spdlog::info("{} results came more than once and agree", duplicates);
  }
  if (end == MasterEnd::finished || done() > done_before) {
    hooks_.save();
  }
  if (all_finished()) {
    return MasterEnd::finished;
  }
  if (end == MasterEnd::finished) {
    spdlog::error(
        "a result that came at the very end differs from the one before; somebody has to count once more");
    return MasterEnd::stopped;
  }
  return end;
}

MasterEnd Master::serve() {
  tell_who_may_come();
  while (true) {
    if (all_finished()) {
      return MasterEnd::finished;
    }
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
    offer_checks();
    look_after_workers();
    hooks_.tick();
    if (hopeless()) {
      return workers_told_to_stop() ? MasterEnd::stopped : MasterEnd::no_workers;
    }
  }
}

/// The first that is not finished: a late result may bring back an earlier one.
std::size_t Master::counting() const {
  const auto open =
      std::ranges::find_if(counts_, [](const Counting& count) { return !count.queue.finished(); });
  return static_cast<std::size_t>(std::min(open, counts_.end() - 1) - counts_.begin());
}

bool Master::all_finished() const {
  return std::ranges::all_of(counts_, [](const Counting& count) { return count.queue.finished(); });
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
  if (worker.ready && !worker.set_aside) {
    join(rank);
  }
}

void Master::handle(int from, const Hello& hello) {
  Worker& worker = workers_[from];
  worker.process = sender_of(hello);
  worker.known = true;
  spdlog::debug("worker {}: process {} on {}", from, hello.pid, hello.host);
  tell(from, hello_from(this_process()));
  tell(from, Welcome{.problem = current().job.problem(), .kernel = options_.kernel});
}

void Master::handle(int from, const Ready& ready) {
  Worker& worker = workers_[from];
  if (!worker.known) {
    return;  // its Hello was lost: nobody could tell which host its counts come from
  }
  ready_workers_ += worker.ready ? 0 : 1;
  worker.kernel = ready.kernel;
  worker.ready = true;
  kernels_.insert(std::string(base_name(ready.kernel)));
  if (!worker.lost) {
    join(from);
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
  if (has_failed_) {
    return;
  }
  if (results.count >= counts_.size()) {
    spdlog::warn("worker {} sent results of a count that nobody asked for", from);
    return;
  }
  Counting& count = counts_[results.count];
  for (const TaskResult& result : results.results) {
    if (!workers_[from].set_aside) {
      take(from, result, count.queue);
    }
  }
  if (results.batch_finished) {
    count.dispatcher.batch_finished(from);
  }
}

void Master::take(int from, const TaskResult& result, WorkQueue& queue) {
  const std::string& host = workers_[from].process.host;
  Completion completion{};
  try {
    completion = queue.complete(result, {.worker = from, .host = host});
  } catch (const std::logic_error& error) {
    set_aside(from, error.what());
    return;
  } catch (const std::overflow_error& error) {
    set_aside(from, "its result is too large: " + std::string(error.what()));
    return;
  }
  worker_seconds_ += result.seconds;
  switch (completion) {
    case Completion::accepted:
      if (!result.kernel.empty()) {
        kernels_.insert(std::string(base_name(result.kernel)));
      }
      break;
    case Completion::agrees:
    case Completion::duplicate: spdlog::debug("task {} came again and agrees", result.task); break;
    case Completion::confirmed:
      spdlog::debug("task {} is confirmed by {} on {}", result.task, result.kernel, host);
      break;
    case Completion::disputed:
      spdlog::warn("task {} is disputed: worker {} ({} on {}) counts {}; another worker counts it again",
                   result.task, from, result.kernel, host, to_string(result.count));
      break;
    case Completion::settled:
    case Completion::unsettled:
      tell_of_dispute(queue.disputes().back(), queue);
      blame(queue.disputes().back(), queue);
      break;
  }
}

void Master::tell_of_dispute(const Dispute& dispute, const WorkQueue& queue) const {
  const std::string votes = "task " + std::to_string(dispute.task) +
                            " was counted with different results: " + describe(dispute, queue);
  if (dispute.winner) {
    spdlog::warn("{}; two agree on {}, which stands", votes,
                 to_string(dispute.votes[*dispute.winner].record.count()));
  } else if (options_.end_on_unsettled) {
    throw Error(ExitCode::wrong_answer,
                votes + "; no two independent ones agree, so that nobody can tell which is right");
  } else {
    spdlog::error("{}", votes);
  }
}

/// The worker may count for all of the job's counts, or for none any more.
void Master::join(int rank) {
  for (Counting& count : counts_) {
    count.dispatcher.join(rank, workers_[rank].process.host);
  }
}

/// @return the number of tasks that are to do again
std::uint64_t Master::leave(int rank) {
  std::uint64_t returned = 0;
  for (Counting& count : counts_) {
    returned += count.dispatcher.leave(rank);
  }
  return returned;
}

/// What it has counted is not believed until others confirm it. @return the number of those tasks
std::uint64_t Master::suspect(int rank) {
  std::uint64_t suspects = 0;
  for (Counting& count : counts_) {
    suspects += count.queue.suspect(rank);
  }
  return suspects;
}

/// Whoever was outvoted has a mark against it.
void Master::blame(const Dispute& dispute, const WorkQueue& queue) {
  if (!dispute.winner) {
    return;
  }
  for (const Vote& vote : dispute.votes) {
    const auto worker = workers_.find(vote.worker);
    if (worker != workers_.end() &&
        !queue.checks().agree(queue.snapshot(), vote, dispute.votes[*dispute.winner]) &&
        (worker->second.wrong.empty() || worker->second.wrong.back() != dispute.task)) {
      worker->second.wrong.push_back(dispute.task);
      const std::vector<TaskId>& wrong = worker->second.wrong;
      if (wrong.size() >= most_wrong && !worker->second.set_aside) {
        set_aside(vote.worker, "it counted task " + std::to_string(wrong[0]) + " and task " +
                                   std::to_string(wrong[1]) + " wrong");
      }
    }
  }
}

void Master::set_aside(int rank, const std::string& why) {
  Worker& worker = workers_[rank];
  worker.set_aside = true;
  leave(rank);
  const std::uint64_t suspects = suspect(rank);
  failure_ = "worker " + std::to_string(rank) + " on " + worker.process.host + " is set aside: " + why;
  spdlog::error("{}; {} other tasks that it counted are counted again. Test the machine: nqueens selftest",
                failure_, suspects);
  tell(rank, Leave{});
}

void Master::handle(int from, const Failure& failure) {
  failure_ = failure.reason;
  lose(from, failure.reason, leave(from));
  if (const std::uint64_t suspects = suspect(from); suspects > 0) {
    spdlog::warn("{} tasks that worker {} counted before are counted again", suspects, from);
  }
  workers_[from].goodbye = true;  // it waits to be dismissed and will not come back
}

void Master::handle(int from, const Goodbye& /*goodbye*/) {
  workers_[from].goodbye = true;
  const std::uint64_t returned = leave(from);
  spdlog::debug("worker {} leaves; {} tasks are to do again", from, returned);
}

/// That the worker lives is noted already.
void Master::handle(int from, const Ping& ping) {
  current().dispatcher.holds(from, ping.batches);
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
    Counting& count = current();
    const std::vector<TaskId> tasks = count.dispatcher.next_batch(rank, now());
    if (tasks.empty()) {
      return;
    }
    Batch batch{.tasks = {}, .count = static_cast<std::uint32_t>(counting())};
    for (const TaskId task : tasks) {
      batch.tasks.push_back(
          {.task = task, .prefixes = {}, .kernels_to_avoid = count.queue.kernels_to_avoid(task)});
      if (count.another_kernel) {
        batch.tasks.back().kernels_to_avoid.push_back(workers_[rank].kernel);
      }
      count.source.append_prefixes(task, batch.tasks.back().prefixes);
    }
    tell(rank, batch);
  }
}

/// A result that is to be checked comes from a worker that may not do so: others that are idle would never
/// ask.
void Master::offer_checks() {
  const Counting& count = current();
  if (count.queue.checks().waiting_tasks() > 0) {
    for (const int rank : count.dispatcher.idle(most_asked_at_once)) {
      give_work(rank);
    }
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
      lose(rank, "its process " + std::to_string(worker.process.pid) + " is gone", leave(rank));
    }
  }
  tell_who_may_come();
  end_overdue_leases();
  for (const int rank : current().dispatcher.hungry()) {
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

/// A worker that is the first to be ready is not yet the only one: its counts wait for others to check them.
void Master::tell_who_may_come() {
  const auto gone = std::count_if(workers_.begin(), workers_.end(), [](const auto& entry) {
    const Worker& worker = entry.second;
    return entry.first > 0 && (worker.lost || worker.goodbye || worker.set_aside);
  });
  const auto others = static_cast<std::size_t>(std::max<std::ptrdiff_t>(transport_.size() - 1 - gone, 0));
  for (Counting& count : counts_) {
    count.queue.expect(now() < options_.hello_seconds ? others : 0);
  }
}

/// Takes all tasks from the workers that are late with one.
void Master::end_overdue_leases() {
  std::map<int, std::vector<TaskId>> overdue;
  for (Counting& count : counts_) {
    for (const auto& expired : count.queue.expire(now())) {
      overdue[expired.worker].push_back(expired.task);
    }
  }
  for (const auto& [rank, tasks] : overdue) {
    std::uint64_t returned = tasks.size();
    for (Counting& count : counts_) {
      returned += count.dispatcher.suspend(rank);
    }
    lose(rank, "task " + std::to_string(tasks.front()) + " is overdue", returned);
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
  return std::any_of(workers_.begin(), workers_.end(), [](const auto& entry) {
    return entry.second.goodbye && !entry.second.lost && !entry.second.set_aside;
  });
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

/// The run has failed: no result counts any more, but whoever lives is heard to leave.
void Master::part_after_failure() {
  has_failed_ = true;
  try {
    farewell(options_.stopped_farewell_seconds);
  } catch (const std::exception& error) {
    spdlog::debug("nor could the workers be heard to leave: {}", error.what());
  }
}

/// Ends all workers. Where one is missing nobody may wait for it in the transport's shutdown, and the others
/// stay until the answer is told.
void Master::dismiss() {
  everyone_left_ = everyone_waits();
  if (everyone_left_) {
    dismiss_workers(transport_);
  } else {
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
    const Worker& worker = entry.second;
    return worker.ready && !worker.lost && !worker.goodbye && !worker.set_aside;
  }));
}

int Master::lost_workers() const {
  return static_cast<int>(
      std::count_if(workers_.begin(), workers_.end(), [](const auto& entry) { return entry.second.lost; }));
}

void welcome_workers(Transport& transport, const Problem& problem, const std::string& kernel) {
  for (int rank = 1; rank < transport.size(); ++rank) {
    transport.send(rank, hello_from(this_process()));
    transport.send(rank, Welcome{.problem = problem, .kernel = kernel});
  }
}

void ping_workers(Transport& transport) {
  for (int rank = 1; rank < transport.size(); ++rank) {
    transport.send(rank, hello_from(this_process()));
    transport.send(rank, Ping{});
  }
}

void dismiss_workers(Transport& transport, bool finalize) {
  for (int rank = 1; rank < transport.size(); ++rank) {
    transport.send(rank, Dismiss{.finalize = finalize});
  }
  transport.flush(std::chrono::milliseconds(500));
}

void kill_processes(std::span<const ProcessIdentity> processes) {
  const auto lives = [](const ProcessIdentity& process) { return liveness(process) == Liveness::alive; };
  for (int i = 0; i < 50 && std::ranges::any_of(processes, lives); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  for (const ProcessIdentity& process : processes) {
    if (lives(process)) {
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
