// Looks the user's numbers up among the devices that the drivers list.

#include "cli/device_choice.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "cli/messages.hpp"
#include "core/number.hpp"
#include "core/text.hpp"
#include "job/slices.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {
namespace {

/// "this machine has device 0 (NVIDIA H200) and device 1 (NVIDIA H200)".
std::string what_there_is(const std::vector<DeviceInfo>& devices) {
  std::vector<std::string> names;
  for (const DeviceInfo& device : devices) {
    names.push_back(to_string(device));
  }
  return "this machine has " +
         (names.empty() ? "none: " + why_no_devices() : list_of(names, "and"));
}

}  // namespace

DeviceChoice devices_for(const JobSettings& settings) {
  const DeviceChoice& choice = settings.run.devices;
  const bool can_count = devices_count(settings.count.problem);
  refuse(!can_count && !choice.numbers.empty(),
         "devices count queens on the square board; leave --devices out");
  const bool is_of_use = can_count && quick_core_seconds(settings.count) > minute_seconds;
  return choice.automatic && !is_of_use ? DeviceChoice{.automatic = false} : choice;
}

std::string why_left_out(const DeviceInfo& device) {
  if (!device.unusable.empty()) {
    return device.unusable;
  }
  if (!device.is_gpu) {
    return "auto takes GPUs only; name it by --devices";
  }
  return device.same_as ? "another driver shows it as device " + std::to_string(*device.same_as) +
                              "; if they are two, name both by --devices"
                        : "";
}

std::vector<DeviceInfo> devices_of(const DeviceChoice& choice, bool speaks) {
  if (!choice.automatic && choice.numbers.empty()) {
    return {};  // and no driver is loaded
  }
  const std::vector<DeviceInfo> all = list_devices();
  std::vector<DeviceInfo> chosen;
  for (const DeviceInfo& device : all) {
    if (choice.automatic && why_left_out(device).empty()) {
      chosen.push_back(device);
    } else if (choice.automatic && speaks && device.is_gpu && device.same_as) {
      say(to_string(device) + " of " + device.driver + " is left out: " + why_left_out(device));
    }
  }
  for (const int number : choice.numbers) {
    const auto found = std::ranges::find(all, number, &DeviceInfo::number);
    refuse(found == all.end(),
           "there is no device " + std::to_string(number) + "; " + what_there_is(all));
    refuse(!found->unusable.empty(), to_string(*found) + " cannot count: " + found->unusable);
    chosen.push_back(*found);
  }
  return chosen;
}

KernelBenchmark measure_device(const DeviceInfo& device, const std::string& kernel,
                               const Problem& problem, double max_seconds) {
  say_plainly("running " + kernel + " on " + to_string(device) + " ...");
  try {
    const auto counter = open_device(device, kernel, problem);
    KernelBenchmark result = run_benchmark(*counter, kernel, problem, max_seconds);
    result.device = to_string(device);
    return result;
  } catch (const DeviceError& error) {
    throw Error(ExitCode::runtime_error, error.what());
  }
}

std::string name_on_host(const DeviceInfo& device) {
  const char* const visible = std::getenv("CUDA_VISIBLE_DEVICES");
  const std::string_view first = std::string_view(visible != nullptr ? visible : "");
  const bool is_part = device.is_gpu && first.starts_with("MIG-");
  const std::string name =
      device.bus + device.uuid + std::string(is_part ? first.substr(0, first.find(',')) : "");
  return name.empty() ? "device " + std::to_string(device.number) : name;
}

}  // namespace nqueens::cli
