// Counts crowns with OpenCL 1.2.

#include <thread>
#include <utility>

#include "device/crown_device.hpp"
#include "device/opencl_devices.hpp"

namespace nqueens {
namespace {

constexpr const char* grids_text =
#include "crowns.cl.inc"
#include "grids.cl.inc"
    ;
constexpr const char* stack_text =
#include "crowns.cl.inc"
#include "stack.cl.inc"
    ;

/// Global memory of a group, per work-item.
constexpr std::size_t scratch_pairs = 96;
constexpr std::size_t pair_bytes = 8;
/// Groups per compute unit in a launch: more than fit its local memory.
constexpr std::size_t groups_of_unit = 16;

/// Crowns in the first launch, and at most.
constexpr std::size_t first_crowns = 1000;
constexpr std::size_t most_crowns = 200'000;

// --- Errors

bool is_short_of_memory(cl_int error) {
  return error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_INVALID_BUFFER_SIZE ||
         error == CL_OUT_OF_RESOURCES || error == CL_OUT_OF_HOST_MEMORY;
}

/// Does work and describes its errors in words.
template <class Work>
auto in_words(const DeviceInfo& info, const Work& work) {
  try {
    return work();
  } catch (const cl::BuildError& error) {
    const auto log = error.getBuildLog();
    throw device_error(info, "its driver does not compile the kernel: " +
                                 (log.empty() ? "" : log.front().second.substr(0, 500)));
  } catch (const cl::Error& error) {
    const cl_int number = error.err();
    throw device_error(
        info, std::string(error.what()) + ": OpenCL error " + std::to_string(number) +
                  (is_short_of_memory(number) ? ", its memory is full or the device is lost"
                   : number == CL_INVALID_WORK_GROUP_SIZE ? ", a group does not fit"
                                                          : ""));
  }
}

// --- Counting

class OpenClDevice final : public CrownDevice {
 public:
  OpenClDevice(const FoundDevice& found, const std::string& kernel, const DeviceOptions& options)
      : info_(found.info), patience_(options.patience) {
    in_words(info_, [&] {
      const cl::Device device(found.id, true);
      const Lockstep lockstep = lockstep_of(device);
      group_ = options.group != 0 ? options.group : lockstep.width;
      state_->context = cl::Context(device);
      const std::string vote = group_ == lockstep.width ? lockstep.vote : "";
      const std::string defines =
          (vote.find("-cl-std") == vote.npos ? "-cl-std=CL1.2" : "") +
          (" -DGROUP=" + std::to_string(group_)) +
          " -DMAX_ROWS=" + std::to_string(CrownRecord::max_rows) +
          " -DCOVERED_ROWS=" + std::to_string(covered_rows) +
          " -DCOVERED_ROWS_OF_LARGE=" + std::to_string(covered_rows_of_large) +
          " -DFEWEST_ROWS_OF_LARGE=" + std::to_string(fewest_rows_of_large) +
          " -DSCRATCH_PAIRS=" + std::to_string(scratch_pairs * group_) + vote + " " +
          options.compiler;
      const cl::Program program(state_->context, kernel == "opencl" ? grids_text : stack_text);
      program.build({device}, defines.c_str());
      state_->kernel = cl::Kernel(program, "count_crowns");
      allocate(device, options.crowns != 0 ? options.crowns : most_crowns);
    });
  }

  [[nodiscard]] std::size_t enough_crowns() const override {
    return std::min(first_crowns, groups_of_unit * info_.units);
  }
  [[nodiscard]] std::size_t max_crowns() const override { return max_crowns_; }
  std::vector<CrownRecord>& crowns(std::size_t slot) override { return state_->slots[slot].crowns; }
  void start(std::size_t slot, std::uint32_t launch) override {
    in_words(info_, [&] { begin(state_->slots[slot], launch); });
  }
  std::optional<double> ended(std::size_t slot) override {
    return in_words(info_, [&] { return end(state_->slots[slot]); });
  }

  [[nodiscard]] const std::vector<CrownResult>& results(std::size_t slot) const override {
    return state_->slots[slot].results;
  }
  [[nodiscard]] const DeviceInfo& info() const override { return info_; }

 private:
  struct Slot {
    cl::CommandQueue queue;
    cl::Buffer crowns_there, results_there, scratch, taken;
    std::vector<CrownRecord> crowns;
    std::vector<CrownResult> results;
    cl::Event launched, done;
    bool runs = false;
  };

