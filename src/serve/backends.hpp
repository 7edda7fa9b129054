// Backends: the kernels that a worker counts with, on its processor or on a device.
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

/// The preferred kernel, and others for units that it has counted before.
class Backends {
 public:
  /// Those of the processor. The others are made and tested when they are first needed.
  /// @param kernel  as for choose_kernel()
  /// Throws if it fails its self-test.
  Backends(const Problem& problem, const std::string& kernel);

  /// Those of a device. Both are made now, not when they are needed: a driver may compile for
  /// minutes, in which a worker hears nothing. Without the second kernel a device cannot check its
  /// own counts. Throws DeviceError if the device cannot be used, WrongResults if a kernel on it
  /// fails its self-test.
  Backends(const Problem& problem, const DeviceInfo& device);

  /// The preferred one.
  [[nodiscard]] const std::string& kernel() const { return choices_.front().kernel; }

  /// Counts for some milliseconds. Units may be added behind the others between two calls, and
  /// those that are done taken away from the front.
  /// @param keep_going  asked every few milliseconds; false ends the call. Must not throw
  /// Throws if the processor or device is of no more use.
  void work(std::deque<UnitWork>& units, const KeepGoing& keep_going);

  /// Forgets all units, which are about to go.
  void abandon();

 private:
  struct Choice {
    std::string kernel;
    std::string record_name;
    std::function<std::unique_ptr<Backend>()> make{};  ///< and tests it; null: not on this machine
    std::unique_ptr<Backend> backend{};
    bool is_unusable = false;
  };

  Choice& choose(std::span<const std::string> to_avoid);
  bool is_usable(Choice& choice);

  std::vector<Choice> choices_;           ///< the preferred one first
  std::function<void()> retest_ = [] {};  ///< throws if that now fails its test
};

}  // namespace nqueens
