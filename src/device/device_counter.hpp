// What a device is and does: it counts whole prefixes, a few launches ahead.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/prefix_stream.hpp"
#include "core/text.hpp"

namespace nqueens {

/// One device of one driver.
struct DeviceInfo {
  int number = 0;        ///< its place in list_devices(), from 0
  std::string name{};    ///< "NVIDIA H200"
  std::string driver{};  ///< platform and version of its driver
  std::string bus{};     ///< PCI address "0000:3b:00.0"; empty if the driver does not say
  std::string uuid{};    ///< 32 hexadecimal digits; empty if the driver does not say
  bool is_gpu = false;
  unsigned units = 0;              ///< compute units
  unsigned group = 0;              ///< work-items that run in lockstep
  std::uint64_t local_bytes = 0;   ///< local memory of a unit
  std::uint64_t memory_bytes = 0;  ///< global memory
  std::string unusable{};          ///< why it cannot count; empty if it can
};

/// The device cannot be used, or no longer. what() names device, driver and the error.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What the device has returned is wrong, so nothing that it has counted is to be believed.
class WrongResults : public DeviceError {
 public:
  using DeviceError::DeviceError;
};

/// "device 0 (NVIDIA H200, NVIDIA CUDA 550.54): " and what is wrong, in one line.
template <class Thrown = DeviceError>
Thrown device_error(const DeviceInfo& info, const std::string& what) {
  return Thrown(one_line("device " + std::to_string(info.number) + " (" + info.name + ", " +
                         info.driver + "): " + what));
}

/// What a counter did, in seconds since it was made.
struct DeviceTimes {
  double trunk = 0;    ///< the calling thread grew trunks
  double waiting = 0;  ///< the calling thread waited for the device
  double device = 0;   ///< the device counted
};

/// Counts whole prefixes on a device, two launches of about 100 ms at a time. One thread uses it.
class DeviceCounter {
 public:
  using Ticket = std::uint64_t;

  /// A prefix that is counted to the end.
  struct Done {
    Ticket ticket = 0;
    std::uint64_t count = 0;  ///< completions without the weight, as of Kernel::count()
    std::uint64_t nodes = 0;  ///< as of Kernel::nodes(), trunk included
    double seconds = 0;       ///< of the device: its share of the launches, by nodes
  };

  DeviceCounter() = default;
  DeviceCounter(const DeviceCounter&) = delete;
  DeviceCounter& operator=(const DeviceCounter&) = delete;
  virtual ~DeviceCounter() = default;

  /// Whether the next launch has room for crowns of another prefix.
  [[nodiscard]] virtual bool wants_more() const = 0;

  /// Takes a prefix. Its trunk grows into the next launch as far as that has room, the rest in
  /// take(). Call it only if wants_more().
  virtual void add(const Prefix& prefix, Ticket ticket) = 0;

  /// Starts a launch if one is full or the device idle, and looks which ones have ended. Waits
  /// until a prefix is whole or a launch has room again, but at most `wait`; does not wait if
  /// nothing is counted. Throws DeviceError, also if no launch has ended for
  /// DeviceOptions::patience, and WrongResults; the counter then is of no use any more.
  virtual std::vector<Done> take(std::chrono::milliseconds wait) = 0;

  /// Drops all prefixes that were added: take() gives none of them any more.
  virtual void abandon() = 0;

  [[nodiscard]] virtual DeviceTimes times() const = 0;
};

/// Counts prefixes to the end, and nothing else: the tickets are their numbers, from 0.
/// @param prefix_of  gives the prefix of a number
/// @param visit  takes the Done of each
template <class PrefixOf, class Visit>
void count_all(DeviceCounter& counter, std::size_t prefixes, const PrefixOf& prefix_of,
               const Visit& visit) {
  std::size_t added = 0;
  for (std::size_t whole = 0; whole < prefixes;) {
    for (; added < prefixes && counter.wants_more(); ++added) {
      counter.add(prefix_of(added), added);
    }
    for (const DeviceCounter::Done& done : counter.take(std::chrono::milliseconds(100))) {
      visit(done);
      ++whole;
    }
  }
}

/// For tests; the defaults are for work.
struct DeviceOptions {
  unsigned group = 0;      ///< lockstep width, 32 or 64; 0: that of the device
  std::size_t crowns = 0;  ///< of a launch; 0: as many as take 100 ms
  std::string compiler{};  ///< further options of the driver's compiler, such as -cl-opt-disable
  /// With a launch that does not end. It is no measure of speed: a launch takes a processor that
  /// plays a device, with twenty others on its cores, a minute. Meanwhile its tasks go to others.
  std::chrono::milliseconds patience = std::chrono::minutes(10);
};

}  // namespace nqueens
