// The state of a checkpoint and of the run that works on it, as text and as JSON.
//
// A user asks whether it lives, how far it is and when it ends. What a run at work says is newer
// than what it saved last, so that is shown and the save is one line of it. If no run is at work,
// only the save is known. One job is a table that fits a small terminal; many jobs have a line
// each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "job/job.hpp"
#include "job/settings.hpp"
#include "report/run_state.hpp"

namespace nqueens {

/// What the log of runs says of a run at work.
struct LiveRun {
  RunState::Run run{};     ///< times are by the clock of its machine
  double age_seconds = 0;  ///< since the last word, by the clock of this machine

  /// Seconds without a word after which a run is not live; it has one every five.
  static constexpr double longest_silence = 30;
  [[nodiscard]] bool is_fresh() const { return age_seconds < longest_silence; }
  /// Now, by the clock of its machine.
  [[nodiscard]] double moment() const { return run.said_at + age_seconds; }
};

/// The output of `status`.
struct StatusReport {
  std::string file;
  Job job;
  std::optional<Part> part{};      ///< that the last run counted; nothing: the whole job
  Progress all{};                  ///< of the whole job
  Progress wanted{};               ///< of the part, or of the job
  std::uint64_t slices_bytes = 0;  ///< memory of the master for the slices of tasks in progress
  Runs runs;
  std::int64_t saved_at = 0;  ///< seconds since 1970-01-01 UTC
  std::optional<std::string>
      lock_holder{};  ///< "host h1, process 4711, job 12, seen 3 s ago"; nothing if unlocked
  std::vector<std::string> warnings{};  ///< of newer generations that are damaged
  bool is_damaged = false;              ///< the newest generation, or the second count, is
  std::vector<std::string> faults{};    ///< why its number cannot be right
  std::optional<double> eta_seconds{};  ///< at the rate of all runs; nothing before the first task
  std::optional<LiveRun> live{};        ///< what the run that works on it says
  std::string missing_log{};            ///< name of its log of runs; empty if that is there
  std::vector<StatusReport> second{};   ///< of the second count, if there is one

  /// The whole job.
  [[nodiscard]] bool finished() const { return !part && wanted.finished(); }
  /// The part is complete; others are to be merged with it.
  [[nodiscard]] bool is_whole_part() const { return part && wanted.finished(); }
};

/// The work done and the time left.
/// @param moment  of this state, in seconds since 1970, if the run goes on from there
TableRows facts_of(const RunProgress& run, std::optional<double> moment);

/// What a run at work says of itself, with its last save in one line. If none is at work, what is
/// saved.
TableRows facts_of(const StatusReport& status);

/// The same as "name: value" lines, and the workers at work. A second count at work comes with one
/// line about the first. Without the workers it has at most 11 lines of 70 columns, if names are
/// short.
std::string to_text(const StatusReport& status);
std::string to_json(const StatusReport& status);

/// A line for each job and second count, below a line of names.
std::string to_text(const std::vector<StatusReport>& jobs);
/// An array.
std::string to_json(const std::vector<StatusReport>& jobs);

}  // namespace nqueens
