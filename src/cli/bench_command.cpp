// The command `bench`: the speed of kernels on one core.
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/print.hpp"
#include "cli/runnable_kernels.hpp"
#include "node/bench.hpp"
#include "report/measurements.hpp"

namespace nqueens::cli {
namespace {

struct BenchOptions {
  std::optional<std::string> kernel;
  bool all = false;
  int n = 16;
  std::string_view chess_piece = usual_words[2];
  bool json = false;
};

ExitCode bench(const BenchOptions& options) {
  const Problem problem{
      .n = options.n,
      .sequence = sequence_named({usual_words[0], usual_words[1], options.chess_piece})};
  std::vector<const KernelEntry*> entries =
      options.all ? runnable_kernels(problem.sequence)
                  : std::vector{&choose_kernel(options.kernel.value_or("auto"), problem.sequence)};
  // The others are compared with scalar as soon as they are known.
  const auto is_scalar = [](const KernelEntry* entry) { return entry->name == "scalar"; };
  std::stable_partition(entries.begin(), entries.end(), is_scalar);
  const std::vector<SampledPrefix> work = benchmark_work(problem);
  std::vector<KernelBenchmark> results;
  for (const KernelEntry* entry : entries) {
    std::cerr << "running " << entry->name << " ...\n";
    results.push_back(run_benchmark(*entry, problem, work));
    if (!options.json) {
      const KernelBenchmark& first = results.front();
      print((results.size() == 1 ? table_head(first) : "") +
            table_row(results.back(), is_scalar(entries.front()) ? &first : nullptr));
    }
  }
  if (options.json) {
    print(to_json(results) + "\n");
  }
  return ExitCode::done;
}

}  // namespace

Command add_bench(CLI::App& program) {
  const auto options = std::make_shared<BenchOptions>();
  CLI::App& command =
      *program.add_subcommand("bench", "Measure kernels on one core with fixed work");
  auto* kernel = command
                     .add_option("-k,--kernel", options->kernel,
                                 "Kernel to measure [the first that runs here]")
                     ->type_name("K");
  command.add_flag("--all", options->all, "Measure every kernel that runs here")->excludes(kernel);
  add_number(command, "-n,--n", options->n, 5, max_board,
             "Rows of the board, 5 to 32 [16]; above 17 a sample is counted")
      ->type_name("N");
  add_value(command, "--piece", options->chess_piece, sequence_word(2), help_of_word(2))
      ->type_name("P");
  add_json(command, options->json, "array");
  return {.parser = &command, .run = [options](const Launcher&) { return bench(*options); }};
}

}  // namespace nqueens::cli
