// Transport: messages between the ranks of a run. No call waits for another rank.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "net/message.hpp"

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

  /// Starts sending and returns. Messages between two ranks arrive in order. A message to a dead
  /// rank is lost.
  virtual void send(int to, const Message& message) = 0;

  /// The next message from any rank; empty if none arrives within `wait`. Damaged messages are
  /// dropped.
  virtual std::optional<Envelope> receive(std::chrono::milliseconds wait) = 0;

  /// Waits until all messages have left this rank. @return false after `wait`
  virtual bool flush(std::chrono::milliseconds wait) = 0;

  /// Keeps the destructor from waiting for other ranks, which may be dead.
  virtual void abandon() = 0;
};

/// Ranks for threads of one process: element i is the transport of rank i. They must end together.
std::vector<std::unique_ptr<Transport>> make_local_transports(int size);

/// A rank, and its place on its host.
struct Rank {
  int workers = 0;
  int processors = 1;       ///< that this rank may use
  int host = 0;             ///< the lowest rank on its host
  int host_ranks = 1;       ///< number of ranks on its host
  int host_processors = 1;  ///< that any of those may use
  /// Its devices, as bits of its claims: those that no lower rank of its host claims. Its last
  /// workers count on them.
  std::uint64_t devices = 0;
  bool lacks_devices = false;  ///< it cannot find all that the user named
};

/// Claims that ranks make while MPI starts. Each device of a host goes to the lowest rank that
/// claims it.
struct DeviceClaims {
  static constexpr std::size_t most = 64;
  static constexpr std::size_t longest = 256;

  std::string said{};  ///< from rank 0 to all ranks: which devices to claim; shorter than `longest`
  /// The rank's claims, at most `most`, by device names that all ranks of a host share. Empty
  /// optional if it lacks some.
  std::function<std::optional<std::vector<std::string>>(int rank, const std::string& said)> make{};
};

/// Messages between rank 0 and the workers of other ranks, of which each may have several.
class Wire {
 public:
  /// A message to or from a worker. On rank 0 `rank` and `worker` name the worker; on other ranks
  /// `rank` is 0 and the worker is local.
  struct Parcel {
    int rank = 0;
    int worker = 0;  ///< from 0, in its rank
    Message message;
  };

  Wire() = default;
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;
  virtual ~Wire() = default;

  [[nodiscard]] virtual int rank() const = 0;
  /// The workers of rank 0 are not on the wire.
  [[nodiscard]] virtual const std::vector<Rank>& ranks() const = 0;

  /// As in Transport.
  virtual void send(int rank, int worker, const Message& message) = 0;
  virtual std::optional<Parcel> receive(std::chrono::milliseconds wait) = 0;
  virtual bool flush(std::chrono::milliseconds wait) = 0;
  virtual void abandon() = 0;
};

/// This process's rank in MPI_COMM_WORLD. Initialises MPI; the destructor finalises it unless
/// abandoned. One per process, for the thread that made it. Throws std::runtime_error if MPI fails
/// or allows no other threads.
/// @param workers_of  returns the number of workers of this rank
std::unique_ptr<Wire> make_mpi_wire(
    const std::function<int(int rank, const Rank& place)>& workers_of,
    const DeviceClaims& claims = {});

/// For rank 0: a transport with the workers numbered from 1, rank after rank. Also for another rank
/// with a single worker.
/// @param wire  must outlive it
/// @param hub  of the workers of rank 0, if any; must outlive it
std::unique_ptr<Transport> make_transport(Wire& wire, Transport* hub = nullptr);

/// For another rank with several workers: passes messages between them and rank 0 until `over`.
/// Then waits at most half a second until theirs have left.
void relay(Wire& wire, Transport& hub, const std::function<bool()>& over);

/// "Open MPI v4.1.4": the MPI library in use. Does not start MPI.
std::string mpi_library();

}  // namespace nqueens
