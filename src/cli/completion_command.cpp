// The hidden command `completion`, which the scripts of docs/packaging/completions ask.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/print.hpp"
#include "kernel/kernel.hpp"

namespace nqueens::cli {
namespace {

/// A line of the answer: a word, a tab and a description. A lone star is for any file.
struct Offer {
  std::string word;
  std::string description{};
};
using Offers = std::vector<Offer>;

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

Offers commands_of(const CLI::App& program) {
  Offers offers;
  for (const CLI::App* command : program.get_subcommands({})) {
    if (!command->get_group().empty()) {
      offers.push_back({command->get_name(), first_line(command->get_description())});
    }
  }
  return offers;
}

Offers options_of(const CLI::App& command) {
  Offers offers;
  for (const CLI::Option* option : command.get_options()) {
    const std::string description = first_line(option->get_description());
    for (const std::string& name : option->get_snames()) {
      offers.push_back({"-" + name, description});
    }
    for (const std::string& name : option->get_lnames()) {
      offers.push_back({"--" + name, description});
    }
  }
  return offers;
}

/// By the type in the help: "B:{square,torus}", "FILE", "N|JOB.toml".
Offers values_of(const CLI::Option& option, const CLI::App& program) {
  const std::string type = option.get_type_name();
  const auto has = [&type](std::string_view word) { return type.find(word) != std::string::npos; };
  Offers offers;
  if (const std::size_t begin = type.find('{'); begin != std::string::npos) {
    for (std::string& word :
         CLI::detail::split(type.substr(begin + 1, type.find('}') - begin - 1), ',')) {
      offers.push_back({std::move(word)});
    }
  } else if (option.get_name() == "--kernel") {
    offers.push_back({"auto", "the fastest that runs here"});
    for (const KernelEntry& kernel : kernels()) {
      offers.push_back({std::string(kernel.name), std::string(kernel.summary)});
    }
  } else if (type == "COMMAND") {
    offers = commands_of(program);
  } else if (has("FILE") || has("CHECKPOINT") || has("JOB.toml")) {
    offers.push_back({"*"});
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
  const auto named = program.get_subcommands(
      [&words](const CLI::App* command) { return command->get_name() == words.front(); });
  if (named.empty()) {
    return {};
  }
  const CLI::App& command = *named.front();
  const std::string& last = words.back();
  const std::size_t equals = last.starts_with("--") ? last.find('=') : std::string::npos;
  const bool has_name = equals != std::string::npos;  // --board=torus
  const std::string before = has_name ? last.substr(0, equals) : words[words.size() - 2];
  const CLI::Option* option =
      before.starts_with('-') ? command.get_option_no_throw(before) : nullptr;
  if (option != nullptr && option->get_items_expected_max() > 0) {
    Offers offers = values_of(*option, program);
    for (Offer& offer : offers) {
      offer.word = (has_name ? last.substr(0, equals + 1) : "") + offer.word;
    }
    return offers;
  }
  if (last.starts_with('-')) {
    return options_of(command);
  }
  for (const CLI::Option* argument : command.get_options()) {
    const Offers offers = argument->nonpositional() ? Offers{} : values_of(*argument, program);
    if (!offers.empty()) {
      return offers;
    }
  }
  return {};
}

}  // namespace

Command add_completion(CLI::App& program) {
  const auto words = std::make_shared<std::vector<std::string>>();
  CLI::App& command = *program.add_subcommand("completion", "Print what may stand for a last word");
  command.group("");
  command.add_option("words", *words, "What is typed behind the name of the program");
  return {.parser = &command, .run = [&program, words](const Launcher&) {
            for (const auto& [word, description] : offers_for(program, *words)) {
              print(word + (description.empty() ? "" : "\t" + description) + "\n");
            }
            return ExitCode::done;
          }};
}

}  // namespace nqueens::cli
