// Lists and opens devices.

#include "device/devices.hpp"

#include <utility>

#include "device/crown_device.hpp"
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

/// Whether two drivers show the same device, by its address or its UUID. One of them may differ,
/// since a driver may omit the domain of an address or invent a UUID. Without either, names decide.
bool are_same(const DeviceInfo& one, const DeviceInfo& other) {
  const bool say_bus = !one.bus.empty() && !other.bus.empty();
  const bool say_uuid = !one.uuid.empty() && !other.uuid.empty();
  if (one.is_gpu != other.is_gpu) {
    return false;
  }
  return say_bus || say_uuid
             ? (say_bus && one.bus == other.bus) || (say_uuid && one.uuid == other.uuid)
             : one.name == other.name;
}

/// Marks devices that an earlier driver lists already, each at most once. Devices of one driver
/// always differ, although parts of a GPU may have the same address and UUID.
void mark_same(std::vector<DeviceInfo>& devices) {
  for (DeviceInfo& device : devices) {
    const auto is_it = [&](const DeviceInfo& before) {
      return before.platform < device.platform && before.unusable.empty() && !before.same_as &&
             are_same(before, device) &&
             std::ranges::none_of(devices, [&](const DeviceInfo& other) {
               return other.platform == device.platform && other.same_as == before.number;
             });
    };
    const auto it = std::ranges::find_if(devices, is_it);
    if (device.unusable.empty() && it != devices.end()) {
      device.same_as = it->number;
    }
  }
}

DeviceDriver& driver() {
  static DeviceDriver driver{.list = find_all_devices, .open = open_with_opencl};
  return driver;
}

}  // namespace

std::vector<DeviceInfo> list_devices() {
  auto devices = driver().list();
  mark_same(devices);
  return devices;
}

std::unique_ptr<Backend> open_device(const DeviceInfo& device, const std::string& kernel,
                                     const Problem& problem, const DeviceOptions& options) {
  return driver().open(device, kernel, problem, options);
}

DeviceDriver replace_devices(DeviceDriver replacement) {
  return std::exchange(driver(), std::move(replacement));
}

}  // namespace nqueens
