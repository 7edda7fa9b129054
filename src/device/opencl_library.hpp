// OpenCL, loaded when it is first asked for: no build needs its library, and no start loads it.
#pragma once

#include <string>

namespace nqueens {

struct OpenClLibrary {
  std::string file{};     ///< "libOpenCL.so.1", or that of a driver; empty if none can be used
  std::string why_not{};  ///< in words; empty if there is one
};

/// Loads the first of these that works: what is loaded already, such as a tracer by LD_PRELOAD; the
/// loader of OpenCL, which finds all drivers; NVIDIA's driver; AMD's. Once for the process. Only if
/// there is one may functions of OpenCL be called, which are then those of that library.
const OpenClLibrary& opencl_library();

}  // namespace nqueens
