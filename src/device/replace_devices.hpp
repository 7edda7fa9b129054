// For tests: replaces the devices of OpenCL.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "device/devices.hpp"

namespace nqueens {

struct DeviceDriver {
  std::function<std::vector<DeviceInfo>()> list;
  std::function<std::unique_ptr<Backend>(const DeviceInfo& device, const std::string& kernel,
                                         const Problem& problem, const DeviceOptions& options)>
      open;
};

/// Call it before anything looks for a device. @return the previous one
DeviceDriver replace_devices(DeviceDriver replacement);

}  // namespace nqueens
