// What a device is, and its errors.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace nqueens {

struct DeviceInfo {
  int number = 0;        ///< its place in list_devices(), from 0
  std::string name{};    ///< "NVIDIA H200"
  std::string driver{};  ///< platform and version of its driver
  std::string bus{};     ///< PCI address "0000:3b:00.0"; empty if the driver does not say
  std::string uuid{};    ///< 32 hexadecimal digits; empty if the driver does not say
  int platform = 0;      ///< the place of its driver, from 0
  bool is_gpu = false;
  unsigned units = 0;              ///< compute units
  unsigned group = 0;              ///< work-items that run in lockstep
  std::uint64_t local_bytes = 0;   ///< local memory of a unit
  std::uint64_t memory_bytes = 0;  ///< global memory
  std::string unusable{};          ///< why it cannot count; empty if it can
  std::optional<int> same_as{};    ///< the number by which another driver shows it already
};

/// "device 0 (NVIDIA H200)".
inline std::string to_string(const DeviceInfo& device) {
  return "device " + std::to_string(device.number) + " (" + device.name + ")";
}

/// The device cannot be used, or no longer. what() names device, driver and the error.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The device has returned something wrong, so nothing that it has counted is trusted.
class WrongResults : public DeviceError {
 public:
  using DeviceError::DeviceError;
};

/// "device 0 (NVIDIA H200, NVIDIA CUDA 550.54): " and what is wrong.
template <class Thrown = DeviceError>
Thrown device_error(const DeviceInfo& info, const std::string& what) {
  return Thrown("device " + std::to_string(info.number) + " (" + info.name + ", " + info.driver +
                "): " + what);
}

/// For tests; the defaults are for work.
struct DeviceOptions {
  unsigned group = 0;      ///< lockstep width, 32 or 64; 0: that of the device
  std::size_t crowns = 0;  ///< of a launch; 0: as many as take 100 ms
  std::string compiler{};  ///< further options of the driver's compiler, such as -cl-opt-disable
  /// With a launch that does not end. It is no measure of speed: a launch takes a processor that
  /// plays a device, with twenty others on its cores, a minute. Meanwhile its tasks go to others.
  std::chrono::milliseconds patience = std::chrono::minutes(10);
};

}  // namespace nqueens
