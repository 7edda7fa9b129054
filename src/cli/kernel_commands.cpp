#include "kernel_commands.hpp"

#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "nqueens/kernel/kernel.hpp"
#include "nqueens/node/bench.hpp"
#include "nqueens/node/burn_in.hpp"
#include "nqueens/system/processors.hpp"
#include "nqueens/system/signals.hpp"
#include "print.hpp"

namespace nqueens::cli {
namespace {

/// Those that run here: every variant of a kernel that has some, else the kernel.
std::vector<const KernelEntry*> supported_kernels() {
  std::vector<const KernelEntry*> entries;
  for (const KernelEntry& entry : kernels()) {
    if (!entry.supported()) {
      continue;
    }
    if (entry.variants.empty()) {
      entries.push_back(&entry);
    }
    for (const KernelEntry& variant : entry.variants) {
      entries.push_back(&variant);
    }
  }
  return entries;
}

/// A line of the table of kernels. @param chosen  what it says of whether the kernel is chosen
std::string table_line(const KernelEntry& entry, std::string_view chosen) {
  const auto yes = [](bool value) { return value ? "yes" : "no"; };
  char line[200];
  std::snprintf(line, sizeof line, "%-16s%-10s%-10s%-8s%-22s%s\n", std::string(entry.name).c_str(),
                yes(entry.compiled()), yes(entry.supported()), std::string(chosen).c_str(),
                std::string(entry.instruction_set).c_str(), std::string(entry.summary).c_str());
  return line;
}

}  // namespace

ExitCode list_kernels(const Options& options) {
  // The table is what mends a wrong NQUEENS_KERNEL, so that shows as no kernel chosen.
  std::string_view chosen;
  try {
    chosen = choose_kernel("auto").name;
  } catch (const Error& error) {
    std::cerr << "nqueens: " << error.what() << '\n';
  }
  auto json = nlohmann::ordered_json::array();
  std::string text = "name            compiled  runnable  chosen  instruction set       search\n";
  for (const KernelEntry& entry : kernels()) {
    const bool is_chosen = entry.name == base_name(chosen);
    auto variants = nlohmann::ordered_json::array();
    text += table_line(entry, is_chosen ? "yes" : "no");
    for (const KernelEntry& variant : entry.variants) {
      variants.push_back({{"name", variant.name}, {"summary", variant.summary}});
      const char* const in_race = entry.name == chosen ? "race" : "no";
      text += table_line(variant, variant.name == chosen ? "yes" : in_race);
    }
    json.push_back({{"name", entry.name},
                    {"instruction_set", entry.instruction_set},
                    {"compiled", entry.compiled()},
                    {"runnable", entry.supported()},
                    {"chosen", is_chosen},
                    {"summary", entry.summary},
                    {"variants", variants}});
  }
  print(options.json ? json.dump() + "\n" : text);
  return ExitCode::done;
}

ExitCode bench(const Options& options) {
  const std::vector<const KernelEntry*> entries =
      options.all_kernels ? supported_kernels()
                          : std::vector{&choose_kernel(options.kernel.value_or("auto"))};
  const std::vector<SampledPrefix> work = benchmark_work(options.bench_n);
  std::vector<KernelBenchmark> results;
  for (const KernelEntry* entry : entries) {
    std::cerr << "running " << entry->name << " ...\n";
    results.push_back(run_benchmark(*entry, options.bench_n, work));
  }
  print(options.json ? to_json(results) + "\n" : to_text(results));
  return ExitCode::done;
}

ExitCode selftest(const Options& options) {
  const BurnInOptions burn_in_options{
      .kernels = options.kernel ? std::vector{&choose_kernel(*options.kernel)} : supported_kernels(),
      .threads = options.threads.value_or(usable_processors()),
      .seconds = static_cast<double>(options.selftest_seconds),
      .seed = options.seed.value_or(std::random_device{}())};
  catch_signals();
  const auto say = [](const std::string& line) { std::cerr << "nqueens: " + line + "\n"; };
  const BurnInReport report = burn_in(burn_in_options, signal_requests(), say);
  if (signal_requests().stop()) {
    say("stopped early");
  }
  print(options.json ? to_json(report) + "\n" : to_text(report));
  if (report.first_mismatch) {
    say("the first mismatch: " + *report.first_mismatch);
    return ExitCode::wrong_answer;
  }
  return ExitCode::done;
}

}  // namespace nqueens::cli
