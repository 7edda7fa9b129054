// Options that several commands take.
#include "cli/options.hpp"

#include <limits>

namespace nqueens::cli {

void add_worker_options(CLI::App& command, WorkerChoice& options) {
  const auto threads_from = [](const std::string& text) {
    const auto threads = text == "all" ? all_threads : number_from<int>(text);
    const bool in_range = threads && *threads >= 1 && *threads <= 4096;
    return in_range || text == "all" ? threads : std::nullopt;
  };
  add_parsed(command, "-t,--threads", options.threads, threads_from,
             "is not a whole number " + range_text(1, 4096) + ", or all",
             "Worker threads [one a processor]; under a launcher, of each\n"
             "rank [1; under Slurm the cores of its task]. all: every\n"
             "processor, shared by the ranks of a host")
      ->type_name("T");
  command.add_flag("--master-only", options.master_only,
                   "Rank 0 hands out work and does not count");
  command
      .add_option("-k,--kernel", options.kernel, "Counting kernel, see 'nqueens kernels' [auto]")
      ->type_name("K");
  command
      .add_option("--log-file", options.log.file,
                  "Also append the log to this file, all of it despite --quiet")
      ->type_name("FILE");
  auto* quiet = command.add_flag("-q,--quiet", options.log.quiet, "Log warnings and errors only");
  command.add_flag("-v,--verbose", options.log.verbose, "Log more: ranks, kernels, saves")
      ->excludes(quiet);
}

void add_seed(CLI::App& command, std::optional<std::uint64_t>& seed, const std::string& help) {
  add_number(command, "--seed", seed, std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max(),
             help)
      ->type_name("X");
}

void add_json(CLI::App& command, bool& json, const std::string& what) {
  command.add_flag("-j,--json", json, "Print one JSON " + what);
}

}  // namespace nqueens::cli
