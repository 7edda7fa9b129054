// The command `plan`: what a count will cost, from a sample that is counted here.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <limits>
#include <memory>
#include <random>

#include "cli/command.hpp"
#include "cli/device_choice.hpp"
#include "cli/messages.hpp"
#include "cli/output.hpp"
#include "core/number.hpp"
#include "core/text.hpp"
#include "job/plan.hpp"
#include "job/slices.hpp"
#include "node/estimate.hpp"
#include "system/processors.hpp"
#include "system/signals.hpp"
#include "view/projection.hpp"

namespace nqueens::cli {
namespace {

constexpr int smallest_board = 5;
constexpr double most_a_second = 1e15;

struct PlanOptions {
  std::string job;
  GivenSettings given;
  std::optional<int> threads;
  double seconds = 10;
  std::optional<std::uint64_t> rounds;
  std::optional<std::uint64_t> seed;
  std::optional<double> rate;
  int hosts = 1;
  std::optional<int> cores_per_host;
  std::optional<int> devices_per_host;
  std::optional<double> device_rate;
  double limit_seconds = time_limit.max;
  bool json = false;
};

/// How far the sample is.
std::string progress_text(const Estimate& estimate, double all_seconds) {
  std::string text = "sampling: " + format_duration(estimate.seconds) +
                     (std::isfinite(all_seconds) ? " of " + format_duration(all_seconds) : "");
  if (estimate.rounds > 0 && estimate.count.estimate > 0) {
    const double error = (estimate.count.high - estimate.count.estimate) / estimate.count.estimate;
    text += fmt::format(", within {:.2g} %", 100 * error);
  }
  return text;
}

/// Counts the sample. Throws Error(runtime_error) if a signal comes too early.
Estimate sample_of(const Job& job, const KernelEntry& kernel, EstimateOptions options,
                   const Launcher& launcher) {
  catch_signals();
  ProgressReporter progress = progress_reporter(launcher.mpi);
  options.progress = [&](const Estimate& so_far) {
    if (so_far.seconds < options.seconds) {
      progress.update(so_far.seconds, progress_text(so_far, options.seconds));
    }
    return !signal_requests().stop();
  };
  const Estimate sampled = estimate(job, kernel, options);
  if (!sampled.whole && sampled.rounds == 0) {
    throw Error(ExitCode::runtime_error, "stopped before the sample was large enough");
  }
  return sampled;
}

/// The share of the work in the longest slice; 0 if the job has none.
double longest_slice(const Job& job, std::optional<double> slice_seconds, const Estimate& sampled) {
  if (job.slice_depth == 0 || !(sampled.expected_nodes > 0)) {
    return 0;
  }
  const double longest =
      nodes_per_second * slice_seconds.value_or(default_slice_seconds(job, goes_on));
  return std::min(1.0, longest / sampled.expected_nodes);
}

/// The batch script of this program, for the shell: of its source tree or installed beside it.
std::string batch_script() {
  namespace fs = std::filesystem;
  const fs::path name = "slurm/count.sbatch";
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* way : {"../../..", "../share/nqueens"}) {
    const fs::path script = (folder / way / name).lexically_normal();
    if (!error && fs::exists(script, error)) {
      const fs::path near = fs::proximate(script, error);
      return shell_quoted((error || near.begin()->string() == ".." ? script : near).string());
    }
  }
  return name.string();
}

/// Enough for a rate: a GPU does the work of a benchmark in less, a processor that plays one does
/// a part of it.
constexpr double max_device_seconds = 5;

/// The devices of a host are those here that count, unless the user says how many there are.
void add_devices(const PlanOptions& options, const JobSettings& settings, Machine& machine) {
  const Problem& problem = settings.count.problem;
  const DeviceChoice choice = devices_for(settings);
  const bool uses_none = !choice.automatic && choice.numbers.empty();
  const std::vector<DeviceInfo> here = devices_of(choice);
  machine.devices_per_host = options.devices_per_host.value_or(static_cast<int>(here.size()));
  refuse(machine.devices_per_host == 0 && options.device_rate,
         "--device-rate is of no use without devices; give --devices-per-node");
  if (machine.devices_per_host == 0) {
    return;
  }
  refuse(!devices_count(problem),
         "devices count queens on the square board; leave --devices-per-node out");
  refuse(uses_none,
         "this count would use no devices, since it is short or --devices says so; "
         "leave --devices-per-node out");
  refuse(here.empty() && !options.device_rate,
         "no GPU is here to measure; name a device with --devices, or what one counts in a second "
         "with --device-rate");
  if (!choice.numbers.empty()) {
    machine.highest_device = *std::ranges::max_element(choice.numbers);
  }
  machine.device_rate = options.device_rate
                            ? *options.device_rate
                            : measure_device(here.front(), std::string(device_kernels.front()),
                                             problem, max_device_seconds)
                                  .solutions_per_second;
}

ExitCode plan(const PlanOptions& options, const Launcher& launcher) {
  const JobSettings settings = settings_of(options.job, options.given, smallest_board);
  const Problem& problem = settings.count.problem;
  const KernelEntry& kernel = choose_kernel(settings.run.kernel, problem.sequence);
  const Job job = make_job(settings.count);
  const double forever = std::numeric_limits<double>::infinity();
  const EstimateOptions sampling{.threads = chosen_threads(options.threads),
                                 .seconds = options.rounds ? forever : options.seconds,
                                 .rounds = options.rounds.value_or(0),
                                 .seed = options.seed.value_or(std::random_device{}())};
  Machine machine{.hosts = options.hosts,
                  .cores_per_host = options.cores_per_host.value_or(usable_processors()),
                  .limit_seconds = options.limit_seconds};
  add_devices(options, settings, machine);
  const Estimate sampled = sample_of(job, kernel, sampling, launcher);
  const Plan tasks = make_plan(job, max_prefixes, goes_on);
  const Projection projection{
      .job = job,
      .script = batch_script(),
      .arguments = shell_quoted(options.job) + arguments_of(options.given),
      .tasks = tasks.tasks(),
      .longest_task = tasks.longest_share(),
      .longest_slice = longest_slice(job, settings.count.slice_seconds, sampled),
      .estimate = sampled,
      .rate = options.rate,
      .machine = machine,
      .counts = counts_made(settings.run),
      .kernel = std::string(kernel.name),
      .threads = sampling.threads,
      .seed = sampling.seed,
      .now = std::time(nullptr)};
  check_limit(projection);
  print(in_form(projection, options.json));
  return ExitCode::done;
}

}  // namespace

