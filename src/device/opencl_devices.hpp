// What OpenCL 1.2 shows of its devices.
#pragma once

#include <CL/opencl.hpp>
#include <string>
#include <vector>

#include "device/device_info.hpp"

namespace nqueens {

/// Which work-items run in lockstep, and how they vote (grids.cl).
struct Lockstep {
  unsigned width = 32;
  std::string vote{};  ///< options of the compiler; none: through local memory
};

Lockstep lockstep_of(const cl::Device& device);

struct FoundDevice {
  cl_device_id id{};
  DeviceInfo info{};
};

/// The devices of all drivers, by number.
std::vector<FoundDevice> find_devices();

}  // namespace nqueens
