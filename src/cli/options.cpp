// Options that several commands take, and the settings that they make.
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <limits>

#include "cli/command.hpp"
#include "core/text.hpp"
#include "judge/names.hpp"
#include "store/checkpoint_files.hpp"
#include "store/header.hpp"
#include "system/file.hpp"
#include "system/processors.hpp"

namespace nqueens::cli {
namespace {

/// "--threads", of "-t,--threads T".
std::string long_name(std::string_view name) {
  const std::size_t blank = std::min(name.find(' '), name.size());
  const std::size_t comma = name.rfind(',', blank);
  return std::string(name.substr(comma + 1, blank - comma - 1));
}

/// What a file that lies beside a checkpoint is, by the end of its name.
struct FileKind {
  std::string_view end;
  std::string_view words;
};
constexpr FileKind log_of_runs{run_log_extension, "the log of its runs"};
constexpr FileKind beside_checkpoints[] = {
    log_of_runs, {result_extension, "a result"}, {report_extension, "a report"}};

/// @param wanted  what the file should be
void refuse_count_file(const std::string& file, std::string_view text, const std::string& wanted) {
  const std::string not_that = ", not " + wanted + "; ";
  refuse(text.starts_with(checkpoint_start),
         "'" + file + "' is a checkpoint" + not_that +
             "'nqueens resume' goes on from it, and 'nqueens verify' checks it");
  refuse(text.starts_with(certificate_start),
         "'" + file + "' is a certificate" + not_that + "check it with 'nqueens verify'");
  for (const FileKind& kind : beside_checkpoints) {
    refuse(file.ends_with(kind.end), "'" + file + "' is " + std::string(kind.words) + not_that +
                                         "'nqueens verify FOLDER' checks what a job has left in a "
                                         "folder");
  }
}

JobSettings settings_of_job(const std::string& job, const GivenSettings& given = {}) {
  if (is_digits(job)) {
    JobSettings settings = given.values;
    // The sequence has its own limit, but the number has to be one.
    const auto rows = InRange<int>{0, 1'000'000}(job);
    refuse(!rows, "n is " + job + "; it must be " + InRange<int>{1, max_board}.expected());
    settings.count.problem.n = *rows;
    return settings;
  }
  std::error_code error;
  const bool named_like_a_file = job.find('/') != std::string::npos || job.ends_with(".toml");
  refuse(!named_like_a_file && !std::filesystem::exists(job, error),
         "'" + job + "' is neither a number of rows from 1 to " + std::to_string(max_board) +
             " nor a job file");
  const auto text = read_up_to(job, max_job_file + 1);
  if (!text) {
    throw file_error(ExitCode::usage, "read job file", job, errno);
  }
  refuse_count_file(job, *text, "a job file");
  return parse_job_file(*text, job, given);
}

/// "; name its checkpoint, n9.ckpt", of the first of these names that has one.
std::string advice_of(std::initializer_list<std::string> names) {
  const auto found =
      std::ranges::find_if(names, [](const auto& name) { return has_generations(name); });
  return found != names.end()
             ? "; name its checkpoint, " + *found
             : "; its checkpoint would be " + *std::rbegin(names) + ", which is not there";
}

/// What to do with a job file in place of its checkpoint.
std::string advice_of_job(const std::string& file) {
  std::string checkpoint;
  try {
    checkpoint = settings_of_job(file).checkpoint.path;
  } catch (const Error&) {
    checkpoint.clear();  // the count that is begun with it says what is wrong
  }
  const bool is_there = !checkpoint.empty() && has_generations(checkpoint);
  return is_there ? "; name its checkpoint, " + checkpoint
                  : "; start it with 'nqueens count " + shell_quoted(file) + "'";
}

}  // namespace

void require_checkpoint(const std::string& word, bool takes_log) {
  std::error_code ignored;
  const bool is_file = std::filesystem::is_regular_file(word, ignored);
  if (is_file ? !holds_something_else(word, checkpoint_start)
              : std::filesystem::exists(word, ignored)) {
    return;
  }
  for (const FileKind& kind : beside_checkpoints) {
    if (is_file && word.ends_with(kind.end) && !(takes_log && kind.end == log_of_runs.end)) {
      const std::string stem = word.substr(0, word.size() - kind.end.size());
      throw Error(ExitCode::usage, "'" + word + "' is " + std::string(kind.words) +
                                       advice_of({stem, stem + checkpoint_extension}));
    }
  }
  refuse(is_file && word.ends_with(".cert.gz"),
         "'" + word + "' is a packed certificate; check it with 'nqueens verify'");
  if (is_file && word.ends_with(".toml")) {
    throw Error(ExitCode::usage, "'" + word + "' is a job file" + advice_of_job(word));
  }
  const std::string number = is_digits(word) ? "n" + word : word;
  refuse(
      !has_generations(word) && has_generations(number + checkpoint_extension),
      "there is no checkpoint '" + word + "'; did you mean " + number + checkpoint_extension + "?");
}

void require_solutions(const std::string& file) {
  constexpr std::size_t enough = 64;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) {
    return;
  }
  refuse(file.ends_with(".toml"),
         "'" + file + "' is a job file, not solutions of a board" + advice_of_job(file));
  refuse_count_file(file, read_up_to(file, enough).value_or(""), "solutions of a board");
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string quoted(const std::string& text) {
  return "'" + shortened(text) + "'";
}

void refuse_empty(const std::string& name, const std::string& text) {
  const bool is_argument = !name.starts_with('-');
  refuse(text.empty(), (is_argument ? name.substr(name.find(' ') + 1) : long_name(name)) +
                           " is empty; give a value");
}

CLI::Option* add_checked(CLI::App& command, const std::string& name, const Expected& expected,
                         const std::function<bool(const std::string&)>& take,
                         const std::string& help) {
  const std::size_t blank = name.find(' ');
  const auto check = [whole = name, name = long_name(name), expected,
                      take](const std::string& text) {
    if (!take(text)) {
      const auto& [kind, words] = expected;
      const std::string meant = did_you_mean(text, words);
      refuse_empty(whole, text);
      refuse(words.empty(), name + " is " + quoted(text) + "; it must be " + kind);
      refuse(true, name + " " + quoted(text) + " is unknown" +
                       (meant.empty() ? "; choose " + list_of(words, "or") : meant));
    }
  };
  const auto& words = expected.words;
  return command.add_option_function<std::string>(name.substr(0, blank), check, help)
      ->type_name(name.substr(blank + 1) +
                  (words.empty() ? "" : ":{" + CLI::detail::join(words, ",") + "}"));
}

void add_worker_options(CLI::App& command, WorkerChoice& options) {
  const auto threads_from = [](const std::string& text) {
    return text == "all" ? std::optional(all_threads) : InRange<int>{1, max_threads}(text);
  };
  add_value(command, "-t,--threads T", options.threads,
            Form{threads_from, InRange<int>{1, max_threads}.expected() + ", or all"},
            "Worker threads [one a processor]. Under a launcher: threads of\n"
            "each rank [1; under Slurm the cores of its task]; all: the ranks\n"
            "of a host share its processors");
  command.add_flag("--master-only", options.master_only,
                   "Rank 0 hands out work and does not count");
  add_text(command, "--log-file FILE", options.log.file,
           "Also append the log to this file; all of it, even with --quiet");
  auto* quiet = command.add_flag("-q,--quiet", options.log.quiet, "Log warnings and errors only");
  command.add_flag("-v,--verbose", options.log.verbose, "Log more: ranks, kernels, saves")
      ->excludes(quiet);
}

void add_seed(CLI::App& command, std::optional<std::uint64_t>& seed, const std::string& help) {
  add_number(command, "--seed X", seed, std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max(),
             help);
}

int chosen_threads(std::optional<int> wanted) {
  if (const auto quota = wanted ? std::nullopt : describe_quota()) {
    say(*quota);
  }
  return wanted.value_or(usable_processors());
}

void add_json(CLI::App& command, bool& json, const std::string& what) {
  command.add_flag("-j,--json", json, "Print one JSON " + what);
}

void add_output(CLI::App& command, std::string& file) {
  add_text(command, "-o,--output FILE", file,
           "Output file, which appears when complete; - is standard output [-]");
}

void add_sequence(CLI::App& command, SequenceWords& words,
                  std::initializer_list<std::size_t> keys) {
  for (const std::size_t key : keys) {
    add_value(command, std::string(sequence_options[key]) + " " + std::string(sequence_values[key]),
              words[key], sequence_word(key), help_of_word(key));
  }
}

void add_job(CLI::App& command, std::string& job, int smallest_n) {
  add_text(command, "job N|JOB.toml", job,
           "Number of rows, " + std::to_string(smallest_n) + " to 32, or a job file (TOML)")
      ->required();
}

void add_settings(CLI::App& command, GivenSettings& given) {
  given.is_option = [&command](const std::string& name) {
    return command.get_option_no_throw("--" + name) != nullptr;
  };
  for (const KnownSetting& setting : all_settings()) {
    const auto names = CLI::detail::split(std::string(setting.commands), ' ');
    if (std::ranges::find(names, command.get_name()) == names.end()) {
      continue;
    }
    const auto take = [&given, &setting](const std::string& text) {
      given.texts[&setting] = text.empty() ? setting.bare : text;
      return set(given.values, setting, given.texts[&setting]);
    };
    const std::string name = std::string(setting.option) + " " + std::string(setting.value);
    CLI::Option* option = add_checked(command, name, setting.expected, take, setting.help);
    if (!setting.bare.empty()) {
      option->expected(0, 1)->default_str(std::string(setting.bare));
    }
  }
}

JobSettings settings_of(const std::string& job, const GivenSettings& given, int smallest_n) {
  JobSettings settings = settings_of_job(job, given);
  try {
    settings.count.problem.sequence = sequence_named(settings.count.words);
    validate(settings, smallest_n);
  } catch (const Error& error) {
    throw Error(error.code(), (is_digits(job) ? "" : job + ": ") + error.what());
  }
  return settings;
}

std::string arguments_of(const GivenSettings& given) {
  std::string arguments;
  for (const auto& [setting, text] : given.texts) {
    arguments += " " + long_name(setting->option) + " " + shell_quoted(text);
  }
  return arguments;
}

}  // namespace nqueens::cli
