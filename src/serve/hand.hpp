// Hands: what a worker counts with, a kernel on its processor or a device.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>

#include "device/device.hpp"
#include "kernel/kernel.hpp"
#include "queue/work_queue.hpp"

namespace nqueens {

/// A unit in work, and its count so far.
struct HandTask {
  UnitPrefixes prefixes;
  std::uint32_t job = 0;  ///< of its batch
  bool ends_batch = false;
  std::size_t begun = 0;    ///< prefixes that the hand has taken
  std::size_t counted = 0;  ///< of these
  TaskResult result;

  [[nodiscard]] bool is_done() const { return counted == prefixes.prefixes.size(); }
};

class Hand {
 public:
  Hand() = default;
  Hand(const Hand&) = delete;
  Hand& operator=(const Hand&) = delete;
  virtual ~Hand() = default;

  /// The kernel that it prefers.
  [[nodiscard]] virtual std::string kernel() const = 0;

  /// Counts for some milliseconds. Tasks may be added behind the others between two calls, and
  /// those that are done taken away from the front.
  /// @param keep_going  asked every few milliseconds; false ends the call. Must not throw
  /// Throws if the kernel or device is of no more use.
  virtual void work(std::deque<HandTask>& tasks, const Kernel::KeepGoing& keep_going) = 0;

  /// Forgets all tasks, which are about to go.
  virtual void abandon() {}
};

/// @param kernel  as for choose_kernel()
/// Throws if the kernel fails its self-test.
std::unique_ptr<Hand> make_kernel_hand(const Problem& problem, const std::string& kernel);

/// Throws DeviceError if the device cannot be used, WrongResults if a kernel on it fails its
/// self-test. If its second kernel cannot be used it cannot check what it has counted itself.
std::unique_ptr<Hand> make_device_hand(const Problem& problem, const DeviceInfo& device);

}  // namespace nqueens
