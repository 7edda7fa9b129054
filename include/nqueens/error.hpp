// Errors that a user can cause and correct, and the exit codes of the program.
#pragma once

#if __cplusplus < 202002L
#error "nqueens needs C++20: compile with -std=c++20 or later"
#endif

#include <stdexcept>
#include <string>

#pragma GCC visibility push(default)
namespace nqueens {

/// The exit codes of the program; src/cli/exit_codes.txt says which command has which. Scripts rely
/// on their values. Functions of the library throw errors with the codes 1 to 3.
enum class ExitCode : int {
  done = 0,           ///< the answer was printed
  runtime_error = 1,  ///< failed while running, for example because no worker is left
  usage = 2,          ///< wrong argument, option, file or way of starting
  wrong_answer = 3,   ///< counts differ, or a solution is wrong
  checkpoint = 4,     ///< a checkpoint, certificate, log or result cannot be used
  not_started = 69,   ///< MPI did not start (EX_UNAVAILABLE of sysexits.h); nothing was touched
  interrupted = 130,  ///< ended at once by a second SIGINT, without saving
  stopped = 75,       ///< stopped before the end; a count is saved (EX_TEMPFAIL of sysexits.h)
};

/// An error with a message for the user: one line in lower case that names the wrong argument,
/// option or file and says what to do. The program prints it and exits with the code.
///
/// The library throws nothing else. Exceptions of your own functions pass through it.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message);

  [[nodiscard]] ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

/// A number that no Count can have: below 0, or of more than 128 bits.
class OutOfRange : public Error {
 public:
  using Error::Error;
};

}  // namespace nqueens
#pragma GCC visibility pop
