// The functions of OpenCL, each forwarded to the loaded library.

#include <CL/cl_icd.h>
#include <dlfcn.h>

#include <cstddef>
#include <tuple>

#include "device/opencl_devices.hpp"

// All functions that opencl.cpp and opencl_devices.cpp call, with the numbers of parameters.
#define NQUEENS_FOR_EACH_FUNCTION(F) \
  F(1, clFlush)                      \
  F(1, clReleaseCommandQueue)        \
  F(1, clReleaseContext)             \
  F(1, clReleaseDevice)              \
  F(1, clReleaseEvent)               \
  F(1, clReleaseKernel)              \
  F(1, clReleaseMemObject)           \
  F(1, clReleaseProgram)             \
  F(1, clRetainDevice)               \
  F(1, clRetainEvent)                \
  F(3, clCreateKernel)               \
  F(3, clGetPlatformIDs)             \
  F(4, clCreateCommandQueue)         \
  F(4, clSetKernelArg)               \
  F(5, clCreateBuffer)               \
  F(5, clCreateProgramWithSource)    \
  F(5, clGetDeviceIDs)               \
  F(5, clGetDeviceInfo)              \
  F(5, clGetEventInfo)               \
  F(5, clGetEventProfilingInfo)      \
  F(5, clGetPlatformInfo)            \
  F(5, clGetProgramInfo)             \
  F(6, clBuildProgram)               \
  F(6, clCreateContext)              \
  F(6, clGetProgramBuildInfo)        \
  F(9, clEnqueueFillBuffer)          \
  F(9, clEnqueueNDRangeKernel)       \
  F(9, clEnqueueReadBuffer)          \
  F(9, clEnqueueWriteBuffer)

