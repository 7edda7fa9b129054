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

/// From both sides, first: the process of the sender. On the same machine the receiver can check
/// whether it is alive.
struct Hello {
  ProcessIdentity process;
  std::string device{};  ///< on which a worker will count: "device 0 (NVIDIA H200)"; empty: none
};

/// Master: the problem and the kernel to use ("auto": the worker chooses).
struct Welcome {
  Problem problem;
  std::string kernel;
};

/// Worker: ready to count with this kernel, on a processor of this model.
struct Ready {
  std::string kernel;
  std::string device{};  ///< on which it counts; empty: a processor
  std::string processor{};
};

/// Master: work.
struct Batch {
  Problem problem{};  ///< if it changes, the worker makes new kernels
  std::vector<UnitPrefixes> units{};
  std::uint32_t job = 0;    ///< its number in this process; returned with the results
  double hold_seconds = 0;  ///< longest time to hold results before the end of the batch
};

/// Worker: results of units of its batch; the last ones if batch_finished.
struct Results {
  std::vector<UnitResult> results;
  bool batch_finished = false;
  std::uint32_t job = 0;
};

/// Worker: it cannot continue.
struct Failure {
  std::string reason;
  bool is_doubted = true;  ///< its counts are doubted, too
};

/// Sign of life. The master sends it after a silence, and the worker returns it. A worker that gets
/// no message for long leaves. A lost worker that answers gets work again.
struct Ping {
  int batches = 0;  ///< in a worker's answer: batches that it holds
};

/// Master: stop counting, send the results, then Goodbye.
struct Leave {};

/// Worker: the last message.
struct Goodbye {
  int stop_signal = 0;        ///< the signal that ended it; 0: ended by the master
  bool from_outside = false;  ///< the signal was not from mpirun
};

/// Master: end the process. Finalising the transport would hang if ranks are missing.
struct Dismiss {
  bool finalize = true;
};

using Message =
    std::variant<Hello, Welcome, Ready, Batch, Results, Failure, Ping, Leave, Goodbye, Dismiss>;

/// The message's bytes and their checksum. All ranks must run the same program.
std::string encode(const Message& message);

/// Works on words of eight bytes, since a CRC byte by byte would take half of rank 0's time. Always
/// detects damage to a single word, and misses random damage once in 2^64 times.
std::uint64_t checksum(std::string_view bytes);

/// The inverse of encode(). Throws std::runtime_error if the bytes are not one whole message.
Message decode_message(std::string_view bytes);

}  // namespace nqueens
