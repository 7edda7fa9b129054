// The commands about kernels. `kernels`: which there are, which of them run here, which is chosen,
// and the devices. `bench`: their speed on one core. `selftest`: the burn-in of a node, on the
// cores of every process of a launch.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <memory>
#include <random>
#include <utility>

#include "cli/command.hpp"
#include "cli/device_choice.hpp"
#include "cli/messages.hpp"
#include "cli/output.hpp"
#include "device/devices.hpp"
#include "kernel/kernel.hpp"
#include "node/bench.hpp"
#include "node/burn_in.hpp"
#include "report/json.hpp"
#include "system/processors.hpp"
#include "system/signals.hpp"
#include "view/benchmark.hpp"

namespace nqueens::cli {
namespace {

/// Each command has some of them.
struct KernelOptions {
  std::optional<std::string> kernel;
  bool all = false;
  int n = 16;
  SequenceWords words = usual_words;
  double seconds = 60;
  std::optional<int> threads;
  std::optional<std::uint64_t> seed;
  DeviceChoice devices{};
  bool json = false;
};

constexpr const char* no_device =
    "no GPU is here, or --devices names none; give it numbers of devices that 'nqueens kernels' "
    "lists";
constexpr const char* devices_without_kernel =
    "--devices is for -k opencl and -k opencl:stack; leave it out";

bool is_device_kernel(const std::string& name) {
  return std::ranges::find(device_kernels, name) != device_kernels.end();
}

std::string table_line(const KernelEntry& entry, bool is_chosen) {
  const auto yes = [](bool value) { return value ? "yes" : "no"; };
  return fmt::format("{:<10}{:<10}{:<10}{:<8}{:<27}{}\n", entry.name, yes(entry.compiled()),
                     yes(entry.supported()), yes(is_chosen), entry.instruction_set, entry.summary);
}

std::string table_of(const std::vector<DeviceInfo>& devices) {
  if (devices.empty()) {
    return as_line("no devices: " + why_no_devices());
  }
  std::string text = "device  units  lockstep  local memory  name, driver\n";
  for (const DeviceInfo& device : devices) {
    const std::string why_not = why_left_out(device);
    text += as_line(fmt::format("{:<8}{:<7}{:<10}{:<14}{}, {}{}", device.number, device.units,
                                device.group, fmt::format("{} KiB", device.local_bytes >> 10),
                                device.name, device.driver, why_not.empty() ? "" : ": " + why_not));
  }
  return text;
}

ExitCode list_kernels(const KernelOptions& options) {
  // A wrong NQUEENS_KERNEL still prints the table, which has the right names, with no kernel
  // chosen.
  std::string_view chosen;
  try {
    chosen = choose_kernel("auto").name;
  } catch (const Error& error) {
    say(error.what());
  }
  auto list = Json::array();
  std::string text = "name      compiled  runnable  chosen  instruction set            search\n";
  for (const KernelEntry& entry : kernels()) {
    const bool is_chosen = entry.name == chosen;
    text += table_line(entry, is_chosen);
    list.push_back({{"name", entry.name},
                    {"instruction_set", entry.instruction_set},
                    {"compiled", entry.compiled()},
                    {"runnable", entry.supported()},
                    {"chosen", is_chosen},
                    {"summary", entry.summary}});
  }
  const std::vector<DeviceInfo> devices = list_devices();
  print(options.json
            ? dump({{"kernels", list},
                    {"devices", json_of(devices)},
                    {"no_devices", optional_json(devices.empty() ? why_no_devices() : "")}}) +
                  "\n"
            : text + "\n" + table_of(devices));
  return ExitCode::done;
}

/// The kernels to measure and to test: those that run here and count the sequence.
std::vector<const KernelEntry*> runnable_kernels(Sequence sequence = Sequence::queens) {
  std::vector<const KernelEntry*> entries;
  for (const KernelEntry& entry : kernels()) {
    if (entry.supported() && entry.counts(sequence)) {
      entries.push_back(&entry);
    }
  }
  return entries;
}

ExitCode bench(const KernelOptions& options) {
  const Problem problem{.n = options.n, .sequence = sequence_named(options.words)};
  refuse(problem.n > problem.info().largest_n, "n is " + std::to_string(problem.n) +
                                                   "; it must be 5 to " +
                                                   std::to_string(problem.info().largest_n));
  std::vector<KernelBenchmark> results;
  const auto tell = [&](KernelBenchmark result) {
    results.push_back(std::move(result));
    const KernelBenchmark& first = results.front();
    if (!options.json) {
      print((results.size() == 1 ? table_head(first) : "") +
            table_row(results.back(), first.kernel == "scalar" ? &first : nullptr));
    }
  };
  if (const std::string kernel = options.kernel.value_or("auto"); is_device_kernel(kernel)) {
    const std::vector<DeviceInfo> devices = devices_of(options.devices);
    refuse(devices.empty(), no_device);
    for (const DeviceInfo& device : devices) {
      tell(measure_device(device, kernel, problem));
    }
  } else {
    refuse(!options.devices.numbers.empty(), devices_without_kernel);
    std::vector<const KernelEntry*> entries =
        options.all ? runnable_kernels(problem.sequence)
                    : std::vector{&choose_kernel(kernel, problem.sequence)};
    // The others are compared with scalar as soon as they are known.
    std::stable_partition(entries.begin(), entries.end(),
                          [](const KernelEntry* entry) { return entry->name == "scalar"; });
    for (const KernelEntry* entry : entries) {
      say_plainly("running " + std::string(entry->name) + " ...");
      tell(run_benchmark(*entry, problem));
    }
  }
  if (options.json) {
    print(to_json(results) + "\n");
  }
  return ExitCode::done;
}

ExitCode run_burn_in(const KernelOptions& options, const Launcher& launcher) {
  BurnInOptions burn_in_options{
      .seconds = options.seconds,
      .seed = options.seed.value_or(std::random_device{}()),
      .devices = devices_of(options.devices),
      .open_device = [](const DeviceInfo& device, const std::string& kernel,
                        const Problem& problem) { return open_device(device, kernel, problem); }};
  if (options.kernel && is_device_kernel(*options.kernel)) {
    refuse(burn_in_options.devices.empty(), no_device);
    refuse(options.threads.has_value(), "--threads is for kernels of processors; leave it out");
    burn_in_options.threads = 0;
    burn_in_options.device_kernels = {*options.kernel};
  } else if (options.kernel) {
    refuse(!options.devices.numbers.empty(), devices_without_kernel);
    burn_in_options.devices.clear();
    burn_in_options.kernels = {&choose_kernel(*options.kernel)};
  } else {
    burn_in_options.device_kernels.assign(device_kernels.begin(), device_kernels.end());
    burn_in_options.kernels = runnable_kernels();
  }
  if (!burn_in_options.kernels.empty()) {
    // More than the cores would only wait for one another, beyond --seconds and at a false speed.
    const int cores = usable_processors();
    burn_in_options.threads = std::min(chosen_threads(options.threads), cores);
    if (options.threads.value_or(0) > cores) {
      say(fmt::format("--threads is {}, and this process may run on {} cores; it tests with {}",
                      *options.threads, cores, cores));
    }
  }
  catch_signals();
  ProgressReporter progress = progress_reporter(launcher.mpi);
  const BurnInReport report =
      burn_in(burn_in_options, signal_requests(),
              {.mismatch =
                   [&](const std::string& line) {
                     progress.finish();
                     say(line);
                   },
               .progress = [&](double seconds,
                               const std::string& text) { progress.update(seconds, text); }});
  progress.finish();
  if (signal_requests().stop()) {
    say("stopped early");
  }
  const ExitCode code = exit_code_of(launcher.speaks(), [&] {
    print(in_form(report, options.json));
    if (report.first_mismatch) {
      say("the first mismatch: " + *report.first_mismatch);
      return ExitCode::wrong_answer;
    }
    return ExitCode::done;
  });
  if (report.driver_compiles) {
    leave_now(code);
  }
  return code;
}

}  // namespace

Command add_kernels(CLI::App& program) {
  const auto options = std::make_shared<KernelOptions>();
  CLI::App& command = *program.add_subcommand("kernels", "List the counting kernels and devices");
  add_json(command, options->json);
  return {.parser = &command, .run = [options](const Launcher&) { return list_kernels(*options); }};
}

Command add_bench(CLI::App& program) {
  const auto options = std::make_shared<KernelOptions>();
  CLI::App& command =
      *program.add_subcommand("bench", "Measure kernels on one core, or a device, with fixed work");
  auto* kernel = add_text(command, "-k,--kernel K", options->kernel,
                          "Kernel; of devices: opencl, opencl:stack [first that runs here]");
  add_value(command, "--devices D", options->devices, choice_of_devices,
            "Devices for opencl: numbers such as 0,2 [auto: GPUs]")
      ->needs(kernel);
  command.add_flag("--all", options->all, "Measure every kernel that runs here")->excludes(kernel);
  add_number(command, "-n,--n N", options->n, 5, max_lines,
             "Rows of the board, 5 to 32, for quarter-turn to 64 [16]; above 17 a\n"
             "sample is counted");
  add_sequence(command, options->words, {2, 3});
  add_json(command, options->json, "array");
  return {.parser = &command, .run = [options](const Launcher&) { return bench(*options); }};
}

Command add_selftest(CLI::App& program) {
  const auto options = std::make_shared<KernelOptions>();
  CLI::App& command = *program.add_subcommand(
      "selftest", "Compare all kernels on all cores and devices, as the burn-in of a node");
  command.footer(
      "Every process tests the cores that it may run on, also under mpirun and srun: start one on\n"
      "each node. A signal ends it early; it prints what it has found so far.\n");
  add_value(command, "--seconds S", options->seconds, TimeInRange{1, 31'536'000},
            "How long: seconds, or 10m, 2h, 1d [60]");
  add_text(command, "-k,--kernel K", options->kernel,
           "Only this kernel; of devices: opencl, opencl:stack [all that run]");
  add_value(command, "--devices D", options->devices, choice_of_devices,
            "Test these devices: auto (GPUs), none, or numbers such as 0,2 [auto]");
  add_number(command, "-t,--threads T", options->threads, 1, max_threads,
             "Threads, each on a core of its own [all cores]");
  add_seed(command, options->seed, "The same seed compares the same prefixes [random]");
  add_json(command, options->json);
  const auto run = [options](const Launcher& launcher) { return run_burn_in(*options, launcher); };
  return {.parser = &command, .run = run, .on_every_rank = true};
}

}  // namespace nqueens::cli
