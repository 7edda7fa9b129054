// Errors that a user can cause and correct, and the exit codes of the program.
#pragma once

#if __cplusplus < 202002L
#error "nqueens needs C++20: compile with -std=c++20 or later"
#endif

#include <stdexcept>
#include <string>

#pragma GCC visibility push(default)
namespace nqueens {

/// The exit codes of the process. Their values are part of the interface: batch scripts act on
/// them. Functions of the library throw errors with the codes 1 to 3.
enum class ExitCode : int {
  done = 0,           ///< the answer was printed
  runtime_error = 1,  ///< something failed while running, e.g. no worker is left
  usage = 2,          ///< a wrong argument, option, job file or way of starting the program
  wrong_answer = 3,  ///< two counts of one task differ, or the total differs from the published one
  checkpoint = 4,    ///< the checkpoint or certificate is unusable, of another job or locked
  not_started = 69,  ///< MPI did not start (EX_UNAVAILABLE of sysexits.h); nothing was touched
  interrupted = 130,  ///< ended at once by a second SIGINT, without saving
  stopped = 75,       ///< stopped and saved (EX_TEMPFAIL of sysexits.h): run the same command again
};

/// An error whose message is meant for the user: one line in lower case that names the argument,
/// file or option at fault and says what to do. If nobody else catches it, the command line
/// prints the message and exits with the code.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message);

  [[nodiscard]] ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

}  // namespace nqueens
#pragma GCC visibility pop
