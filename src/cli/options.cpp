// Options that several commands take.
#include "options.hpp"

namespace nqueens::cli {

void add_worker_options(CLI::App& command, WorkerChoice& options) {
  command
      .add_option("--threads", options.threads,
                  "Worker threads [one a processor]; under a launcher, of each\n"
                  "rank [1; under Slurm the cores of its task]")
      ->check(CLI::Range(1, 4096))
      ->type_name("T");
  command.add_flag("--master-only", options.master_only,
                   "Rank 0 hands out work and does not count");
  command.add_option("--kernel", options.kernel, "Counting kernel, see 'nqueens kernels' [auto]")
      ->type_name("K");
  command.add_option("--log-file", options.log.file, "Also append the log to this file")
      ->type_name("FILE");
  auto* quiet = command.add_flag("--quiet", options.log.quiet, "Log warnings and errors only");
  command.add_flag("--verbose", options.log.verbose, "Log more: ranks, kernels, saves")
      ->excludes(quiet);
}

CLI::Validator share() {
  // CLI::Range would accept NaN.
  return {[](const std::string& text) {
            const double value = number_from<double>(text).value_or(-1);
            return value >= 0 && value <= 1 ? std::string()
                                            : "'" + text + "' is not a number from 0 to 1";
          },
          "FLOAT in [0 - 1]"};
}

}  // namespace nqueens::cli
