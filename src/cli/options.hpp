// Helpers for the options of several commands.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "nqueens/core/error.hpp"
#include "text.hpp"
#include "workers.hpp"

namespace nqueens::cli {

/// The help's list of exit codes.
inline constexpr const char* exit_codes =
    "Exit codes:\n"
    "    0  done: the answer is on stdout\n"
    "    1  failed while running, for example without workers; or stopped without a checkpoint\n"
    "    2  wrong option, job file or way of starting\n"
    "    3  wrong answer: counts of a task differ and no two independent ones agree, a total\n"
    "       differs from the published one or the second count, or a checked solution is wrong\n"
    "    4  the checkpoint or certificate cannot be used: it is damaged, not finished, of another\n"
    "       job, or locked by another run\n"
    "   75  stopped and saved: run the same command again\n"
    "  130  ended at once by a second SIGINT\n";

void add_worker_options(CLI::App& command, WorkerChoice& options);

/// Accepts fractions, 0 to 1.
CLI::Validator share();

/// Throws Error(usage) if `refused`.
inline void refuse(bool refused, const std::string& message) {
  if (refused) {
    throw Error(ExitCode::usage, message);
  }
}

/// An option that is parsed at once.
/// @param value_of  the value of a text; nothing if the text is not valid
/// @param wrong  what follows any other text in the message: --part 'x' "is not a valid part"
template <class Value, class ValueOf>
CLI::Option* add_parsed(CLI::App& command, const std::string& name, Value& value, ValueOf value_of,
                        const std::string& wrong, const std::string& help) {
  const auto assign = [name, &value, value_of, wrong](const std::string& text) {
    const auto parsed = value_of(text);
    refuse(!parsed, name + " " + quoted(text) + " " + wrong);
    value = *parsed;
  };
  return command.add_option_function<std::string>(name, assign, help);
}

/// The same for an option that takes one of several names.
template <class Value, class ValueOf>
CLI::Option* add_choice(CLI::App& command, const std::string& name, Value& value, ValueOf value_of,
                        const std::vector<std::string>& names, const std::string& help) {
  return add_parsed(command, name, value, value_of, "is not one of the choices", help)
      ->check(CLI::IsMember(names));
}

}  // namespace nqueens::cli
