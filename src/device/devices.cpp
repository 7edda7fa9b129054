// Lists and opens devices with OpenCL, and keeps the handlers of signals meanwhile.

#include "device/devices.hpp"

#include <utility>

#include "device/crown_device.hpp"
#include "device/prefix_counter.hpp"
#include "device/replace_devices.hpp"
#include "system/signals.hpp"

namespace nqueens {
namespace {

void check(const DeviceInfo& info, const std::string& kernel, const Problem& problem) {
  if (!info.unusable.empty()) {
    throw device_error(info, info.unusable);
  }
  if (std::ranges::find(device_kernels, kernel) == device_kernels.end()) {
    throw device_error(info, "devices have no kernel '" + kernel + "'");
  }
  if (!devices_count(problem)) {
    throw device_error(info, "devices count queens on the square board, not " + to_string(problem));
  }
}

std::vector<DeviceInfo> list_those_of_opencl() {
  const SignalGuard guard;
  return find_all_devices();
}

std::unique_ptr<Backend> open_with_opencl(const DeviceInfo& device, const std::string& kernel,
                                          const Problem& problem, const DeviceOptions& options) {
  const SignalGuard guard;
  check(device, kernel, problem);
  auto trunk = make_crown_source(problem);
  if (trunk == nullptr) {
    throw device_error(device, "this processor runs no vector kernel, which grows its crowns");
  }
  return make_prefix_counter(open_crown_device(device, kernel, options), std::move(trunk), options);
}

DeviceDriver& driver() {
  static DeviceDriver driver{.list = list_those_of_opencl, .open = open_with_opencl};
  return driver;
}

}  // namespace

std::string why_no_devices() {
  const SignalGuard guard;
  return why_no_device();
}

std::vector<DeviceInfo> list_devices() {
  return driver().list();
}

std::unique_ptr<Backend> open_device(const DeviceInfo& device, const std::string& kernel,
                                     const Problem& problem, const DeviceOptions& options) {
  return driver().open(device, kernel, problem, options);
}

DeviceDriver replace_devices(DeviceDriver replacement) {
  return std::exchange(driver(), std::move(replacement));
}

}  // namespace nqueens
