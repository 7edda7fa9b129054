// The program: a table of commands, the choice of one, and what is wrong with a command line.
#include <spdlog/fmt/fmt.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <memory>
#include <sstream>
#include <string_view>

#include "cli/command.hpp"
#include "cli/messages.hpp"
#include "cli/output.hpp"
#include "core/text.hpp"
#include "net/transport.hpp"
#include "report/version.hpp"
#include "system/process.hpp"
#include "system/signals.hpp"

namespace nqueens::cli {
namespace {

// --- The command line, described by its parser: the help, and words for what is wrong with it

/// A row for each thing that an exit code says: the code, the commands that can end so, the text.
/// The first row of a code has all of its commands.
constexpr const char* table_of_exit_codes =
#include "exit_codes.txt.inc"
    ;

/// @param command  empty: the program, for which the first row of each code will do
std::string exit_codes_of(const std::string& command) {
  std::istringstream rows(table_of_exit_codes);
  std::string list = "Exit codes:\n";
  std::string commands;
  std::string text;
  std::string last;
  for (std::string code; rows >> code >> commands && std::getline(rows, text); last = code) {
    const bool is_named = (',' + commands + ',').find(',' + command + ',') != std::string::npos;
    if (command.empty() ? code != last : commands == "all" || is_named) {
      list += fmt::format("{:>5} {}\n", code == last ? "" : code, text);
    }
  }
  return list;
}

std::string help_of(const CLI::App& command) {
  // CLI::App::help() would take the command that was chosen.
  const bool is_whole = command.get_parent() == nullptr;
  const std::string name = (is_whole ? "" : "nqueens ") + command.get_name();
  return command.get_formatter()->make_help(&command, name, CLI::AppFormatMode::Normal) +
         exit_codes_of(is_whole ? "" : command.get_name());
}

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

/// What may be meant by an option that the command does not have; empty: no idea.
std::string advice_on(const CLI::App& program, const CLI::App& command, const std::string& name) {
  std::string word = name.substr(std::min(name.find_first_not_of('-'), name.size()));
  if (word == "n" && command.get_option_no_throw("job") != nullptr) {
    return "; the number of rows needs no name: nqueens " + command.get_name() + " N";
  }
  if (command_named(program, word) != nullptr) {
    return "; did you mean nqueens " + word + "?";
  }
  std::ranges::replace(word, '-', '_');
  const auto key = std::ranges::find(all_settings(), word, &KnownSetting::key);
  if (key != all_settings().end() && key->option.empty()) {
    return "; write " + word + " into a job file, under [" + std::string(key->section) + "]";
  }
  if (std::string meant = did_you_mean(name, options_of(command)); !meant.empty()) {
    return meant;
  }
  std::vector<std::string> others;
  for (const std::string& other : commands_of(program)) {
    if (command_named(program, other)->get_option_no_throw(name) != nullptr) {
      others.push_back(other);
    }
  }
  return others.empty() ? "" : "; it is an option of " + list_of(others, "and");
}

Error unknown_option(const CLI::App& command, const std::string& word) {
  const std::string name = name_in(word);
  const CLI::App* const program = command.get_parent();
  return mistake(command, "unknown option " + shortened(name),
                 program != nullptr ? advice_on(*program, command, name)
                                    : did_you_mean(name, options_of(command)));
}

Error unknown_command(const CLI::App& program, const std::string& word) {
  const bool is_job = is_digits(word) || word.ends_with(".toml");
  const bool is_saved = word.ends_with(".ckpt");
  const bool is_option = program.get_option_no_throw("--" + word) != nullptr;
  return mistake(program, "unknown command " + quoted(word),
                 is_job      ? "; did you mean nqueens count " + word + "?"
                 : is_saved  ? "; did you mean nqueens resume " + word + "?"
                 : is_option ? "; did you mean nqueens --" + word + "?"
                             : did_you_mean(word, commands_of(program)));
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
    const bool is_n = is_digits(words.front()) && command.get_option_no_throw("--n") != nullptr;
    return mistake(command, "unexpected " + quoted(words.front()),
                   is_n ? "; did you mean --n " + words.front() + "?" : "");
  }
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) {
    for (const std::string& part : parts) {  // "Could not convert: --json = x", as of no other
      option = option != nullptr ? option : option_named(part);
    }
  }
  return option != nullptr ? wrong_number_of_values(command, *option)
                           : mistake(command, message.substr(0, message.find('\n')));
}

