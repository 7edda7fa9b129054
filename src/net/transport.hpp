// Transport: messages between the ranks of a run. Nothing in it ever blocks for another rank.
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

/// A rank, and its place among those on its host.
struct Rank {
  int workers = 0;
  int processors = 1;       ///< that it may use
  int host = 0;             ///< the lowest rank on its host
  int host_ranks = 1;       ///< how many ranks are there
  int host_processors = 1;  ///< that any of these may use
  /// Its own devices: the claims that no lower rank of its host has made, by bit. Its last workers
  /// count on them.
  std::uint64_t devices = 0;
  bool lacks_devices = false;  ///< that the user has named
};

/// What ranks claim while MPI starts: each device of a host is for the lowest rank that names it.
struct DeviceClaims {
  static constexpr std::size_t most = 64;
  static constexpr std::size_t longest = 256;

  std::string said{};  ///< by rank 0, to all: which devices to claim; shorter than `longest`
  /// The rank's claims, at most `most`, by names that devices have on all ranks of a host. Nothing
  /// if the rank lacks some.
  std::function<std::optional<std::vector<std::string>>(int rank, const std::string& said)> make{};
};

/// Messages between rank 0 and the workers of the other ranks, of which each rank has several.
class Wire {
 public:
  /// A message to or from a worker of another rank. If the other rank is 0, the worker is one of
  /// this rank.
  struct Parcel {
    int rank = 0;    ///< the other rank
    int worker = 0;  ///< from 0 on in its rank
    Message message;
  };

  Wire() = default;
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;
  virtual ~Wire() = default;

  [[nodiscard]] virtual int rank() const = 0;
  /// All ranks. The workers of rank 0 are not on the wire.
  [[nodiscard]] virtual const std::vector<Rank>& ranks() const = 0;

  /// These behave as those of Transport.
  virtual void send(int rank, int worker, const Message& message) = 0;
  virtual std::optional<Parcel> receive(std::chrono::milliseconds wait) = 0;
  virtual bool flush(std::chrono::milliseconds wait) = 0;
  virtual void abandon() = 0;
};

/// This process's rank in MPI_COMM_WORLD. Initialises MPI, and finalises it when destroyed unless
/// abandoned. One per process, used by the thread that made it. Throws std::runtime_error if MPI
/// fails, or lets no other thread run.
/// @param workers_of  says how many workers this rank has, which is given its number and its place
std::unique_ptr<Wire> make_mpi_wire(
    const std::function<int(int rank, const Rank& place)>& workers_of,
    const DeviceClaims& claims = {});

/// For rank 0, which sees a transport of workers: they are numbered from 1 on, rank after rank.
/// Also for another rank of a single worker.
/// @param wire  must outlive it
/// @param hub  of the workers of rank 0, if it has any; must outlive it, too
std::unique_ptr<Transport> make_transport(Wire& wire, Transport* hub = nullptr);

/// For another rank of several workers: passes their messages to rank 0 and its messages to them,
/// until `over`. Then it waits at most half a second until theirs have left.
/// @param hub  rank 0 of local transports; rank i + 1 is that of worker i
void relay(Wire& wire, Transport& hub, const std::function<bool()>& over);

/// "Open MPI v4.1.4": the library that this program runs with. Does not start MPI.
std::string mpi_library();

}  // namespace nqueens
