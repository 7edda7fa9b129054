// One object for the whole program.

#include "device/device_access.hpp"

namespace nqueens {

DeviceAccess& device_access() {
  static DeviceAccess access;
  return access;
}

std::string to_string(const DeviceInfo& device) {
  return "device " + std::to_string(device.number) + " (" + device.name + ")";
}

}  // namespace nqueens