/// CLI11 would read -threads as -t hreads.
void refuse_long_names_with_one_dash(const CLI::App& program, std::span<const char* const> words) {
  const CLI::App* command = nullptr;
  for (const std::string word : words) {
    const bool may_be = word.size() > 2 && word[0] == '-' && word[1] != '-';
    if (command == nullptr && !word.starts_with('-')) {
      command = command_named(program, word);
    } else if (command != nullptr && may_be &&
               command->get_option_no_throw("-" + name_in(word)) != nullptr) {
      throw mistake(*command, "unknown option " + shortened(name_in(word)),
                    "; did you mean -" + name_in(word) + "?");
    }
  }
}

/// Parses the command line. Throws Error(usage) with the mistake in one line and what to do.
/// @return the help, with bold headings on a terminal, or the version if asked for
std::optional<std::string> parse(CLI::App& program, int argc, const char* const* argv) {
  try {
    refuse_long_names_with_one_dash(program, {argv + 1, argv + std::max(argc, 1)});
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
  command.add_option("command", *name, "Command [the program]")->type_name("COMMAND");
  return {.parser = &command, .run = [&program, name](const Launcher&) {
            const CLI::App* named = name->empty() ? &program : command_named(program, *name);
            if (named == nullptr) {
              throw unknown_command(program, *name);
            }
            print_help(help_of(*named));
            return ExitCode::done;
          }};
}

// --- The commands

/// In the order of the help.
constexpr std::array<AddCommand, 12> counter_commands = {
    add_plan,  add_count,       add_resume,  add_status,  add_report, add_verify,
    add_merge, add_certificate, add_compare, add_kernels, add_bench,  add_selftest};

ExitCode run(int argc, const char* const* argv, std::span<const AddCommand> others,
             const Launcher& launcher) {
  CLI::App program(
      "Counts all ways to place N non-attacking queens on an N x N board or torus, exactly:\n"
      "on threads, or under mpirun or srun on many nodes. Prints and checks single solutions, and\n"
      "solves puzzles of chess pieces.",
      "nqueens");
  program.set_help_flag("-h,--help", "Print this help and exit");
  const auto version_text = [] {
    return "nqueens " + version() + "\ncompiler: " + std::string(compiler()) +
           "\nMPI: " + mpi_library() + "\nBoost: " + boost_version();
  };
  program.set_version_flag("-V,--version", version_text, "Print the version and exit");
  program.require_subcommand(1);
  std::vector<Command> commands;
  for (const auto table : {std::span<const AddCommand>(counter_commands), others}) {
    for (const auto add : table) {
      commands.push_back(add(program));
    }
  }
  commands.push_back(add_help(program));
  if (const auto text = parse(program, argc, argv)) {
    if (launcher.speaks()) {
      print_help(*text);
    }
    return ExitCode::done;
  }
  const auto chosen =
      std::ranges::find_if(commands, [](const Command& each) { return each.parser->parsed(); });
  return launcher.speaks() || chosen->on_every_rank ? chosen->run(launcher) : ExitCode::done;
}

/// Threads get what the limit says, and end without a word if it is too little.
void require_stack() {
  constexpr rlim_t least = rlim_t{256} * 1024;
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < least) {
    throw Error(ExitCode::runtime_error,
                "the stack is limited to " + std::to_string(limit.rlim_cur / 1024) +
                    " kB, which is too little; raise it, as by 'ulimit -s 8192'");
  }
}

}  // namespace

int run_program(int argc, char** argv, std::span<const AddCommand> others) {
  occupy_standard_descriptors();
  let_large_writes_fail();
  set_up_log({});  // for what ranks and commands without such options have to say
  const Launcher launcher = detect_launcher();
  return static_cast<int>(exit_code_of(launcher.speaks(), [&] {
    require_stack();
    return run(argc, argv, others, launcher);
  }));
}

}  // namespace nqueens::cli
