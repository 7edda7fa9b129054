// OpenCL, loaded when it is first asked for: no build needs its library, and no start loads it.
#pragma once

#include <string>

namespace nqueens {

struct OpenClLibrary {
  std::string file{};     ///< "libOpenCL.so.1", or that of a driver; empty if none can be used
  std::string why_not{};  ///< in words; empty if there is one
};

/// Loads, once for the process, the loader of OpenCL; without it, or if it finds no driver, that of
/// NVIDIA or AMD alone. What LD_PRELOAD has brought comes before the loader. Only if there is a
/// file may functions of OpenCL be called, which are then those of that file.
const OpenClLibrary& opencl_library();

}  // namespace nqueens
