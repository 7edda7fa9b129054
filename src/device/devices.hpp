// Devices, such as GPUs, that count the solutions of the square board. The trunk of a prefix grows
// on the processor (kernel/crown.hpp), and the device counts its crowns. Counts and nodes
// are equal to those of the vector kernels, prefix by prefix.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/sequence.hpp"
#include "device/backend.hpp"
#include "device/device_info.hpp"
#include "kernel/kernel.hpp"

namespace nqueens {

inline bool devices_count(const Problem& problem) {
  return problem.sequence == Sequence::queens;
}

/// Whether a kernel, by its name in records, is one of devices, of any revision.
inline bool is_of_device(std::string_view kernel) {
  return std::ranges::any_of(device_kernels, [kernel](std::string_view name) {
    return base_name(device_record_name(name)) == base_name(kernel);
  });
}

/// All devices of all drivers. Empty without drivers. Loads the drivers at the first call; signals
/// keep their handlers.
std::vector<DeviceInfo> list_devices();

/// Why list_devices() is empty: which library of OpenCL is missing, or has no device. Loads the
/// drivers.
std::string why_no_devices();

/// Makes the device ready, which compiles the kernel (seconds, unless the driver has it in its
/// cache). Signals keep their handlers.
/// @param kernel  one of device_kernels
/// @param problem  Sequence::queens
/// Throws DeviceError if the device is unusable or gone, the problem is another or the kernel does
/// not compile.
std::unique_ptr<Backend> open_device(const DeviceInfo& device, const std::string& kernel,
                                     const Problem& problem, const DeviceOptions& options = {});

}  // namespace nqueens
