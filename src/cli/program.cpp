// The program: a table of commands, and the choice of one.
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/messages.hpp"
#include "cli/output.hpp"
#include "net/transport.hpp"
#include "report/version.hpp"
#include "system/process.hpp"
#include "system/signals.hpp"

namespace nqueens::cli {
namespace {

/// In the order of the help.
constexpr std::array<AddCommand, 12> counter_commands = {
    add_plan,  add_count,       add_resume,  add_status,  add_report, add_verify,
    add_merge, add_certificate, add_compare, add_kernels, add_bench,  add_selftest};
constexpr std::array<AddCommand, 1> last_commands = {add_help};

std::string version_text() {
  return "nqueens " + version() + "\ncompiler: " + std::string(compiler()) +
         "\nMPI: " + mpi_library() + "\nBoost: " + boost_version();
}

ExitCode run(int argc, const char* const* argv, std::span<const AddCommand> others,
             const Launcher& launcher) {
  CLI::App program(
      "Counts all ways to place N non-attacking queens on an N x N board or torus, exactly:\n"
      "on threads, or under mpirun or srun on many nodes. Prints and checks single solutions, and\n"
      "solves puzzles of chess pieces.",
      "nqueens");
  program.footer(exit_codes);
  program.set_help_flag("-h,--help", "Print this help and exit");
  program.set_version_flag("-V,--version", version_text, "Print the version and exit");
  program.require_subcommand(1);
  std::vector<Command> commands;
  using Table = std::span<const AddCommand>;
  for (const Table table : {Table(counter_commands), others, Table(last_commands)}) {
    for (const auto add : table) {
      commands.push_back(add(program));
    }
  }
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

const char* const exit_codes =
#include "exit_codes.txt.inc"
    ;

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
