// Looks at the clock and the signals at nodes of a search. Puts answers together to a text, a JSON
// object or a picture.
#include <limits>
#include <utility>

#include "boards/commands/puzzle.hpp"
#include "cli/messages.hpp"
#include "core/number.hpp"
#include "system/signals.hpp"

namespace nqueens::cli {
namespace {

/// The path of an output that leaves alone the signals that stop a search: it ends the process with
/// those that nobody catches when it is made.
const std::string& with_signals_caught(const std::string& path) {
  catch_signals();
  return path;
}

}  // namespace

PuzzleRun::PuzzleRun(const PuzzleOptions& options, const Launcher& launcher, std::string list)
    : options_(options),
      output_(with_signals_caught(options.output), objection_to_boards),
      list_(std::move(list)),
      progress_(progress_reporter(launcher.mpi)),
      search_(chosen_threads(options.threads),
              [this](std::uint64_t nodes) { return go_on(nodes); }) {}

void PuzzleRun::tell(const std::string& text) {
  steps_ += text + "; ";
}

bool PuzzleRun::go_on(std::uint64_t nodes) {
  const double now = seconds();
  if (!silent_ && progress_.due(now)) {
    progress_.update(now, steps_ + amount_of(nodes, "node") + " searched, " + format_duration(now));
  }
  return now < options_.limit_seconds.value_or(std::numeric_limits<double>::infinity()) &&
         !signal_requests().stop();
}

std::string PuzzleRun::ending() const {
  const std::string time = format_duration(seconds());
  if (!stopped()) {
    return "searched in " + time;
  }
  const int signal = signal_requests().stop_signal;
  return joined("stopped (", signal == 0 ? "time limit" : stop_cause(signal), ") after ", time);
}

void PuzzleRun::begin(const Json& fields) {
  if (options_.format() == Format::json) {
    std::string text = dump(fields);
    text.pop_back();
    output_.write(joined(text, ",\"", list_, "\":["));
  }
}

void PuzzleRun::write(const Arrangement& arrangement) {
  switch (options_.format()) {
    case Format::text: write(line_text(arrangement) + "\n", ""); break;
    case Format::board: write(board_text(arrangement, options_.symbols(output_)), "\n"); break;
    case Format::json: write(json_text(arrangement), ""); break;
    case Format::svg: write(svg_text(arrangement), ""); break;
  }
}

void PuzzleRun::write(const NumberSquare& square, SquareColours colours) {
  switch (options_.format()) {
    case Format::text:
    case Format::board: write(board_text(square), "\n"); break;
    case Format::json: write(json_text(square), ""); break;
    case Format::svg: write(svg_text(square, colours), ""); break;
  }
}

void PuzzleRun::write(std::string_view answer, std::string_view between) {
  if (!std::exchange(first_, false)) {
    output_.write(options_.format() == Format::json ? "," : between);
  }
  output_.write(answer);
}

ExitCode PuzzleRun::end(bool found, const std::string& sentence, Json fields) {
  finish();
  const ExitCode code = stopped() ? ExitCode::stopped
                        : found   ? ExitCode::done
                                  : ExitCode::runtime_error;
  const Format format = options_.format();
  const bool is_drawn = format == Format::board || format == Format::svg;
  if (!found && is_drawn) {
    throw Error(code, sentence);
  }
  if (format == Format::json) {
    fields.update({{"seconds", seconds()}, {"nodes", search_.nodes()}});
    output_.write("]," + dump(fields).substr(1) + "\n");
  } else if (format == Format::text) {
    output_.write("# " + sentence + "\n");
  }
  output_.commit();
  if (is_drawn) {
    say(sentence);
  }
  return code;
}

}  // namespace nqueens::cli