Command add_plan(CLI::App& program) {
  const auto options = std::make_shared<PlanOptions>();
  CLI::App& command = *program.add_subcommand(
      "plan", "Estimate a count: its number, time, memory, and how to submit it");
  command.footer("A signal ends the sample early; the estimate so far is printed.\n");
  add_job(command, options->job, smallest_board);
  add_settings(command, options->given);
  add_number(command, "--nodes K", options->hosts, 1, 1'000'000,
             "Hosts that will count, as Slurm spells it [1]");
  add_number(command, "--cores-per-node C", options->cores_per_host, 1, max_threads,
             "Cores of a host [the processors of this one]");
  add_number(command, "--devices-per-node D", options->devices_per_host, 0, 64,
             "Devices of a host [those here that --devices chooses]");
  const TimeInRange limit{min_limit_seconds, time_limit.max};
  auto* max_time =
      add_value(command, "--max-time TIME", options->limit_seconds, limit,
                std::string("Wall time of one start [UNLIMITED]:\n") + time_limit_forms);
  add_value(command, "--limit TIME", options->limit_seconds, limit, "")  // of 1.0
      ->group("")
      ->excludes(max_time);
  const auto rate_from = [](const std::string& text) {
    const auto rate = number_from<double>(text);
    return rate && *rate > 0 && *rate <= most_a_second ? rate : std::nullopt;
  };
  add_value(command, "--rate R", options->rate,
            Form{rate_from, "what a core counts in a second, such as 3e8"},
            "What a core counts in a second, such as 3e8 [measured here]");
  add_value(command, "--device-rate R", options->device_rate,
            Form{rate_from, "what a device counts in a second, such as 3e10"},
            "What a device counts in a second, such as 3e10 [measured here]");
  add_value(command, "--seconds S", options->seconds, TimeInRange{0.1, 86'400},
            "How long to count the sample: seconds, or 10m, 2h [10]");
  add_number(command, "--rounds R", options->rounds, std::uint64_t{8}, std::uint64_t{1'000'000'000},
             "Rounds of the sample; with --seed they repeat a sample [by time]");
  add_seed(command, options->seed, "The same seed draws the same sample [random]");
  add_number(command, "-t,--threads T", options->threads, 1, max_threads,
             "Threads that count the sample [one a processor]");
  add_json(command, options->json);
  const auto run = [options](const Launcher& launcher) { return plan(*options, launcher); };
  return {.parser = &command, .run = run};
}

}  // namespace nqueens::cli
