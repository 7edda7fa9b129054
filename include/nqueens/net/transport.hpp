// Transport: messages between the ranks of a run. Nothing in it ever blocks for another rank.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nqueens/net/message.hpp"

namespace nqueens {

struct Envelope {
  int from = 0;
  Message message;
};

class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;

  /// Starts to send and returns at once. Messages from one rank to another arrive in order. A
  /// message to a dead rank is lost.
  virtual void send(int to, const Message& message) = 0;

  /// The next message from any rank; nothing if none comes within `wait`. A damaged message is
  /// lost.
  virtual std::optional<Envelope> receive(std::chrono::milliseconds wait) = 0;

  /// Waits until all messages have left this rank. @return false if some have not within `wait`
  virtual bool flush(std::chrono::milliseconds wait) = 0;

  /// After this the destructor does not wait for the other ranks, which may be dead.
  virtual void abandon() = 0;
};

/// Ranks in one process, for threads: element i is the transport of rank i. They must end together.
std::vector<std::unique_ptr<Transport>> make_local_transports(int size);

/// This process's rank in MPI_COMM_WORLD. Initialises MPI, and finalises it when destroyed unless
/// abandoned. One per process, used by the thread that made it. Throws std::runtime_error if MPI
/// fails.
std::unique_ptr<Transport> make_mpi_transport();

/// "Open MPI v4.1.4": the library that this program runs with. Does not start MPI.
std::string mpi_library();

}  // namespace nqueens
