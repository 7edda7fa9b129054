// How master and workers name their processes to each other.
#pragma once

#include "nqueens/net/message.hpp"
#include "nqueens/store/process.hpp"

namespace nqueens {

inline Hello hello_from(const ProcessIdentity& process) {
  return {.host = process.host, .space = process.space, .pid = process.pid, .start_time = process.start_time};
}

inline ProcessIdentity sender_of(const Hello& hello) {
  return {.host = hello.host, .space = hello.space, .pid = hello.pid, .start_time = hello.start_time};
}

}  // namespace nqueens
