// Tells copies of runs by their starts, and joins logs of runs.

#include "run/merged_files.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <optional>
#include <utility>
#include <variant>

#include "run/count_result.hpp"
#include "system/file.hpp"

namespace nqueens {
namespace {

std::filesystem::path log_of(const MergedFile& file) {
  return run_log_path(behind_links(file.file));
}

/// Each event of a log of runs but its passing last line, and the start that it is of, if any.
void for_each_event(const std::filesystem::path& log,
                    const std::function<void(const std::optional<StartId>&, RunEvent)>& take) {
  std::ifstream lines(log);
  std::optional<StartId> start;
  for (std::string line; std::getline(lines, line);) {
    auto event = decode_run_event(line);
    if (!event || std::holds_alternative<RunNow>(event->body)) {
      continue;
    }
    if (const auto* const begun = std::get_if<RunStart>(&event->body)) {
      start = {event->time, begun->host, begun->process};
    } else if (std::holds_alternative<RunInput>(event->body)) {
      start.reset();
    }
    take(start, std::move(*event));
  }
}

}  // namespace

void MergedFiles::add(MergedFile file) {
  for_each_event(log_of(file), [&file](const std::optional<StartId>& start, const RunEvent&) {
    if (start) {
      ++file.starts[*start];
    }
  });
  files_.push_back(std::move(file));
  const std::size_t number = files_.size() - 1;
  for (const auto& [start, lines] : files_.back().starts) {
    std::size_t& owner = owners_.try_emplace(start, number).first->second;
    owner = knows_more(number, owner, start) ? number : owner;
  }
}

Runs MergedFiles::runs() const {
  Runs runs;
  std::uint64_t starts = owners_.size();
  for (std::size_t number = 0; number < files_.size(); ++number) {
    if (!is_copy(number)) {
      runs += files_[number].runs;
      starts += files_[number].provenance.starts_without_log;
    }
  }
  runs.starts = starts;
  return runs;
}

void MergedFiles::write_log(AtomicFile& merged) const {
  std::uint64_t starts = 0;
  for (std::size_t number = 0; number < files_.size(); ++number) {
    const Provenance& known = files_[number].provenance;
    const RunInput input{
        .file = files_[number].file.string(), .started = known.started, .ended = known.ended};
    merged.write(encode({.time = known.ended, .body = input}) + "\n");
    if (!is_copy(number)) {
      add_events(number, starts, merged);
    }
  }
}

/// Whether the log of one has more of the start than that of the other, or else more starts.
bool MergedFiles::knows_more(std::size_t one, std::size_t other, const StartId& start) const {
  const auto known = [&](std::size_t number) {
    const auto& starts = files_[number].starts;
    return std::pair(starts.at(start), starts.size());
  };
  return known(one) > known(other);
}

bool MergedFiles::owns_starts(std::size_t number) const {
  return std::ranges::any_of(owners_,
                             [number](const auto& owner) { return owner.second == number; });
}

/// Whether all runs of a file are those of others.
bool MergedFiles::is_copy(std::size_t number) const {
  const MergedFile& file = files_[number];
  if (owns_starts(number)) {
    return false;
  }
  if (file.provenance.starts_without_log == 0 && !file.starts.empty()) {
    return true;
  }
  for (std::size_t other = 0; other < files_.size(); ++other) {
    if (other != number && files_[other].saved_at == file.saved_at &&
        files_[other].runs == file.runs && (other < number || owns_starts(other))) {
      return true;
    }
  }
  return false;
}

/// Those of the log of a file that are its own. A result is of the part alone.
void MergedFiles::add_events(std::size_t number, std::uint64_t& starts, AtomicFile& merged) const {
  const auto write = [&merged](RunEvent event) { merged.write(encode(std::move(event)) + "\n"); };
  bool is_open = false;
  for_each_event(log_of(files_[number]), [&](const std::optional<StartId>& start, RunEvent event) {
    const auto owner = start ? owners_.find(*start) : owners_.end();
    if (start && (owner == owners_.end() || owner->second != number)) {
      return;  // another's, or begun just now
    }
    if (auto* const begun = std::get_if<RunStart>(&event.body)) {
      begun->start = ++starts;
      is_open = true;
    } else if (std::holds_alternative<RunFinish>(event.body)) {
      event.body = RunStop{.reason = "all of it is counted", .saved = true};
    }
    is_open = is_open && !std::holds_alternative<RunStop>(event.body);
    write(std::move(event));
  });
  if (is_open) {
    write({.time = files_[number].provenance.ended,
           .body = RunStop{.reason = "no word of its end", .saved = true}});
  }
}

}  // namespace nqueens
