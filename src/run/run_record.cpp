// Sums over the workers' results, and the lines made of them.

#include "run/run_record.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <functional>

#include "core/number.hpp"
#include "core/time.hpp"
#include "net/transport.hpp"
#include "report/version.hpp"
#include "run/count_result.hpp"
#include "run/provenance.hpp"
#include "system/file.hpp"
#include "system/process.hpp"

namespace nqueens {
namespace {

constexpr double longest_interval_seconds = 60;
constexpr int max_incidents_a_minute = 60;
constexpr std::size_t ranks_a_minute = 64;

double wall_time() {
  using std::chrono::system_clock;
  return std::chrono::duration<double>(system_clock::now().time_since_epoch()).count();
}

static_assert(static_cast<int>(Incident::unsettled) ==
                  static_cast<int>(RunIncident::Kind::unsettled),
              "the incidents of the master come first in the log's list, in the same order");

void warn_of_errno(const std::filesystem::path& log, const char* outcome) {
  spdlog::warn("{}; {}", file_error(ExitCode::runtime_error, "write", log, errno).what(), outcome);
}

}  // namespace

RunRecord::RunRecord(const JobRun& run, std::span<const Rank> ranks)
    : run_(run), ranks_(ranks.size()) {
  rank_of_worker_.push_back(0);  // workers are numbered from 1 on, rank after rank
  for (const Rank& rank : ranks) {
    rank_of_worker_.insert(rank_of_worker_.end(), static_cast<std::size_t>(rank.workers),
                           workers_of_ranks_.size());
    ranks_[workers_of_ranks_.size()].rank = static_cast<int>(workers_of_ranks_.size());
    workers_of_ranks_.push_back(rank.workers);
  }
  is_here_.resize(rank_of_worker_.size());
}

void RunRecord::begin(const std::optional<Interval>& expected) {
  begun_ = Clock::now();
  expected_ = expected;
  open();
}

void RunRecord::open() {
  if (!run_.keeper.enabled()) {
    return;
  }
  const std::filesystem::path log = run_log_path(run_.keeper.path());
  is_open_ = file_.open(log);
  if (!is_open_) {
    warn_of_errno(log, "the count goes on without this log");
    return;
  }
  write(start_line());
}

RunEvent RunRecord::start_line() const {
  const ProcessIdentity self = this_process();
  return {.time = wall_time() - elapsed(),
          .body = RunStart{.version = version(),
                           .compiler = std::string(compiler()),
                           .mpi = mpi_library(),
                           .command = command_line(),
                           .host = self.host,
                           .process = self.pid,
                           .problem = to_string(run_.job().problem),
                           .cut = describe_cut(run_.job()),
                           .part = run_.part ? to_string(*run_.part) : "",
                           .before = run_.before,
                           .expected = expected_ ? std::vector{expected_->estimate, expected_->low,
                                                               expected_->high}
                                                 : std::vector<double>{},
                           .start = run_.history.runs.starts,
                           .ranks = workers_of_ranks_}};
}

void RunRecord::stop(const std::string& reason) {
  ended_at_ = wall_time();
  write_rate(true);
  log_processor_time();
  if (!reason.empty()) {
    write(RunStop{.reason = reason, .saved = run_.keeper.saved()});
  }
}

/// How much processor time the counts took, and how much the workers had.
void RunRecord::log_processor_time() const {
  const Workers& all = run_.scheduler.workers();
  std::uint64_t workers = 0;
  for (WorkerId id = 1; id <= all.last(); ++id) {
    workers += all[id].kind() == WorkerKind::processor && !all[id].kernel.empty() ? 1 : 0;
  }
  const double used = run_.scheduler.times().processor;
  if (workers > 0 && used > 0) {
    spdlog::log(elapsed() < 1 ? spdlog::level::debug : spdlog::level::info,
                "{} had a processor for {:.0f} % of {} ({} of processor time)",
                amount_of(workers, "worker"),
                100 * used / (elapsed() * static_cast<double>(workers)), format_duration(elapsed()),
                format_duration(used));
  }
}

bool RunRecord::lacks(const RunResult& result) const {
  return has_log_ && (logged_result_.empty() || !compare(result, logged_result_).is_same);
}

void RunRecord::finish(const RunResult& result) {
  if (!is_open_ && has_log_) {  // the job was finished before this run
    is_open_ = file_.open(run_log_path(run_.keeper.path()));
  }
  write({.time = ended_at_, .body = RunFinish{.result = to_json(result)}});
}

Provenance RunRecord::provenance() {
  RunHistory history;
  if (run_.keeper.enabled()) {
    history = skim_log(run_log_path(run_.keeper.path())).history;
  }
  has_log_ = !history.runs.empty();
  logged_result_ = history.result;
  if (run_.has_tasks() && !is_open_) {
    history.add(encode(start_line()));
    history.add(encode({.time = ended_at_, .body = newly_ready()}));
  }
  Runs runs = run_.history.runs;
  runs.starts -= run_.has_tasks() ? 0 : 1;  // one that only reads the result
  Provenance provenance =
      provenance_of(history, run_.queue().units().origins(), runs,
                    run_.has_tasks() ? ended_at_ : static_cast<double>(run_.history.saved_at));
  ended_at_ = provenance.ended;
  return provenance;
}

// --- What the master tells

ServeHooks RunRecord::hooks() {
  ServeHooks hooks;
  hooks.here = std::bind_front(&RunRecord::here, this);
  hooks.gone = std::bind_front(&RunRecord::gone, this);
  hooks.taken = std::bind_front(&RunRecord::taken, this);
  hooks.incident = [this](Incident incident, const std::string& text) {
    write_incident({.kind = static_cast<RunIncident::Kind>(incident), .text = text});
  };
  return hooks;
}

void RunRecord::note_save() {
  write_incident(
      {.kind = run_.keeper.saved() ? RunIncident::Kind::save : RunIncident::Kind::save_failed,
       .seconds = run_.keeper.save_seconds()});
}

void RunRecord::note_presence(Shares& rank) const {
  const double now = elapsed();
  rank.sums.here += rank.all.workers * (now - rank.counted_until);
  rank.counted_until = now;
}

void RunRecord::set_here(WorkerId worker, bool here) {
  const auto index = static_cast<std::size_t>(worker);
  if (is_here_.at(index) != here) {
    is_here_[index] = here;
    Shares& rank = rank_of(worker);
    note_presence(rank);
    rank.all.workers += here ? 1 : -1;
  }
}

void RunRecord::here(WorkerId worker, const Workers::Worker& its) {
  if (processors_.insert(its.processor).second) {
    newly_processors_.insert(its.processor);
  }
  if (its.kind() == WorkerKind::device && !rank_of(worker).is_device) {
    const int its_rank = rank_of(worker).rank;
    rank_of_worker_.at(static_cast<std::size_t>(worker)) = ranks_.size();
    ranks_.push_back({.rank = its_rank, .is_device = true});
  }
  Shares& rank = rank_of(worker);
  ++rank.newly_ready;
  rank.all.host = its.process.host;
  rank.all.kernel = its.counts_with();
  set_here(worker, true);
}

void RunRecord::gone(std::span<const WorkerId> workers) {
  for (const WorkerId worker : workers) {
    set_here(worker, false);
  }
}

void RunRecord::taken(WorkerId worker, const TaskResult& result, Completion completion) {
  const double seconds = std::max(result.seconds, 0.0);
  Shares& rank = rank_of(worker);
  for (WorkerShare* const share : {&rank.sums, &rank.all}) {
    ++share->units;
    share->busy += seconds;
  }
  rank.all.heard = wall_time();
  sums_.busy += seconds;
  if (completion == Completion::accepted) {
    ++sums_.units;
    ++sums_.lengths[length_class(seconds)];
  } else if (completion == Completion::confirmed) {
    ++sums_.confirmed;
  }
}

/// What the workers have done, by rank and by device; by host if there are many.
std::vector<WorkerShare> RunRecord::groups() const {
  constexpr std::size_t max_ranks = 64;
  std::vector<WorkerShare> groups;
  std::map<std::string, std::size_t> by_host;
  for (const Shares& rank : ranks_) {
    WorkerShare each = rank.all;
    if (each.host.empty()) {
      continue;  // nobody has come yet
    }
    each.rank = rank.rank;
    const std::string key = each.host + (rank.is_device ? " device" : "");
    const auto [found, is_new] = by_host.try_emplace(key, groups.size());
    if (is_new || ranks_.size() <= max_ranks) {
      groups.push_back(std::move(each));
    } else {
      groups[found->second].add(each);
    }
  }
  return groups;
}

// --- Lines

RunProgress RunRecord::progress() const {
  RunProgress progress{
      .before = run_.before, .now = progress_of(run_.queue().state()), .expected = expected_};
  const auto idle = static_cast<int>(run_.scheduler.workers().with_batches(0).size());
  progress.now.seconds = elapsed();
  progress.now.workers = workforce_.working;
  progress.now.idle = std::min(idle, workforce_.working);
  progress.now.lost = workforce_.lost;
  return progress;
}

void RunRecord::tick(const Workforce& workforce) {
  workforce_ = workforce;
  if (elapsed() >= next_rate_) {
    write_rate(false);
  }
  if (elapsed() >= next_now_) {
    write_now();
  }
}

/// A twentieth of the time so far, or a tenth of what is left.
double RunRecord::next_interval() const {
  const double here = elapsed();
  const double share = run_.queue().state().share_done();
  const double share_before = run_.before.share_done;
  double interval = here / 20;
  if (share > share_before) {
    interval = std::min(interval, here * (1 - share) / (share - share_before) / 10);
  }
  return std::clamp(interval, 1.0, longest_interval_seconds);
}

void RunRecord::write_rate(bool at_end) {
  if (!is_open_) {
    return;
  }
  if (RunWorkers ready = newly_ready(); !ready.groups.empty()) {
    write(std::move(ready));
  }
  sums_.now = progress().now;
  list_ranks(at_end);
  write(std::exchange(sums_, {}));
  next_rate_ = elapsed() + next_interval();
}

void RunRecord::write_now() {
  constexpr double interval_seconds = 5;
  next_now_ = elapsed() + interval_seconds;
  write(RunNow{.now = progress().now,
               .saved_at = static_cast<double>(run_.keeper.saved_at()),
               .next_save_at = static_cast<double>(run_.keeper.next_save_at()),
               .groups = groups()});
}

void RunRecord::list_ranks(bool at_end) {
  const std::size_t minutes = (ranks_.size() - 1) / ranks_a_minute;
  if (!at_end && elapsed() - listed_at_ < 60.0 * static_cast<double>(minutes)) {
    return;
  }
  listed_at_ = elapsed();
  for (Shares& rank : ranks_) {
    note_presence(rank);
    WorkerShare& sums = rank.sums;
    if (sums.here > 0 || sums.units > 0) {
      sums.rank = rank.rank;
      sums_.ranks.push_back(std::exchange(sums, {}));
    }
  }
}

RunWorkers RunRecord::newly_ready() {
  RunWorkers line{.processors = std::exchange(newly_processors_, {})};
  for (Shares& rank : ranks_) {
    if (const int ready = std::exchange(rank.newly_ready, 0); ready > 0) {
      line.groups.push_back(
          {.rank = rank.rank, .workers = ready, .host = rank.all.host, .kernel = rank.all.kernel});
    }
  }
  return line;
}

void RunRecord::write_incident(RunIncident incident) {
  if (const int minute = static_cast<int>(elapsed() / 60); minute != minute_) {
    minute_ = minute;
    lines_ = 0;
  }
  if (++lines_ > max_incidents_a_minute) {
    ++sums_.left_out;
    return;
  }
  write(std::move(incident));
}

void RunRecord::write(decltype(RunEvent::body) body) {
  write(RunEvent{.time = wall_time(), .body = std::move(body)});
}

void RunRecord::write(RunEvent event) {
  if (!is_open_) {
    return;
  }
  const bool is_transient = std::holds_alternative<RunNow>(event.body);
  if (!file_.append(encode(std::move(event)), is_transient) && !std::exchange(has_warned_, true)) {
    warn_of_errno(run_log_path(run_.keeper.path()), "the count goes on");
  }
  if (!is_transient && ended_at_ == 0) {
    write_now();  // the line has replaced the state
  }
}

}  // namespace nqueens
