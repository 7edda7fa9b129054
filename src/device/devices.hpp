// Devices, such as GPUs, that count solutions of the square board. The trunk of a prefix grows on
// the processor (kernel/crown.hpp), and the device counts its crowns. Counts and nodes equal those
// of the vector kernels for every prefix.
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

/// Whether a kernel, by its name in records, is a device kernel of any revision.
inline bool is_of_device(std::string_view kernel) {
  return std::ranges::any_of(device_kernels, [kernel](std::string_view name) {
    return base_name(device_record_name(name)) == base_name(kernel);
  });
}

/// All devices of all drivers. Loads the drivers at the first call; signals keep their handlers.
std::vector<DeviceInfo> list_devices();

/// Why list_devices() is empty: which OpenCL library is missing or has no device. Loads the
/// drivers.
std::string why_no_devices();

/// Opens the device and compiles the kernel, which takes seconds unless the driver has cached it.
/// Signals keep their handlers. Throws DeviceError if the device is unusable or gone, the problem
/// is another or the kernel does not compile.
/// @param kernel  one of device_kernels
/// @param problem  Sequence::queens
std::unique_ptr<Backend> open_device(const DeviceInfo& device, const std::string& kernel,
                                     const Problem& problem, const DeviceOptions& options = {});

}  // namespace nqueens
