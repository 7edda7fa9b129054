// What devices need besides their driver: signals kept, a problem that they count, a trunk.

#include "device/device.hpp"

#include <algorithm>

#include "device/crown_device.hpp"
#include "device/prefix_counter.hpp"
#include "kernel/kernel.hpp"
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

}  // namespace

std::string why_no_devices() {
  const SignalGuard guard;
  return why_no_device();
}

std::vector<DeviceInfo> list_devices() {
  const SignalGuard guard;
  return find_all_devices();
}

std::unique_ptr<DeviceCounter> open_device(int number, const std::string& kernel,
                                           const Problem& problem, const DeviceOptions& options) {
  const SignalGuard guard;
  const std::vector<DeviceInfo> devices = find_all_devices();
  const auto info = std::ranges::find(devices, number, &DeviceInfo::number);
  if (info == devices.end()) {
    throw DeviceError("there is no device " + std::to_string(number) +
                      "; nqueens kernels lists what is here");
  }
  check(*info, kernel, problem);
  auto trunk = make_crown_source(problem);
  if (trunk == nullptr) {
    throw device_error(*info, "this processor runs no vector kernel, which grows its crowns");
  }
  return make_prefix_counter(open_crown_device(*info, kernel, options), std::move(trunk), options);
}

}  // namespace nqueens
