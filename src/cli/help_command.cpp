// The command `help`: the same as --help, of the program or of a command.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/command.hpp"
#include "cli/help.hpp"
#include "cli/print.hpp"
#include "cli/usage_error.hpp"

namespace nqueens::cli {
namespace {

ExitCode print_help(const CLI::App& program, const std::string& name) {
  if (name.empty()) {
    print(help_of(program));
    return ExitCode::done;
  }
  const auto named = program.get_subcommands(
      [&name](const CLI::App* command) { return command->get_name() == name; });
  if (named.empty()) {
    throw unknown_command(program, name);
  }
  print(help_of(*named.front()));
  return ExitCode::done;
}

}  // namespace

Command add_help(CLI::App& program) {
  const auto name = std::make_shared<std::string>();
  CLI::App& command =
      *program.add_subcommand("help", "Show the help of the program or of a command");
  command.footer("Exit codes: 0 done, 2 there is no such command.\n");
  command.add_option("command", *name, "Command [the program]")->type_name("COMMAND");
  return {.parser = &command,
          .run = [&program, name](const Launcher&) { return print_help(program, *name); }};
}

}  // namespace nqueens::cli
