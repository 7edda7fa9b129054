// Errors that a user can cause and correct, and the exit codes of the program.
#pragma once

#include <stdexcept>
#include <string>

namespace nqueens {

/// The exit codes of the process. Their values are part of the interface: batch scripts act on
/// them.
enum class ExitCode : int {
  done = 0,           ///< the answer was printed
  runtime_error = 1,  ///< something failed while running, e.g. no worker is left
  usage = 2,          ///< a wrong option, job file or way of starting the program
  wrong_answer = 3,  ///< two counts of one task differ, or the total differs from the published one
  checkpoint = 4,    ///< the checkpoint or certificate is unusable, of another job or locked
  not_started = 69,  ///< MPI did not start (EX_UNAVAILABLE of sysexits.h); nothing was touched
  interrupted = 130,  ///< ended at once by a second SIGINT, without saving
  stopped = 75,       ///< stopped and saved (EX_TEMPFAIL of sysexits.h): run the same command again
};

/// An error whose message is meant for the user: lower case, names the file or option at fault and
/// says what to do. If nobody else catches it, the command line prints the message and exits with
/// the code.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message);

  [[nodiscard]] ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

}  // namespace nqueens
