// What is wrong with a command line, from what its parser says of it.
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "cli/messages.hpp"
#include "core/text.hpp"

namespace nqueens::cli {
namespace {

/// The commands that the help lists.
std::vector<std::string> commands_of(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) {
    if (!command->get_group().empty()) {
      names.push_back(command->get_name());
    }
  }
  return names;
}

/// The options that the help lists.
std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option :
       command.get_options([](const CLI::Option* each) { return !each->get_group().empty(); })) {
    for (const std::string& name : option->get_snames()) {
      names.push_back("-" + name);
    }
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  return names;
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

/// Names that other programs have for options and commands.
constexpr std::array<std::array<std::string_view, 2>, 11> others_names = {{
    {"cores cpus jobs np nproc procs processes ranks workers parallel thread_count", "--threads"},
    {"gpu gpus cuda opencl", "--devices"},
    {"follow wait", "--watch"},
    {"force overwrite restart", "--fresh"},
    {"silent", "--quiet"},
    {"unique distinct rotations", "--fundamental"},
    {"time time_limit timeout walltime", "--max-time"},
    {"time duration", "--seconds"},
    {"run start begin", "count"},
    {"continue restart", "resume"},
    {"show list watch progress", "status"},
}};

/// Options of 1.0: command, name, and what takes their place.
constexpr std::array<std::array<std::string_view, 3>, 3> gone_options = {{
    {"verify", "--certificate", "; verify knows a certificate by itself"},
    {"verify", "--save", "; a stopped check begins anew, since 2.0"},
    {"count", "--dry-run", "; plan has the tasks, and status what is saved"},
}};

/// What an option may mean whose name, without dashes and with _ for -, is known of other programs,
/// job files or values: "--threads", "--board torus"; empty: no idea.
std::string meaning_of(const std::vector<std::string>& options, const std::string& name) {
  const auto has = [](const auto& list, std::string_view word) {
    return std::ranges::find(list, word) != list.end();
  };
  const KnownSetting* const setting = setting_meant_by(name);
  if (setting != nullptr && has(options, setting->long_option())) {
    return std::string(setting->long_option());
  }
  for (const auto& [others, ours] : others_names) {
    if (has(CLI::detail::split(std::string(others), ' '), name) && has(options, ours)) {
      return std::string(ours);
    }
  }
  std::string value = name;
  std::ranges::replace(value, '_', '-');
  for (const KnownSetting& each : all_settings()) {
    for (const std::string& word : each.expected.words) {
      if ((word == value || word + "s" == value) && has(options, each.long_option())) {
        return std::string(each.long_option()) + " " + word;
      }
    }
  }
  return "";
}

bool takes_rows(const CLI::App& command) {
  return std::ranges::any_of(command.get_options(), [](const CLI::Option* option) {
    return option->check_name("job") || (option->get_positional() && option->check_name("n"));
  });
}

/// What may be meant by an option that the command does not have; empty: no idea.
/// @param command  the program itself, if none is chosen
std::string advice_on(const CLI::App& program, const CLI::App& command, const std::string& name) {
  std::string word = name.substr(std::min(name.find_first_not_of('-'), name.size()));
  for (const auto& [of, option, advice] : gone_options) {
    if (of == command.get_name() && option == name) {
      return std::string(advice);
    }
  }
  if ((word == "n" || word == "rows" || word == "size") && takes_rows(command)) {
    return "; the number of rows needs no name: nqueens " + command.get_name() + " N";
  }
  if (command_named(program, word) != nullptr) {
    return "; did you mean nqueens " + word + "?";
  }
  if (program.get_option_no_throw(name) != nullptr) {
    return "; write nqueens " + name;
  }
  const std::vector<std::string> options = options_of(command);
  std::ranges::replace(word, '-', '_');
  const KnownSetting* const key = setting_meant_by(word);
  if (key != nullptr && key->option.empty() && command.get_option_no_throw("job") != nullptr) {
    return "; write " + word + " into a job file, under [" + std::string(key->section) + "]";
  }
  if (std::string meant = did_you_mean(name, options); !meant.empty()) {
    return meant;
  }
  std::vector<std::string> others;
  for (const std::string& other : commands_of(program)) {
    const auto theirs = options_of(*command_named(program, other));
    if (std::ranges::find(theirs, name) != theirs.end()) {
      others.push_back(other);
    }
  }
  if (!others.empty()) {
    return "; it is an option of " + list_of(others, "and");
  }
  const std::string meant = meaning_of(options, word);
  return meant.empty() ? "" : "; did you mean " + meant + "?";
}

Error unknown_option(const CLI::App& command, const std::string& word) {
  const std::string name = name_in(word);
  const CLI::App* const program = command.get_parent();
  return mistake(command, "unknown option " + shortened(name == "-" ? word : name),
                 advice_on(program != nullptr ? *program : command, command, name));
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
  std::ranges::replace(description, '\n', ' ');
  return mistake(command, name_of(*option) + " is missing", ": " + description);
}

Error wrong_number_of_values(const CLI::App& command, const CLI::Option& option) {
  if (const auto times = option.count(); option.nonpositional() && times > 1) {
    return mistake(
        command,
        name_of(option) + " is given " + (times == 2 ? "twice" : std::to_string(times) + " times"),
        "; give it once");
  }
  if (const int wanted = option.get_items_expected_min(); wanted > 1) {
    std::string names;
    for (int i = 0; i < wanted; ++i) {
      names += " " + option.get_type_name();
    }
    return mistake(command, command.get_name() + " takes" + names + ", and " +
                                std::to_string(option.count()) + " of them " +
                                (option.count() == 1 ? "is" : "are") + " given");
  }
  return mistake(command, name_of(option) + (option.get_items_expected_min() == 0
                                                 ? " takes no value"
                                                 : " needs a value: " + option.get_type_name()));
}

/// A word that is no option, more than the command takes.
Error unexpected(const CLI::App& command, const std::string& word) {
  std::string takes;
  std::string given;
  int positions = 0;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional() && !option->nonpositional()) {
      takes += " " + option->get_type_name();
      given += " " + CLI::detail::join(option->results(), " ");
      ++positions;
    }
  }
  for (const char* const name : {"--n", "--seconds"}) {
    if (takes.empty() && is_digits(word) && command.get_option_no_throw(name) != nullptr) {
      return mistake(command, "unexpected " + quoted(word),
                     "; did you mean " + std::string(name) + " " + word + "?");
    }
  }
  return mistake(command, "unexpected " + quoted(word) + (takes.empty() ? "" : " after" + given) +
                              ": " + command.get_name() + " takes" +
                              (positions == 0   ? " options only"
                               : positions == 1 ? " one" + takes
                                                : takes));
}

}  // namespace