namespace nqueens {
namespace {

// NOLINTNEXTLINE(bugprone-macro-parentheses): a declared name takes none
#define NQUEENS_MEMBER(parameters, name) decltype(&::name) name = nullptr;
struct Functions {
  NQUEENS_FOR_EACH_FUNCTION(NQUEENS_MEMBER)
};
#undef NQUEENS_MEMBER

Functions functions;

template <class Function>
struct Signature;
template <class Returned, class... Parameters>
struct Signature<Returned(Parameters...)> {
  using Result = Returned;
  template <std::size_t number>
  using Parameter = std::tuple_element_t<number, std::tuple<Parameters...>>;
};

/// "libx.so.1: cannot open shared object file: No such file or directory".
std::string load_error() {
  const char* const error = dlerror();
  return error != nullptr ? error : "a library cannot be loaded";
}

/// Uses these functions from now on, unless one is missing.
OpenClLibrary use(const Functions& found, const std::string& file) {
  std::string missing;
#define NQUEENS_LOOK(parameters, name) \
  missing = found.name == nullptr && missing.empty() ? #name : missing;
  NQUEENS_FOR_EACH_FUNCTION(NQUEENS_LOOK)
#undef NQUEENS_LOOK
  if (!missing.empty()) {
    return {.why_not = file + " has no " + missing + ", which is in OpenCL 1.2"};
  }
  functions = found;
  return {.file = file};
}

/// Takes each function from the first globally visible library that has it.
OpenClLibrary take_loaded(const std::string& file) {
  Functions found;
#define NQUEENS_FIND(parameters, name) \
  found.name = reinterpret_cast<decltype(&::name)>(dlsym(RTLD_DEFAULT, #name));
  NQUEENS_FOR_EACH_FUNCTION(NQUEENS_FIND)
#undef NQUEENS_FIND
  return use(found, file);
}

/// Takes the functions of a driver from its table for loaders (extension cl_khr_icd).
OpenClLibrary load_driver(const char* file) {
  void* const driver = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (driver == nullptr) {
    return {.why_not = load_error()};
  }
  using FindFunction = void* (*)(const char* name);
  const auto address =
      reinterpret_cast<FindFunction>(dlsym(driver, "clGetExtensionFunctionAddress"));
  const auto list =
      address != nullptr
          ? reinterpret_cast<decltype(&::clGetPlatformIDs)>(address("clIcdGetPlatformIDsKHR"))
          : nullptr;
  cl_platform_id platform = nullptr;
  const cl_icd_dispatch* table = nullptr;
  if (list != nullptr && list(1, &platform, nullptr) == CL_SUCCESS && platform != nullptr) {
    table = *reinterpret_cast<cl_icd_dispatch* const*>(platform);
  }
  if (table == nullptr) {
    return {.why_not = std::string(file) + " is here, but shows no platform"};
  }
  Functions found;
#define NQUEENS_COPY(parameters, name) found.name = table->name;
  NQUEENS_FOR_EACH_FUNCTION(NQUEENS_COPY)
#undef NQUEENS_COPY
  found.clGetPlatformIDs = list;
  return use(found, file);
}

OpenClLibrary load() {
  Dl_info loaded{};
  const void* const preloaded = dlsym(RTLD_DEFAULT, "clGetPlatformIDs");
  const char* const loader = "libOpenCL.so.1";
  // RTLD_GLOBAL, since a preloaded tracer forwards calls to its functions.
  OpenClLibrary library = dlopen(loader, RTLD_NOW | RTLD_GLOBAL) != nullptr
                              ? take_loaded(loader)
                              : OpenClLibrary{.why_not = load_error()};
  if (preloaded != nullptr && dladdr(preloaded, &loaded) != 0) {
    library = take_loaded(loaded.dli_fname);
  }
  const bool is_loaded = !library.file.empty();
  cl_uint drivers = 0;
  if (is_loaded && functions.clGetPlatformIDs(0, nullptr, &drivers) == CL_SUCCESS && drivers > 0) {
    return library;
  }
  std::string why_not = library.why_not;
  for (const char* const driver : {"libnvidia-opencl.so.1", "libamdocl64.so"}) {
    OpenClLibrary alone = load_driver(driver);
    if (!alone.file.empty()) {
      return alone;
    }
    why_not += "; " + alone.why_not;
  }
  return is_loaded ? library : OpenClLibrary{.why_not = why_not};
}

}  // namespace

const OpenClLibrary& opencl_library() {
  static const OpenClLibrary library = load();
  return library;
}

}  // namespace nqueens

// Hidden, so that no loaded library takes them for the loader's.
#define NQUEENS_P(name, number) nqueens::Signature<decltype(name)>::Parameter<number> p##number
#define NQUEENS_PARAMETERS_1(name) NQUEENS_P(name, 0)
#define NQUEENS_PARAMETERS_3(name) \
  NQUEENS_PARAMETERS_1(name), NQUEENS_P(name, 1), NQUEENS_P(name, 2)
#define NQUEENS_PARAMETERS_4(name) NQUEENS_PARAMETERS_3(name), NQUEENS_P(name, 3)
#define NQUEENS_PARAMETERS_5(name) NQUEENS_PARAMETERS_4(name), NQUEENS_P(name, 4)
#define NQUEENS_PARAMETERS_6(name) NQUEENS_PARAMETERS_5(name), NQUEENS_P(name, 5)
#define NQUEENS_PARAMETERS_9(name) \
  NQUEENS_PARAMETERS_6(name), NQUEENS_P(name, 6), NQUEENS_P(name, 7), NQUEENS_P(name, 8)
#define NQUEENS_ARGUMENTS_1 p0
#define NQUEENS_ARGUMENTS_3 p0, p1, p2
#define NQUEENS_ARGUMENTS_4 NQUEENS_ARGUMENTS_3, p3
#define NQUEENS_ARGUMENTS_5 NQUEENS_ARGUMENTS_4, p4
#define NQUEENS_ARGUMENTS_6 NQUEENS_ARGUMENTS_5, p5
#define NQUEENS_ARGUMENTS_9 NQUEENS_ARGUMENTS_6, p6, p7, p8
#define NQUEENS_DEFINE(number, name)                                                     \
  __attribute__((visibility("hidden"))) nqueens::Signature<decltype(name)>::Result name( \
      NQUEENS_PARAMETERS_##number(name)) {                                               \
    return nqueens::functions.name(NQUEENS_ARGUMENTS_##number);                          \
  }
extern "C" {
NQUEENS_FOR_EACH_FUNCTION(NQUEENS_DEFINE)
}
