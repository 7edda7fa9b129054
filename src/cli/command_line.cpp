// The command line described by its parser: help, words for what is wrong with it, and what may
// complete it. The commands `help`, and `completion`, whose scripts are those of
// docs/packaging/completions.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/say.hpp"
#include "core/text.hpp"
#include "kernel/kernel.hpp"

namespace nqueens::cli {
namespace {

constexpr const char* bash_completions =
#include "nqueens.bash.inc"
    ;
constexpr const char* fish_completions =
#include "nqueens.fish.inc"
    ;
constexpr const char* zsh_completions =
#include "_nqueens.inc"
    ;

/// A line at the margin that ends with a colon: "Options:".
bool is_heading(const std::string& line) {
  return !line.empty() && line.front() != ' ' && line.back() == ':';
}

std::string help_of(const CLI::App& command) {
  // CLI::App::help() would take the command that was chosen.
  const std::string name = (command.get_parent() != nullptr ? "nqueens " : "") + command.get_name();
  const std::string plain =
      command.get_formatter()->make_help(&command, name, CLI::AppFormatMode::Normal);
  std::istringstream lines(plain);
  std::string help;
  for (std::string line; std::getline(lines, line);) {
    help += (is_heading(line) ? coloured(line, Colour::bold, STDOUT_FILENO) : line) + "\n";
  }
  return help;
}

/// A word that may be typed, and its help.
struct Offer {
  std::string word;
  std::string description{};
};
using Offers = std::vector<Offer>;

/// The commands that the help lists.
Offers commands_of(const CLI::App& program) {
  Offers offers;
  for (const CLI::App* command : program.get_subcommands({})) {
    if (!command->get_group().empty()) {
      offers.push_back({command->get_name(), command->get_description()});
    }
  }
  return offers;
}

Offers options_of(const CLI::App& command) {
  Offers offers;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_snames()) {
      offers.push_back({"-" + name, option->get_description()});
    }
    for (const std::string& name : option->get_lnames()) {
      offers.push_back({"--" + name, option->get_description()});
    }
  }
  return offers;
}

/// "; did you mean --threads?", or nothing.
std::string suggestion(const std::string& word, const Offers& offers) {
  std::vector<std::string> known;
  std::ranges::transform(offers, std::back_inserter(known), &Offer::word);
  return did_you_mean(word, known);
}

const CLI::App* command_named(const CLI::App& program, const std::string& name) {
  const auto named = program.get_subcommands(
      [&name](const CLI::App* command) { return command->get_name() == name; });
  return named.empty() ? nullptr : named.front();
}

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
  return mistake(command, "unknown option " + shortened(name_in(word)),
                 suggestion(name_in(word), options_of(command)));
}

Error unknown_command(const CLI::App& program, const std::string& word) {
  const bool is_job = is_digits(word) || word.ends_with(".toml");
  return mistake(program, "unknown command " + quoted(word),
                 is_job ? "; did you mean nqueens count " + word + "?"
                        : suggestion(word, commands_of(program)));
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
  return mistake(command, name_of(option) + (option.get_items_expected_min() == 0
                                                 ? " takes no value"
                                                 : " needs a value: " + option.get_type_name()));
}

Error usage_error(const CLI::App& program, const CLI::ParseError& error) {
  const auto chosen = program.get_subcommands();
  const CLI::App& command = chosen.empty() ? program : *chosen.front();
  if (const auto before = program.remaining(); !before.empty()) {
    return misplaced(program, command, before.front());
  }
  const auto words = command.remaining();
  if (const auto word = std::ranges::find_if(words, is_option); word != words.end()) {
    return unknown_option(command, *word);  // also if something else is missing
  }
  // "--threads: 1 required T missing", "--fresh excludes --saved"
  const std::string message = error.what();
  const auto parts = CLI::detail::split(message, ' ');
  const auto option_named = [&command](const std::string& name) {
    return command.get_option_no_throw(name.substr(0, name.find(':')));
  };
  const CLI::Option* option = option_named(parts.front());
  const CLI::Option* other = parts.size() == 3 ? option_named(parts.back()) : nullptr;
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    return missing(command, option);
  }
  if (option != nullptr && other != nullptr) {
    const char* const link = parts[1] == "excludes" ? " does not go with " : " needs ";
    return mistake(command, name_of(*option) + link + name_of(*other));
  }
  if (!words.empty()) {
    return mistake(command, "unexpected " + quoted(words.front()));
  }
  return option != nullptr ? wrong_number_of_values(command, *option)
                           : mistake(command, message.substr(0, message.find('\n')));
}

/// Patterns of the files that an option reads, by the type in the help: "CHECKPOINT|RUN.jsonl".
Offers files_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::string name = option.get_name();
  Offers offers;
  if (type.find("CHECKPOINT") != std::string::npos || name == "--checkpoint") {
    offers.push_back({"*.ckpt"});
  }
  for (const char* extension : {".toml", ".jsonl"}) {
    if (type.find(extension) != std::string::npos) {
      offers.push_back({std::string("*") + extension});
    }
  }
  if (type == "FILE" && offers.empty()) {
    offers.push_back({name == "--certificate" ? "*.cert" : "*"});
  }
  return offers;
}

