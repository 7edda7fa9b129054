// Sums over the workers' results, and the lines made of them.

#include "run/run_record.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <exception>
#include <fstream>
#include <functional>

#include "core/timestamp.hpp"
#include "report/version.hpp"
#include "run/count_result.hpp"
#include "system/file_error.hpp"
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

std::string message_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "unknown failure";
  }
}

static_assert(static_cast<int>(Incident::unsettled) ==
                  static_cast<int>(RunIncident::Kind::unsettled),
              "the incidents of the master come first in the log's list, in the same order");

void warn_of_errno(const std::filesystem::path& log, const char* outcome) {
  spdlog::warn("{}; {}", file_error(ExitCode::runtime_error, "write", log, errno).what(), outcome);
}

/// What the lines of earlier runs say of hosts and of the first start.
void add_earlier(const std::filesystem::path& log, std::set<std::string>& hosts, double& began) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(log, ignored)) {
    return;
  }
  std::ifstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(R"("event":"start")") == std::string::npos &&
        line.find(R"("event":"workers")") == std::string::npos) {
      continue;  // there are many of the others
    }
    const auto event = decode_run_event(line);
    if (!event) {
      continue;
    }
    if (const auto* workers = std::get_if<RunWorkers>(&event->body)) {
      for (const WorkerShare& group : workers->groups) {
        hosts.insert(group.host);
      }
    } else {
      began = std::min(began, event->time);
    }
  }
}

}  // namespace

RunRecord::RunRecord(const CountRequest& request, const JobCounts& counts,
                     const CheckpointKeeper& keeper)
    : request_(request), counts_(counts), keeper_(keeper), began_at_(wall_time()) {
  rank_of_worker_.push_back(0);  // workers are numbered from 1 on, rank after rank
  for (std::size_t rank = 0; rank < request.workers_of_ranks.size(); ++rank) {
    rank_of_worker_.insert(rank_of_worker_.end(),
                           static_cast<std::size_t>(request.workers_of_ranks[rank]), rank);
  }
  is_here_.resize(rank_of_worker_.size());
  ranks_.resize(std::max<std::size_t>(request.workers_of_ranks.size(), 1));
}

void RunRecord::open(std::uint64_t number) {
  if (!keeper_.enabled()) {
    return;
  }
  is_open_ = file_.open(run_log_path(keeper_.path()));
  if (!is_open_) {
    warn_of_errno(run_log_path(keeper_.path()), "the count goes on without this log");
    return;
  }
  const ProcessIdentity self = this_process();
  write(RunStart{.version = version(),
                 .command = command_line(),
                 .host = self.host,
                 .process = self.pid,
                 .problem = to_string(counts_.job().problem),
                 .cut = describe_cut(counts_.job()),
                 .part = request_.settings.run.part ? to_string(*request_.settings.run.part) : "",
                 .before = counts_.before(),
                 .expected = expected_
                                 ? std::vector{expected_->estimate, expected_->low, expected_->high}
                                 : std::vector<double>{},
                 .start = number,
                 .ranks = request_.workers_of_ranks},
        elapsed());
}

ServeHooks RunRecord::watching(ServeHooks hooks) {
  const auto save = [this, before = std::move(hooks.save)](const Workforce& workforce) {
    before(workforce);
    if (keeper_.enabled()) {
      write_incident(
          {.kind = keeper_.saved() ? RunIncident::Kind::save : RunIncident::Kind::save_failed,
           .seconds = keeper_.save_seconds()});
    }
  };
  const auto tick = [this, before = std::move(hooks.tick)](const Workforce& workforce) {
    before(workforce);
    this->tick(workforce);
  };
  hooks.save = save;
  hooks.tick = tick;
  hooks.here = std::bind_front(&RunRecord::here, this);
  hooks.gone = std::bind_front(&RunRecord::gone, this);
  hooks.taken = std::bind_front(&RunRecord::taken, this);
  hooks.incident = std::bind_front(&RunRecord::incident, this);
  return hooks;
}

void RunRecord::stop(const Served& served, const std::string& reason) {
  ended_at_ = wall_time();
  write_rate(workforce_, true);
  std::string why = reason;
  if (served.failure) {
    why = message_of(served.failure);
  } else if (served.end == ServeEnd::no_workers) {
    why = "no worker is left";
  } else if (served.end == ServeEnd::finished) {
    return;
  }
  write(RunStop{.reason = why, .saved = keeper_.saved()});
}

void RunRecord::finish(const RunResult& result) {
  if (!is_open_ && keeper_.enabled()) {  // the job was finished before this run
    is_open_ = file_.open(run_log_path(keeper_.path()));
  }
  write(RunFinish{.result = to_json(result)});
}

void RunRecord::complete(RunResult& result, std::int64_t saved_at) const {
  std::set<std::string> hosts = hosts_;
  const double ended = counts_.had_work() ? ended_at_ : static_cast<double>(saved_at);
  double began = std::min(began_at_, ended);
  const OriginTable& origins = counts_.queue().units().origins();
  for (OriginId id = unknown_origin + 1; id < origins.size(); ++id) {
    hosts.insert(origins[id].host);
  }
  if (keeper_.enabled()) {
    add_earlier(run_log_path(keeper_.path()), hosts, began);
  }
  hosts.erase("");
  hosts.erase(std::string(several));
  result.hosts.assign(hosts.begin(), hosts.end());
  result.started = format_timestamp(began);
  result.ended = format_timestamp(ended);
  result.command = command_line();
}

