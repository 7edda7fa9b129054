// Sums the events of workers and writes the lines of the log of runs.

#include "session/journal.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <map>
#include <utility>

#include "judge/log_file.hpp"
#include "judge/names.hpp"
#include "judge/result_file.hpp"
#include "kernel/kernel.hpp"
#include "net/transport.hpp"
#include "report/version.hpp"
#include "session/incidents.hpp"
#include "system/process.hpp"

namespace nqueens {
namespace {

constexpr double longest_interval_seconds = 60;
constexpr int max_incidents_a_minute = 60;
constexpr std::size_t places_a_minute = 64;

void warn_of_errno(const std::filesystem::path& log, const char* outcome) {
  spdlog::warn("{}; {}", file_error(ExitCode::runtime_error, "write", log, errno).what(), outcome);
}

}  // namespace

Journal::Journal(const JobRun& run, std::function<Clock::time_point()> now)
    : run_(run), now_(std::move(now)), places_(run.session.pool().ranks.size()) {
  place_of_worker_.push_back(0);  // workers are numbered from 1, rank after rank
  for (std::size_t place = 0; place < places_.size(); ++place) {
    const auto workers = static_cast<std::size_t>(run.session.pool().ranks[place].workers);
    place_of_worker_.insert(place_of_worker_.end(), workers, place);
    places_[place].since.rank = static_cast<int>(place);
  }
  is_here_.resize(place_of_worker_.size());
}

void Journal::begin(const std::optional<Interval>& expected) {
  begun_ = now_();
  const std::string line = encode({.time = wall_time(), .body = start(expected)});
  state_.read(line);
  if (!run_.keeper.enabled()) {
    return;
  }
  const std::filesystem::path log = run_log_path(run_.keeper.path());
  if (const RunState old = log_beside(run_.keeper.path(), true);
      old.skipped > 0 && old.runs.empty() && old.inputs.empty()) {
    spdlog::warn("'{}' was not a log of runs; it is now {}", log.string(), set_aside(log).string());
  }
  is_open_ = file_.open(log);
  if (!is_open_) {
    warn_of_errno(log, "the count goes on without this log");
    return;
  }
  append(line);
}

RunStart Journal::start(const std::optional<Interval>& expected) const {
  const ProcessIdentity self = this_process();
  std::vector<int> ranks;
  std::ranges::transform(run_.session.pool().ranks, std::back_inserter(ranks), &Rank::workers);
  return {.version = version(),
          .compiler = std::string(compiler()),
          .mpi = mpi_library(),
          .command = command_line(),
          .host = self.host,
          .process = self.pid,
          .problem = to_string(run_.job().problem),
          .cut = describe_cut(run_.job()),
          .part = run_.part ? to_string(*run_.part) : "",
          .before = run_.before,
          .expected = expected ? std::vector{expected->estimate, expected->low, expected->high}
                               : std::vector<double>{},
          .start = run_.history.runs.starts,
          .ranks = ranks};
}

void Journal::stop(const std::string& reason) {
  ended_at_ = wall_time();
  write_rate(true);
  if (!reason.empty()) {
    write(RunStop{.reason = reason, .saved = run_.keeper.saved()});
  }
}

bool Journal::is_missing(const RunResult& result) const {
  const RunState all = logged();
  return !all.runs.empty() && (all.result.empty() || !compare_result(result, all.result).is_same);
}

void Journal::finish(const RunResult& result) {
  if (!is_open_ && !logged().runs.empty()) {  // the job was finished before this run
    is_open_ = file_.open(run_log_path(run_.keeper.path()));
  }
  write(RunFinish{.result = to_json(result)}, ended_at_);
}

RunState Journal::logged() const {
  return run_.keeper.enabled() ? log_beside(run_.keeper.path(), true) : RunState();
}

Provenance Journal::provenance() {
  RunState all = logged();
  if (!is_open_) {
    all.runs.insert(all.runs.end(), state_.runs.begin(), state_.runs.end());
  }
  Runs runs = run_.history.runs;
  runs.starts -= run_.has_tasks() ? 0 : 1;  // not counting a run that only reads the result
  Provenance provenance =
      provenance_of(all, run_.queue().units().origins(), runs,
                    run_.has_tasks() ? ended_at_ : static_cast<double>(run_.history.saved_at));
  ended_at_ = provenance.ended;
  return provenance;
}

// --- Events of the master

void Journal::tell(const ServeEvent& event) {
  for (RunIncident& incident : say(event, run_.scheduler, true)) {
    write_incident(std::move(incident));
  }
  if (const auto* const came = std::get_if<Came>(&event)) {
    come(came->worker);
  } else if (const auto* const counted = std::get_if<Counted>(&event)) {
    count(*counted);
    for (const SetAside& worker : counted->taken.set_aside) {
      set_here(worker.worker, false);
    }
  } else if (const auto* const left = std::get_if<Left>(&event)) {
    set_here(left->worker, false);
    given_back_ += left->returned;
  } else if (const auto* const lost = std::get_if<Lost>(&event)) {
    for (const WorkerId worker : lost->workers) {
      set_here(worker, false);
    }
  }
}

void Journal::note_save() {
  write_incident(
      {.kind = run_.keeper.saved() ? RunIncident::Kind::save : RunIncident::Kind::save_failed,
       .text = run_.keeper.save_fault(),
       .seconds = run_.keeper.save_seconds()});
}

void Journal::note_presence(Place& place) const {
  const double now = elapsed();
  place.since.here += place.since.workers * (now - place.counted_until);
  place.counted_until = now;
}

void Journal::set_here(WorkerId worker, bool here) {
  const auto index = static_cast<std::size_t>(worker);
  if (is_here_.at(index) != here) {
    is_here_[index] = here;
    Place& place = place_of(worker);
    note_presence(place);
    place.since.workers += here ? 1 : -1;
  }
}

void Journal::come(WorkerId worker) {
  const WorkerTable::Worker& its = run_.scheduler.workers()[worker];
  new_processors_.insert(its.processor);
  if (its.kind() == WorkerKind::device && place_of(worker).since.device == 0) {
    const int rank = place_of(worker).since.rank;
    const auto devices = std::ranges::count_if(
        places_, [rank](const Place& place) { return place.since.rank == rank; });
    place_of_worker_.at(static_cast<std::size_t>(worker)) = places_.size();
    places_.push_back({.since = {.rank = rank, .device = static_cast<int>(devices)}});
  }
  Place& place = place_of(worker);
  ++place.newly_ready;
  place.since.host = its.process.host;
  place.since.kernel = its.counts_with();
  set_here(worker, true);
}

void Journal::count(const Counted& counted) {
  if (!counted.taken.outcome) {
    return;
  }
  const double seconds = std::max(counted.result.seconds, 0.0);
  place_of(counted.worker)
      .since.count({.units = 1,
                    .busy = seconds,
                    .processor = counted.result.processor_seconds,
                    .heard = wall_time()});
  sums_.busy += seconds;
  const Completion completion = counted.taken.outcome->completion;
  if (completion == Completion::accepted) {
    ++sums_.units;
    ++sums_.lengths[length_class(seconds)];
  } else if (completion == Completion::confirmed) {
    ++sums_.confirmed;
  }
}

/// Work by rank and by device, or by host if there are many.
std::vector<WorkerShare> Journal::groups() const {
  constexpr std::size_t max_places = 64;
  const auto& listed = state_.runs.back().shares;
  std::vector<WorkerShare> groups;
  std::map<std::pair<std::string, bool>, std::size_t> by_host;
  for (const Place& place : places_) {
    WorkerShare each = place.since;
    if (each.host.empty()) {
      continue;  // nobody has come yet
    }
    if (const auto before = listed.find({each.rank, each.device}); before != listed.end()) {
      each.count(before->second);
    }
    const auto [found, is_new] = by_host.try_emplace({each.host, each.device > 0}, groups.size());
    if (is_new || places_.size() <= max_places) {
      groups.push_back(std::move(each));
    } else {
      groups[found->second].join(each);
    }
  }
  return groups;
}

// --- Lines

RunProgress Journal::progress() const {
  RunProgress progress = state_.runs.back().progress();
  progress.now = run_.queue().progress();
  const auto idle = static_cast<int>(run_.scheduler.workers().with_batches(0).size());
  progress.now.seconds = elapsed();
  progress.now.retries = run_.queue().state().retries - given_back_;
  progress.now.workers = working_;
  progress.now.idle = std::min(idle, working_);
  progress.now.lost = lost_;
  return progress;
}

void Journal::tick() {
  working_ = static_cast<int>(run_.scheduler.workers().working());
  lost_ = static_cast<int>(run_.scheduler.workers().lost());
  if (elapsed() >= next_rate_) {
    write_rate(false);
  }
  if (elapsed() >= next_now_) {
    write_now();
  }
}

/// Seconds to the next rate line: 1/20 of the time so far or 1/10 of the remaining time, if less.
double Journal::next_interval() const {
  const double here = elapsed();
  const double share = run_.queue().progress().share_done;
  const double share_before = run_.before.share_done;
  double interval = here / 20;
  if (share > share_before) {
    interval = std::min(interval, here * (1 - share) / (share - share_before) / 10);
  }
  return std::clamp(interval, 1.0, longest_interval_seconds);
}

void Journal::write_rate(bool at_end) {
  if (!is_open_ && !at_end) {
    return;
  }
  write_newly_ready();
  sums_.now = progress().now;
  list_places(at_end);
  write(std::exchange(sums_, {}));
  next_rate_ = elapsed() + next_interval();
}

void Journal::write_now() {
  constexpr double interval_seconds = 5;
  next_now_ = elapsed() + interval_seconds;
  if (is_open_ && !state_.runs.empty()) {
    append(encode({.time = wall_time(),
                   .body = RunNow{.now = progress().now,
                                  .saved_at = static_cast<double>(run_.keeper.saved_at()),
                                  .next_save_at =
                                      wall_time() + std::max(run_.keeper.save_due_in(), 0.0),
                                  .groups = groups()}}),
           true);
  }
}

void Journal::list_places(bool at_end) {
  const std::size_t minutes = (places_.size() - 1) / places_a_minute;
  if (!at_end && elapsed() - listed_at_ < 60.0 * static_cast<double>(minutes)) {
    return;
  }
  listed_at_ = elapsed();
  for (Place& place : places_) {
    note_presence(place);
    WorkerShare& since = place.since;
    if (since.here > 0 || since.units > 0) {
      sums_.ranks.push_back({.rank = since.rank,
                             .device = since.device,
                             .units = std::exchange(since.units, 0),
                             .busy = std::exchange(since.busy, 0),
                             .processor = std::exchange(since.processor, 0),
                             .here = std::exchange(since.here, 0)});
    }
  }
}

void Journal::write_newly_ready() {
  RunWorkers line;
  for (Place& place : places_) {
    if (const int ready = std::exchange(place.newly_ready, 0); ready > 0) {
      line.groups.push_back({.rank = place.since.rank,
                             .device = place.since.device,
                             .workers = ready,
                             .host = place.since.host,
                             .kernel = place.since.kernel});
    }
  }
  if (line.groups.empty()) {
    return;
  }
  std::ranges::set_difference(std::exchange(new_processors_, {}), state_.runs.back().processors,
                              std::inserter(line.processors, line.processors.end()));
  write(std::move(line));
}

void Journal::write_incident(RunIncident incident) {
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

/// The run at work has the same state as readers of its log.
void Journal::write(decltype(RunEvent::body) body, double time) {
  const std::string line = encode({.time = time, .body = std::move(body)});
  state_.read(line);
  append(line);
}

void Journal::append(const std::string& line, bool is_transient) {
  if (!is_open_) {
    return;
  }
  if (!file_.append(line, is_transient) && !std::exchange(has_warned_, true)) {
    warn_of_errno(run_log_path(run_.keeper.path()), "the count goes on");
  }
  if (!is_transient && ended_at_ == 0) {
    write_now();  // the line replaced the current state
  }
}

}  // namespace nqueens
