// Queries drivers for their devices, and devices for their properties.

#include "device/opencl_devices.hpp"

#include <CL/cl_ext.h>

#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <string_view>
#include <utility>

#include "core/number.hpp"
#include "core/text.hpp"
#include "device/crown_device.hpp"
#include "device/devices.hpp"
#include "system/signals.hpp"

namespace nqueens {
namespace {

/// Local memory that the kernels need in a compute unit, with groups of 64.
constexpr std::uint64_t min_local_bytes = 32 << 10;

/// More than any device has; limits the memory allocated for each.
constexpr unsigned most_units = 1 << 16;

// Queries of NVIDIA's extension cl_nv_device_attribute_query that the headers lack.
constexpr cl_device_info nvidia_bus = 0x4008;
constexpr cl_device_info nvidia_slot = 0x4009;
constexpr cl_device_info nvidia_domain = 0x400A;

/// A property of a device; nothing if the driver does not support the query.
template <class Answer>
std::optional<Answer> ask(const cl::Device& device, cl_device_info question) {
  Answer answer{};
  return clGetDeviceInfo(device(), question, sizeof answer, &answer, nullptr) == CL_SUCCESS
             ? std::optional<Answer>(answer)
             : std::nullopt;
}

bool has(const std::string& text, std::string_view word) {
  return text.find(word) != std::string::npos;
}

std::string bus_of(const cl::Device& device) {
  const auto write = [](unsigned domain, unsigned bus, unsigned place, unsigned function) {
    return formatted("%04x:%02x:%02x.%x", domain, bus, place, function);
  };
  if (const auto khr = ask<cl_device_pci_bus_info_khr>(device, CL_DEVICE_PCI_BUS_INFO_KHR)) {
    return write(khr->pci_domain, khr->pci_bus, khr->pci_device, khr->pci_function);
  }
  if (const auto bus = ask<cl_uint>(device, nvidia_bus)) {
    const cl_uint slot = ask<cl_uint>(device, nvidia_slot).value_or(0);
    return write(ask<cl_uint>(device, nvidia_domain).value_or(0), *bus, slot >> 3, slot & 7);
  }
  if (const auto amd = ask<cl_device_topology_amd>(device, CL_DEVICE_TOPOLOGY_AMD)) {
    const auto byte = [](cl_char value) { return static_cast<unsigned char>(value); };
    return write(0, byte(amd->pcie.bus), byte(amd->pcie.device), byte(amd->pcie.function));
  }
  return {};
}

std::string uuid_of(const cl::Device& device) {
  using Bytes = std::array<unsigned char, CL_UUID_SIZE_KHR>;
  std::string text;
  for (const unsigned char byte : ask<Bytes>(device, CL_DEVICE_UUID_KHR).value_or(Bytes{})) {
    text += formatted("%02x", byte);
  }
  return text.find_first_not_of('0') == text.npos ? "" : text;
}

std::string why_unusable(const cl::Device& device, const DeviceInfo& info) {
  if (!device.getInfo<CL_DEVICE_AVAILABLE>() || !device.getInfo<CL_DEVICE_COMPILER_AVAILABLE>()) {
    return "it is not available, or its driver has no compiler";
  }
  if (const auto version = device.getInfo<CL_DEVICE_VERSION>();
      has(version, "OpenCL 1.0") || has(version, "OpenCL 1.1")) {
    return "it has " + version + ", and 1.2 is needed";
  }
  if (info.units == 0 || info.units > most_units) {
    return "it says that it has " + std::to_string(info.units) + " compute units";
  }
  if (info.group != 32 && info.group != 64) {
    return std::to_string(info.group) + " work-items run in lockstep, not 32 or 64";
  }
  if (info.local_bytes < min_local_bytes ||
      device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() < info.group) {
    return "its groups are too small";
  }
  return {};
}

/// Runs queries and sets `unusable` if they fail, as they may with any driver.
template <class Ask>
void ask_for(DeviceInfo& info, const Ask& ask) {
  try {
    ask();
  } catch (const cl::Error& error) {
    info.unusable = "its driver does not answer: " + std::string(error.what()) + ": OpenCL error " +
                    std::to_string(error.err());
  } catch (const std::exception& error) {
    info.unusable = "its driver does not answer as it should: " + std::string(error.what());
  }
}

DeviceInfo describe(const std::string& platform, cl_device_id id) {
  DeviceInfo info{.name = "a device without a name", .driver = platform};
  ask_for(info, [&] {
    const cl::Device device(id, true);
    info.name = device.getInfo<CL_DEVICE_NAME>();
    info.driver = platform + " " + device.getInfo<CL_DRIVER_VERSION>();
    info.bus = bus_of(device);
    info.uuid = uuid_of(device);
    info.is_gpu = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
    info.units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    info.group = lockstep_of(device).width;
    info.local_bytes = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
    info.memory_bytes = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
    info.unusable = why_unusable(device, info);
  });
  return info;
}

std::vector<cl_device_id> ids_of(const cl::Platform& platform) {
  constexpr cl_uint most = 1024;
  std::vector<cl_device_id> ids(most);
  cl_uint number = 0;
  const cl_int error = clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, most, ids.data(), &number);
  if (error != CL_SUCCESS && error != CL_DEVICE_NOT_FOUND) {
    throw cl::Error(error, "clGetDeviceIDs");
  }
  ids.resize(error == CL_SUCCESS ? std::min(number, most) : 0);
  return ids;
}

/// The platforms of all drivers; empty without drivers.
std::vector<cl::Platform> platforms() {
  std::vector<cl::Platform> platforms;
  try {
    if (!opencl_library().file.empty()) {
      cl::Platform::get(&platforms);
    }
  } catch (const cl::Error&) {
    return {};  // a loader without drivers returns an error
  }
  return platforms;
}

/// Adds the devices of a platform. Each keeps its number even if others fail.
void add_devices_of(const cl::Platform& platform, std::vector<FoundDevice>& found) {
  DeviceInfo driver{.name = "a driver"};
  ask_for(driver, [&] {
    driver.name = platform.getInfo<CL_PLATFORM_NAME>();
    driver.driver = platform.getInfo<CL_PLATFORM_VERSION>();
  });
  std::vector<cl_device_id> ids;
  ask_for(driver, [&] { ids = ids_of(platform); });
  for (const cl_device_id id : ids) {
    found.push_back({id, describe(driver.name, id)});
  }
  // PoCL gives no reason if it shows no device.
  if (driver.unusable.empty() && driver.name == "Portable Computing Language") {
    driver.unusable =
        "it shows no device, perhaps since it cannot write its cache: set POCL_CACHE_DIR to a "
        "folder";
  }
  if (ids.empty() && !driver.unusable.empty()) {
    found.push_back({.info = driver});
  }
}

}  // namespace