/// By the type in the help: "B:{square,torus}", "FILE", "N|JOB.toml". Patterns of files begin with
/// a star.
Offers values_of(const CLI::Option& option, const CLI::App& program) {
  const std::string type = option.get_type_name();
  Offers offers;
  if (const std::size_t begin = type.find('{'); begin != std::string::npos) {
    for (const std::string& word :
         CLI::detail::split(type.substr(begin + 1, type.find('}') - begin - 1), ',')) {
      offers.push_back({word});
    }
  } else if (option.get_name() == "--kernel") {
    offers.push_back({"auto", "the fastest that runs here"});
    for (const KernelEntry& kernel : kernels()) {
      offers.push_back({std::string(kernel.name), std::string(kernel.summary)});
    }
  } else if (type == "COMMAND") {
    offers = commands_of(program);
  } else {
    offers = files_of(option);
  }
  return offers;
}

/// What may stand in place of the last word, or begins like it.
Offers offers_for(const CLI::App& program, const std::vector<std::string>& words) {
  if (words.size() < 2) {
    Offers offers = commands_of(program);
    std::ranges::move(options_of(program), std::back_inserter(offers));
    return offers;
  }
  const CLI::App* command = command_named(program, words.front());
  if (command == nullptr) {
    return {};
  }
  const std::string& last = words.back();
  const bool has_name = last.starts_with("--") && last.find('=') != std::string::npos;
  const std::string before = has_name ? name_in(last) : words[words.size() - 2];
  const CLI::Option* option = is_option(before) ? command->get_option_no_throw(before) : nullptr;
  if (option != nullptr && option->get_items_expected_max() > 0) {
    Offers offers = values_of(*option, program);
    for (Offer& offer : offers) {
      offer.word = (has_name ? before + "=" : "") + offer.word;
    }
    return offers;
  }
  if (last.starts_with('-')) {
    return options_of(*command);
  }
  for (const CLI::Option* argument : command->get_options()) {
    Offers offers = argument->nonpositional() ? Offers{} : values_of(*argument, program);
    if (!offers.empty()) {
      return offers;
    }
  }
  return {};
}

}  // namespace

std::optional<std::string> parse(CLI::App& program, int argc, const char* const* argv) {
  try {
    program.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    const auto commands = program.get_subcommands();
    return help_of(commands.empty() ? program : *commands.back());
  } catch (const CLI::CallForVersion& version) {
    return std::string(version.what()) + "\n";
  } catch (const CLI::ParseError& error) {
    throw usage_error(program, error);
  }
}

Command add_help(CLI::App& program) {
  const auto name = std::make_shared<std::string>();
  CLI::App& command =
      *program.add_subcommand("help", "Show the help of the program or of a command");
  command.footer("Exit codes: 0 done, 2 there is no such command.\n");
  command.add_option("command", *name, "Command [the program]")->type_name("COMMAND");
  return {.parser = &command, .run = [&program, name](const Launcher&) {
            const CLI::App* named = name->empty() ? &program : command_named(program, *name);
            if (named == nullptr) {
              throw unknown_command(program, *name);
            }
            print(help_of(*named));
            return ExitCode::done;
          }};
}

Command add_completion(CLI::App& program) {
  static const std::map<std::string, std::string> scripts = {
      {"bash", bash_completions}, {"fish", fish_completions}, {"zsh", zsh_completions}};
  struct Asked {
    std::string script;
    std::vector<std::string> words;
  };
  const auto asked = std::make_shared<Asked>();
  CLI::App& command =
      *program.add_subcommand("completion", "Print the completions of a shell, for it to source");
  command.footer(
      "bash: source <(nqueens completion bash). zsh, behind compinit:\n"
      "source <(nqueens completion zsh). fish: nqueens completion fish | source.\n\n"
      "Exit codes: 0 done, 2 wrong usage.\n");
  std::vector<std::string> shells;
  for (const auto& [shell, script] : scripts) {
    shells.push_back(shell);
  }
  const auto script_of = [](const std::string& shell) {
    const auto named = scripts.find(shell);
    return named != scripts.end() ? std::optional(named->second) : std::nullopt;
  };
  add_value(command, "shell SHELL", asked->script, OneOf{script_of, shells}, "The shell")
      ->required();
  command.add_option("words", asked->words, "Print what may stand for the last of these instead")
      ->type_name("WORD");
  return {.parser = &command, .run = [&program, asked](const Launcher&) {
            if (asked->words.empty()) {
              print(asked->script);
            }
            for (const auto& [word, description] :
                 asked->words.empty() ? Offers() : offers_for(program, asked->words)) {
              const std::string line = description.substr(0, description.find('\n'));
              print(word + (line.empty() ? "" : "\t" + line) + "\n");
            }
            return ExitCode::done;
          }};
}

}  // namespace nqueens::cli
