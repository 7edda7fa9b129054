// Which devices of this machine a rank uses.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "device/devices.hpp"
#include "job/settings.hpp"
#include "node/bench.hpp"

namespace nqueens::cli {

/// Which devices a new count is to use. A short one would wait for drivers and compilers, so it has
/// devices only if they are named. Throws Error(usage) if some are named for a count that devices
/// cannot make.
DeviceChoice devices_for(const JobSettings& settings);

/// Why the automatic choice leaves the device out; empty if it does not.
std::string why_left_out(const DeviceInfo& device);

/// The devices that the choice means here. Throws Error(usage) with those that there are if a
/// number is not among them, or if its device cannot count.
/// @param speaks  says what the automatic choice leaves out since two drivers show it
std::vector<DeviceInfo> devices_of(const DeviceChoice& choice, bool speaks = true);

/// Measures a kernel on the device, after a line on stderr. Throws Error(runtime_error) if the
/// device fails.
/// @param max_seconds  as for run_benchmark()
KernelBenchmark measure_device(const DeviceInfo& device, const std::string& kernel,
                               const Problem& problem,
                               double max_seconds = std::numeric_limits<double>::infinity());

/// A name that the device has for all processes of its host: its PCI address and its UUID; its
/// number if the driver says neither. Parts of one GPU (MIG) may have the same of both, so it ends
/// with the part that CUDA_VISIBLE_DEVICES names: a process sees no other.
std::string name_on_host(const DeviceInfo& device);

}  // namespace nqueens::cli
