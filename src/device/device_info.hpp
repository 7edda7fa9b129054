// Properties and errors of devices.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace nqueens {

struct DeviceInfo {
  int number = 0;        ///< index in list_devices(), from 0
  std::string name{};    ///< "NVIDIA H200"
  std::string driver{};  ///< platform and version of its driver
  std::string bus{};     ///< PCI address "0000:3b:00.0"; empty if unknown
  std::string uuid{};    ///< 32 hexadecimal digits; empty if unknown
  int platform = 0;      ///< index of its driver, from 0
  bool is_gpu = false;
  unsigned units = 0;              ///< compute units
  unsigned group = 0;              ///< work-items that run in lockstep
  std::uint64_t local_bytes = 0;   ///< local memory of a compute unit
  std::uint64_t memory_bytes = 0;  ///< global memory
  std::string unusable{};          ///< why it cannot count; empty if it can
  std::optional<int> same_as{};    ///< number under which another driver lists the same device
};

/// "device 0 (NVIDIA H200)".
inline std::string to_string(const DeviceInfo& device) {
  return "device " + std::to_string(device.number) + " (" + device.name + ")";
}

/// The device cannot be used, or not any more. what() names device, driver and error.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The device returned something wrong, so none of its results are trusted.
class WrongResults : public DeviceError {
 public:
  using DeviceError::DeviceError;
};

/// "device 0 (NVIDIA H200, NVIDIA CUDA 550.54): " and the fault.
template <class Thrown = DeviceError>
Thrown device_error(const DeviceInfo& info, const std::string& what) {
  return Thrown("device " + std::to_string(info.number) + " (" + info.name + ", " + info.driver +
                "): " + what);
}

/// For tests; defaults are for normal use.
struct DeviceOptions {
  unsigned group = 0;      ///< lockstep width, 32 or 64; 0: the device's own
  std::size_t crowns = 0;  ///< per launch; 0: as many as take 100 ms
  std::string compiler{};  ///< additional compiler options, such as -cl-opt-disable
  /// How long to wait for a launch to end. Generous: a launch takes a minute on a processor that
  /// acts as a device, with twenty others on its cores. Meanwhile other workers get its tasks.
  std::chrono::milliseconds patience = std::chrono::minutes(10);
};

}  // namespace nqueens
