// Helpers for the options of several commands.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <iomanip>
#include <optional>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "cli/text.hpp"
#include "cli/workers.hpp"
#include "core/duration.hpp"
#include "core/error.hpp"
#include "core/number.hpp"
#include "core/similar.hpp"
#include "job/job.hpp"

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

void add_worker_options(CLI::App& command, WorkerChoice& options);

/// Throws Error(usage) if `refused`.
inline void refuse(bool refused, const std::string& message) {
  if (refused) {
    throw Error(ExitCode::usage, message);
  }
}

/// The last of the names of an option, which is the long one.
inline std::string long_name(const std::string& names) {
  return names.substr(names.rfind(',') + 1);
}

/// An option that is parsed at once.
/// @param value_of  the value of a text; nothing if the text is not valid
/// @param wrong  what follows any other text in the message: --part 'x' "is not a valid part"
template <class Value, class ValueOf>
CLI::Option* add_parsed(CLI::App& command, const std::string& names, Value& value, ValueOf value_of,
                        const std::string& wrong, const std::string& help) {
  const auto assign = [name = long_name(names), &value, value_of, wrong](const std::string& text) {
    const auto parsed = value_of(text);
    refuse(!parsed, name + " " + quoted(text) + " " + wrong);
    value = *parsed;
  };
  return command.add_option_function<std::string>(names, assign, help);
}

/// "from 1 to 4096".
template <class Number>
std::string range_text(Number least, Number most) {
  std::ostringstream text;
  text << std::setprecision(15) << "from " << least << " to " << most;
  return text.str();
}

/// The same for a number in a range. Its type, whole or not, is that of the bounds.
template <class Value, class Number>
CLI::Option* add_number(CLI::App& command, const std::string& names, Value& value, Number least,
                        Number most, const std::string& help) {
  const auto value_of = [least, most](const std::string& text) {
    const auto number = number_from<Number>(text);
    return number && *number >= least && *number <= most ? number : std::nullopt;  // NaN is not
  };
  const std::string kind = std::is_integral_v<Number> ? "a whole number " : "a number ";
  return add_parsed(command, names, value, value_of, "is not " + kind + range_text(least, most),
                    help);
}

/// The same for a time in a range of seconds.
template <class Value>
CLI::Option* add_time(CLI::App& command, const std::string& names, Value& seconds, double least,
                      double most, const std::string& help) {
  const auto value_of = [least, most](const std::string& text) {
    const auto number = number_from<double>(text);
    const auto time = number ? number : parse_duration(text);
    return time && *time >= least && *time <= most ? time : std::nullopt;
  };
  return add_parsed(command, names, seconds, value_of,
                    "is not a time " + range_text(least, most) + " s; write 90, 90s, 10m or 2h",
                    help);
}

void add_seed(CLI::App& command, std::optional<std::uint64_t>& seed, const std::string& help);

/// The same for an option that takes one of several names.
template <class Value, class ValueOf>
CLI::Option* add_choice(CLI::App& command, const std::string& names, Value& value, ValueOf value_of,
                        const std::vector<std::string>& choices, const std::string& help) {
  const auto assign = [name = long_name(names), &value, value_of,
                       choices](const std::string& text) {
    // Where a value is optional its absence is an empty text.
    const bool known = text.empty() || std::ranges::find(choices, text) != choices.end();
    const auto parsed = known ? value_of(text) : std::nullopt;
    const std::string meant = did_you_mean(text, choices);
    refuse(!parsed, name + " " + quoted(text) + " is unknown" +
                        (meant.empty() ? "; choose " + list_of(choices, "or") : meant));
    value = *parsed;
  };
  const auto anything = [](const std::string&) { return std::string(); };
  return command.add_option_function<std::string>(names, assign, help)
      ->check(CLI::Validator(anything, "{" + CLI::detail::join(choices, ",") + "}"));
}

/// A word that names the sequence of a count, such as "--piece amazon". @param key  of
/// sequence_keys
/// @tparam Value  std::string_view, or an optional one
template <class Value>
void add_sequence_word(CLI::App& command, std::size_t key, Value& word) {
  static constexpr std::array titles = {"Board", "What to count", "Chess piece"};
  const std::string usual(usual_words[key]);
  std::string help = titles[key] + (": " + usual);
  for (const SequenceRow& row : sequences) {
    help += row.words[key] == usual ? "" : ", or " + std::string(row.about);
  }
  add_choice(
      command, "--" + std::string(sequence_keys[key]), word,
      [key](const std::string& text) { return word_of(key, text); }, words_of(key),
      help + " [" + usual + "]")
      ->type_name(std::string(1, static_cast<char>(sequence_keys[key].front() - 'a' + 'A')));
}

void add_json(CLI::App& command, bool& json, const std::string& what = "object");

}  // namespace nqueens::cli