// --- What the master tells

std::size_t RunRecord::rank_of(WorkerId worker) const {
  const auto index = static_cast<std::size_t>(worker);
  return index < rank_of_worker_.size() ? rank_of_worker_[index] : 0;
}

void RunRecord::note_presence(Rank& rank) const {
  const double now = elapsed();
  rank.sums.here += rank.all.workers * (now - rank.counted_until);
  rank.counted_until = now;
}

void RunRecord::set_here(WorkerId worker, bool here) {
  const auto index = static_cast<std::size_t>(worker);
  if (index >= is_here_.size()) {
    is_here_.resize(index + 1);
  }
  if (is_here_[index] != here) {
    is_here_[index] = here;
    Rank& rank = ranks_[rank_of(worker)];
    note_presence(rank);
    rank.all.workers += here ? 1 : -1;
  }
}

void RunRecord::here(WorkerId worker, const std::string& host, const std::string& kernel) {
  hosts_.insert(host);
  ++new_workers_[{static_cast<int>(rank_of(worker)), {host, kernel}}];
  WorkerShare& all = ranks_[rank_of(worker)].all;
  all.host = host;
  all.kernel = kernel;
  set_here(worker, true);
}

void RunRecord::gone(std::span<const WorkerId> workers) {
  for (const WorkerId worker : workers) {
    set_here(worker, false);
  }
}

void RunRecord::taken(WorkerId worker, const TaskResult& result, Completion completion) {
  const double seconds = std::max(result.seconds, 0.0);
  Rank& rank = ranks_[rank_of(worker)];
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

/// What the workers have done, by rank; by host if there are many ranks.
std::vector<WorkerShare> RunRecord::groups() const {
  constexpr std::size_t max_ranks = 64;
  std::vector<WorkerShare> groups;
  std::map<std::string, std::size_t> by_host;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    WorkerShare each = ranks_[rank].all;
    if (each.host.empty()) {
      continue;  // nobody has come yet
    }
    each.rank = static_cast<int>(rank);
    const auto [found, is_new] = by_host.try_emplace(each.host, groups.size());
    if (is_new || ranks_.size() <= max_ranks) {
      groups.push_back(std::move(each));
    } else {
      groups[found->second].add(each);
    }
  }
  return groups;
}

void RunRecord::incident(Incident incident, const std::string& text) {
  write_incident({.kind = static_cast<RunIncident::Kind>(incident), .text = text});
}

// --- Lines

void RunRecord::tick(const Workforce& workforce) {
  workforce_.working = workforce.working;
  workforce_.lost = workforce.lost;
  if (elapsed() >= next_rate_) {
    write_rate(workforce, false);
  }
  if (elapsed() >= next_now_) {
    write_now(workforce);
  }
}

/// A twentieth of the time so far, or a tenth of what is left.
double RunRecord::next_interval() const {
  const double here = elapsed();
  const double share = counts_.queue().state().share_done();
  const double share_before = counts_.before().share_done;
  double interval = here / 20;
  if (share > share_before) {
    interval = std::min(interval, here * (1 - share) / (share - share_before) / 10);
  }
  return std::clamp(interval, 1.0, longest_interval_seconds);
}

void RunRecord::write_rate(const Workforce& workforce, bool at_end) {
  if (!is_open_) {
    return;
  }
  write_workers();
  sums_.now = counts_.progress(workforce, elapsed());
  list_ranks(at_end);
  write(std::exchange(sums_, {}));
  next_rate_ = elapsed() + next_interval();
}

void RunRecord::write_now(const Workforce& workforce) {
  constexpr double interval_seconds = 5;
  next_now_ = elapsed() + interval_seconds;
  write(RunNow{.now = counts_.progress(workforce, elapsed()),
               .saved_at = static_cast<double>(keeper_.saved_at()),
               .next_save_at = static_cast<double>(keeper_.next_save_at()),
               .groups = groups()});
}

void RunRecord::list_ranks(bool at_end) {
  const std::size_t minutes = (ranks_.size() - 1) / ranks_a_minute;
  if (!at_end && elapsed() - listed_at_ < 60.0 * static_cast<double>(minutes)) {
    return;
  }
  listed_at_ = elapsed();
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    note_presence(ranks_[rank]);
    WorkerShare& sums = ranks_[rank].sums;
    if (sums.here > 0 || sums.units > 0) {
      sums.rank = static_cast<int>(rank);
      sums_.ranks.push_back(std::exchange(sums, {}));
    }
  }
}

void RunRecord::write_workers() {
  RunWorkers line;
  for (const auto& [group, workers] : std::exchange(new_workers_, {})) {
    line.groups.push_back({.rank = group.first,
                           .workers = workers,
                           .host = group.second.first,
                           .kernel = group.second.second});
  }
  if (!line.groups.empty()) {
    write(std::move(line));
  }
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

void RunRecord::write(decltype(RunEvent::body) body, double seconds_ago) {
  const bool is_passing = std::holds_alternative<RunNow>(body);
  if (!is_passing) {
    next_now_ = 0;  // it replaces the state
  }
  if (is_open_ &&
      !file_.append(encode({.time = wall_time() - seconds_ago, .body = std::move(body)}),
                    is_passing) &&
      !std::exchange(has_warned_, true)) {
    warn_of_errno(run_log_path(keeper_.path()), "the count goes on");
  }
}

}  // namespace nqueens
