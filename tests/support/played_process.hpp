// Runs code in a child process.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>

#include "support/temporary_folder.hpp"
#include "support/text.hpp"

namespace nqueens::test {

/// The exit code of a child; negative: a signal.
inline int end_of_child(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// The parent of the tests may ignore some signals, as a script does for its background processes.
inline void ignore_no_signal() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGPWR, SIGUSR1, SIGUSR2, SIGPIPE}) {
    std::signal(signal, SIG_DFL);
  }
}

/// The exit code of a child that runs `act` and returns its result.
template <class Act>
int end_of(const Act& act) {
  const pid_t child = fork();
  if (child == 0) {
    ignore_no_signal();
    std::_Exit(static_cast<int>(act()));
  }
  return end_of_child(child);
}

struct Ended {
  int code = 0;
  std::string out{};
  std::string err{};
};

/// Like end_of(), with stdout and stderr.
template <class Act>
Ended told_by(const Act& act) {
  const TemporaryFolder folder;
  const auto file = [&folder](int stream) { return folder.path() / std::to_string(stream); };
  const int code = end_of([&] {
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
      dup2(open(file(stream).c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600), stream);
    }
    return act();
  });
  return {code, content_of(file(STDOUT_FILENO)), content_of(file(STDERR_FILENO))};
}

}  // namespace nqueens::test
