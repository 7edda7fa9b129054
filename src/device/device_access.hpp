// The devices that the program uses: those of the system, unless a test has put others in their
// place.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "device/device.hpp"

namespace nqueens {

struct DeviceAccess {
  std::function<std::vector<DeviceInfo>()> list = list_devices;
  std::function<std::unique_ptr<DeviceCounter>(int number, const std::string& kernel,
                                               const Problem& problem)>
      open = [](int number, const std::string& kernel, const Problem& problem) {
        return open_device(number, kernel, problem);
      };
};

/// What is used. A test may assign to it before anything looks for a device.
DeviceAccess& device_access();

/// "device 0 (NVIDIA H200)".
std::string to_string(const DeviceInfo& device);

}  // namespace nqueens
