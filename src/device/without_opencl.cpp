// In place of the sources that use OpenCL, where its headers are missing: there are no devices.

#include "device/device.hpp"

namespace nqueens {

bool built_with_opencl() {
  return false;
}

std::vector<DeviceInfo> list_devices() {
  return {};
}

std::unique_ptr<DeviceCounter> open_device(int /*number*/, const std::string& /*kernel*/,
                                           const Problem& /*problem*/,
                                           const DeviceOptions& /*options*/) {
  throw DeviceError("this build has no OpenCL, so it uses no devices");
}

}  // namespace nqueens