Lockstep lockstep_of(const cl::Device& device) {
  if (const auto width = ask<cl_uint>(device, CL_DEVICE_WARP_SIZE_NV)) {
    return {*width, " -DVOTE_PTX"};
  }
  if (const auto width = ask<cl_uint>(device, CL_DEVICE_WAVEFRONT_WIDTH_AMD)) {
    return {*width, " -DVOTE_AMDGCN"};
  }
  const auto extensions = device.getInfo<CL_DEVICE_EXTENSIONS>();
  if (has(extensions, "cl_khr_subgroup_ballot") &&
      has(extensions, "cl_intel_required_subgroup_size")) {
    return {32, " -DVOTE_SUBGROUPS -cl-std=CL3.0"};
  }
  return {};
}

std::vector<FoundDevice> find_devices() {
  std::vector<FoundDevice> found;
  int number = 0;
  int driver = 0;
  for (const cl::Platform& platform : platforms()) {
    add_devices_of(platform, found);
    for (; number < std::ssize(found); ++number) {
      DeviceInfo& info = found[static_cast<std::size_t>(number)].info;
      info.number = number;
      info.platform = driver;
    }
    ++driver;
  }
  return found;
}

std::string why_no_devices() {
  const SignalGuard guard;
  const OpenClLibrary& library = opencl_library();
  if (library.file.empty()) {
    return "no OpenCL can be loaded: " + library.why_not;
  }
  std::vector<std::string> drivers;
  for (const cl::Platform& platform : platforms()) {
    DeviceInfo driver{.name = "a driver without a name"};
    ask_for(driver, [&] { driver.name = platform.getInfo<CL_PLATFORM_NAME>(); });
    drivers.push_back(driver.name);
  }
  return library.file + (drivers.empty()
                             ? " finds no driver: the files *.icd in /etc/OpenCL/vendors "
                               "or $OCL_ICD_VENDORS name none that loads"
                             : " has a driver that shows no device: " + list_of(drivers, "and"));
}

std::vector<DeviceInfo> find_all_devices() {
  const SignalGuard guard;
  std::vector<DeviceInfo> devices;
  for (FoundDevice& found : find_devices()) {
    devices.push_back(std::move(found.info));
  }
  return devices;
}

}  // namespace nqueens
