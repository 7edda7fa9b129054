// Messages between the master (rank 0) and the workers, and their encoding.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/prefix_stream.hpp"
#include "core/process_identity.hpp"
#include "job/slices.hpp"

namespace nqueens {

/// From both sides: here I am. On the same machine the other side can see whether the process
/// lives.
struct Hello {
  ProcessIdentity process;
  std::string device{};  ///< that a worker is to count on: "device 0 (NVIDIA H200)"; empty: none
};

/// Master: the problem and the wanted kernel ("auto" leaves the choice to the worker).
struct Welcome {
  Problem problem;
  std::string kernel;
};

/// Worker: ready for work with this kernel, on a processor of this model.
struct Ready {
  std::string kernel;
  std::string device{};  ///< on which it counts; empty: a processor
  std::string processor{};
};

/// Master: work.
struct Batch {
  Problem problem{};  ///< a worker of another one makes its kernels anew
  std::vector<UnitPrefixes> units{};
  std::uint32_t job = 0;    ///< its number among those of this process; comes with the results
  double hold_seconds = 0;  ///< results may be held this long before the end of the batch
};

/// Worker: results of some units of its batch; the last ones if batch_finished.
struct Results {
  std::vector<UnitResult> results;
  bool batch_finished = false;
  std::uint32_t job = 0;  ///< that of the batch
};

/// Worker: cannot go on, and why.
struct Failure {
  std::string reason;
  bool is_doubted = true;  ///< and so is what it has counted
};

/// Still here. The master sends it to workers after a silence, and they send it back. A worker that
/// hears nothing for long leaves. A lost worker that answers gets work again.
struct Ping {
  int batches = 0;  ///< in a worker's answer: how many it holds
};

/// Master: send what you have, then Goodbye; compute no more.
struct Leave {};

/// Worker: this was my last message.
struct Goodbye {
  int stop_signal = 0;        ///< the signal that ended it; 0: the master did
  bool from_outside = false;  ///< that was not mpirun's
};

/// Master: end the process. If ranks are missing, without finalising the transport, which would
/// hang.
struct Dismiss {
  bool finalize = true;
};

using Message =
    std::variant<Hello, Welcome, Ready, Batch, Results, Failure, Ping, Leave, Goodbye, Dismiss>;

/// The message's bytes and their checksum; only for ranks that run the same program.
std::string encode(const Message& message);

/// Takes eight bytes at a time: a CRC, byte after byte, would take rank 0 half of its time. It
/// always finds damage to one such word, and misses random damage once in 2^64 times.
std::uint64_t checksum(std::string_view bytes);

/// The inverse of encode(). Throws std::runtime_error if the bytes are not a whole message.
Message decode_message(std::string_view bytes);

}  // namespace nqueens
