// The program: a table of commands, and the choice of one.
#include "program.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "exit.hpp"
#include "launcher.hpp"
#include "nqueens/core/error.hpp"
#include "nqueens/net/transport.hpp"
#include "nqueens/report/version.hpp"
#include "options.hpp"

namespace nqueens::cli {
namespace {

/// In the order of the help.
constexpr std::array all_commands = {add_count,    add_resume,      add_status,  add_verify,
                                     add_merge,    add_certificate, add_kernels, add_bench,
                                     add_selftest, add_solve,       add_check};

std::string version_text() {
  return "nqueens " + version() + "\ncompiler: " + std::string(compiler()) +
         "\nMPI: " + mpi_library() + "\nBoost: " + boost_version();
}

/// One line about a mistake, with the help to read.
Error usage_error(const CLI::App& program, const std::string& word, const std::string& mistake) {
  const auto commands = program.get_subcommands(
      [&word](const CLI::App* command) { return command->get_name() == word; });
  if (commands.empty() && !word.empty() && word.front() != '-') {
    return {ExitCode::usage, "unknown command '" + word + "'; see nqueens --help"};
  }
  return {ExitCode::usage, mistake.substr(0, mistake.find('\n')) + "; see nqueens " +
                               (commands.empty() ? "" : word + " ") + "--help"};
}

/// @return the help or the version, if asked for
std::optional<std::string> parse(CLI::App& program, int argc, const char* const* argv) {
  try {
    program.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    const auto commands = program.get_subcommands();
    return commands.empty() ? program.help() : commands.back()->help("nqueens");
  } catch (const CLI::CallForVersion&) {
    return version_text() + "\n";
  } catch (const CLI::ParseError& error) {
    throw usage_error(program, argc > 1 ? argv[1] : "", error.what());
  }
}

ExitCode run(int argc, const char* const* argv, const Launcher& launcher) {
  CLI::App program(
      "Counts all ways to place N non-attacking queens on an N x N board or torus, exactly:\n"
      "on threads, or under mpirun or srun on many nodes. Prints and checks single solutions.",
      "nqueens");
  program.footer(exit_codes);
  program.set_version_flag("--version", version_text);
  program.require_subcommand(1);
  std::vector<Command> commands;
  for (const auto add : all_commands) {
    commands.push_back(add(program));
  }
  if (const auto text = parse(program, argc, argv)) {
    if (launcher.rank == 0) {
      std::cout << *text << std::flush;
    }
    return std::cout ? ExitCode::done : ExitCode::runtime_error;
  }
  const auto chosen =
      std::ranges::find_if(commands, [](const Command& each) { return each.parser->parsed(); });
  return launcher.rank == 0 || chosen->on_every_rank ? chosen->run(launcher) : ExitCode::done;
}

}  // namespace

int run_program(int argc, char** argv) {
  const Launcher launcher = detect_launcher();
  return static_cast<int>(guarded(launcher, [&] { return run(argc, argv, launcher); }));
}

}  // namespace nqueens::cli
