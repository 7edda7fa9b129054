// In place of opencl.cpp and opencl_devices.cpp, where OpenCL is missing: there are no devices.

#include "device/crown_device.hpp"

namespace nqueens {

std::vector<DeviceInfo> find_all_devices() {
  return {};
}

std::unique_ptr<CrownDevice> open_crown_device(const DeviceInfo& info,
                                               const std::string& /*kernel*/,
                                               const DeviceOptions& /*options*/) {
  throw device_error(info, "this build has no OpenCL");
}

}  // namespace nqueens
