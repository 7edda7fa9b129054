// One run of a puzzle: the search, how far it is, and why it ends.
#pragma once

#include <string>

#include "boards/commands/puzzle_options.hpp"
#include "boards/puzzles/search.hpp"
#include "cli/launcher.hpp"
#include "report/progress.hpp"
#include "system/clock.hpp"

namespace nqueens::cli {

/// Shows the progress on stderr from its beginning on, and stops at the time limit and at signals.
/// Made after the Output, whose own way with signals it replaces.
class PuzzleRun {
 public:
  PuzzleRun(const PuzzleOptions& options, const Launcher& launcher);

  [[nodiscard]] Search& search() { return search_; }
  [[nodiscard]] const Search& search() const { return search_; }
  [[nodiscard]] double seconds() const { return seconds_since(start_); }

  /// Adds to the progress what is decided, or what is searched now: "4 queens: no". Not during a
  /// search.
  void tell(const std::string& text);

  /// Ends the line of the progress, before other text goes to the terminal. Not during a search.
  void finish() { progress_.finish(); }

  /// Shows no progress from now on. Not during a search.
  void be_silent() { silent_ = true; }

  /// "searched in 1.2 s", or "stopped (time limit) after 60 s".
  [[nodiscard]] std::string ending() const;

 private:
  bool go_on(std::uint64_t nodes);

  const double limit_seconds_;
  const Clock::time_point start_ = Clock::now();
  std::string story_;
  bool silent_ = false;
  ProgressReporter progress_;
  Search search_;
};

}  // namespace nqueens::cli
