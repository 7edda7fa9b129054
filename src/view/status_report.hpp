// The state of a checkpoint and of the run that works on it, as text and as JSON.
//
// Users ask whether it is running, how far it is and when it ends. A run at work knows more than
// its last save, so its state is shown, with one line about the save. Otherwise only the save is
// known. One job is a table that fits a small terminal; several jobs have a line each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "job/job.hpp"
#include "job/settings.hpp"
#include "report/run_state.hpp"

namespace nqueens {

/// A run at work, by the state that it writes into its log.
struct LiveRun {
  RunState::Run run{};     ///< times are by the clock of its machine
  double age_seconds = 0;  ///< of its state, by the clock of this machine

  /// A run whose state is older is not live. It writes one every five seconds.
  static constexpr double longest_silence = 30;
  [[nodiscard]] bool is_fresh() const { return age_seconds < longest_silence; }
  /// Now, by the clock of its machine.
  [[nodiscard]] double moment() const { return run.said_at + age_seconds; }
};

/// The output of `status`.
struct StatusReport {
  std::string file;
  Job job;
  std::optional<Part> part{};      ///< that the last run counted; else the whole job
  Progress all{};                  ///< of the whole job
  Progress wanted{};               ///< of the part, or of the job
  std::uint64_t slices_bytes = 0;  ///< memory of the master for slices
  Runs runs;
  std::int64_t saved_at = 0;  ///< seconds since 1970-01-01 UTC
  std::optional<std::string>
      lock_holder{};  ///< "host h1, process 4711, job 12, seen 3 s ago"; nothing if unlocked
  std::vector<std::string> warnings{};  ///< damaged files, and runs that may be at work
  bool is_damaged = false;              ///< the newest generation, or the second count
  std::vector<std::string> faults{};    ///< why its number cannot be right
  std::optional<double> eta_seconds{};  ///< at the speed of all runs; nothing before the first task
  std::optional<LiveRun> live{};        ///< the run that works on it
  std::string missing_log{};            ///< name of its log of runs; empty if that is there
  std::vector<StatusReport> second{};   ///< of the second count, if there is one

  /// The whole job.
  [[nodiscard]] bool finished() const { return !part && wanted.finished(); }
  /// The part is complete; others are to be merged with it.
  [[nodiscard]] bool is_whole_part() const { return part && wanted.finished(); }
};

/// The work done and the time left.
/// @param moment  when the state was taken, in seconds since 1970; nothing if the run has ended
TableRows facts_of(const RunProgress& run, std::optional<double> moment);

/// Facts of the run at work; without one, of the saved state.
TableRows facts_of(const StatusReport& status);

/// "name: value" lines, and a table of the workers. A second count at work is shown with one line
/// about the first. Without workers there are at most 11 lines of 70 columns, if names are short.
std::string to_text(const StatusReport& status);
std::string to_json(const StatusReport& status);

/// A table with a line for each job and each second count.
std::string to_text(const std::vector<StatusReport>& jobs);
/// An array.
std::string to_json(const std::vector<StatusReport>& jobs);

}  // namespace nqueens
