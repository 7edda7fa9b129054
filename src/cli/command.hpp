// The program, its commands and their options. A command has its own file, which declares its
// options and runs it.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/workers.hpp"
#include "core/value_parser.hpp"
#include "job/settings.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {

struct Command {
  CLI::App* parser;  ///< parses its options; knows whether the user chose it
  /// Runs the command with the parsed options. Answers go to stdout, the log to stderr. Throws
  /// Error.
  std::function<ExitCode(const Launcher& launcher)> run;
  bool on_every_rank = false;  ///< otherwise on rank 0 only, which prints the answer
};

using AddCommand = Command (*)(CLI::App& program);

Command add_plan(CLI::App& program);
Command add_count(CLI::App& program);
Command add_resume(CLI::App& program);
Command add_status(CLI::App& program);
Command add_report(CLI::App& program);
Command add_verify(CLI::App& program);
Command add_merge(CLI::App& program);
Command add_certificate(CLI::App& program);
Command add_compare(CLI::App& program);
Command add_kernels(CLI::App& program);
Command add_bench(CLI::App& program);
Command add_selftest(CLI::App& program);

/// The body of main(): parses, runs, and turns errors into one line on stderr and an exit code.
/// @param others commands beside those of the counter
int run_program(int argc, char** argv, std::span<const AddCommand> others);

/// Null: there is none.
const CLI::App* command_named(const CLI::App& program, const std::string& name);

Error unknown_command(const CLI::App& program, const std::string& word);

/// What is wrong with a command line, in one line that says what to do.
/// @param error  that the parser has thrown
Error usage_error(const CLI::App& program, const CLI::ParseError& error);

/// Throws Error(usage) for what CLI11 would take for something else: -threads for -t hreads, -t=2
/// for the value =2, -j2 for two options, -c -q for a file of that name, ~/x for one in a folder ~.
void refuse_slips(const CLI::App& program, std::span<const char* const> words);

// An option is named as the help shows it, "-t,--threads T". An argument has two names, of which
// the help shows the second: "job N|JOB.toml".

inline constexpr const char* fundamental_is_for =
    "for solutions on the square board without --fixed-by";

/// Whether a text is decimal digits, at least one.
bool is_digits(std::string_view text);

/// A user's text for a message, cut short.
std::string quoted(const std::string& text);

/// Throws Error(usage) if the text is empty.
void refuse_empty(const std::string& name, const std::string& text);

/// An option with any text, or with several, that are not empty.
template <class Texts>
CLI::Option* add_text(CLI::App& command, const std::string& name, Texts& texts,
                      const std::string& help) {
  const std::size_t blank = name.find(' ');
  return command.add_option(name.substr(0, blank), texts, help)
      ->type_name(name.substr(blank + 1))
      ->each([name](const std::string& text) { refuse_empty(name, text); });
}

/// An option whose text is checked as it is parsed. @param take  whether the text is valid
CLI::Option* add_checked(CLI::App& command, const std::string& name, const Expected& expected,
                         const std::function<bool(const std::string&)>& take,
                         const std::string& help);

/// The same for a value that a parser reads.
template <class Value, class Parser>
CLI::Option* add_value(CLI::App& command, const std::string& name, Value& value,
                       const Parser& parse, const std::string& help) {
  const auto take = [&value, parse](const std::string& text) {
    const auto found = parse(text);
    if (found) {
      value = *found;
    }
    return found.has_value();
  };
  return add_checked(command, name, expected_by(parse), take, help);
}

/// A whole number if the bounds are whole.
template <class Value, class Number>
CLI::Option* add_number(CLI::App& command, const std::string& name, Value& value, Number min,
                        Number max, const std::string& help) {
  return add_value(command, name, value, InRange<Number>{min, max}, help);
}

void add_worker_options(CLI::App& command, WorkerChoice& options);

void add_seed(CLI::App& command, std::optional<std::uint64_t>& seed, const std::string& help);

/// As many threads as wanted, or else as can run at a time.
int chosen_threads(std::optional<int> wanted);

void add_json(CLI::App& command, bool& json, const std::string& what = "object");

/// @param file  "-" unless it is given
void add_output(CLI::App& command, std::string& file);

/// The options of these words that name a sequence.
void add_sequence(CLI::App& command, SequenceWords& words, std::initializer_list<std::size_t> keys);

/// Throws Error(usage) if the file is a checkpoint, certificate, result, log, report or job file.
void require_solutions(const std::string& file);

/// Throws Error(usage) if the word is not a checkpoint but belongs to one: a job file, a result, a
/// log of runs, a report, the rows of its board, or its name without the end. The message says what
/// it is, and the name of its checkpoint.
/// @param takes_log  a log of runs will do
void require_checkpoint(const std::string& word, bool takes_log = false);

void add_job(CLI::App& command, std::string& job, int smallest_n = 1);

/// Adds the options that the command has in the table.
void add_settings(CLI::App& command, GivenSettings& given);

/// The settings from the number of rows or the job file, overridden by options. Throws
/// Error(usage). They are valid.
JobSettings settings_of(const std::string& job, const GivenSettings& given, int smallest_n = 1);

/// The settings as arguments of a command line: " --board torus --depth 5".
std::string arguments_of(const GivenSettings& given);

}  // namespace nqueens::cli
