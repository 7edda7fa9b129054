// The hidden command `completion`: the script for a shell, which the package installs.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/command.hpp"
#include "cli/completion.hpp"
#include "cli/options.hpp"
#include "cli/print.hpp"

namespace nqueens::cli {

Command add_completion(CLI::App& program) {
  using Script = std::string (*)(const std::vector<OfferedCommand>&);
  const auto script = std::make_shared<Script>(nullptr);
  CLI::App& command = *program.add_subcommand("completion", "Print the completions for a shell");
  command.group("");
  const auto script_for = [](const std::string& shell) -> std::optional<Script> {
    return shell == "bash" ? bash_completion : shell == "zsh" ? zsh_completion : fish_completion;
  };
  add_choice(command, "shell", *script, script_for, {"bash", "zsh", "fish"}, "Shell")->required();
  return {.parser = &command, .run = [&program, script](const Launcher&) {
            print((*script)(offered_commands(program)));
            return ExitCode::done;
          }};
}

}  // namespace nqueens::cli
