// The program: a table of commands, and the choice of one.
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

/// Parses the command line. Throws Error(usage) with the mistake in one line and what to do.
/// @return the help, with bold headings on a terminal, or the version if asked for
std::optional<std::string> parse(CLI::App& program, int argc, const char* const* argv) {
  try {
    refuse_slips(program, {argv + 1, argv + std::max(argc, 1)});
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
