// How far a run is, how long it will take, and how to show it.
//
// The time left follows from the expected cost of what is done, at the rate of this run alone: the
// runs before may have had other machines. Expected costs may be wrong, and show it late. So until
// a tenth is done the time is a range, if the count was sampled: one end is what the cost says, the
// other what the sampled count says at the rate of counting.
//
// A line that is redrawn needs a terminal. A launcher may pass stderr on to a file, whatever this
// end of it is, so under one there are log lines.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/sequence.hpp"
#include "job/settings.hpp"
#include "report/run_state.hpp"

namespace nqueens {

/// In this run.
double counted_a_second(const RunProgress& run);

/// "31.1 M solutions/s", "31.1 M/s"; "rate unknown" before this run has finished anything.
/// @param of_what  " solutions", or nothing
std::string rate_text(const RunProgress& run, std::string_view of_what = "");

/// Seconds left at the rate of this run, by expected cost; nothing before its first result.
std::optional<double> eta_seconds(const RunProgress& run);

/// The time left: "3:05 min", a range until a tenth is done ("2:50 min to 3:20 min"), or "unknown".
std::string remaining_time(const RunProgress& run);

/// The same in a sentence: "3:05 min left", "time left unknown".
std::string time_left(const RunProgress& run);

/// One line, to which lost workers are added if there are any:
/// "49.7 %, 1722 of 3465 tasks, 331023456 solutions so far, 31.1 M solutions/s, 2 workers, 9 s
/// left"
std::string progress_line(const Problem& problem, const RunProgress& run);

/// The same for a terminal of that many columns, which it never fills:
/// "n=18 [####....] 50.0 %  31.1 M/s  21 s left"
std::string progress_bar(const Problem& problem, const RunProgress& run, int width);

/// Three digits and a prefix: "31.1 M", "950".
std::string short_number(double value);

/// As format_duration, but three digits also of less than a second: "13.4 ms".
std::string short_time(double seconds);

/// Whether it is a terminal that takes escapes, for colours and lines that are redrawn: not one
/// with TERM=dumb, nor if TERM is unset.
bool takes_escapes(int descriptor);

struct TerminalSize {
  int rows = 24;
  int columns = 80;
};
/// 24 x 80 if it is no terminal, or its size is unknown.
TerminalSize terminal_size(int descriptor);

/// Shows how far work is: as one line on stderr that is redrawn in place, or as log lines: every
/// ten seconds in the first minute, then every `log_interval_seconds`.
class ProgressReporter {
 public:
  using Say = std::function<void(const std::string&)>;

  /// @param mode  automatic: a bar if stderr is a terminal and the run has no launcher, else log
  /// lines
  /// @param say  writes a line elsewhere than into the log
  ProgressReporter(ProgressMode mode, bool under_launcher,
                   double log_interval_seconds = RunSettings{}.log_interval_seconds, Say say = {});

  ~ProgressReporter() { finish(); }
  ProgressReporter(const ProgressReporter&) = delete;
  ProgressReporter& operator=(const ProgressReporter&) = delete;

  /// Shows the state if its time has come, as a bar or a log line.
  void update(const Problem& problem, const RunProgress& run);

  void update(double elapsed_seconds, const std::string& text);

  /// Whether update() would show anything now; if not, callers need not make a snapshot.
  [[nodiscard]] bool due(double elapsed_seconds) const;

  /// Ends the bar's line, if there is one.
  void finish();

 private:
  [[nodiscard]] double interval(double elapsed_seconds) const;

  ProgressMode mode_;
  double log_interval_seconds_;
  Say say_;
  double next_ = 0;  ///< elapsed seconds at which the next line or redraw is due
  bool bar_drawn_ = false;
};

}  // namespace nqueens
