// OpenCL 1.2, loaded at first use, and its devices. So builds do not need its library, and starting
// the program does not load it.
#pragma once

#include <CL/opencl.hpp>
#include <string>
#include <vector>

#include "device/device_info.hpp"

namespace nqueens {

struct OpenClLibrary {
  std::string file{};     ///< "libOpenCL.so.1" or a driver's file; empty: none is usable
  std::string why_not{};  ///< why none is usable; else empty
};

/// Loads the OpenCL loader once per process; without it, or if it finds no driver, the driver of
/// NVIDIA or AMD directly. A library in LD_PRELOAD comes before the loader. OpenCL functions may be
/// called only if `file` is set, and are then those of that file.
const OpenClLibrary& opencl_library();

/// Which work-items run in lockstep, and how they vote (grids.cl).
struct Lockstep {
  unsigned width = 32;
  std::string vote{};  ///< compiler options; empty: vote through local memory
};

Lockstep lockstep_of(const cl::Device& device);

struct FoundDevice {
  cl_device_id id{};
  DeviceInfo info{};
};

std::vector<FoundDevice> find_devices();

}  // namespace nqueens
