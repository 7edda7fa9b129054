// Helpers for the options of several commands.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/text.hpp"
#include "cli/workers.hpp"
#include "core/error.hpp"
#include "core/problem.hpp"
#include "core/value_kind.hpp"

namespace nqueens::cli {

/// The help's list of exit codes.
inline constexpr const char* exit_codes =
    "Exit codes:\n"
    "    0  done: the answer is on stdout\n"
    "    1  failed while running, for example without workers; stopped without a checkpoint; or\n"
    "       the board of 'solve' has no solution, or a puzzle no answer\n"
    "    2  wrong option, job file or way of starting\n"
    "    3  wrong answer: counts of a task differ and no two independent ones agree, a total\n"
    "       differs from the published one or the second count, or a checked solution is wrong\n"
    "    4  the checkpoint or certificate cannot be used: it is damaged, not finished, of another\n"
    "       job, or locked by another run\n"
    "   75  stopped and saved: run the same command again; or a puzzle's search was stopped\n"
    "  130  ended at once by a second SIGINT\n";

/// Throws Error(usage) if `refused`.
inline void refuse(bool refused, const std::string& message) {
  if (refused) {
    throw Error(ExitCode::usage, message);
  }
}

/// The last of the names of an option, which is the long one.
std::string long_name(std::string_view names);

/// What a value must be.
struct Expected {
  std::string text;                ///< "a whole number from 1 to 32"
  std::vector<std::string> words;  ///< one of these; empty: other values
};

/// An option whose text is looked at once. @param take  whether the text is good
CLI::Option* add_checked(CLI::App& command, const std::string& names, const Expected& expected,
                         const std::function<bool(const std::string&)>& take,
                         const std::string& help);

/// The same for a value of a kind.
template <class Value, class Kind>
CLI::Option* add_value(CLI::App& command, const std::string& names, Value& value, const Kind& kind,
                       const std::string& help) {
  Expected expected{.text = kind.expected(), .words = {}};
  if constexpr (requires { kind.words; }) {
    expected.words = kind.words;
  }
  const auto take = [&value, kind](const std::string& text) {
    const auto found = kind(text);
    if (found) {
      value = *found;
    }
    return found.has_value();
  };
  return add_checked(command, names, expected, take, help);
}

template <class Value, class Number>
CLI::Option* add_number(CLI::App& command, const std::string& names, Value& value, Number min,
                        Number max, const std::string& help) {
  return add_value(command, names, value, InRange<Number>{min, max}, help);
}

template <class Value>
CLI::Option* add_time(CLI::App& command, const std::string& names, Value& seconds, double min,
                      double max, const std::string& help) {
  return add_value(command, names, seconds, TimeInRange{min, max}, help);
}

template <class Value, class From>
CLI::Option* add_choice(CLI::App& command, const std::string& names, Value& value, From from,
                        const std::vector<std::string>& choices, const std::string& help) {
  return add_value(command, names, value, OneOf<From>{from, choices}, help);
}

/// Options of commands that count on workers.
void add_worker_options(CLI::App& command, WorkerChoice& options);

void add_seed(CLI::App& command, std::optional<std::uint64_t>& seed, const std::string& help);

void add_json(CLI::App& command, bool& json, const std::string& what = "object");

}  // namespace nqueens::cli
