// Makes the scripts with which bash, zsh and fish complete commands, options and values.
#include "cli/completion.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

#include "kernel/kernel.hpp"

namespace nqueens::cli {
namespace {

std::string joined(const std::vector<std::string>& words, const std::string& between = " ") {
  return CLI::detail::join(words, between);
}

/// Without quotes and with blanks for what shells treat in their own way.
std::string harmless(std::string text) {
  text = text.substr(0, text.find('\n'));
  std::erase_if(text, [](char c) { return c == '\'' || c == '\\' || c == '`' || c == '$'; });
  std::ranges::replace(text, '[', '(');
  std::ranges::replace(text, ']', ')');
  return text;
}

std::vector<std::string> kernel_names() {
  std::vector<std::string> names = {"auto"};
  for (const KernelEntry& entry : kernels()) {
    names.emplace_back(entry.name);
  }
  return names;
}

/// By the type in the help: "B:{square,torus}", "FILE", "N|JOB.toml".
Offer offer_of(const CLI::Option& option, const std::vector<std::string>& command_names) {
  const std::string type = option.get_type_name();
  const std::size_t begin = type.find('{');
  if (begin != std::string::npos) {
    return {.words = CLI::detail::split(type.substr(begin + 1, type.find('}') - begin - 1), ',')};
  }
  if (option.get_name() == "--kernel") {
    return {.words = kernel_names()};
  }
  if (type == "COMMAND") {
    return {.words = command_names};
  }
  const auto has = [&type](std::string_view word) { return type.find(word) != std::string::npos; };
  return {.words = {}, .files = has("FILE") || has("CHECKPOINT") || has("JOB.toml")};
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) {
    names.push_back("-" + name);
  }
  for (const std::string& name : option.get_lnames()) {
    names.push_back("--" + name);
  }
  return names;
}

OfferedCommand offered(const CLI::App& command, const std::vector<std::string>& command_names) {
  OfferedCommand result;
  result.name = command.get_name();
  result.description = harmless(command.get_description());
  for (const CLI::Option* option : command.get_options()) {
    if (option->nonpositional()) {
      result.options.push_back({.names = names_of(*option),
                                .description = harmless(option->get_description()),
                                .takes_value = option->get_items_expected_max() > 0,
                                .value = offer_of(*option, command_names)});
    } else if (result.argument.words.empty() && !result.argument.files) {
      result.argument = offer_of(*option, command_names);
    }
  }
  return result;
}

std::vector<std::string> option_names(const OfferedCommand& command) {
  std::vector<std::string> all;
  for (const OfferedOption& option : command.options) {
    all.insert(all.end(), option.names.begin(), option.names.end());
  }
  return all;
}

std::vector<std::string> command_names(const std::vector<OfferedCommand>& commands) {
  std::vector<std::string> names;
  for (const OfferedCommand& command : commands) {
    names.push_back(command.name);
  }
  return names;
}

/// What bash offers for a value.
std::string bash_offer(const Offer& offer) {
  if (!offer.words.empty()) {
    return "COMPREPLY=($(compgen -W '" + joined(offer.words) + "' -- \"$word\"))";
  }
  return offer.files ? "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$word\"))" : ":";
}

/// What zsh offers for a value, in its own notation.
std::string zsh_offer(const Offer& offer) {
  if (!offer.words.empty()) {
    return "(" + joined(offer.words) + ")";
  }
  return offer.files ? "_files" : " ";
}

}  // namespace

std::vector<OfferedCommand> offered_commands(const CLI::App& program) {
  const auto shown = program.get_subcommands(
      [](const CLI::App* command) { return !command->get_group().empty(); });
  std::vector<std::string> names;
  for (const CLI::App* command : shown) {
    names.push_back(command->get_name());
  }
  std::vector<OfferedCommand> commands;
  for (const CLI::App* command : shown) {
    commands.push_back(offered(*command, names));
  }
  return commands;
}

std::string bash_completion(const std::vector<OfferedCommand>& commands) {
  std::string text =
      "# bash completion for nqueens; made by 'nqueens completion bash'.\n"
      "_nqueens() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD - 1]}\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '" +
      joined(command_names(commands)) +
      " --help --version' -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case ${COMP_WORDS[1]} in\n";
  for (const OfferedCommand& command : commands) {
    text += "    " + command.name + ")\n      case $last in\n";
    for (const OfferedOption& option : command.options) {
      if (option.takes_value) {
        text += "        " + joined(option.names, " | ") + ") " + bash_offer(option.value) +
                "; return ;;\n";
      }
    }
    text += "      esac\n      if [[ $word == -* ]]; then\n        COMPREPLY=($(compgen -W '" +
            joined(option_names(command)) + "' -- \"$word\"))\n      else\n        " +
            bash_offer(command.argument) + "\n      fi\n      ;;\n";
  }
  return text + "  esac\n}\ncomplete -F _nqueens nqueens\n";
}

std::string zsh_completion(const std::vector<OfferedCommand>& commands) {
  std::string text =
      "#compdef nqueens\n"
      "# zsh completion for nqueens; made by 'nqueens completion zsh'.\n"
      "_nqueens() {\n"
      "  if ((CURRENT == 2)); then\n"
      "    local -a commands=(\n";
  for (const OfferedCommand& command : commands) {
    text += "      '" + command.name + ":" + command.description + "'\n";
  }
  text +=
      "    )\n    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words\n  ((CURRENT--))\n  case $command in\n";
  for (const OfferedCommand& command : commands) {
    text += "    " + command.name + ")\n      _arguments -s";
    for (const OfferedOption& option : command.options) {
      for (const std::string& name : option.names) {
        text += " \\\n        '(" + joined(option.names) + ")" + name + "[" + option.description +
                "]" + (option.takes_value ? ":value:" + zsh_offer(option.value) : "") + "'";
      }
    }
    text += " \\\n        '*:argument:" + zsh_offer(command.argument) + "'\n      ;;\n";
  }
  return text + "  esac\n}\n_nqueens \"$@\"\n";
}

std::string fish_completion(const std::vector<OfferedCommand>& commands) {
  std::string text =
      "# fish completion for nqueens; made by 'nqueens completion fish'.\n"
      "complete -c nqueens -f\n";
  for (const OfferedCommand& command : commands) {
    text += "complete -c nqueens -n __fish_use_subcommand -a " + command.name + " -d '" +
            command.description + "'\n";
    const std::string here =
        "complete -c nqueens -n '__fish_seen_subcommand_from " + command.name + "'";
    const auto offer = [](const Offer& what) {
      return what.words.empty() ? std::string(what.files ? " -F" : "")
                                : " -a '" + joined(what.words) + "'";
    };
    for (const OfferedOption& option : command.options) {
      text += here;
      for (const std::string& name : option.names) {
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      text +=
          (option.takes_value ? (option.value.files ? " -r" : " -x") + offer(option.value) : "") +
          " -d '" + option.description + "'\n";
    }
    if (!command.argument.words.empty() || command.argument.files) {
      text += here + offer(command.argument) + "\n";
    }
  }
  return text;
}

}  // namespace nqueens::cli
