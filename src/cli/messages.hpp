// Everything on stderr: messages, coloured on a terminal, the log, and the final error with its
// exit code.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "nqueens/error.hpp"
#include "view/progress.hpp"

namespace nqueens::cli {

/// Their codes in ANSI X3.64.
enum class Colour { bold = 1, red = 31 };

/// The text in a colour if it goes to a terminal that has them, unless NO_COLOR is set
/// (no-color.org).
std::string coloured(const std::string& text, Colour colour, int descriptor);

/// Writes a line to stderr, not to the log: in one write, since all ranks share the stream.
void say(const std::string& text);
/// The same without the name of the program.
void say_plainly(const std::string& text);
void say_all(const std::vector<std::string>& texts);

inline void refuse(bool refused, const std::string& message) {
  if (refused) {
    throw Error(ExitCode::usage, message);
  }
}

/// Says how far a command is.
ProgressReporter progress_reporter(bool under_launcher);

struct LogOptions {
  std::string file;                             ///< empty: none
  std::vector<std::filesystem::path> others{};  ///< files of the command, which it must not be
  bool quiet = false;                           ///< on stderr warnings and errors only
  bool verbose = false;                         ///< details too
};

/// Makes the default logger, which also appends to the file. When that takes no more, it is said
/// once, and the rest is lost. Throws Error(usage) if the file cannot be written, holds something
/// else than a log, or is one of the others.
void set_up_log(const LogOptions& options);

/// Runs the body. An exception becomes one line on stderr and an exit code.
/// @param speaks  prints the line, and writes the code to the file that NQUEENS_EXIT_CODE_FILE
/// names, if set. All ranks find the same mistake, so only rank 0 does
ExitCode exit_code_of(bool speaks, const std::function<ExitCode()>& body);

/// Ends the process without waiting for ranks, threads or drivers.
[[noreturn]] void leave_now(ExitCode code);

}  // namespace nqueens::cli
