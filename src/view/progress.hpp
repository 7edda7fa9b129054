// Progress and time left, as a bar or as log lines.
//
// The time left assumes the speed of this run, since earlier runs may have used other machines. It
// follows from the expected costs of tasks, which may be wrong. So until a tenth of the work is
// done, a sampled count gives a second estimate, and both are shown as a range.
//
// Under a launcher there is no bar: stderr may end in a file even if it is a terminal here.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/sequence.hpp"
#include "job/settings.hpp"
#include "report/run_state.hpp"

namespace nqueens {

/// The mean rate of this run.
double counted_a_second(const RunProgress& run);

/// "31.1 M solutions/s", "31.1 M/s"; "rate unknown" before this run has finished anything.
/// @param of_what  " solutions", or nothing
std::string rate_text(const RunProgress& run, std::string_view of_what = "");

/// Seconds left at the speed of this run; nothing before its first result.
std::optional<double> eta_seconds(const RunProgress& run);

/// The time left: "3:05 min", a range until a tenth is done ("2:50 min to 3:20 min"), or "unknown".
std::string remaining_time(const RunProgress& run);

/// The same in a sentence: "3:05 min left", "time left unknown".
std::string time_left(const RunProgress& run);

/// "49.7 %, 1722 of 3465 tasks, 331023456 solutions so far, 31.1 M solutions/s, 2 workers, 9 s
/// left, 1 lost"
std::string progress_line(const Problem& problem, const RunProgress& run);

/// "n=18 [####....] 50.0 %  31.1 M/s  21 s left", shorter than `width` columns.
std::string progress_bar(const Problem& problem, const RunProgress& run, int width);

/// Three digits and a prefix: "31.1 M", "950".
std::string short_number(double value);

/// Like format_duration, but with three digits below a second: "13.4 ms".
std::string short_time(double seconds);

/// Whether colours and redrawn lines work there: it is a terminal, and TERM is set and not "dumb".
bool takes_escapes(int descriptor);

struct TerminalSize {
  int rows = 24;
  int columns = 80;
};
/// 24 x 80 if unknown.
TerminalSize terminal_size(int descriptor);

/// A bar on stderr that is redrawn in place; or log lines, every ten seconds in the first minute
/// and then every `log_interval_seconds`.
class ProgressReporter {
 public:
  using Say = std::function<void(const std::string&)>;

  /// @param mode  automatic: a bar on a terminal without a launcher, else log lines
  /// @param say  writes a line; by default into the log
  ProgressReporter(ProgressMode mode, bool under_launcher,
                   double log_interval_seconds = RunSettings{}.log_interval_seconds, Say say = {});

  ~ProgressReporter() { finish(); }
  ProgressReporter(const ProgressReporter&) = delete;
  ProgressReporter& operator=(const ProgressReporter&) = delete;

  /// Shows the state if it is due.
  void update(const Problem& problem, const RunProgress& run);
  void update(double elapsed_seconds, const std::string& text);

  /// Whether update() would show anything now.
  [[nodiscard]] bool due(double elapsed_seconds) const;

  /// Erases the bar.
  void finish();

 private:
  [[nodiscard]] double interval(double elapsed_seconds) const;

  ProgressMode mode_;
  double log_interval_seconds_;
  Say say_;
  double next_ = 0;  ///< in elapsed seconds, when the next line or redraw is due
  bool bar_drawn_ = false;
};

}  // namespace nqueens
