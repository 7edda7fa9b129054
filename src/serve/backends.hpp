// Backends: a worker's kernels, on its processor or on a device.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "device/devices.hpp"
#include "kernel/kernel.hpp"

namespace nqueens {

/// The preferred kernel, and others to check units that it has counted.
class Backends {
 public:
  /// Kernels of the processor. All but the preferred one are made and tested when first needed.
  /// @param kernel  as for choose_kernel()
  /// Throws if the preferred kernel fails its self-test.
  Backends(const Problem& problem, const std::string& kernel);

  /// Kernels of a device. Both are made at once, since a driver may compile for minutes, in which
  /// the worker reads no messages. Without the second, a device cannot check its own counts. Throws
  /// DeviceError if the device cannot be used, WrongResults if a kernel on it fails its self-test.
  Backends(const Problem& problem, const DeviceInfo& device);

  /// The preferred kernel.
  [[nodiscard]] const std::string& kernel() const { return choices_.front().kernel; }

  /// Counts for some milliseconds. Between calls, units may be added at the back, and done ones
  /// removed from the front.
  /// @param keep_going  called every few milliseconds; false ends the call. Must not throw
  /// Throws if the processor or device can no longer be used.
  void work(std::deque<UnitWork>& units, const KeepGoing& keep_going);

  /// Forgets all units. Call it before they are destroyed.
  void abandon();

 private:
  struct Choice {
    std::string kernel;
    std::string record_name;
    std::function<std::unique_ptr<Backend>()> make{};  ///< also tests; null: not on this machine
    std::unique_ptr<Backend> backend{};
    bool is_unusable = false;
  };

  Choice& choose(std::span<const std::string> to_avoid);
  bool is_usable(Choice& choice);

  std::vector<Choice> choices_;
  std::function<void()> retest_ = [] {};  ///< throws if the preferred kernel now fails its test
};

}  // namespace nqueens
