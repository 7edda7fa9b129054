// Devices by OpenCL 1.2. The only source that uses it.

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
// The header above comes first.
#include <CL/cl_ext.h>

#include <algorithm>
#include <cstdio>
#include <thread>
#include <utility>

#include "core/text.hpp"
#include "device/crown_device.hpp"
#include "system/clock.hpp"

namespace nqueens {
namespace {

constexpr const char* frontier_text =
#include "crowns.cl.inc"
#include "frontier.cl.inc"
    ;
constexpr const char* stack_text =
#include "crowns.cl.inc"
#include "stack.cl.inc"
    ;

/// Boards in global memory of a group, for each of its work-items: SCRATCH_BOARDS in frontier.cl.
constexpr std::size_t scratch_boards = 8 * 4;
constexpr std::size_t board_bytes = 16;
/// Groups that a launch starts, for each compute unit: more than fit its local memory.
constexpr std::size_t groups_of_unit = 16;
/// What the kernels need of a unit, with groups of 64.
constexpr std::uint64_t min_local_bytes = 32 << 10;

/// Crowns of a launch: at first, and at most.
constexpr std::size_t first_crowns = 1000;
constexpr std::size_t most_crowns = 200'000;

/// In the sums of a crown that no group has counted.
constexpr cl_uint not_counted = 0xffffffff;

// --- Devices

// Questions of NVIDIA's extension cl_nv_device_attribute_query that the headers lack.
constexpr cl_device_info nvidia_bus = 0x4008;
constexpr cl_device_info nvidia_slot = 0x4009;
constexpr cl_device_info nvidia_domain = 0x400A;

/// What a driver says of a device; nothing if it does not know the question.
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

/// Which work-items run in lockstep, and how they vote (frontier.cl).
struct Lockstep {
  unsigned width = 32;
  std::string vote{};  ///< options of the compiler; none: through local memory
};

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

std::string bus_of(const cl::Device& device) {
  const auto write = [](unsigned domain, unsigned bus, unsigned place, unsigned function) {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%04x:%02x:%02x.%x", domain, bus, place, function);
    return std::string(text.data());
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

std::string why_unusable(const cl::Device& device, const DeviceInfo& info) {
  if (!device.getInfo<CL_DEVICE_AVAILABLE>() || !device.getInfo<CL_DEVICE_COMPILER_AVAILABLE>()) {
    return "it is not available, or its driver has no compiler";
  }
  if (const auto version = device.getInfo<CL_DEVICE_VERSION>();
      has(version, "OpenCL 1.0") || has(version, "OpenCL 1.1")) {
    return "it has " + version + ", and 1.2 is needed";
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

struct Found {
  cl::Device device{};
  DeviceInfo info{};
};

Found describe(const cl::Platform& platform, const cl::Device& device) {
  DeviceInfo info{.name = one_line(device.getInfo<CL_DEVICE_NAME>()),
                  .driver = one_line(platform.getInfo<CL_PLATFORM_NAME>() + " " +
                                     device.getInfo<CL_DRIVER_VERSION>()),
                  .bus = bus_of(device),
                  .is_gpu = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0,
                  .units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>(),
                  .group = lockstep_of(device).width,
                  .local_bytes = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>(),
                  .memory_bytes = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>()};
  info.unusable = why_unusable(device, info);
  return {device, std::move(info)};
}

/// Adds the devices of a platform.
void find_devices(const cl::Platform& platform, std::vector<Found>& found) {
  std::vector<cl::Device> devices;
  try {
    platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    for (const cl::Device& device : devices) {
      found.push_back(describe(platform, device));
    }
    // Then it says nothing else.
    if (const auto name = platform.getInfo<CL_PLATFORM_NAME>();
        devices.empty() && name == "Portable Computing Language") {
      found.push_back({.info = {.name = name,
                                .driver = one_line(platform.getInfo<CL_PLATFORM_VERSION>()),
                                .unusable = "it shows no device, perhaps since it cannot write its "
                                            "cache: set POCL_CACHE_DIR to a folder"}});
    }
  } catch (const cl::Error&) {
    // A driver that cannot say what it has cannot count either.
  }
}

std::vector<Found> find_devices() {
  std::vector<cl::Platform> platforms;
  try {
    cl::Platform::get(&platforms);
  } catch (const cl::Error&) {
    return {};  // there is no driver
  }
  std::vector<Found> found;
  for (const cl::Platform& platform : platforms) {
    find_devices(platform, found);
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i].info.number = static_cast<int>(i);
  }
  return found;
}

// --- Errors

bool is_short_of_memory(cl_int error) {
  return error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_INVALID_BUFFER_SIZE ||
         error == CL_OUT_OF_RESOURCES || error == CL_OUT_OF_HOST_MEMORY;
}

/// "OpenCL error -5, its memory is full or the device is lost".
std::string error_text(cl_int error) {
  return "OpenCL error " + std::to_string(error) +
         (is_short_of_memory(error)             ? ", its memory is full or the device is lost"
          : error == CL_INVALID_WORK_GROUP_SIZE ? ", a group does not fit"
                                                : "");
}

/// Does work, and says its errors in words.
template <class Work>
auto in_words(const DeviceInfo& info, const Work& work) {
  try {
    return work();
  } catch (const cl::BuildError& error) {
    const auto log = error.getBuildLog();
    throw device_error(info, "its driver does not compile the kernel: " +
                                 (log.empty() ? "" : log.front().second.substr(0, 500)));
  } catch (const cl::Error& error) {
    throw device_error(info, std::string(error.what()) + ": " + error_text(error.err()));
  }
}

// --- Counting

class OpenClDevice final : public CrownDevice {
 public:
  OpenClDevice(const Found& found, const std::string& kernel, const DeviceOptions& options)
      : info_(found.info), patience_(options.patience) {
    in_words(info_, [&] {
      const Lockstep lockstep = lockstep_of(found.device);
      group_ = options.group != 0 ? options.group : lockstep.width;
      state_->context = cl::Context(found.device);
      const std::string vote = group_ == lockstep.width ? lockstep.vote : "";
      const std::string defines = (vote.find("-cl-std") == vote.npos ? "-cl-std=CL1.2" : "") +
                                  (" -DGROUP=" + std::to_string(group_)) + vote + " " +
                                  options.compiler;
      const cl::Program program(state_->context, kernel == "opencl" ? frontier_text : stack_text);
      program.build({found.device}, defines.c_str());
      state_->kernel = cl::Kernel(program, "count_crowns");
      allocate(found.device, options.crowns != 0 ? options.crowns : most_crowns);
    });
  }

  [[nodiscard]] std::size_t enough_crowns() const override {
    return std::min(first_crowns, groups_of_unit * info_.units);
  }
  [[nodiscard]] std::size_t max_crowns() const override { return max_crowns_; }
  std::vector<CrownRecord>& crowns(std::size_t slot) override { return state_->slots[slot].crowns; }
  void start(std::size_t slot) override {
    in_words(info_, [&] { launch(state_->slots[slot]); });
  }
  std::optional<double> ended(std::size_t slot) override {
    return in_words(info_, [&] { return end(state_->slots[slot]); });
  }

  [[nodiscard]] const std::vector<CrownSums>& sums(std::size_t slot) const override {
    return state_->slots[slot].sums;
  }

  [[noreturn]] void fail(const char* what) const override { throw device_error(info_, what); }

 private:
  struct Slot {
    cl::CommandQueue queue;
    cl::Buffer crowns_there, sums_there, scratch, taken;
    std::vector<CrownRecord> crowns;
    std::vector<CrownSums> sums;
    cl::Event launched, done;
    bool runs = false;
  };

  /// All that a launch may touch.
  struct State {
    cl::Context context;
    cl::Kernel kernel;
    std::array<Slot, slot_count> slots;
  };

  static cl_int status(const Slot& slot) {
    cl_int status = CL_COMPLETE;
    const cl_int error = clGetEventInfo(slot.done(), CL_EVENT_COMMAND_EXECUTION_STATUS,
                                        sizeof status, &status, nullptr);
    return error == CL_SUCCESS ? status : error;
  }

  /// Leaves behind what a launch that does not end may still write to.
  struct LeaveIfRunning {
    void operator()(State* state) const {
      const auto start = Clock::now();
      const auto runs = [](const Slot& slot) { return slot.runs && status(slot) > CL_COMPLETE; };
      while (std::ranges::any_of(state->slots, runs)) {
        if (seconds_since(start) > 1) {
          return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      delete state;
    }
  };

  /// Drivers may find out at the first launch that memory is short. Then launches are smaller.
  void allocate(const cl::Device& device, std::size_t crowns) {
    for (max_crowns_ = crowns;; max_crowns_ /= 2) {
      try {
        for (Slot& slot : state_->slots) {
          make_buffers(device, slot);
          launch(slot);
        }
        const auto start = Clock::now();
        for (Slot& slot : state_->slots) {
          while (!end(slot)) {
            if (Clock::now() - start > patience_) {
              fail("its first launch does not end");
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          }
        }
        return;
      } catch (const cl::Error& error) {
        if (!is_short_of_memory(error.err()) || max_crowns_ <= enough_crowns()) {
          throw;
        }
      }
    }
  }

  void make_buffers(const cl::Device& device, Slot& slot) const {
    const auto buffer = [this](std::size_t bytes) {
      return cl::Buffer(state_->context, CL_MEM_READ_WRITE, bytes);
    };
    slot.queue = cl::CommandQueue(state_->context, device, CL_QUEUE_PROFILING_ENABLE);
    slot.crowns_there = buffer(sizeof(CrownRecord) * max_crowns_);
    slot.sums_there = buffer(sizeof(CrownSums) * max_crowns_);
    slot.scratch = buffer(groups() * group_ * scratch_boards * board_bytes);
    slot.taken = buffer(sizeof(cl_uint));
    slot.crowns.reserve(max_crowns_);
  }

  [[nodiscard]] std::size_t groups() const { return groups_of_unit * info_.units; }

  void launch(Slot& slot) {
    const std::size_t crowns = slot.crowns.size();
    slot.sums.resize(crowns);
    if (crowns != 0) {
      slot.queue.enqueueWriteBuffer(slot.crowns_there, CL_FALSE, 0, sizeof(CrownRecord) * crowns,
                                    slot.crowns.data());
    }
    slot.queue.enqueueFillBuffer(slot.sums_there, not_counted, 0, sizeof(CrownSums) * max_crowns_);
    slot.queue.enqueueFillBuffer(slot.taken, cl_uint{0}, 0, sizeof(cl_uint));
    cl::Kernel& kernel = state_->kernel;
    kernel.setArg(0, slot.crowns_there);
    kernel.setArg(1, static_cast<cl_uint>(crowns));
    kernel.setArg(2, slot.sums_there);
    kernel.setArg(3, slot.scratch);
    kernel.setArg(4, slot.taken);
    slot.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(groups() * group_),
                                    cl::NDRange(group_), nullptr, &slot.launched);
    slot.done = slot.launched;
    if (crowns != 0) {
      slot.queue.enqueueReadBuffer(slot.sums_there, CL_FALSE, 0, sizeof(CrownSums) * crowns,
                                   slot.sums.data(), nullptr, &slot.done);
    }
    slot.queue.flush();
    slot.runs = true;
  }

  /// @return as ended()
  std::optional<double> end(Slot& slot) {
    const cl_int now = status(slot);
    if (now > CL_COMPLETE) {
      return std::nullopt;
    }
    slot.runs = false;
    if (now < 0) {
      throw cl::Error(now, "a launch");
    }
    if (std::ranges::find(slot.sums, not_counted, &CrownSums::nodes) != slot.sums.end()) {
      fail("a launch has left crowns out");
    }
    // The launches of the two slots may overlap.
    const cl_ulong started = slot.launched.getProfilingInfo<CL_PROFILING_COMMAND_START>();
    const cl_ulong ended = slot.launched.getProfilingInfo<CL_PROFILING_COMMAND_END>();
    const cl_ulong alone = std::max(started, std::exchange(last_end_, std::max(ended, last_end_)));
    return ended > alone ? 1e-9 * static_cast<double>(ended - alone) : 0;
  }

  DeviceInfo info_;
  std::chrono::milliseconds patience_;
  unsigned group_ = 0;
  std::size_t max_crowns_ = 0;
  cl_ulong last_end_ = 0;  ///< of a launch, by the device's clock
  std::unique_ptr<State, LeaveIfRunning> state_{new State};
};

}  // namespace

std::vector<DeviceInfo> find_all_devices() {
  std::vector<DeviceInfo> devices;
  for (Found& found : find_devices()) {
    devices.push_back(std::move(found.info));
  }
  return devices;
}

std::unique_ptr<CrownDevice> open_crown_device(const DeviceInfo& info, const std::string& kernel,
                                               const DeviceOptions& options) {
  const std::vector<Found> found = find_devices();
  const auto number = static_cast<std::size_t>(info.number);
  return std::make_unique<OpenClDevice>(found.at(number), kernel, options);
}

}  // namespace nqueens
