// Turns exceptions into a line on stderr and an exit code, and passes the code to a launcher.
#include "cli/exit.hpp"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>

#include "cli/colour.hpp"
#include "system/signals.hpp"

namespace nqueens::cli {
namespace {

/// The file in which rank 0 speaks to jobs/launch; empty if this is not rank 0, or nobody asks.
std::string file_for_launcher(const Launcher& launcher) {
  const char* file = std::getenv("NQUEENS_EXIT_CODE_FILE");
  return file != nullptr && launcher.rank == 0 ? file : "";
}

/// Rank 0 writes the code for the launcher, since mpirun always returns 0 when it is told to
/// survive the death of ranks. "75 outside" says that nobody above this process stopped it.
void leave_exit_code(const Launcher& launcher, ExitCode code) {
  if (const std::string file = file_for_launcher(launcher); !file.empty()) {
    const bool from_outside = code == ExitCode::stopped && signal_requests().from_outside;
    std::ofstream(file) << static_cast<int>(code) << (from_outside ? " outside\n" : "\n");
  }
}

}  // namespace

void say_begun(const Launcher& launcher) {
  if (const std::string file = file_for_launcher(launcher); !file.empty()) {
    std::ofstream(file + ".begun");
  }
}

ExitCode guarded(const Launcher& launcher, const std::function<ExitCode()>& body) {
  const auto fail = [&launcher](const char* message, ExitCode code) {
    if (launcher.rank == 0) {
      std::cerr << coloured("nqueens:", Colour::red, STDERR_FILENO) << " " << message << '\n';
      if (const auto log = spdlog::get(file_log)) {
        log->error("{}", message);
        log->flush();
      }
    }
    return code;
  };
  ExitCode code;
  try {
    code = body();
  } catch (const Error& error) {
    code = fail(error.what(), error.code());
  } catch (const std::exception& error) {
    code = fail(error.what(), ExitCode::runtime_error);
  }
  leave_exit_code(launcher, code);
  return code;
}

}  // namespace nqueens::cli
