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

/// What is wrong, and what to do; without the latter the help is named.
struct Mistake {
  std::string what;
  std::string advice;
};

bool is_option(std::string_view word) {
  return word.size() > 1 && word.front() == '-';
}

/// The long options of a command, or the short ones of those that have no long one.
std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (option->nonpositional()) {
      names.push_back(option->get_name());
    }
  }
  return names;
}

std::vector<std::string> commands_of(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) {
    if (!command->get_group().empty()) {
      names.push_back(command->get_name());
    }
  }
  return names;
}

Mistake wrong_command(const CLI::App& program, const std::string& word) {
  const std::string what = "unknown command " + quoted(word);
  if (is_digits(word) || word.ends_with(".toml")) {
    return {what, "; did you mean nqueens count " + word + "?"};
  }
  return {what, did_you_mean(word, commands_of(program))};
}

Mistake unknown_option(const CLI::App& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  return {"unknown option " + shortened(name), did_you_mean(name, options_of(command))};
}

/// A word that the command cannot place. @param words  all of them
Mistake unexpected(const CLI::App& command, const std::vector<std::string>& words) {
  const auto option = std::ranges::find_if(words, is_option);
  return option != words.end() ? unknown_option(command, *option)
                               : Mistake{"unexpected " + quoted(words.front()), ""};
}

/// What stands before an option that belongs behind the command.
Mistake before_command(const CLI::App& program, const CLI::App& command, const std::string& word) {
  const auto names = options_of(command);
  const std::string name = word.substr(0, word.find('='));
  if (&command != &program && std::ranges::find(names, name) != names.end()) {
    return {"option " + name + " is before the command",
            "; write nqueens " + command.get_name() + " ... " + name};
  }
  return is_option(word) ? unknown_option(command, word) : wrong_command(program, word);
}

/// A description within a sentence.
std::string uncapitalised(std::string text) {
  if (!text.empty() && text.front() >= 'A' && text.front() <= 'Z') {
    text.front() = static_cast<char>(text.front() - 'A' + 'a');
  }
  return text;
}

/// The option that a message of the parser begins with.
const CLI::Option* option_of(const CLI::App& command, const std::string& message) {
  return command.get_option_no_throw(message.substr(0, message.find_first_of(": ")));
}

/// How users know an option: --threads, or N|JOB.toml.
std::string name_of(const CLI::Option& option) {
  return option.nonpositional() ? option.get_name() : option.get_type_name();
}

Mistake wrong_number_of_values(const CLI::Option& option) {
  const int least = option.get_items_expected_min();
  if (least == 0) {
    return {name_of(option) + " takes no value", ""};
  }
  if (!option.nonpositional()) {
    return {"at least " + std::to_string(least) + " of " + name_of(option) + " are needed", ""};
  }
  return {name_of(option) + " needs a value: " + option.get_type_name(), ""};
}

/// Two options that need or exclude each other. @param link  between their names in the message
Mistake wrong_pair(const CLI::App& command, const std::string& message, const std::string& link,
                   const std::string& beginning) {
  const std::size_t at = message.find(link);
  const auto name = [&command](const std::string& text) {
    const CLI::Option* option = command.get_option_no_throw(text);
    return option != nullptr ? name_of(*option) : text;
  };
  return {name(message.substr(0, at)) + beginning + name(message.substr(at + link.size())), ""};
}

Mistake mistake_of(const CLI::App& program, const CLI::App& command, const CLI::ParseError& error) {
  if (const auto words = program.remaining(); !words.empty()) {
    return before_command(program, command, words.front());
  }
  const auto words = command.remaining();
  if (std::ranges::any_of(words, is_option)) {
    return unexpected(command, words);  // also where something else is missing
  }
  const std::string message = error.what();
  const CLI::Option* option = option_of(command, message);
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    return option == nullptr ? Mistake{"no command is given", ""}
                             : Mistake{name_of(*option) + " is missing",
                                       ": " + uncapitalised(option->get_description())};
  }
  if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr) {
    return wrong_pair(command, message, " excludes ", " does not go with ");
  }
  if (dynamic_cast<const CLI::RequiresError*>(&error) != nullptr) {
    return wrong_pair(command, message, " requires ", " needs ");
  }
  if (!words.empty()) {
    return unexpected(command, words);
  }
  return option != nullptr ? wrong_number_of_values(*option)
                           : Mistake{message.substr(0, message.find('\n')), ""};
}

Error error_of(const Mistake& mistake, const std::string& command) {
  return {ExitCode::usage,
          mistake.what +
              (mistake.advice.empty() ? "; see nqueens " + command + "--help" : mistake.advice)};
}

}  // namespace

Error usage_error(const CLI::App& program, const CLI::ParseError& error) {
  const auto chosen = program.get_subcommands();
  const CLI::App& command = chosen.empty() ? program : *chosen.front();
  return error_of(mistake_of(program, command, error),
                  chosen.empty() ? "" : command.get_name() + " ");
}

Error unknown_command(const CLI::App& program, const std::string& word) {
  return error_of(wrong_command(program, word), "");
}

}  // namespace nqueens::cli