  /// All memory that a launch may access.
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

  /// Does not free memory to which an endless launch may still write.
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

  /// Drivers may report lack of memory only at the first launch. Then launches become smaller.
  void allocate(const cl::Device& device, std::size_t crowns) {
    for (max_crowns_ = crowns;; max_crowns_ /= 2) {
      try {
        for (Slot& slot : state_->slots) {
          make_buffers(device, slot);
          begin(slot, 0);
        }
        Patience patience(patience_);
        for (Slot& slot : state_->slots) {
          while (!end(slot)) {
            if (patience.look(false)) {
              throw device_error(info_, "its first launch does not end");
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
    const std::size_t crowns = max_crowns_ + spare_crowns;
    slot.crowns_there = buffer(sizeof(CrownRecord) * crowns);
    // Crowns that fail to arrive are empty, instead of whatever was in this memory.
    slot.queue.enqueueFillBuffer(slot.crowns_there, cl_uint{0}, 0, sizeof(CrownRecord) * crowns);
    slot.results_there = buffer(sizeof(CrownResult) * crowns);
    slot.scratch = buffer(groups() * group_ * scratch_pairs * pair_bytes);
    slot.taken = buffer(sizeof(cl_uint));
    slot.crowns.reserve(crowns);
    slot.results.reserve(crowns);
  }

  [[nodiscard]] std::size_t groups() const { return groups_of_unit * info_.units; }

  void begin(Slot& slot, std::uint32_t launch) {
    const std::size_t crowns = slot.crowns.size();
    slot.results.assign(crowns, {});  // otherwise results of another launch would remain
    if (crowns != 0) {
      slot.queue.enqueueWriteBuffer(slot.crowns_there, CL_FALSE, 0, sizeof(CrownRecord) * crowns,
                                    slot.crowns.data());
    }
    slot.queue.enqueueFillBuffer(slot.taken, cl_uint{0}, 0, sizeof(cl_uint));
    cl::Kernel& kernel = state_->kernel;
    kernel.setArg(0, slot.crowns_there);
    kernel.setArg(1, static_cast<cl_uint>(crowns));
    kernel.setArg(2, slot.results_there);
    kernel.setArg(3, slot.scratch);
    kernel.setArg(4, slot.taken);
    kernel.setArg(5, cl_uint{launch});
    slot.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(groups() * group_),
                                    cl::NDRange(group_), nullptr, &slot.launched);
    slot.done = slot.launched;
    if (crowns != 0) {
      slot.queue.enqueueReadBuffer(slot.results_there, CL_FALSE, 0, sizeof(CrownResult) * crowns,
                                   slot.results.data(), nullptr, &slot.done);
    }
    slot.queue.flush();
    slot.runs = true;
  }

  /// @return like ended()
  std::optional<double> end(Slot& slot) {
    const cl_int now = status(slot);
    if (now > CL_COMPLETE) {
      return std::nullopt;
    }
    slot.runs = false;
    if (now < 0) {
      throw cl::Error(now, "a launch");
    }
    // Launches of the two slots may overlap.
    const cl_ulong started = slot.launched.getProfilingInfo<CL_PROFILING_COMMAND_START>();
    const cl_ulong ended = slot.launched.getProfilingInfo<CL_PROFILING_COMMAND_END>();
    const cl_ulong alone = std::max(started, std::exchange(last_end_, std::max(ended, last_end_)));
    return ended > alone ? 1e-9 * static_cast<double>(ended - alone) : 0;
  }

  DeviceInfo info_;
  std::chrono::milliseconds patience_;
  unsigned group_ = 0;
  std::size_t max_crowns_ = 0;
  cl_ulong last_end_ = 0;  ///< of any launch, by the device's clock
  std::unique_ptr<State, LeaveIfRunning> state_{new State};
};

}  // namespace

std::unique_ptr<CrownDevice> open_crown_device(const DeviceInfo& info, const std::string& kernel,
                                               const DeviceOptions& options) {
  const std::vector<FoundDevice> found = find_devices();
  const auto number = static_cast<std::size_t>(info.number);
  if (number >= found.size() || found[number].info.name != info.name ||
      !found[number].info.unusable.empty()) {
    throw device_error(info, "its driver does not show it any more");
  }
  return std::make_unique<OpenClDevice>(found[number], kernel, options);
}

}  // namespace nqueens