const CLI::App* command_named(const CLI::App& program, const std::string& name) {
  const auto named = program.get_subcommands(
      [&name](const CLI::App* command) { return command->get_name() == name; });
  return named.empty() ? nullptr : named.front();
}

Error unknown_command(const CLI::App& program, const std::string& word) {
  const bool is_job = is_digits(word) || word.ends_with(".toml");
  const bool is_saved = word.ends_with(".ckpt");
  const bool is_certificate = word.ends_with(".cert");
  const bool is_option = program.get_option_no_throw("--" + word) != nullptr;
  const std::string meant = meaning_of(commands_of(program), word);
  return mistake(program, "unknown command " + quoted(word),
                 is_job           ? "; did you mean nqueens count " + word + "?"
                 : is_saved       ? "; did you mean nqueens resume " + word + "?"
                 : is_certificate ? "; did you mean nqueens verify " + word + "?"
                 : is_option      ? "; did you mean nqueens --" + word + "?"
                 : !meant.empty() ? "; did you mean " + meant + "?"
                                  : did_you_mean(word, commands_of(program)));
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
    return unexpected(command, words.front());
  }
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) {
    for (const std::string& part : parts) {  // "Could not convert: --json = x", as of no other
      option = option != nullptr ? option : option_named(part);
    }
  }
  return option != nullptr ? wrong_number_of_values(command, *option)
                           : mistake(command, message.substr(0, message.find('\n')));
}

void refuse_slips(const CLI::App& program, std::span<const char* const> words) {
  const CLI::App* command = nullptr;
  const CLI::Option* before = nullptr;  // the option of the word before
  for (const std::string word : words) {
    const std::string name = name_in(word);
    const std::string value = word.substr(std::min(name.size() + 1, word.size()));
    const std::string text = word.starts_with("--") ? value : word;
    const bool is_seed = name == "--seed" || (before != nullptr && before->check_lname("seed"));
    refuse(!is_seed && is_unexpanded(text),
           quoted(text) + " begins with " + text.front() +
               ", which is not expanded here; write the whole path");
    if (command == nullptr) {
      command = word.starts_with('-') ? nullptr : command_named(program, word);
      continue;
    }
    const auto* const option = is_option(word) ? command->get_option_no_throw(name) : nullptr;
    if (option != nullptr && before != nullptr && before->get_items_expected_min() > 0) {
      throw mistake(*command,
                    name_of(*before) + " needs a value, and " + word + " after it is an option");
    }
    before = name == word ? option : nullptr;
    if (word.size() < 3 || word[0] != '-' || word[1] == '-') {
      continue;
    }
    if (command->get_option_no_throw("-" + name) != nullptr) {
      throw mistake(*command, "unknown option " + shortened(name), "; did you mean -" + name + "?");
    }
    const std::string letter = word.substr(0, 2);
    const std::string rest = word.substr(2);
    const CLI::Option* const short_one = command->get_option_no_throw(letter);
    if (short_one != nullptr && rest.starts_with('=')) {
      refuse(short_one->get_items_expected_max() == 0,
             letter + " takes no value; leave out " + rest);
      throw mistake(*command, "the value of " + letter + " begins with =",
                    "; write " + letter + " " + rest.substr(1));
    }
    if (short_one != nullptr && short_one->get_items_expected_max() == 0 && is_digits(rest)) {
      const bool has_threads = command->get_option_no_throw("-t") != nullptr;
      throw mistake(*command, letter + " takes no value, and " + rest + " follows it",
                    has_threads ? "; did you mean -t" + rest + "?" : "");
    }
  }
}

}  // namespace nqueens::cli
