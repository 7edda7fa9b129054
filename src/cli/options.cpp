// Options that several commands take.
#include "cli/options.hpp"

#include <limits>

#include "core/similar.hpp"

namespace nqueens::cli {

std::string long_name(std::string_view names) {
  return std::string(names.substr(names.rfind(',') + 1));
}

CLI::Option* add_checked(CLI::App& command, const std::string& names, const Expected& expected,
                         const std::function<bool(const std::string&)>& take,
                         const std::string& help) {
  const auto check = [name = long_name(names), expected, take](const std::string& text) {
    if (!take(text)) {
      const auto& [kind, words] = expected;
      const std::string meant = did_you_mean(text, words);
      refuse(text.empty(), name + " is empty; give a value");
      refuse(words.empty(), name + " " + quoted(text) + " is not " + kind);
      refuse(true, name + " " + quoted(text) + " is unknown" +
                       (meant.empty() ? "; choose " + list_of(words, "or") : meant));
    }
  };
  CLI::Option* option = command.add_option_function<std::string>(names, check, help);
  if (!expected.words.empty()) {
    const auto anything = [](const std::string&) { return std::string(); };
    option->check(CLI::Validator(anything, "{" + CLI::detail::join(expected.words, ",") + "}"));
  }
  return option;
}

void add_worker_options(CLI::App& command, WorkerChoice& options) {
  const auto threads_from = [](const std::string& text) {
    return text == "all" ? std::optional(all_threads) : InRange<int>{1, 4096}(text);
  };
  add_value(command, "-t,--threads", options.threads,
            Form{threads_from, InRange<int>{1, 4096}.expected() + ", or all"},
            "Worker threads [one a processor]; under a launcher, of each\n"
            "rank [1; under Slurm the cores of its task]. all: every\n"
            "processor, shared by the ranks of a host")
      ->type_name("T");
  command.add_flag("--master-only", options.master_only,
                   "Rank 0 hands out work and does not count");
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
