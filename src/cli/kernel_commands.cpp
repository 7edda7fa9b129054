#include "kernel_commands.hpp"

#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "nqueens/kernel/kernel.hpp"
#include "nqueens/run/bench.hpp"
#include "print.hpp"

namespace nqueens::cli {

ExitCode list_kernels(const Options& options) {
  // The table is what mends a wrong NQUEENS_KERNEL, so that shows as no kernel chosen.
  std::string_view chosen;
  try {
    chosen = choose_kernel("auto").name;
  } catch (const Error& error) {
    std::cerr << "nqueens: " << error.what() << '\n';
  }
  auto json = nlohmann::ordered_json::array();
  std::string text = "name    compiled  runnable  chosen  instruction set       search\n";
  const auto yes = [](bool value) { return value ? "yes" : "no"; };
  for (const KernelEntry& entry : kernels()) {
    const bool is_chosen = entry.name == chosen;
    json.push_back({{"name", entry.name},
                    {"instruction_set", entry.instruction_set},
                    {"compiled", entry.compiled()},
                    {"runnable", entry.supported()},
                    {"chosen", is_chosen},
                    {"summary", entry.summary}});
    char line[200];
    std::snprintf(line, sizeof line, "%-8s%-10s%-10s%-8s%-22s%s\n", std::string(entry.name).c_str(),
                  yes(entry.compiled()), yes(entry.supported()), yes(is_chosen),
                  std::string(entry.instruction_set).c_str(), std::string(entry.summary).c_str());
    text += line;
  }
  print(options.json ? json.dump() + "\n" : text);
  return ExitCode::done;
}

ExitCode bench(const Options& options) {
  std::vector<const KernelEntry*> entries;
  if (options.all_kernels) {
    for (const KernelEntry& entry : kernels()) {
      if (entry.supported()) {
        entries.push_back(&entry);
      }
    }
  } else {
    entries.push_back(&choose_kernel(options.kernel.value_or("auto")));
  }
  const std::vector<SampledPrefix> work = benchmark_work(options.bench_n);
  std::vector<KernelBenchmark> results;
  for (const KernelEntry* entry : entries) {
    std::cerr << "running " << entry->name << " ...\n";
    results.push_back(run_benchmark(*entry, options.bench_n, work));
  }
  print(options.json ? to_json(results) + "\n" : to_text(results));
  return ExitCode::done;
}

}  // namespace nqueens::cli
