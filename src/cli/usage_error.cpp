// Words for what the parser finds wrong: which option, and what to give.
#include "cli/usage_error.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cli/text.hpp"
#include "core/similar.hpp"

namespace nqueens::cli {
namespace {

/// @param advice  what to do; empty: the help is named
Error mistake(const CLI::App& command, const std::string& what, const std::string& advice = "") {
  const std::string name = command.get_parent() != nullptr ? command.get_name() + " " : "";
  return {ExitCode::usage, what + (advice.empty() ? "; see nqueens " + name + "--help" : advice)};
}

bool is_option(std::string_view word) {
  return word.size() > 1 && word.front() == '-';
}

std::string name_in(const std::string& word) {
  return word.substr(0, word.find('='));
}

/// How users know an option: --threads, or N|JOB.toml.
std::string name_of(const CLI::Option& option) {
  return option.nonpositional() ? option.get_name() : option.get_type_name();
}

Error unknown_option(const CLI::App& command, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (option->nonpositional()) {
      names.push_back(option->get_name());
    }
  }
  return mistake(command, "unknown option " + shortened(name_in(word)),
                 did_you_mean(name_in(word), names));
}

/// A word that stands before the command.
Error misplaced(const CLI::App& program, const CLI::App& command, const std::string& word) {
  const std::string name = name_in(word);
  if (&command != &program && is_option(name) && command.get_option_no_throw(name) != nullptr) {
    return mistake(command, "option " + name + " is before the command",
                   "; write nqueens " + command.get_name() + " ... " + name);
  }
  return is_option(word) ? unknown_option(command, word) : unknown_command(program, word);
}

Error missing(const CLI::App& command, const CLI::Option* option) {
  if (option == nullptr) {
    return mistake(command, "no command is given");
  }
  std::string description = option->get_description();
  description.front() = static_cast<char>(std::tolower(description.front()));
  return mistake(command, name_of(*option) + " is missing", ": " + description);
}

Error wrong_number_of_values(const CLI::App& command, const CLI::Option& option) {
  const int min = option.get_items_expected_min();
  return mistake(
      command, min == 0 ? name_of(option) + " takes no value"
               : option.nonpositional()
                   ? name_of(option) + " needs a value: " + option.get_type_name()
                   : "at least " + std::to_string(min) + " of " + name_of(option) + " are needed");
}

}  // namespace

Error usage_error(const CLI::App& program, const CLI::ParseError& error) {
  const auto chosen = program.get_subcommands();
  const CLI::App& command = chosen.empty() ? program : *chosen.front();
  if (const auto before = program.remaining(); !before.empty()) {
    return misplaced(program, command, before.front());
  }
  const auto words = command.remaining();
  if (const auto word = std::ranges::find_if(words, is_option); word != words.end()) {
    return unknown_option(command, *word);  // also where something else is missing
  }
  const std::string message = error.what();
  const auto option_named = [&command](const std::string& name) {
    return command.get_option_no_throw(name);
  };
  const CLI::Option* option = option_named(message.substr(0, message.find_first_of(": ")));
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    return missing(command, option);
  }
  for (const auto& [link, words_for_it] :
       {std::pair(" excludes ", " does not go with "), std::pair(" requires ", " needs ")}) {
    const std::size_t at = message.find(link);
    const CLI::Option* other = at != std::string::npos
                                   ? option_named(message.substr(at + std::string(link).size()))
                                   : nullptr;
    if (option != nullptr && other != nullptr) {
      return mistake(command, name_of(*option) + words_for_it + name_of(*other));
    }
  }
  if (!words.empty()) {
    return mistake(command, "unexpected " + quoted(words.front()));
  }
  return option != nullptr ? wrong_number_of_values(command, *option)
                           : mistake(command, message.substr(0, message.find('\n')));
}

Error unknown_command(const CLI::App& program, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) {
    if (!command->get_group().empty()) {
      names.push_back(command->get_name());
    }
  }
  const bool is_job = is_digits(word) || word.ends_with(".toml");
  return mistake(program, "unknown command " + quoted(word),
                 is_job ? "; did you mean nqueens count " + word + "?" : did_you_mean(word, names));
}

}  // namespace nqueens::cli
