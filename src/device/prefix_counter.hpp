// Counts whole prefixes on a device that counts crowns.
#pragma once

#include <memory>

#include "device/backend.hpp"
#include "device/crown_device.hpp"
#include "kernel/crown.hpp"

namespace nqueens {

/// @param trunk  of the problem
std::unique_ptr<Backend> make_prefix_counter(std::unique_ptr<CrownDevice> device,
                                             std::unique_ptr<CrownSource> trunk,
                                             const DeviceOptions& options);

}  // namespace nqueens
