// Completions for shells, made from the program's own table of commands and options.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace nqueens::cli {

/// What a shell may offer for a value.
struct Offer {
  std::vector<std::string> words;  ///< empty: none but files
  bool files = false;
};

struct OfferedOption {
  std::vector<std::string> names;  ///< -t, --threads
  std::string description;         ///< its first line
  bool takes_value = false;
  Offer value;
};

struct OfferedCommand {
  std::string name;
  std::string description;
  std::vector<OfferedOption> options;
  Offer argument;  ///< the first that has something to offer
};

/// All commands and options that the help shows.
std::vector<OfferedCommand> offered_commands(const CLI::App& program);

/// The scripts.
std::string bash_completion(const std::vector<OfferedCommand>& commands);
std::string zsh_completion(const std::vector<OfferedCommand>& commands);
std::string fish_completion(const std::vector<OfferedCommand>& commands);

}  // namespace nqueens::cli
