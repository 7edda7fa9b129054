// Devices, such as GPUs, that count the solutions of the square board. The trunk of a prefix grows
// on the processor (kernel/crown_source.hpp), and the device counts its crowns. Counts and nodes
// are equal to those of the vector kernels, prefix by prefix.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/sequence.hpp"
#include "device/device_counter.hpp"

namespace nqueens {

/// Whether this build can use devices at all.
bool built_with_opencl();

/// All devices of all drivers. Empty without drivers. Loads the drivers at the first call; signals
/// keep their handlers.
std::vector<DeviceInfo> list_devices();

/// The kernels of devices, the recommended one first. They visit the same nodes and can check each
/// other: "opencl" has a lockstep group search a crown, "opencl:stack" a single work-item.
inline constexpr std::array<std::string_view, 2> device_kernels{"opencl", "opencl:stack"};

/// Makes the device ready, which compiles the kernel (seconds, unless the driver has it in its
/// cache). Signals keep their handlers.
/// @param number  of DeviceInfo
/// @param kernel  one of device_kernels
/// @param problem  Sequence::queens
/// Throws DeviceError if there is no such device, it is unusable, the problem is another or the
/// kernel does not compile.
std::unique_ptr<DeviceCounter> open_device(int number, const std::string& kernel,
                                           const Problem& problem,
                                           const DeviceOptions& options = {});

}  // namespace nqueens
