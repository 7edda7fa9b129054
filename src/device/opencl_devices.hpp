// OpenCL 1.2, loaded when it is first asked for: no build needs its library, and no start loads it;
// and what it shows of its devices.
#pragma once

#include <CL/opencl.hpp>
#include <string>
#include <vector>

#include "device/device_info.hpp"

namespace nqueens {

struct OpenClLibrary {
  std::string file{};     ///< "libOpenCL.so.1", or that of a driver; empty if none can be used
  std::string why_not{};  ///< in words; empty if there is one
};

/// Loads, once for the process, the loader of OpenCL; without it, or if it finds no driver, that of
/// NVIDIA or AMD alone. What LD_PRELOAD has brought comes before the loader. Only if there is a
/// file may functions of OpenCL be called, which are then those of that file.
const OpenClLibrary& opencl_library();

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
