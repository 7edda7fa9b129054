// What has to happen in a process of its own.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

namespace nqueens::test {

/// The exit code of a child, or less than 0: a signal.
inline int end_of_child(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// The same of one that does this and returns its exit code.
template <class Act>
int end_of(const Act& act) {
  const pid_t child = fork();
  if (child == 0) {
    std::_Exit(static_cast<int>(act()));
  }
  return end_of_child(child);
}

}  // namespace nqueens::test
